/* SPDX-License-Identifier: BSD-3-Clause */
/* What read-modify-write operations compute, inline: for code that knows the operation and the
 * type. atomic.h has the rest. */
#ifndef SIMGPU_WORKLOADS_ATOMIC_VALUE_H
#define SIMGPU_WORKLOADS_ATOMIC_VALUE_H

#include "base/float_bits.h"
#include "base/half.h"
#include "workloads/atomic.h"

#include <stdbool.h>

static inline uint64_t atomic_add_f16(uint64_t a, uint64_t b)
{
    return f16_from_float(f16_to_float(a & 0xffff) + f16_to_float(b & 0xffff));
}

static inline uint64_t atomic_add_bf16(uint64_t a, uint64_t b)
{
    return bf16_from_float(bf16_to_float(a & 0xffff) + bf16_to_float(b & 0xffff));
}

static inline uint64_t atomic_sum(enum atomic_type type, uint64_t old, uint64_t a)
{
    switch (type) {
    case ATOMIC_F32:
        return float_bits(float_of_bits((uint32_t)old) + float_of_bits((uint32_t)a));
    case ATOMIC_F64:
        return double_bits(double_of_bits(old) + double_of_bits(a));
    case ATOMIC_F16:
        return atomic_add_f16(old, a);
    case ATOMIC_BF16:
        return atomic_add_bf16(old, a);
    case ATOMIC_F16X2:
        return atomic_add_f16(old, a) | atomic_add_f16(old >> 16, a >> 16) << 16;
    case ATOMIC_BF16X2:
        return atomic_add_bf16(old, a) | atomic_add_bf16(old >> 16, a >> 16) << 16;
    default:
        return old + a;
    }
}

/* Whether a orders before b in the type; false if one is a NaN. */
static inline bool atomic_less(enum atomic_type type, uint64_t a, uint64_t b)
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

/* The new value, from the old one and the operands, of which only the type's bits are set. */
static inline uint64_t atomic_value(enum atomic_op op, enum atomic_type type, uint64_t old,
                                    uint64_t a, uint64_t b)
{
    switch (op) {
    case ATOMIC_ADD:
        return atomic_sum(type, old, a);
    case ATOMIC_MIN:
        return atomic_less(type, a, old) ? a : old;
    case ATOMIC_MAX:
        return atomic_less(type, old, a) ? a : old;
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
    case ATOMIC_ARRIVE: /* mbarrier.h has it */
    case ATOMIC_OPS:
        break;
    }
    __builtin_unreachable();
}

#endif
