/* SPDX-License-Identifier: BSD-3-Clause */
/* Random PTX programs whose result PTX defines, whatever the order in which their threads run.
 *
 * A program is a list of chunks of text. Most can be taken out and leave a program that still can
 * be run, which is how a failing one is made small (shrink.h). Chunks that must stay, or else
 * threads would race, are fixed.
 *
 * Kernels have phases. In a phase, control flow is whatever it may be (loops with trip counts of
 * their own for each thread, breaks, switches, jumps into and out of them, calls, recursion, early
 * exits) and threads touch what is theirs, what nobody writes, or words of atomics whose order
 * doesn't matter. Between phases all threads are together: barriers, exchange through shared
 * memory, votes and shuffles. Backward jumps take from a thread's fuel, so that programs end.
 */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_GENERATOR_H
#define SIMGPU_TESTS_DIFFERENTIAL_GENERATOR_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct chunk {
    char *text;
    bool fixed;
};

struct program {
    uint64_t seed;
    uint32_t grid, block; /* blocks; threads of one */
    struct chunk *chunks;
    unsigned n_chunks;
};

/* Kernel `k` with parameters (.u64 buffer, 64 bytes of values); see layout.h. */
struct program *program_generate(uint64_t seed);
void program_free(struct program *program);
/* The chunks that aren't dropped; dropped may be NULL. g_free. */
char *program_text(const struct program *program, const bool *dropped);
/* The program's inputs: contents of the buffer (BUFFER_BYTES) and of the parameter block
 * (PARAM_BYTES), the buffer being at this address. */
void program_inputs(const struct program *program, uint64_t address, uint8_t *buffer,
                    uint8_t *params);

#endif
