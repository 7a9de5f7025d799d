/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses to memory, and moves of registers, from which kernels are put together.
 *
 * Most addresses go by a fixed step from lane to lane. That is found once for a register
 * (shape_64), and serves all accesses that add constants to it: rows() then says whether two copies
 * are the whole access. If not, reach() looks at each lane, and gather and scatter move elements
 * one by one. Whatever these can't do is left to the interpreter, faults among it.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_MEMORY_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_MEMORY_H

#include "workloads/atomic_value.h"
#include "workloads/ptx/compile/machine/atomics.h"
#include "workloads/ptx/compile/machine/compiled_warp.h"
#include "workloads/ptx/compile/machine/pieces.h"
#include "workloads/ptx/compile/machine/rows.h"

enum { ALL = -1 };

typedef uint32_t __attribute__((may_alias)) word;
typedef uint64_t __attribute__((may_alias)) long_word;

/* ---- registers ------------------------------------------------------------------------------- */

/* Both values are loaded and then one is chosen: of `choice ? a[i] : b[i]` clang chooses the
 * address, and gathers. */

PIECE void keep_32(word *to, const word *from, uint32_t lanes)
{
    EVERY_LANE
    {
        const word new = from[i], old = to[i];
        to[i] = lanes >> i & 1 ? new : old;
    }
}

PIECE void keep_64(long_word *to, const long_word *from, uint32_t lanes)
{
    EVERY_LANE
    {
        const long_word new = from[i], old = to[i];
        to[i] = lanes >> i & 1 ? new : old;
    }
}

PIECE void splat_32(word *to, uint32_t value)
{
    EVERY_LANE to[i] = value;
}

PIECE void splat_64(long_word *to, uint64_t value)
{
    EVERY_LANE to[i] = value;
}

PIECE void choose_32(word *to, const word *yes, const word *no, uint32_t choice)
{
    EVERY_LANE
    {
        const word a = yes[i], b = no[i];
        to[i] = choice >> i & 1 ? a : b;
    }
}

PIECE void choose_64(long_word *to, const long_word *yes, const long_word *no, uint32_t choice)
{
    EVERY_LANE
    {
        const long_word a = yes[i], b = no[i];
        to[i] = choice >> i & 1 ? a : b;
    }
}

PIECE void pack_64(long_word *to, const word *low, const word *high)
{
    EVERY_LANE to[i] = low[i] | (uint64_t)high[i] << 32;
}

PIECE void low_32(word *to, const long_word *from)
{
    EVERY_LANE to[i] = (uint32_t)from[i];
}

PIECE void high_32(word *to, const long_word *from)
{
    EVERY_LANE to[i] = (uint32_t)(from[i] >> 32);
}

/* ---- addresses ------------------------------------------------------------------------------- */

PIECE void addresses_64(uint64_t *address, const long_word *base, uint64_t offset)
{
    EVERY_LANE address[i] = base[i] + offset;
}

PIECE void addresses_32(uint64_t *address, const word *base, uint32_t offset)
{
    EVERY_LANE address[i] = (uint32_t)(base[i] + offset);
}

/* Lane i's local memory is i strides behind lane 0's. */
PIECE void addresses_local(uint64_t *address, uint32_t stride)
{
    EVERY_LANE address[i] += (uint64_t)i * stride;
}

/* The same place in the memory of each lane. */
PIECE void addresses_frame(uint64_t *address, uint64_t offset, uint32_t stride)
{
    EVERY_LANE address[i] = offset + (uint64_t)i * stride;
}

/* In another allocation than before, perhaps. */
PART static bool reach_other(struct compiled_warp *c, uint32_t site, const uint64_t *address,
                             uint32_t lanes, uint32_t bytes)
{
    uint64_t low = UINT64_MAX, high = 0, odd = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint64_t at = address[__builtin_ctz(left)];
        low = at < low ? at : low;
        high = at > high ? at : high;
        odd |= at;
    }
    return lanes == 0 || (!(odd & (bytes - 1)) && high <= UINT64_MAX - bytes &&
                          c->find(c, site, low, high + bytes));
}

/* Steps beyond 32 bits are no rows, and products of 64 bits are slow. */
PIECE void shape_64(struct lane_shape *shape, const uint64_t *base)
{
    const uint64_t first = base[0], second = base[16], step = base[1] - first;
    const longs8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    const longs8 low = count * (uint64_t)(uint32_t)step, high = low + 8 * step;
    const longs8 differences =
        (longs8_at(base) ^ (first + low)) | (longs8_at(base + 8) ^ (first + high)) |
        (longs8_at(base + 16) ^ (second + low)) | (longs8_at(base + 24) ^ (second + high));
    *shape = (struct lane_shape){first, second, step, step <= UINT32_MAX && all_zero(differences)};
}

PIECE void shape_32(struct lane_shape *shape, const word *base)
{
    uint64_t wide[32];
    EVERY_LANE wide[i] = base[i];
    shape_64(shape, wide);
}

