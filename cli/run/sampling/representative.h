/* SPDX-License-Identifier: BSD-3-Clause */
/* --representative: some launches are timed, the others computed and their time estimated.
 *
 * The host asks about each launch as it is about to begin. Its kind and size come from a functional
 * run that can be undone (models/functional/preview/preview.h). A launch of many waves of blocks is
 * taken for one like the last of its shape, and so is one whose shape has kept its kind and size
 * (shapes.h). A trace's launch has the size of its file. sampling/ decides. A launch that is timed
 * and has many waves may end before its last block (waves.h).
 *
 * A launch that is computed leaves caches as if it had run. L2 has the lines that it has touched
 * last (warmth.h), and instruction caches its code. L1 is emptied between launches in any case.
 *
 * A launch is timed in full, and stands for itself alone, if others run beside it, if a kernel has
 * launched it or it launches kernels, if it has clusters or other instructions that can't be
 * undone.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_REPRESENTATIVE_H
#define SIMGPU_CLI_RUN_SAMPLING_REPRESENTATIVE_H

#include "cli/run/sampling/shapes.h"
#include "cli/run/sampling/timed_whole.h"
#include "cli/run/sampling/traffic.h"
#include "cli/run/sampling/warmth.h"
#include "models/functional/preview/preview.h"
#include "models/host/launch_chooser.h"
#include "sampling/sampling.h"

/* The launch that is being simulated, alone. */
struct launch_under_way {
    bool is;
    uint32_t launch;
    struct launch_shapes shapes; /* none: of a trace */
    guint kind;
    double size;
    struct launch_model model;
    double block;        /* of a long one: its first block; 0: nobody has looked */
    bool looked;         /* at what it does, before it was timed */
    bool by_work;        /* its size is its warp instructions */
    uint64_t functional; /* warp instructions computed so far, when it began */
    struct timed_whole timed;
};

struct representative {
    struct launch_chooser chooser; /* for the run */
    struct sampling sampling;
    struct gpu *gpu;
    struct device_memory *memory;
    struct warmth warmth;
    struct shapes shapes;
    GArray *timed; /* struct timed_whole, in the order of their begins */
    struct launch_under_way now;
    guint l2_kind; /* whose launches alone have lines in L2; G_MAXUINT: nobody knows */
    char *last;    /* the kernel of the launch before; NULL: there was none */
    struct functional_preview seen; /* of the launch that was computed last */
    struct traffic traffic;         /* hears the same */
    uint64_t n_launches, n_computed;
    uint64_t computed_work; /* warp instructions of computed launches and blocks */
    uint64_t timed_work;    /* the same of those that were timed alone */
    uint64_t in_full[IN_FULL_REASONS];
    sim_time overhead; /* of the last timed launch: its time beyond its cycles */
};

/* error: 0.02 is two per cent. */
struct representative *representative_new(double error);
/* NULL is fine. */
void representative_free(struct representative *representative);
/* Before the run. Borrowed. */
void representative_attach(struct representative *representative, struct gpu *gpu,
                           struct device_memory *memory);

#endif
