/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/kernel_work.h"
#include <math.h>

enum { LINE = 64 };
static const double OVERLAP = 10, LLC_CYCLES = 30;

/* What work beside each other in a core; SERIAL: nothing else goes on. */
enum unit { UNIT_INTEGER, UNIT_FLOAT, UNIT_DIVIDER, UNIT_MEMORY, UNITS, SERIAL };

/* Of an instruction of a pack, and of what is done thread by thread for want of a SIMD instruction:
 * the unit, the cycles that it is busy, and the operations that are issued.
 *
 * Source: for Ivy Bridge and 8 lanes of 32 bits, the machine model of OSACA (RRZE-HPC/OSACA
 * e00d5f6, osaca/data/ivb.yml, "throughput"): VADDPS and VMULPS 1, two VADDPD 2, VCVTDQ2PS 1,
 * VDIVPS 14, two VDIVPD 2 x 28, VINSERTPS 1. Integers have 4 lanes there, so that two instructions
 * are issued for one of ours: VPADDD 2 x 0.5, VPMULLD 2 x 1. All others are ASSUMED.
 */
struct cost {
    enum unit unit;
    double by_pack, by_thread, issues, issues_by_thread;
};
static const struct cost costs[OP_CLASSES] = {
    [OP_INT] = {UNIT_INTEGER, 1, 0, 2, 0},     /* half the lanes */
    [OP_INT_MUL] = {UNIT_INTEGER, 2, 0, 2, 0}, /* half the lanes */
    [OP_INT_DIV] = {UNIT_DIVIDER, 0, 10, 0, 10},
    [OP_FP32] = {UNIT_FLOAT, 1, 0, 1, 0},
    [OP_FP32_DIV] = {UNIT_DIVIDER, 14, 0, 1, 0},
    [OP_FP64] = {UNIT_FLOAT, 2, 0, 2, 0},        /* half the lanes */
    [OP_FP64_DIV] = {UNIT_DIVIDER, 56, 0, 2, 0}, /* half the lanes */
    [OP_TENSOR] = {UNIT_FLOAT, 128, 0, 128, 0},  /* 512 multiply-adds */
    [OP_CONVERT] = {UNIT_FLOAT, 1, 0, 1, 0},
    [OP_SFU] = {UNIT_FLOAT, 16, 0, 16, 0},       /* a polynomial */
    [OP_TEXTURE] = {UNIT_INTEGER, 0, 10, 0, 10}, /* four texels */
    [OP_BRANCH] = {UNIT_INTEGER, 1, 0, 1, 0},
    [OP_EXIT] = {UNIT_INTEGER, 1, 0, 1, 0},
    [OP_BARRIER] = {UNIT_INTEGER, 2, 0, 2, 0}, /* a loop over packs ends */
    [OP_FENCE] = {SERIAL, 33, 0, 1, 0},
    [OP_ATOMIC] = {SERIAL, 0, 20, 0, 1}, /* a locked instruction a thread */
};
static const double ISSUE_WIDTH = 4;
/* A pack's access; one of a thread, which also puts its part into a vector. */
static const double ACCESS = 1, SCATTERED = 0.5, INSERT = 1;

/* The busiest unit, or issue, and what is alone. */
static double cycles_of_units(const struct kernel_profile *profile)
{
    const double accesses = (double)profile->accesses, scattered = (double)profile->scattered;
    double busy[SERIAL + 1] = {[UNIT_MEMORY] = accesses * ACCESS + scattered * SCATTERED,
                               [UNIT_INTEGER] = scattered * INSERT};
    double issues = accesses + 2 * scattered, most = 0;
    for (unsigned i = 0; i < OP_CLASSES; i++) {
        const double packs = (double)profile->packs[i], threads = (double)profile->threads[i];
        busy[costs[i].unit] += packs * costs[i].by_pack + threads * costs[i].by_thread;
        issues += packs * costs[i].issues + threads * costs[i].issues_by_thread;
    }
    for (unsigned unit = 0; unit < UNITS; unit++)
        most = fmax(most, busy[unit]);
    return fmax(most, issues / ISSUE_WIDTH) + busy[SERIAL];
}

static double instructions_of(const struct kernel_profile *profile)
{
    double instructions = 0;
    for (unsigned i = 0; i < OP_CLASSES; i++)
        instructions += (double)profile->packs[i];
    return fmax(instructions, 1);
}

struct kernel_work kernel_work_of(const struct kernel_profile *profile, const struct cpu_host *host,
                                  uint64_t n_blocks)
{
    const double instructions = instructions_of(profile), blocks = fmax((double)n_blocks, 1);
    const double misses = (double)profile->llc_misses;
    const double hits = (double)profile->llc_accesses - misses;
    const double latency = host->dram_latency_ns * 1e-9 * host->clock_hz; /* cycles */
    const double cycles =
        cycles_of_units(profile) + (hits * LLC_CYCLES + misses * latency) / OVERLAP;
    const double cores = fmin(host->cores, blocks);
    struct kernel_work work = {
        .phase = {.instructions = instructions,
                  .ipc = instructions / fmax(cycles, 1),
                  .llc_accesses = (double)profile->llc_accesses / instructions * 1000,
                  .llc_misses = misses / instructions * 1000,
                  .footprint_bytes = fmax((double)profile->llc_lines, 1) * LINE,
                  .overlap = OVERLAP},
        .instructions = instructions * ceil(blocks / cores) / blocks,
        .cores = (unsigned)cores};
    for (unsigned i = 0; i < LLC_CURVE_WAYS; i++)
        work.curve.hits[i] = (double)profile->llc_hits[i] / instructions * 1000;
    return work;
}
