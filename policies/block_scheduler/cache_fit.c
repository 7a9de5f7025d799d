/* SPDX-License-Identifier: BSD-3-Clause */
/* No more blocks on an SM than its L1 has lines for: as round_robin, but an SM runs as many blocks
 * as the average block's lines go into L1, and one at least.
 *
 * What blocks read is what a file says (lines), or what the front end knows before the launch. If
 * neither knows anything, nothing is limited.
 *
 * Source: PAVER (ACM TACO 18(3), 2021), section 6.3, "Comparison with cache-fit graph partitioning
 *   policy": blocks of 15 KB on L1s of 16, 48 and 32 KB make one, three and two. There they come
 *   from Y. Chen and others, USENIX ATC 2018, who partition a sparse matrix to fit.
 * Differs: lines that several blocks read count for each of them.
 */
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/locality/block_lines_file.h"

enum parameter { LINES, SIZE };

static const struct policy_parameter parameters[] = {
    [LINES] =
        POLICY_FILE_ROW("lines", "lines that each block reads, as --lines-out wrote them; without "
                                 "a file, the lines that the front end knows before the launch"),
    [SIZE] = POLICY_INTEGER_ROW("size", "bytes", 0, 0, 1 << 30,
                                "memory into which the blocks' lines must fit; 0: all of L1, with "
                                "no part given to shared memory"),
    {0}};

struct state {
    const struct policy_file *lines;
    uint64_t size;
};

struct dealing {
    uint32_t next;  /* SM whose turn it is */
    uint32_t limit; /* blocks on an SM */
};

static bool check(const struct policy_values *values, GError **error)
{
    return block_lines_file_check(values->values[LINES].file, error);
}

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    struct state *fit = state;
    fit->lines = values->values[LINES].file;
    fit->size = (uint64_t)values->values[SIZE].integer;
    if (fit->size == 0)
        fit->size = site->l1_bytes;
}

static uint32_t limit_of(const struct block_lines *lines, uint64_t size)
{
    const uint64_t bytes = lines->first[lines->n_blocks] * lines->line_bytes;
    return bytes > 0 ? (uint32_t)CLAMP(size * lines->n_blocks / bytes, 1, UINT32_MAX) : UINT32_MAX;
}

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    const struct state *fit = state;
    struct block_lines *recorded =
        block_lines_file_read(fit->lines, kernel->launch, kernel->name, kernel->n_blocks);
    const struct block_lines *lines = recorded ? recorded : kernel->reads;
    ((struct dealing *)own)->limit = lines ? limit_of(lines, fit->size) : UINT32_MAX;
    block_lines_free(recorded);
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    struct dealing *dealing = own;
    (void)state;
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = (uint32_t)(((uint64_t)dealing->next + i) % view->n_sms);
        if (view->room[sm] == 0 || view->running[sm] >= dealing->limit)
            continue;
        dealing->next = sm + 1 == view->n_sms ? 0 : sm + 1;
        *choice = (struct block_choice){.block = view->next_block, .sm = sm};
        return true;
    }
    return false;
}

const struct block_scheduler_ops block_scheduler_cache_fit = {
    .policy = {.head = {.name = "cache_fit",
                        .summary = "Round robin, with as many blocks on an SM as fit into its L1",
                        .source = "PAVER, section 6.3",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .needs = DISPATCHER_NEEDS_BLOCK_LINES,
               .init = init},
    .kernel_bytes = sizeof(struct dealing),
    .kernel_begin = kernel_begin,
    .choose = choose,
};
