/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/kernel_work.h"
#include "workloads/static_facts.h"
#include <math.h>

enum { LINE = 64, LANE_BYTES = 4 };
static const double OVERLAP = 10, LLC_CYCLES = 30;

/* Units that work beside each other in a core; SERIAL: nothing else goes on. */
enum unit { UNIT_SCALAR, UNIT_INTEGER, UNIT_FLOAT, UNIT_DIVIDER, UNIT_MEMORY, UNITS, SERIAL };

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
    [OP_BRANCH] = {UNIT_INTEGER, 1, 0, 3, 0},    /* a mask, its bits, and a jump */
    [OP_EXIT] = {UNIT_INTEGER, 1, 0, 1, 0},
    [OP_BARRIER] = {UNIT_INTEGER, 2, 0, 2, 0}, /* a loop over packs ends */
    [OP_FENCE] = {SERIAL, 33, 0, 1, 0},
    [OP_SYNC] = {SERIAL, 0, 20, 0, 1},   /* as an atomic */
    [OP_ATOMIC] = {SERIAL, 0, 20, 0, 1}, /* a locked instruction a thread */
};
/* The same of an instruction on scalars, of which three are done a cycle where no unit is named.
 * Source: OSACA, as above: ADD 0.33, IMUL 1, VADDSS 1. The rest is ASSUMED. */
static const struct cost scalar_costs[OP_CLASSES] = {
    [OP_INT] = {UNIT_SCALAR, 1. / 3, 0, 1, 0},
    [OP_INT_MUL] = {UNIT_SCALAR, 1, 0, 1, 0},
    [OP_INT_DIV] = {UNIT_DIVIDER, 10, 0, 10, 0},
    [OP_FP32] = {UNIT_FLOAT, 1, 0, 1, 0},
    [OP_FP32_DIV] = {UNIT_DIVIDER, 7, 0, 1, 0}, /* half a vector's */
    [OP_FP64] = {UNIT_FLOAT, 1, 0, 1, 0},
    [OP_FP64_DIV] = {UNIT_DIVIDER, 14, 0, 1, 0}, /* a quarter of two vectors' */
    [OP_CONVERT] = {UNIT_FLOAT, 1, 0, 1, 0},
    [OP_SFU] = {UNIT_FLOAT, 16, 0, 16, 0},
    [OP_TEXTURE] = {UNIT_SCALAR, 10. / 3, 0, 10, 0},
    [OP_BRANCH] = {UNIT_SCALAR, 1. / 3, 0, 1, 0},
    [OP_EXIT] = {UNIT_SCALAR, 2. / 3, 0, 2, 0}, /* the loop over packs: a sum and a jump */
};
static const double ISSUE_WIDTH = 4;
/* A pack's access; one of a scalar; what puts a thread's part into a vector, or takes its address
 * out of one, or an address that is known for itself. */
static const double ACCESS = 1, SINGLE = 0.5, INSERT = 1, EXTRACT = 1, SUM = 1. / 3;
/* Two vectors' elements into one of another order, and by a mask. */
static const double SHUFFLE = 1, BLEND = 1;

struct tally {
    double busy[SERIAL + 1], issues;
};

static void keep_busy(struct tally *tally, enum unit unit, double n, double cycles)
{
    tally->busy[unit] += n * cycles;
    tally->issues += n;
}

static void add(struct tally *tally, const struct cost *cost, double packs, double threads)
{
    tally->busy[cost->unit] += packs * cost->by_pack + threads * cost->by_thread;
    tally->issues += packs * cost->issues + threads * cost->issues_by_thread;
}

/* ---- accesses ------------------------------------------------------------------------------- */

/* Adds threads whose addresses are in a vector, or follow from each other. */
static void add_threads(struct tally *tally, double threads, bool in_vector)
{
    keep_busy(tally, UNIT_MEMORY, threads, SINGLE);
    keep_busy(tally, UNIT_INTEGER, threads, INSERT);
    if (in_vector)
        keep_busy(tally, UNIT_INTEGER, threads, EXTRACT);
    else
        keep_busy(tally, UNIT_SCALAR, threads, SUM);
}

/* Adds a group's access. Its vectors are loaded or stored once for all its members. Each member is
 * then made of them: of as many vectors as lie between, two by two, and then as one of the members.
 */
static void add_group(struct tally *tally, const struct simd_form *form, double packs,
                      double elements)
{
    const double apart = form->apart, members = form->members;
    keep_busy(tally, UNIT_MEMORY, packs * apart / members * elements, ACCESS);
    keep_busy(tally, UNIT_INTEGER, packs * (apart / members - 1 + log2(members)) * elements,
              SHUFFLE);
}

