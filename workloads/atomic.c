/* SPDX-License-Identifier: BSD-3-Clause */
/* Read-modify-write operations; see atomic.h.
 *
 * Differs: PTX lets atom.add.f32 on global memory flush subnormals; both memories keep them here.
 * The bitwise operations, exchange and compare-and-swap of a float type act on its bits, and
 * minimum and maximum know no floats of 16 bits: PTX has none of these.
 */
#include "workloads/atomic.h"
#include "base/float_bits.h"
#include "base/half.h"
#include "workloads/mbarrier.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

unsigned atomic_type_bytes(enum atomic_type type)
{
    static const uint8_t bytes[ATOMIC_TYPES] = {
        [ATOMIC_U32] = 4,  [ATOMIC_S32] = 4,   [ATOMIC_U64] = 8,   [ATOMIC_S64] = 8,
        [ATOMIC_F32] = 4,  [ATOMIC_F64] = 8,   [ATOMIC_U16] = 2,   [ATOMIC_F16] = 2,
        [ATOMIC_BF16] = 2, [ATOMIC_F16X2] = 4, [ATOMIC_BF16X2] = 4};
    return bytes[type];
}

static uint64_t add_f16(uint64_t a, uint64_t b)
{
    return f16_from_float(f16_to_float(a & 0xffff) + f16_to_float(b & 0xffff));
}

static uint64_t add_bf16(uint64_t a, uint64_t b)
{
    return bf16_from_float(bf16_to_float(a & 0xffff) + bf16_to_float(b & 0xffff));
}

static uint64_t add(enum atomic_type type, uint64_t old, uint64_t a)
{
    switch (type) {
    case ATOMIC_F32:
        return float_bits(float_of_bits((uint32_t)old) + float_of_bits((uint32_t)a));
    case ATOMIC_F64:
        return double_bits(double_of_bits(old) + double_of_bits(a));
    case ATOMIC_F16:
        return add_f16(old, a);
    case ATOMIC_BF16:
        return add_bf16(old, a);
    case ATOMIC_F16X2:
        return add_f16(old, a) | add_f16(old >> 16, a >> 16) << 16;
    case ATOMIC_BF16X2:
        return add_bf16(old, a) | add_bf16(old >> 16, a >> 16) << 16;
    default:
        return old + a;
    }
}

/* Whether a orders before b in the type; false if one is a NaN. */
static bool less(enum atomic_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case ATOMIC_S32:
        return (int32_t)a < (int32_t)b;
    case ATOMIC_S64:
        return (int64_t)a < (int64_t)b;
    case ATOMIC_F32:
        return float_of_bits((uint32_t)a) < float_of_bits((uint32_t)b);
    case ATOMIC_F64:
        return double_of_bits(a) < double_of_bits(b);
    default:
        return a < b;
    }
}

static uint64_t combine(enum atomic_op op, enum atomic_type type, uint64_t old, uint64_t a,
                        uint64_t b)
{
    switch (op) {
    case ATOMIC_ADD:
        return add(type, old, a);
    case ATOMIC_MIN:
        return less(type, a, old) ? a : old;
    case ATOMIC_MAX:
        return less(type, old, a) ? a : old;
    case ATOMIC_AND:
        return old & a;
    case ATOMIC_OR:
        return old | a;
    case ATOMIC_XOR:
        return old ^ a;
    case ATOMIC_EXCH:
        return a;
    case ATOMIC_CAS:
        return old == a ? b : old;
    case ATOMIC_INC:
        return old >= a ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > a ? a : old - 1;
    case ATOMIC_ARRIVE:
        return mbarrier_remote(old, (uint32_t)a, (uint32_t)b);
    case ATOMIC_OPS:
        break;
    }
    g_assert_not_reached();
}

uint64_t atomic_apply(enum atomic_op op, enum atomic_type type, void *location, uint64_t a,
                      uint64_t b)
{
    unsigned bytes = atomic_type_bytes(type);
    uint64_t mask = UINT64_MAX >> (64 - 8 * bytes), old = 0;
    memcpy(&old, location, bytes);
    uint64_t new = combine(op, type, old, a & mask, b & mask);
    memcpy(location, &new, bytes);
    return old;
}
