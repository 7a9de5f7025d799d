/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel does, as a CPU with SIMD units would run it: gathered while it is computed.
 *
 * A block's threads run in the lanes of SIMD units, as Intel's OpenCL compiler has them: a pack is
 * as many threads as the units have lanes of 32 bits. An instruction of a warp is one of each pack
 * in which a thread runs it, if it is a vector instruction at all: what the kernel's instructions
 * are is asked of its front end (struct simd_form). An access of a pack is in one if its threads'
 * addresses are the same or as far from one to the next as the form says.
 *
 * Lines of 64 bytes of global memory, and of textures, go through a core's own cache (256 KiB, 8
 * ways: Intel Core i7-3770), and what misses through the shared last one (16 ways), both least
 * recently used. They keep their lines from launch to launch. Blocks run as functional execution
 * has them, on one core. ASSUMED: that a core's share of the blocks hits its cache as often as all
 * of them do here.
 *
 * Source: R. Karrenberg, S. Hack, "Improving Performance of OpenCL on CPUs", CC 2012, for packs.
 */
#ifndef SIMGPU_CPU_KERNEL_PROFILE_H
#define SIMGPU_CPU_KERNEL_PROFILE_H

#include "models/cpu/applications.h"
#include "models/cpu/llc_share.h"
#include "workloads/issued.h"
#include "workloads/static_facts.h"

enum { KERNEL_PROFILE_WAYS = LLC_CURVE_WAYS }; /* of the last-level cache */

struct cpu_cache; /* its lines */

/* Of an instruction: how often, by whom, and how a pack's accesses were. */
struct kernel_step {
    uint64_t warps, packs, threads;
    uint64_t in_one, scattered; /* packs, and threads of the others */
};

struct kernel_profile {
    unsigned lanes; /* of a pack: 1, 2, 4, ... 32 */
    struct cpu_cache *own, *last;
    /* Of the kernel: */
    const struct kernel_code *code; /* borrowed */
    struct simd_form *forms;        /* by pc; NULL: all are vectors */
    struct kernel_step *steps;      /* by pc */
    unsigned warps_of_block;
    uint64_t llc_accesses, llc_misses; /* lines */
    uint64_t llc_lines; /* different ones; those that came back after they had left count again */
    uint64_t llc_hits[KERNEL_PROFILE_WAYS]; /* by how many lines of the set were used meanwhile */
    uint32_t kernel;                        /* which one it is */
};

void kernel_profile_init(struct kernel_profile *profile, unsigned lanes, double llc_bytes);
void kernel_profile_finish(struct kernel_profile *profile);
/* Another kernel begins: its counts are 0; caches are as they were. */
void kernel_profile_begin(struct kernel_profile *profile, const struct kernel_code *code,
                          unsigned threads_of_block);
/* An instruction of a warp has been issued; one of the code's. */
void kernel_profile_note(struct kernel_profile *profile, const struct instruction *instruction,
                         struct issued *what);

#endif
