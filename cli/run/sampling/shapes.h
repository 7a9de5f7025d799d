/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of launches of one shape: same kernel, grid, block and shared memory.
 *
 * A launch is looked at: run functionally by an interpreter that counts, and perhaps undone. That
 * is slow beside compiled kernels and launches that repeat. When looks at launches with the same
 * parameters behind the same kernel have found the same, the next ones are trusted to be like them,
 * and only every fourth, then every 16th, 64th is looked at. How many instructions a trusted launch
 * has is counted all the same; one that differs ends the trust. Once much has been looked at,
 * launches of a shape are trusted whatever their parameters, and sizes may differ a little.
 *
 * Launches too long to be looked at are what the last one of their shape was. If no launch has had
 * its parameters, its first block says how long its loops are.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_SHAPES_H
#define SIMGPU_CLI_RUN_SAMPLING_SHAPES_H

#include "cli/run/sampling/launch_traits.h"
#include "cli/run/sampling/warmth.h"
#include "sampling/sampling.h"
#include "workloads/launch.h"

struct launch_shape {
    guint kind;
    bool has_mix;             /* the kind is known from a look */
    struct launch_mix mix;    /* of the launch that gave the kind */
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
/* The kind of a launch that was looked at. Kinds have borders, and launches of one shape may lie on
 * both sides of one. Once much has been looked at, its kind is that of its shape, if it is about
 * what the launch was that gave it. before, mix: as in launch_traits_seen. */
guint shapes_kind(const struct shapes *shapes, const struct launch_shapes *of,
                  struct sampling *sampling, const struct launch *launch, const char *before,
                  const struct launch_mix *mix);
/* What has been found by running it with a listener, as a whole. */
struct look {
    guint kind;
    const struct launch_mix *mix; /* NULL: the kind has none */
    double size;
    const struct recent_lines *recent;
};
void shapes_looked(struct shapes *shapes, const struct launch_shapes *of, const struct look *look);
/* It has run without a look, and had that kind and size. block: as above. */
void shapes_ran(const struct shapes *shapes, const struct launch_shapes *of, guint kind,
                double size, double block);

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
