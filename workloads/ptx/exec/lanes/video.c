/* SPDX-License-Identifier: BSD-3-Clause */
/* Video instructions; see video.h. */
#include "workloads/ptx/exec/lanes/video.h"

#include <string.h>

_Static_assert(sizeof(struct video) == sizeof(int64_t), "it is an operation's immediate");

/* The number in the low bits. */
static int64_t extend(uint64_t value, unsigned bits, bool is_signed)
{
    const unsigned unused = 64 - bits;
    return is_signed ? (int64_t)(value << unused) >> unused : (int64_t)(value << unused >> unused);
}

static unsigned part_bits(enum video_part part)
{
    return part == VIDEO_WHOLE ? 32 : part >= VIDEO_H0 ? 16 : 8;
}

static unsigned part_shift(enum video_part part)
{
    return part == VIDEO_WHOLE ? 0
           : part >= VIDEO_H0  ? 16 * (part - VIDEO_H0)
                               : 8 * (part - VIDEO_B0);
}

static int64_t saturate(int64_t value, unsigned bits, bool is_signed)
{
    const int64_t most = is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    const int64_t least = is_signed ? -most - 1 : 0;
    return value < least ? least : value > most ? most : value;
}

static bool compares(const struct video *v, int64_t a, int64_t b)
{
    switch ((enum video_compare)v->compare) {
    case VIDEO_EQ:
        return a == b;
    case VIDEO_NE:
        return a != b;
    case VIDEO_LT:
        return a < b;
    case VIDEO_LE:
        return a <= b;
    case VIDEO_GT:
        return a > b;
    case VIDEO_GE:
        break;
    }
    return a >= b;
}

static int64_t shifted(const struct video *v, int64_t a, uint32_t by)
{
    const int64_t far = (int64_t)1 << 62; /* beyond all that saturation keeps, and 0 in 32 bits */
    by = v->wraps ? by & 31 : by > 32 ? 32 : by;
    if (v->operation == VIDEO_SHIFT_LEFT && by == 32)
        return a > 0 ? far : a < 0 ? -far : 0;
    return v->operation == VIDEO_SHIFT_LEFT ? (int64_t)((uint64_t)a << by) : a >> by;
}

/* Of two numbers of at most 32 bits. */
static int64_t operate(const struct video *v, int64_t a, int64_t b)
{
    switch ((enum video_operation)v->operation) {
    case VIDEO_ADD:
        return a + b;
    case VIDEO_SUB:
        return a - b;
    case VIDEO_DIFFERENCE:
        return a > b ? a - b : b - a;
    case VIDEO_AVERAGE:
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VIDEO_MIN:
        return a < b ? a : b;
    case VIDEO_MAX:
        return a > b ? a : b;
    case VIDEO_SET:
        return compares(v, a, b);
    default:
        return shifted(v, a, (uint32_t)b);
    }
}

static uint32_t second(const struct video *v, uint32_t result, uint32_t c)
{
    const int64_t x = extend(result, 32, v->d_signed), y = extend(c, 32, v->d_signed);
    switch ((enum video_second)v->second) {
    case VIDEO_THEN_ADD:
        return result + c;
    case VIDEO_THEN_MIN:
        return (uint32_t)(x < y ? x : y);
    case VIDEO_THEN_MAX:
        return (uint32_t)(x > y ? x : y);
    case VIDEO_ALONE:
        break;
    }
    return result;
}

static uint32_t scalar(const struct video *v, uint32_t a, uint32_t b, uint32_t c)
{
    const enum video_part of_a = v->a, of_b = v->b, to = v->result;
    int64_t result = operate(v, extend(a >> part_shift(of_a), part_bits(of_a), v->a_signed),
                             extend(b >> part_shift(of_b), part_bits(of_b), v->b_signed));
    if (v->saturates)
        result = saturate(result, part_bits(to), v->d_signed);
    if (to == VIDEO_WHOLE)
        return second(v, (uint32_t)result, c);
    const uint32_t mask = ((uint32_t)1 << part_bits(to)) - 1;
    return (c & ~(mask << part_shift(to))) | ((uint32_t)result & mask) << part_shift(to);
}

/* a * b + c, which may have more than 64 bits. -c is ~c, taken for a signed number, plus 1. */
static uint32_t mad(const struct video *v, uint32_t a, uint32_t b, uint32_t c)
{
    const enum video_part of_a = v->a, of_b = v->b;
    const bool is_signed = v->a_signed || v->b_signed || v->minus_product || v->minus_c;
    const __int128 product = (__int128)extend(a >> part_shift(of_a), part_bits(of_a), v->a_signed) *
                             extend(b >> part_shift(of_b), part_bits(of_b), v->b_signed);
    const int64_t added = extend(v->minus_c ? ~c : c, 32, is_signed) + v->minus_c + v->plus_one;
    const __int128 sum = ((v->minus_product ? -product : product) + added) >> v->shift;
    if (!v->saturates)
        return (uint32_t)sum;
    const __int128 most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
    return (uint32_t)(sum < least ? least : sum > most ? most : sum);
}

/* Part k of a and b, side by side, that a SIMD instruction's selector names. */
static int64_t chosen(const struct video *v, uint64_t pair, uint64_t selectors, unsigned k,
                      bool is_signed)
{
    const unsigned bits = 32 / (unsigned)v->parts;
    return extend(pair >> ((selectors >> 3 * k & 7) * bits), bits, is_signed);
}

static uint32_t several(const struct video *v, uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t pair = a | (uint64_t)b << 32;
    const unsigned bits = 32 / (unsigned)v->parts;
    const uint32_t all = ((uint32_t)1 << bits) - 1;
    uint32_t merged = c, sum = c;
    for (unsigned k = 0; k < v->parts; k++) {
        if (!(v->mask >> k & 1))
            continue;
        int64_t result = operate(v, chosen(v, pair, v->a, k, v->a_signed),
                                 chosen(v, pair, v->b, k, v->b_signed));
        if (v->saturates)
            result = saturate(result, bits, v->d_signed);
        sum += (uint32_t)result;
        merged = (merged & ~(all << k * bits)) | ((uint32_t)result & all) << k * bits;
    }
    return v->second == VIDEO_THEN_ADD ? sum : merged;
}

static uint32_t packed(const struct video *v, uint32_t a, uint32_t b, uint32_t c)
{
    const unsigned bits = (unsigned)v->bits;
    const uint32_t mask = ((uint32_t)1 << bits) - 1;
    const uint32_t high = (uint32_t)saturate((int32_t)a, bits, v->d_signed) & mask;
    const uint32_t low = (uint32_t)saturate((int32_t)b, bits, v->d_signed) & mask;
    return low | high << bits | (bits < 16 ? c << 2 * bits : 0);
}

void exec_video(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    struct video v;
    memcpy(&v, &op->immediate, sizeof v);
    EACH_LANE (i, lanes) {
        const uint32_t a = (uint32_t)exec_lane(&op->source[0], state, i);
        const uint32_t b = (uint32_t)exec_lane(&op->source[1], state, i);
        const uint32_t c = (uint32_t)exec_lane(&op->source[2], state, i);
        exec_set_lane(op, state, 0, i,
                      v.operation == VIDEO_PACK  ? packed(&v, a, b, c)
                      : v.operation == VIDEO_MAD ? mad(&v, a, b, c)
                      : v.parts > 1              ? several(&v, a, b, c)
                                                 : scalar(&v, a, b, c));
    }
}
