/* SPDX-License-Identifier: BSD-3-Clause */
/* What PAVER's block schedulers have in common: from what a kernel's blocks read they make groups,
 * which the runtime deals out (group_queue.h). They differ in how groups are made.
 *
 * What blocks read is what a file says (lines, see recorded_lines.h), or else what the front end
 * knows before the launch. If neither knows anything, blocks go out in their order, each to the
 * next SM that has room.
 *
 * SMs get their blocks in turn, one each, as with round_robin. An SM steals when it has room for a
 * block that would run at once, and nobody can send one. What it has stolen it may send
 * `steal_cycles` times the number of SMs later: the time in which the dispatcher looks at all of
 * them, once. An SM that a kernel may not use any more gives up its blocks when nothing of the
 * kernel runs, stealing or not.
 *
 * Source: PAVER, sections 4 and 5.
 * Differs: the dispatcher always has an SM's next block at hand. There it is loaded from memory
 *   while others run, which takes no time either, but for a rare case (section 5.1).
 */
#ifndef SIMGPU_POLICIES_BLOCK_SCHEDULER_LOCALITY_SCHEDULER_H
#define SIMGPU_POLICIES_BLOCK_SCHEDULER_LOCALITY_SCHEDULER_H

#include "policies/block_scheduler/block_scheduler.h"
#include "policies/locality/block_groups.h"
#include "policies/locality/group_queue.h"
#include "policies/locality/sharing_measures.h"

enum locality_parameter { LOCALITY_LINES, LOCALITY_SETUP, LOCALITY_STEALING, LOCALITY_STEAL };

/* Rows of their parameter tables. The last two are of those whose groups are large. */
#define LOCALITY_ROWS                                                                              \
    [LOCALITY_LINES] =                                                                             \
        POLICY_FILE_ROW("lines", "what each block reads, as --lines-out has written it; without, " \
                                 "what the front end knows before the launch"),                    \
    [LOCALITY_SETUP] = POLICY_INTEGER_ROW(                                                         \
        "setup_cycles", "cycles", 0, 0, 1e12,                                                      \
        "a kernel's blocks wait so long for their groups; PAVER, sections 3.3 and 6.3: they are "  \
        "made on the host, before the kernel is loaded, in about 1 % of its time")
#define LOCALITY_STEALING_ROWS                                                                     \
    [LOCALITY_STEALING] = POLICY_BOOLEAN_ROW("stealing", true, "PAVER, section 5.2"),              \
    [LOCALITY_STEAL] = POLICY_INTEGER_ROW(                                                         \
        "steal_cycles", "cycles", 1, 0, 1e6,                                                       \
        "for each SM, from an SM's need to stolen blocks; PAVER, section 5.2: three adders and a " \
        "comparator; ASSUMED: they look at an SM a cycle")

struct locality_state {
    const struct policy_file *lines;
    uint64_t setup_cycles, steal_cycles;
    bool stealing;
    uint32_t n_sms;
    GPtrArray *kernels; /* struct locality_kernel, under way; not owned */
};

/* A kernel. */
struct locality_kernel {
    uint32_t launch, capacity;
    struct block_groups groups;
    struct group_queue queue;
    bool asked;       /* for a first block */
    uint64_t begins;  /* cycle of its first block, at the earliest */
    uint64_t wakes;   /* cycle in which it wants to be asked again; UINT64_MAX: none */
    uint32_t turn;    /* SM */
    unsigned source;  /* of what is known about its blocks: result "source" */
    uint64_t thinned; /* block_graph.thinned */
    struct sharing_measures measures;
};

void locality_init(void *state, const struct dispatcher_policy_site *site,
                   const struct policy_values *values);
void locality_finish(void *state);
bool locality_check(const struct policy_values *values, GError **error);
uint64_t locality_review(const void *state);
void locality_report(const void *state, uint32_t launch, uint64_t *values);
#define LOCALITY_MATRIX "matrix"
extern const struct policy_result locality_results[]; /* LOCALITY_MATRIX is a triangle */

/* kernel_begin, with how groups are made. */
void locality_begin(void *state, void *own, const struct dispatched_kernel *kernel,
                    group_maker *make);
void locality_end(void *state, void *own);
bool locality_choose(void *state, void *own, const struct block_scheduler_view *view,
                     struct block_choice *choice);

#endif
