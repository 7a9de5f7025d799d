/* SPDX-License-Identifier: BSD-3-Clause */
/* What each instruction of the kernels is to the checkers, found once from its text: a weak or a
 * strong access, its scope, a fence, a barrier of a warp.
 *
 * Source: PTX ISA 8.x, "Memory Consistency Model": an operation is strong if it is an atomic, or
 *   has .relaxed, .acquire, .release or .volatile. .volatile is .relaxed of system scope.
 * Differs: .cluster counts as .gpu. The second half of an atomic without .sem is .relaxed, and
 *   without scope .gpu, as PTX says.
 */
#ifndef SIMGPU_SANITIZE_RACE_SITES_H
#define SIMGPU_SANITIZE_RACE_SITES_H

#include "workloads/instruction.h"
#include <glib.h>

enum site_kind {
    SITE_OTHER,
    SITE_LOAD,
    SITE_STORE,
    SITE_ATOMIC,
    SITE_FENCE,
    SITE_ASYNC,     /* cp.async's groups */
    SITE_SYNC,      /* mbarriers and bulk copies */
    SITE_BARRIER,   /* of a block */
    SITE_WARP_SYNC, /* bar.warp.sync: orders memory */
    SITE_TOGETHER,  /* shuffles and votes with a membermask: they don't */
    SITE_GROUP      /* wgmma: it reads shared memory */
};

enum site_scope { SCOPE_BLOCK, SCOPE_GPU };

enum site_flag {
    SITE_STRONG = 1,
    SITE_VOLATILE = 2, /* strong by .volatile alone */
    SITE_ACQUIRES = 4,
    SITE_RELEASES = 8,
    SITE_SWAPS = 16, /* compare and swap: it may take a lock */
    SITE_POLLS = 32, /* a strong read in a loop that does nothing but wait */
    SITE_WRITES = 64,
    SITE_INITS = 128, /* an mbarrier */
    SITE_ENDS = 256   /* an mbarrier: it is none any more */
};

struct site {
    const struct kernel_code *code; /* borrowed */
    uint32_t pc;
    uint8_t kind, scope;
    uint16_t flags;
};

struct sites;

struct sites *sites_new(void);
void sites_free(struct sites *sites);
/* The number of the code's first instruction; the others follow. */
uint32_t sites_of(struct sites *sites, const struct kernel_code *code);
const struct site *sites_at(const struct sites *sites, uint32_t number);
/* For tests: a site that no code has. */
uint32_t sites_add(struct sites *sites, const struct site *site);

/* Where it stands, for people; *line is 0 if there is no file. */
const char *site_file(const struct site *site, uint32_t *line);
/* Whether both were written in the same place. */
bool site_same_place(const struct site *a, const struct site *b);

#endif