static void add_access(struct tally *tally, const struct simd_form *form,
                       const struct kernel_step *step, const struct instruction *instruction)
{
    const double scattered = (double)step->scattered;
    const double vectors = ceil(instruction->access_bytes / (double)LANE_BYTES);
    switch (form->access) {
    case SIMD_SAME:
        keep_busy(tally, UNIT_MEMORY, (double)step->in_one * vectors, SINGLE);
        add_threads(tally, scattered, false);
        return;
    case SIMD_GROUP:
        add_group(tally, form, (double)step->in_one, vectors);
        add_threads(tally, scattered, false);
        return;
    case SIMD_NEXT:
        keep_busy(tally, UNIT_MEMORY, (double)step->in_one * vectors, ACCESS);
        add_threads(tally, scattered, false);
        return;
    case SIMD_STRIDE:
        add_threads(tally, (double)step->threads, false);
        return;
    case SIMD_GATHER:
        add_threads(tally, (double)step->threads, true);
        return;
    default: /* as the run showed */
        keep_busy(tally, UNIT_MEMORY, (double)step->in_one * vectors, ACCESS);
        add_threads(tally, scattered, true);
    }
}

/* ---- a kernel ------------------------------------------------------------------------------- */

static bool is_access(const struct instruction *instruction)
{
    return (instruction->op_class == OP_LOAD || instruction->op_class == OP_STORE) &&
           instruction->access_bytes > 0;
}

static void add_scalar(struct tally *tally, const struct instruction *instruction, double n)
{
    if (is_access(instruction))
        keep_busy(tally, UNIT_MEMORY, n, SINGLE);
    else
        add(tally, &scalar_costs[instruction->op_class], n, 0);
}

static bool has_scalar_cost(const struct instruction *instruction)
{
    return is_access(instruction) || scalar_costs[instruction->op_class].issues > 0;
}

/* by_thread: the kernel is not vectorised, and each thread runs by itself. */
static void add_step(struct tally *tally, const struct kernel_profile *profile, uint32_t pc,
                     bool by_thread)
{
    static const struct simd_form vector = {0};
    const struct simd_form *form = profile->forms ? &profile->forms[pc] : &vector;
    const struct instruction *instruction = &profile->code->instructions[pc];
    const struct kernel_step *step = &profile->steps[pc];
    const double packs = (double)step->packs, threads = (double)step->threads;
    const bool scalar = by_thread && has_scalar_cost(instruction);
    if (form->kind == SIMD_SCALAR || (form->kind == SIMD_VECTOR && scalar))
        add_scalar(tally, instruction, by_thread ? threads : packs);
    else if (form->kind == SIMD_ONCE)
        add_scalar(tally, instruction, (double)step->warps / profile->warps_of_block);
    if (form->kind != SIMD_VECTOR || scalar)
        return;
    if (is_access(instruction) && step->in_one + step->scattered == 0)
        keep_busy(tally, UNIT_MEMORY, packs, ACCESS); /* parameters and constants */
    else if (is_access(instruction))
        add_access(tally, form, step, instruction);
    else
        add(tally, &costs[instruction->op_class], form->wide ? 2 * packs : packs, threads);
    if (form->blends)
        keep_busy(tally, UNIT_INTEGER, packs, BLEND);
}

/* Cycles of the busiest unit, or of issue, and those of serial work. */
static double cycles_of(const struct kernel_profile *profile, bool by_thread)
{
    struct tally tally = {0};
    for (uint32_t pc = 0; pc < profile->code->n_instructions; pc++)
        add_step(&tally, profile, pc, by_thread);
    double most = tally.issues / ISSUE_WIDTH;
    for (unsigned unit = 0; unit < UNITS; unit++)
        most = fmax(most, tally.busy[unit]);
    return most + tally.busy[SERIAL];
}

static double instructions_of(const struct kernel_profile *profile)
{
    double instructions = 0;
    for (uint32_t pc = 0; pc < profile->code->n_instructions; pc++)
        instructions += (double)profile->steps[pc].packs;
    return fmax(instructions, 1);
}

struct kernel_work kernel_work_of(const struct kernel_profile *profile, const struct cpu_host *host,
                                  uint64_t n_blocks)
{
    const double instructions = instructions_of(profile), blocks = fmax((double)n_blocks, 1);
    const double misses = (double)profile->llc_misses;
    const double hits = (double)profile->llc_accesses - misses;
    const double latency = host->dram_latency_ns * 1e-9 * host->clock_hz; /* cycles */
    const double cycles = fmin(cycles_of(profile, false), cycles_of(profile, true)) +
                          (hits * LLC_CYCLES + misses * latency) / OVERLAP;
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
