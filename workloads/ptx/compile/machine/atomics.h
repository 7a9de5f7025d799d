/* SPDX-License-Identifier: BSD-3-Clause */
/* The atomics that compiled code has functions for: X(operation, type, bits in memory, lanes). */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ATOMICS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ATOMICS_H

/* clang-format off */
/* Those whose order doesn't matter: several threads may do them. */
#define COMPILED_COMMUTING(X) \
    X(ADD, U32, uint32_t, word) \
    X(ADD, S32, uint32_t, word) \
    X(ADD, U64, uint64_t, long_word) \
    X(MIN, U32, uint32_t, word) \
    X(MIN, S32, uint32_t, word) \
    X(MIN, U64, uint64_t, long_word) \
    X(MAX, U32, uint32_t, word) \
    X(MAX, S32, uint32_t, word) \
    X(MAX, U64, uint64_t, long_word) \
    X(AND, U32, uint32_t, word) \
    X(OR, U32, uint32_t, word) \
    X(XOR, U32, uint32_t, word)
#define COMPILED_ATOMICS(X) \
    COMPILED_COMMUTING(X) \
    X(ADD, F32, uint32_t, word) \
    X(ADD, F64, uint64_t, long_word) \
    X(EXCH, U32, uint32_t, word) \
    X(EXCH, U64, uint64_t, long_word) \
    X(CAS, U32, uint32_t, word) \
    X(CAS, U64, uint64_t, long_word) \
    X(INC, U32, uint32_t, word)
/* clang-format on */

#endif
