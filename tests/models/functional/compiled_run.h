/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a kernel of a few lines of PTX without time, interpreted or compiled. */
#ifndef SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_RUN_H
#define SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_RUN_H

#include "models/functional/functional.h"

enum { OUT_BYTES = 64 * 1024 };

struct outcome {
    bool good;
    char *message;
    struct functional_counts counts;
    uint8_t bytes[OUT_BYTES];
};

/* body: behind a head that sets
   rd1: the output; r1: tid.x; r3: the thread's number in a grid of rows; rd3: its 16 bytes of the
   output; r2: ctaid.x; r4: ntid.x; r9: the launch's number, 77.
   There are tile, of 4096 bytes of shared memory, mine, of 64 bytes of local memory, and table, of
   four constants. message: g_free. */
void compiled_run(const char *body, const uint32_t grid[3], const uint32_t block[3],
                  enum functional_runners runners, struct outcome *out);
/* The same kernel so many times. out has what the last launch left, and the counts of all. */
void compiled_runs(const char *body, const uint32_t grid[3], const uint32_t block[3],
                   enum functional_runners runners, unsigned launches, struct outcome *out);

/* Once, interpreted. */
void compiled_heard(const char *body, const uint32_t grid[3], const uint32_t block[3],
                    const struct functional_listener *listener, struct outcome *out);

/* How many files of the folder have names with this end. */
unsigned compiled_files(const char *folder, const char *suffix);

#endif
