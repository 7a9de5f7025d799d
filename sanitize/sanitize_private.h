/* SPDX-License-Identifier: BSD-3-Clause */
/* What the checkers of a run share; for the files of this folder. */
#ifndef SIMGPU_SANITIZE_PRIVATE_H
#define SIMGPU_SANITIZE_PRIVATE_H

#include "sanitize/blocks.h"
#include "sanitize/commands.h"
#include "sanitize/race/race.h"
#include "sanitize/race/team.h"
#include "sanitize/sanitize.h"
#include "sanitize/values/values.h"
#include "sanitize/values/written.h"

struct sanitizer {
    unsigned checkers;
    struct device_memory *memory;
    struct sites *sites;
    struct findings *findings;
    struct commands *commands;
    struct order order;
    struct blocks blocks;
    struct race race;
    struct shadow *global[TEAM_PARTS]; /* by address - DEVICE_MEMORY_BASE: see race_part_of */
    unsigned n_parts;                  /* 1: global[0] has all */
    unsigned threads;                  /* that look for races */
    struct race_team *team;            /* NULL: it has not been needed */
    bool checks_later;                 /* the team checks the launch that runs */
    struct known_launch *launch;       /* that runs */
    const struct issued *what;         /* the access that is being checked */
    struct written *written; /* of the init checker: global memory, by address as in `global` */
    struct init_uses *uses;
    GHashTable *flows;  /* kernel_code -> struct value_flow[]; of the init checker */
    GPtrArray *copies;  /* of copy_check.c: those that not all later commands know */
    unsigned n_skipped; /* launches that nobody has looked at */
    bool loose_copies;  /* some of them are in no order with the launch that runs */
    struct execution_watch watch;
};

/* An access of a warp, as an instruction has issued it. */
struct step {
    struct running_block *block;
    const struct warp_context *w;
    const struct instruction *instruction;
    const struct site *site;
    uint32_t pc, number; /* of the site */
    const struct issued *what;
};

/* memory_check.c */
void memory_check_begin(struct sanitizer *sanitizer, bool keeps_freed);
void memory_check_step(struct sanitizer *sanitizer, const struct step *step);
void memory_check_fault(struct sanitizer *sanitizer, const struct step *step);
void memory_check_leaks(struct sanitizer *sanitizer);
/* init_check.c */
void init_check_step(struct sanitizer *sanitizer, const struct step *step);
void init_check_allocation(struct sanitizer *sanitizer, const struct device_allocation *allocation);
/* init_groups.c: of FLOW_GROUP */
void init_check_group(struct sanitizer *sanitizer, const struct step *step);
/* init_uses.c */
struct init_uses *init_uses_new(void);
void init_uses_free(struct init_uses *uses);
/* A lane of the step reads what nobody has written. */
void init_uses_origin(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                      uint64_t offset);
/* A site stores what was computed from such a read to global memory. */
void init_uses_stored(struct sanitizer *sanitizer, uint32_t site, uint32_t origin, uint64_t offset,
                      uint64_t bytes);
/* A step of a warp with undefined values, before its effect on them: reports what depends on them.
 */
void init_uses_step(struct sanitizer *sanitizer, const struct step *step,
                    const struct value_flow *flow, struct warp_values *values);
/* A command is issued; it has ended. */
void init_uses_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command);
void init_uses_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id);
/* sync_check.c */
void sync_check_step(struct sanitizer *sanitizer, const struct step *step);
void sync_check_barrier(struct sanitizer *sanitizer, const struct running_block *block, uint32_t id,
                        uint64_t warps);

/* mbarrier_check.c */
void mbarrier_check_step(struct sanitizer *sanitizer, const struct step *step);
void mbarrier_check_fault(struct sanitizer *sanitizer, const struct step *step);
void mbarrier_check_cut(struct sanitizer *sanitizer, const struct running_block *block);

/* copy_check.c */
void copy_check_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command);
void copy_check_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id);
void copy_check_forget(struct sanitizer *sanitizer);
void copy_check_launch(struct sanitizer *sanitizer);
void copy_check_step(struct sanitizer *sanitizer, const struct step *step);
void copy_check_free(void *copy);

/* race_steps.c */
struct shadow *race_part_of(const struct sanitizer *sanitizer, uint64_t offset);
void race_check_access(struct sanitizer *sanitizer, const struct step *step);
void race_check_mbarrier(struct sanitizer *sanitizer, const struct step *step);
void race_check_copies(struct sanitizer *sanitizer, const struct step *step);
/* race_later.c: a launch begins, whose first site this is. */
void race_later_begin(struct sanitizer *sanitizer, const struct launch *launch, uint32_t base);
/* All that is left is checked; the launch that runs is checked at once from now on. */
void race_later_finish(struct sanitizer *sanitizer);
/* race_report.c: room for a race_stored */
struct store_bytes {
    uint8_t now[WARP_LANES * STORED_MOST], before[WARP_LANES * STORED_MOST];
};
void race_store_of(const struct sanitizer *sanitizer, const struct issued *what,
                   const struct race_access *access, struct store_bytes *bytes,
                   struct race_stored *stored);
/* Of struct race, and of a team. */
void race_hear(void *sanitizer, const struct race_access *access, struct race_found *found);
void race_tell(void *sanitizer, const struct race_found *found);

/* describe.c; all g_free */
char *describe_line(const struct sanitizer *sanitizer, uint32_t site);
/* "byte 12 of allocation 3" */
char *describe_place(const struct sanitizer *sanitizer, uint8_t space, uint64_t offset);
/* "kernel k, thread (3,0,0) of block (0,0,0) in launch 2": of a lane of the step */
char *describe_thread(const struct sanitizer *sanitizer, const struct step *step, unsigned lane);
const char *describe_kernel(const struct sanitizer *sanitizer, uint32_t warp);

#endif