/* Whether all lanes run and access rows of elements in the window, or one element in each half.
 * first, second: the addresses of lanes 0 and 16. */
PIECE bool rows(const struct compiled_window *window, const struct lane_shape *shape,
                uint64_t first, uint64_t second, uint32_t lanes, uint32_t bytes)
{
    const uint64_t low = window->low, size = window->high - low;
    const uint64_t span = 15 * shape->step + bytes;
    return shape->regular && lanes == (uint32_t)ALL && (shape->step == 0 || shape->step == bytes) &&
           ((first | second) & (bytes - 1)) == 0 && span <= size && first - low <= size - span &&
           second - low <= size - span;
}

/* The same for elements that lie apart, by one step. */
PART bool steps(const struct compiled_window *window, const struct lane_shape *shape,
                uint64_t first, uint64_t second, uint32_t lanes, uint32_t bytes)
{
    const uint64_t low = window->low, size = window->high - low;
    const uint64_t span = 15 * shape->step + bytes;
    return shape->regular && lanes == (uint32_t)ALL &&
           ((first | second | shape->step) & (bytes - 1)) == 0 && span <= size &&
           first - low <= size - span && second - low <= size - span;
}

/* Where the sign is set, an access at an address does not fit: it lies outside of the `room` behind
 * low, or is not aligned. Sums are quicker than comparisons here. */
#define STRAYS(at) (((at)-low) | (room - ((at)-low)) | -((at)&odd))

/* Of all 32 lanes at once: no matter which ones stray. */
static inline __attribute__((always_inline)) bool all_stay(const uint64_t *address, uint64_t low,
                                                           uint64_t room, uint64_t odd)
{
    longs8 signs = {0}, bits = {0};
    for (unsigned i = 0; i < 32; i += 8) {
        const longs8 at = longs8_at(address + i), from = at - low;
        signs |= from | (room - from);
        bits |= at;
    }
    return mask_of_signs((signs8)(signs | -(bits & odd))) == 0;
}

enum { FEW_LANES = 4 }; /* that are looked at one by one. ASSUMED */

/* Whether lanes may access `bytes` at their addresses. site: as of find(), UINT32_MAX if the window
 * has no other place to go to. */
PART bool reach(struct compiled_warp *c, struct compiled_window *window, uint32_t site,
                const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
    const uint64_t low = window->low, room = window->high - bytes - low, odd = bytes - 1;
    uint32_t strays = 0;
    if (lanes == (uint32_t)ALL) {
        strays = all_stay(address, low, room, odd) ? 0 : lanes;
    } else if (__builtin_popcount(lanes) <= FEW_LANES) {
        uint64_t signs = 0;
        for (uint32_t left = lanes; left; left &= left - 1)
            signs |= STRAYS(address[__builtin_ctz(left)]);
        strays = (int64_t)signs < 0 ? lanes : 0;
    } else {
        for (unsigned i = 0; i < 32; i += 8) {
            const longs8 at = longs8_at(address + i);
            strays |= mask_of_signs((signs8)STRAYS(at)) << i;
        }
    }
    if ((strays & lanes) == 0 && window->high - low >= bytes)
        return true;
    return site != UINT32_MAX && reach_other(c, site, address, lanes, bytes);
}

/* The same for generic addresses, each of which may lie in global, shared or local memory. They
 * become places on the host. */
PART bool reach_generic(struct compiled_warp *c, struct compiled_window *window, uint32_t site,
                        uint64_t *address, uint32_t lanes, uint32_t bytes)
{
    uint64_t place[32];
    int32_t in_shared[32], in_local[32], odd[32];
    const uint64_t shared = (uint64_t)(uintptr_t)c->shared, local = (uint64_t)(uintptr_t)c->local;
    const uint64_t shared_end = c->shared_window.high, local_end = c->local_window.high;
    const uint64_t memory = (uint64_t)(uintptr_t)c->memory, stride = c->local_stride;
    EVERY_LANE
    {
        const uint64_t at = address[i], offset = (uint32_t)at, end = offset + bytes;
        const bool is_shared = (at >> COMPILED_WINDOW_SHIFT) == COMPILED_SHARED;
        const bool is_local = (at >> COMPILED_WINDOW_SHIFT) == COMPILED_LOCAL;
        in_shared[i] = is_shared && end <= shared_end ? -1 : 0;
        in_local[i] = is_local && end <= local_end ? -1 : 0;
        odd[i] = (at & (bytes - 1)) != 0 ? -1 : 0;
        place[i] = is_shared  ? shared + offset
                   : is_local ? local + offset + i * stride
                              : memory + at;
    }
    const uint32_t own = mask_of(in_shared) | mask_of(in_local);
    if ((mask_of(odd) & lanes) != 0 ||
        ((lanes & ~own) != 0 && !reach(c, window, site, address, lanes & ~own, bytes)))
        return false;
    memcpy(address, place, sizeof place);
    return true;
}

/* ---- elements -------------------------------------------------------------------------------- */

