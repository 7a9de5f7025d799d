/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs small PTX kernels for the executor's tests: one block, warps in turn, memory at once.
 *
 * Not a model of anything: loads are delivered when they are issued, stores and atomics applied
 * when they are issued, to one array of bytes that lies at DEVICE_BASE.
 */
#ifndef SIMGPU_TESTS_PTX_TEST_EXEC_HARNESS_H
#define SIMGPU_TESTS_PTX_TEST_EXEC_HARNESS_H

#include "workloads/instruction_source.h"
#include "workloads/ptx/kernels/code.h"

#define DEVICE_BASE  0x1000000000ull
#define DEVICE_BYTES (1u << 20)

struct harness {
    struct ptx_program *program;
    const struct kernel_code *code;
    uint8_t *memory;   /* DEVICE_BYTES */
    uint32_t block[3]; /* threads; set before the run */
    uint32_t dynamic_shared_bytes;
    bool late;     /* loads arrive as late as the scoreboard and INSTRUCTION_DRAIN let them */
    bool in_order; /* nothing runs ahead, as without simulated time */
    bool independent_lanes; /* as in struct launch */
    uint32_t spin_limit;
    const struct texture *texture; /* which every tex instruction reads */
    bool heap;                     /* kernels can malloc: 64 bytes each, from the memory's end */
    uint32_t n_mallocs, n_frees;
    uint8_t params[256];
    uint8_t *shared; /* of the block that ran */
    unsigned issued; /* instructions of the last run */
    unsigned ahead;  /* of these: so many had run before */
    unsigned divergences;
    GString *output; /* of the last run: what device printf wrote */
    char *fault;     /* of the last run, or NULL */
    unsigned fault_lane;
};

/* Parses text and lowers its kernel; the test fails if that can't be done. */
void harness_init(struct harness *h, const char *text, const char *kernel);
void harness_finish(struct harness *h);

/* Gives the module's global variables addresses from DEVICE_BASE + offset on, 64-byte aligned, and
 * copies their initial bytes there. */
void harness_place_globals(struct harness *h, uint32_t offset);

void harness_param_u64(struct harness *h, unsigned index, uint64_t value);

/* Runs one block to its end, or to a fault. False on a fault. */
bool harness_run(struct harness *h);

#endif
