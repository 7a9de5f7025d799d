/* SPDX-License-Identifier: BSD-3-Clause */
/* The read-modify-write operations of the GPU, as one pure function.
 *
 * Shared-memory atomics act at issue, in the front end. Global ones act at their L2 bank, in the
 * order of arrival. Both call atomic_apply, so `atom.inc` has one definition. Source: PTX ISA,
 * "Parallel Synchronization and Communication Instructions: atom, red".
 */
#ifndef SIMGPU_WORKLOADS_ATOMIC_H
#define SIMGPU_WORKLOADS_ATOMIC_H

#include <stdint.h>

enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_EXCH,
    ATOMIC_CAS,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_ARRIVE, /* at an mbarrier, in other blocks' shared memory: mbarrier_remote() with a and
                    * b. Of ATOMIC_U64 */
    ATOMIC_OPS
};

enum atomic_type {
    ATOMIC_U32,
    ATOMIC_S32,
    ATOMIC_U64,
    ATOMIC_S64,
    ATOMIC_F32,
    ATOMIC_F64,
    ATOMIC_U16,
    ATOMIC_F16,
    ATOMIC_F16X2, /* two of them side by side, each with its own operand */
    ATOMIC_BF16,
    ATOMIC_BF16X2,
    ATOMIC_TYPES
};

/* Bytes of the location that the type names: 2, 4 or 8. */
unsigned atomic_type_bytes(enum atomic_type type);

/* Applies op to *location (aligned, atomic_type_bytes wide, little endian) and returns its old
 * value, zero-extended. a is the operand; b is the new value of CAS (a being the comparand) and
 * ignored by the others. */
uint64_t atomic_apply(enum atomic_op op, enum atomic_type type, void *location, uint64_t a,
                      uint64_t b);
/* The same where other threads do so, too. Of types of 4 and 8 bytes. */
uint64_t atomic_apply_together(enum atomic_op op, enum atomic_type type, void *location, uint64_t a,
                               uint64_t b);

#endif
