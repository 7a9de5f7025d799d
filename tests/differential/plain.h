/* SPDX-License-Identifier: BSD-3-Clause */
/* A deliberately plain PTX interpreter: one thread at a time, one instruction at a time.
 *
 * What the differential test holds the 32-lane executor against. It knows the parser's syntax tree
 * and nothing else of the simulator, and does every instruction as the ISA's text says it, in the
 * most literal way: integers as 128-bit numbers, rounding with fesetround, memory byte by byte.
 * A thread runs until it reaches a barrier or an instruction of several lanes (vote, shuffle),
 * waits there until the others it needs have come, and goes on.
 *
 * Source: NVIDIA, "Parallel Thread Execution ISA" (9.0), chapters 5, 7 and 9.
 * Differs: only what the generator (generator.h) writes. Grids and blocks have one dimension. The
 *   windows of generic addresses are others than the executor's; programs must not look at them.
 */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_PLAIN_H
#define SIMGPU_TESTS_DIFFERENTIAL_PLAIN_H

#include "workloads/ptx/syntax/ptx.h"

struct plain_launch {
    const struct ptx_module *module;
    const char *kernel;
    uint32_t grid, block;
    const uint8_t *params; /* the kernel's parameter block */
    uint8_t *global;       /* global memory: global_bytes from address global_base on */
    uint64_t global_base, global_bytes;
    uint64_t variables_base; /* where the module's .global variables begin, in order of declaration,
                                each at the next multiple of 256 */
    uint64_t max_instructions; /* of all threads together */
};

enum plain_result {
    PLAIN_DONE,
    PLAIN_TOO_LONG, /* max_instructions */
    PLAIN_FAULT     /* the program is wrong: *message says how */
};

/* Runs the launch. *message is allocated on a fault; g_free. */
enum plain_result plain_run(const struct plain_launch *launch, char **message);

#endif
