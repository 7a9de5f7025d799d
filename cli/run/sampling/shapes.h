/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of launches of one shape: same kernel, grid, block and shared memory.
 *
 * A launch is looked at: run functionally by an interpreter that counts, and perhaps undone. That
 * is slow beside compiled kernels and launches that repeat. When looks at launches with the same
 * parameters behind the same kernel have found the same, the next ones are trusted to be like them,
 * and only every fourth, then every 16th, 64th is looked at. How many instructions a trusted launch
 * has is counted all the same; one that differs ends the trust. Once much has been looked at,
 * launches of a shape are trusted whatever their parameters.
 *
 * Launches too long to be looked at are what the last one of their shape was. If no launch has had
 * its parameters, its first block says how long its loops are.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_SHAPES_H
#define SIMGPU_CLI_RUN_SAMPLING_SHAPES_H

#include "cli/run/sampling/warmth.h"
#include "workloads/launch.h"

struct launch_shape {
    guint kind;
    double size;              /* of the last one */
    double block;             /* of a long one: its first block; 0: not known */
    bool is_long;             /* it is not looked at before it is timed: that would take too long */
    unsigned alike;           /* looks in a row that have found the same */
    uint64_t without;         /* launches since the last look */
    struct warm_lines *lines; /* that it leaves in L2; NULL: not known */
};

struct shapes {
    struct warmth *warmth; /* whose lists they keep */
    GHashTable *known;     /* text -> struct launch_shape */
    uint64_t looked;       /* warp instructions that were looked at, or listened to */
};

/* What is known of a launch. */
struct launch_shapes {
    struct launch_shape *any; /* with any parameters; a new one has no size */
    struct launch_shape *own; /* with its own; NULL: there are too many to keep them apart */
};

void shapes_init(struct shapes *shapes, struct warmth *warmth);
void shapes_finish(struct shapes *shapes);

/* before: the kernel before it, or NULL. */
struct launch_shapes shapes_of(struct shapes *shapes, const struct launch *launch,
                               const char *before);
/* Launches of that shape are too long to look at, whatever comes before them. */
struct launch_shapes shapes_make_long(struct shapes *shapes, const struct launch *launch);

/* The shape from which kind and size are known without a look; NULL: look. */
const struct launch_shape *shapes_trusted(const struct shapes *shapes,
                                          const struct launch_shapes *of);
/* Whether the first block of a trusted launch is to be looked at. */
bool shapes_want_block(const struct launch_shapes *of);
/* The size of a trusted launch. block: of its first block; 0: nobody wants it. */
double shapes_size(const struct launch_shapes *of, const struct launch_shape *trusted,
                   double block);
/* Whether a look at a launch of so many warp instructions is a small part of all looks that one may
 * take. */
bool shapes_afford(const struct shapes *shapes, uint64_t instructions);
/* It was run with a listener, as a whole. */
void shapes_looked(struct shapes *shapes, const struct launch_shapes *of, guint kind, double size,
                   const struct recent_lines *recent);
/* It has run without a look, and had that kind and size. block: as above. */
void shapes_ran(const struct launch_shapes *of, guint kind, double size, double block);

/* What it leaves in L2, as far as is known; NULL: nothing is. Borrowed. */
struct warm_lines *shapes_lines(const struct launch_shapes *of);
/* Whether L2 has no other lines behind it. */
bool shapes_fill_l2(const struct shapes *shapes, const struct launch_shapes *of);
/* Whether the end of a launch is to be listened to. */
bool shapes_listen(const struct shapes *shapes, const struct launch_shapes *of);
/* It was, for so many instructions. */
void shapes_listened(struct shapes *shapes, const struct launch_shapes *of, uint64_t instructions,
                     const struct recent_lines *recent);

#endif