#define GATHER(name, element, shape, stored)                                                       \
    PART void gather_##name(void *to, const uint8_t *from, const uint64_t *address,                \
                            uint32_t lanes)                                                        \
    {                                                                                              \
        stored *out = to;                                                                          \
        element value;                                                                             \
        if (lanes == (uint32_t)ALL) {                                                              \
            for (unsigned i = 0; i < 32; i++) {                                                    \
                memcpy(&value, from + address[i], sizeof value);                                   \
                out[i] = (stored)(shape)value;                                                     \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            const unsigned i = (unsigned)__builtin_ctz(lanes);                                     \
            memcpy(&value, from + address[i], sizeof value);                                       \
            out[i] = (stored)(shape)value;                                                         \
        }                                                                                          \
    }                                                                                              \
    PART void gather_own_##name(void *to, const uint8_t *from, uint64_t stride)                    \
    {                                                                                              \
        stored *out = to;                                                                          \
        for (unsigned i = 0; i < 32; i++, from += stride) {                                        \
            element value;                                                                         \
            memcpy(&value, from, sizeof value);                                                    \
            out[i] = (stored)(shape)value;                                                         \
        }                                                                                          \
    }
/* gather_own: from the same place in each lane's memory. */
GATHER(u8, uint8_t, uint8_t, word)
GATHER(s8, int8_t, int8_t, word)
GATHER(s8_16, int8_t, uint16_t, word)
GATHER(u16, uint16_t, uint16_t, word)
GATHER(s16, int16_t, int16_t, word)
GATHER(32, uint32_t, uint32_t, word)
GATHER(u32_64, uint32_t, uint32_t, long_word)
GATHER(s32_64, int32_t, int32_t, long_word)
GATHER(64, uint64_t, uint64_t, long_word)

#define SCATTER(name, element, stored)                                                             \
    PART void scatter_##name(const void *from, uint8_t *to, const uint64_t *address,               \
                             uint32_t lanes)                                                       \
    {                                                                                              \
        const stored *in = from;                                                                   \
        if (lanes == (uint32_t)ALL) {                                                              \
            for (unsigned i = 0; i < 32; i++) {                                                    \
                const element value = (element)in[i];                                              \
                memcpy(to + address[i], &value, sizeof value);                                     \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            const unsigned i = (unsigned)__builtin_ctz(lanes);                                     \
            const element value = (element)in[i];                                                  \
            memcpy(to + address[i], &value, sizeof value);                                         \
        }                                                                                          \
    }                                                                                              \
    PART void scatter_own_##name(const void *from, uint8_t *to, uint64_t stride)                   \
    {                                                                                              \
        const stored *in = from;                                                                   \
        for (unsigned i = 0; i < 32; i++, to += stride) {                                          \
            const element value = (element)in[i];                                                  \
            memcpy(to, &value, sizeof value);                                                      \
        }                                                                                          \
    }
SCATTER(8, uint8_t, word)
SCATTER(16, uint16_t, word)
SCATTER(32, uint32_t, word)
SCATTER(64, uint64_t, long_word)

/* ---- atomics --------------------------------------------------------------------------------- */

/* old[]: what was there. The lanes go one after the other. */
#define ATOMIC(op, type, element, stored)                                                          \
    PART void atomic_##op##_##type(void *old, uint8_t *base, const uint64_t *address,              \
                                   uint32_t lanes, const void *first, const void *second)          \
    {                                                                                              \
        stored *out = old;                                                                         \
        const stored *a = first, *b = second;                                                      \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            const unsigned i = (unsigned)__builtin_ctz(lanes);                                     \
            element was, is;                                                                       \
            memcpy(&was, base + address[i], sizeof was);                                           \
            is = (element)atomic_value(ATOMIC_##op, ATOMIC_##type, was, a[i], b[i]);               \
            memcpy(base + address[i], &is, sizeof is);                                             \
            out[i] = was;                                                                          \
        }                                                                                          \
    }
COMPILED_ATOMICS(ATOMIC)

/* The same where other threads do so, too. */
#define ATOMIC_TOGETHER(op, type, element, stored)                                                 \
    PART void together_##op##_##type(void *old, uint8_t *base, const uint64_t *address,            \
                                     uint32_t lanes, const void *first, const void *second)        \
    {                                                                                              \
        stored *out = old;                                                                         \
        const stored *a = first, *b = second;                                                      \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            const unsigned i = (unsigned)__builtin_ctz(lanes);                                     \
            stored *at = (stored *)(base + address[i]);                                            \
            element was = __atomic_load_n(at, __ATOMIC_RELAXED), is;                               \
            do {                                                                                   \
                is = (element)atomic_value(ATOMIC_##op, ATOMIC_##type, was, a[i], b[i]);           \
            } while (!__atomic_compare_exchange_n(at, &was, is, 1, __ATOMIC_RELAXED,               \
                                                  __ATOMIC_RELAXED));                              \
            out[i] = was;                                                                          \
        }                                                                                          \
    }
COMPILED_COMMUTING(ATOMIC_TOGETHER)

#endif
