/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel does, as a CPU with SIMD units would run it. The profile is gathered while the
 * kernel is computed.
 *
 * A block's threads run in the lanes of SIMD units, as Intel's OpenCL compiler has them. A pack is
 * as many threads as the units have lanes of 32 bits. An instruction of a warp counts once for each
 * pack in which a thread runs it, if it is a vector instruction at all. The kernel's front end says
 * what its instructions are (struct simd_form). A pack makes one access if its threads' addresses
 * are the same, or as far from one to the next as the form says.
 *
 * Lines of 64 bytes of global memory, and of textures, go through a core's own cache (256 KiB, 8
 * ways: Intel Core i7-3770). Its misses go through the shared last one (16 ways). Both are least
 * recently used, and keep their lines from launch to launch. Blocks run in the order of functional
 * execution, on one core. ASSUMED: a core's share of the blocks hits its cache as often as all of
 * them do here.
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

/* One instruction: how often which threads ran it, and how packs' accesses were. */
struct kernel_step {
    uint64_t warps, packs, threads;
    uint64_t in_one, scattered; /* packs with one access; threads of other packs */
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
    uint64_t llc_lines; /* different lines; a line that left and came back counts again */
    uint64_t llc_hits[KERNEL_PROFILE_WAYS]; /* by how many lines of the set were used since */
    uint32_t kernel;                        /* the number of this kernel */
};

void kernel_profile_init(struct kernel_profile *profile, unsigned lanes, double llc_bytes);
void kernel_profile_finish(struct kernel_profile *profile);
/* Another kernel begins: its counts are 0, and caches stay as they are. */
void kernel_profile_begin(struct kernel_profile *profile, const struct kernel_code *code,
                          unsigned threads_of_block);
/* A warp has issued this instruction of the code. */
void kernel_profile_note(struct kernel_profile *profile, const struct instruction *instruction,
                         struct issued *what);

#endif
