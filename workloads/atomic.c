/* SPDX-License-Identifier: BSD-3-Clause */
/* Read-modify-write operations; see atomic.h.
 *
 * Differs: PTX lets atom.add.f32 on global memory flush subnormals; both memories keep them here.
 * The bitwise operations, exchange and compare-and-swap of a float type act on its bits, and
 * minimum and maximum know no floats of 16 bits: PTX has none of these.
 */
#include "workloads/atomic.h"
#include "workloads/atomic_value.h"
#include "workloads/mbarrier.h"

#include <glib.h>
#include <string.h>

unsigned atomic_type_bytes(enum atomic_type type)
{
    static const uint8_t bytes[ATOMIC_TYPES] = {
        [ATOMIC_U32] = 4,  [ATOMIC_S32] = 4,   [ATOMIC_U64] = 8,   [ATOMIC_S64] = 8,
        [ATOMIC_F32] = 4,  [ATOMIC_F64] = 8,   [ATOMIC_U16] = 2,   [ATOMIC_F16] = 2,
        [ATOMIC_BF16] = 2, [ATOMIC_F16X2] = 4, [ATOMIC_BF16X2] = 4};
    return bytes[type];
}

static uint64_t new_value(enum atomic_op op, enum atomic_type type, uint64_t old, uint64_t a,
                          uint64_t b)
{
    const uint64_t mask = UINT64_MAX >> (64 - 8 * atomic_type_bytes(type));
    g_assert(op < ATOMIC_OPS);
    return op == ATOMIC_ARRIVE ? mbarrier_remote(old, (uint32_t)a, (uint32_t)b)
                               : atomic_value(op, type, old, a & mask, b & mask);
}

uint64_t atomic_apply(enum atomic_op op, enum atomic_type type, void *location, uint64_t a,
                      uint64_t b)
{
    const unsigned bytes = atomic_type_bytes(type);
    uint64_t old = 0;
    memcpy(&old, location, bytes);
    const uint64_t new = new_value(op, type, old, a, b);
    memcpy(location, &new, bytes);
    return old;
}

uint64_t atomic_apply_together(enum atomic_op op, enum atomic_type type, void *location, uint64_t a,
                               uint64_t b)
{
    if (atomic_type_bytes(type) == 8) {
        uint64_t old = __atomic_load_n((uint64_t *)location, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n((uint64_t *)location, &old,
                                            new_value(op, type, old, a, b), true, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
            ;
        return old;
    }
    g_assert(atomic_type_bytes(type) == 4);
    uint32_t old = __atomic_load_n((uint32_t *)location, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n((uint32_t *)location, &old,
                                        (uint32_t)new_value(op, type, old, a, b), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return old;
}
