/* SPDX-License-Identifier: BSD-3-Clause */
/* What PAVER's block schedulers have in common. They make groups of blocks that read the same
 * lines, and the runtime deals these out (group_queue.h). They differ in how they make groups.
 *
 * A file may say which lines blocks read (lines, see block_lines_file.h). Else the front end may
 * know it before the launch. If neither does, blocks go out in their order, each to the next SM
 * that has room.
 *
 * SMs get their blocks in turn, one each, as with round_robin. An SM steals when it has room for a
 * block that would run at once, and no SM can be sent one. An SM without any blocks does not wait
 * for that. Each SM has registers that say which blocks wait for it (next and tail, section 5.1).
 * So stealing takes messages: a word takes the blocks from the donor, the donor acknowledges it,
 * and a second word gives them to the other SM. The dispatcher sends them only behind this word.
 * The platform says how long that takes (front.sm.latency). Nothing else is taken from a donor that
 * has not answered. An SM that a kernel may not use any more gives up its blocks when nothing of
 * the kernel runs there, with stealing or without.
 *
 * If there are fewer blocks than the SMs run at a time, a group has as many as each SM then gets.
 * With stealing, no SM is sent more blocks than its even share of those that are not done. Else
 * some SMs would run two groups in the last wave and others none, and no block would wait that an
 * SM could steal.
 *
 * If blocks share nothing that tells one grouping from another, blocks go out as with round_robin.
 *
 * Source: PAVER, sections 4 and 5.
 * Differs: the dispatcher always has an SM's next block at hand. In PAVER an SM loads it from
 * memory while others run, which takes no time either, but for a rare case (section 5.1). The time
 * of Algorithm 2 itself (three adders and a comparator) is not counted. PAVER's groups are as large
 *   as an SM's resources allow, and it fills SMs however few blocks are left. It does not say what
 *   it does with a graph without edges; its programs that share nothing lose 0.5 % at most.
 */
#ifndef SIMGPU_POLICIES_BLOCK_SCHEDULER_LOCALITY_SCHEDULER_H
#define SIMGPU_POLICIES_BLOCK_SCHEDULER_LOCALITY_SCHEDULER_H

#include "policies/block_scheduler/block_scheduler.h"
#include "policies/locality/block_groups.h"
#include "policies/locality/group_queue.h"
#include "policies/locality/sharing_measures.h"

enum locality_parameter {
    LOCALITY_LINES,
    LOCALITY_UNIT,
    LOCALITY_SETUP,
    LOCALITY_STEALING,
    LOCALITY_FULL
};

enum locality_unit { LOCALITY_LINE, LOCALITY_ELEMENT };
extern const char *const locality_units[];

/* Rows of their parameter tables. Schedulers with large groups have the row for stealing, and those
 * that halve until groups are small have the last row. */
#define LOCALITY_ROWS                                                                              \
    [LOCALITY_LINES] =                                                                             \
        POLICY_FILE_ROW("lines", "what each block reads, as --lines-out has written it; without, " \
                                 "what the front end knows before the launch"),                    \
    [LOCALITY_UNIT] = POLICY_CHOICE_ROW(                                                           \
        "unit", locality_units, LOCALITY_LINE,                                                     \
        "what counts as shared: lines of L1, or, as in PAVER, section 3.3, elements of 4 bytes; "  \
        "not of `lines`, which has its own"),                                                      \
    [LOCALITY_SETUP] = POLICY_INTEGER_ROW(                                                         \
        "setup_cycles", "cycles", 0, 0, 1e12,                                                      \
        "a kernel's blocks wait so long for their groups; PAVER, sections 3.3 and 6.3: they are "  \
        "made on the host, before the kernel is loaded, in about 1 % of its time")
#define LOCALITY_STEALING_ROWS                                                                     \
    [LOCALITY_STEALING] = POLICY_BOOLEAN_ROW("stealing", true, "PAVER, section 5.2")
#define LOCALITY_FULL_ROWS                                                                         \
    [LOCALITY_FULL] = POLICY_BOOLEAN_ROW(                                                          \
        "full", false,                                                                             \
        "whether a part of as many blocks as an SM runs is a group, and not halved: Algorithm 1 "  \
        "of PAVER has fewer, figure 7 (c) with the x of section 4.1 as many")

struct locality_state {
    const struct policy_file *lines;
    uint64_t setup_cycles;
    bool stealing, full;
    enum locality_unit unit;
    uint32_t n_sms;
    struct policy_outbox *outbox;
    bool *locked;       /* by SM: it has not acknowledged yet that blocks were taken from it */
    GPtrArray *kernels; /* struct locality_kernel, under way; not owned */
};

/* A kernel. */
struct locality_kernel {
    uint32_t launch, capacity;
    struct block_groups groups;
    struct group_queue queue;
    bool grouped;     /* groups go by shared lines; else blocks go one by one */
    bool asked;       /* the dispatcher has asked for a first block */
    uint64_t begins;  /* cycle of its first block, at the earliest */
    uint64_t wakes;   /* cycle in which to ask it again; UINT64_MAX: none */
    uint32_t turn;    /* the SM whose turn it is */
    unsigned source;  /* where the lines of its blocks are known from: result "source" */
    uint64_t thinned; /* block_graph.thinned */
    struct sharing_measures measures;
};

void locality_init(void *state, const struct dispatcher_policy_site *site,
                   const struct policy_values *values);
void locality_finish(void *state);
bool locality_check(const struct policy_values *values, GError **error);
uint32_t locality_read_unit(const void *state);
uint64_t locality_review(const void *state);
/* An SM acknowledges that blocks were taken from it. */
void locality_word(void *state, const struct policy_word *word, uint64_t cycle);
void locality_report(const void *state, uint32_t launch, uint64_t *values);
#define LOCALITY_MATRIX "matrix"
extern const struct policy_result locality_results[]; /* LOCALITY_MATRIX is a triangle */

/* kernel_begin. make: the function that makes groups. */
void locality_begin(void *state, void *own, const struct dispatched_kernel *kernel,
                    group_maker *make);
void locality_end(void *state, void *own);
bool locality_choose(void *state, void *own, const struct block_scheduler_view *view,
                     struct block_choice *choice);

/* The table of one scheduler: its name, summary, source, parameters and kernel_begin. */
#define LOCALITY_SCHEDULER(title, text, section, rows, begin)                                      \
    {                                                                                              \
        .policy = {.head = {.name = (title),                                                       \
                            .summary = (text),                                                     \
                            .source = (section),                                                   \
                            .parameters = (rows),                                                  \
                            .state_bytes = sizeof(struct locality_state),                          \
                            .check = locality_check},                                              \
                   .needs = DISPATCHER_NEEDS_BLOCK_LINES,                                          \
                   .on = {.word = locality_word},                                                  \
                   .init = locality_init,                                                          \
                   .finish = locality_finish,                                                      \
                   .read_unit = locality_read_unit,                                                \
                   .review = locality_review,                                                      \
                   .results = locality_results,                                                    \
                   .triangle = LOCALITY_MATRIX,                                                    \
                   .report = locality_report},                                                     \
        .kernel_bytes = sizeof(struct locality_kernel), .kernel_begin = (begin),                   \
        .kernel_end = locality_end, .choose = locality_choose,                                     \
    }

#endif
