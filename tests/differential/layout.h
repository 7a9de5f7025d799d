/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the memory that a generated program uses lies. Units: bytes.
 *
 * Every thread owns a part of the scratch buffer, of shared and of local memory, all laid out in
 * the same way: integers, then .f32, then .f64. Values of the three kinds don't mix there, since
 * which bits a NaN has is left open.
 */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_LAYOUT_H
#define SIMGPU_TESTS_DIFFERENTIAL_LAYOUT_H

enum {
    PRIVATE_INTEGERS = 0, /* 128 bytes */
    PRIVATE_F32 = 128,    /* 64 */
    PRIVATE_F64 = 192,    /* 64 */
    PRIVATE_BYTES = 256,

    MAX_THREADS = 128, /* of a block */
    MAX_BLOCKS = 3,

    /* Shared memory: the threads' parts, one word each that others may read between barriers, and
     * the words of atomics without order. */
    SHARED_EXCHANGE = MAX_THREADS * PRIVATE_BYTES,
    SHARED_ATOMICS = SHARED_EXCHANGE + 8 * MAX_THREADS,
    ATOMIC_WORDS = 16, /* 8 of 32 bits, 8 of 64 bits, 8 bytes apart */
    ATOMIC_BYTES = 8 * ATOMIC_WORDS,
    SHARED_BYTES = SHARED_ATOMICS + ATOMIC_BYTES,

    /* Registers of a class; %p0 to %p5 and so on. */
    N_P = 6,
    N_H = 6,
    N_R = 10,
    N_D = 6,
    N_F = 6,
    N_G = 4,

    /* What a thread writes at its end. */
    RESULT_P = 0, /* a word, a bit each */
    RESULT_H = 8,
    RESULT_R = RESULT_H + 2 * 8,
    RESULT_D = RESULT_R + 4 * N_R,
    RESULT_F = RESULT_D + 8 * N_D,
    RESULT_G = RESULT_F + 4 * N_F,
    RESULT_BYTES = 256,

    /* The buffer of the kernel's first parameter, and its parts. */
    INPUT_BYTES = 4096, /* never written */
    AT_INPUT = 0,
    AT_ATOMICS = AT_INPUT + INPUT_BYTES,
    AT_RESULTS = AT_ATOMICS + 256,
    AT_SCRATCH = AT_RESULTS + MAX_BLOCKS * MAX_THREADS * RESULT_BYTES,
    AT_VARIABLES = AT_SCRATCH + MAX_BLOCKS * MAX_THREADS * PRIVATE_BYTES,
    TABLE_BYTES = 256, /* of the module's initialised .global and .const arrays */
    BUFFER_BYTES = AT_VARIABLES + TABLE_BYTES,

    PARAM_VALUES = 64, /* bytes of the kernel's array parameter, behind the buffer's address */
    PARAM_BYTES = 8 + PARAM_VALUES
};

#endif
