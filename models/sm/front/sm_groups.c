/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/sm_groups.h"

/* Puts a product into the queue; returns when it is done. */
static uint64_t put(struct unit_pool *pool, const struct sm_config *config,
                    const struct issue_facts *facts, uint64_t cycle)
{
    const unsigned number = config->ops[OP_TENSOR].pipe;
    struct unit_pipe *unit = pool->pipe[number], *queue = pool->pipe[PIPE_GROUP];
    const uint64_t start = MAX(unit->free_at[0], cycle), end = start + facts->busy;
    const uint64_t next = unit_pipe_put(unit, end);
    const uint64_t room = unit_pipe_room(queue, start, next);
    unit_pool_fill(pool, number, cycle, unit_pipe_room(unit, start, next));
    unit_pool_fill(pool, PIPE_GROUP, cycle, MAX(room, cycle + config->unit_queue.group_issue));
    return end + facts->latency;
}

static void end_group(struct warp_groups *groups)
{
    groups->done[groups->ended++ % GROUPS_KNOWN] = groups->last;
}

/* When all groups but the last `allowed` ones are done. */
static uint64_t done_but(const struct warp_groups *groups, unsigned allowed)
{
    if (groups->ended <= allowed || allowed >= GROUPS_KNOWN)
        return 0;
    return groups->done[(groups->ended - 1 - allowed) % GROUPS_KNOWN];
}

uint64_t warp_groups_issue(struct warp_groups *groups, uint64_t warp, struct unit_pool *pool,
                           const struct sm_config *config, const struct instruction *instruction,
                           const struct issue_facts *facts, uint64_t cycle, uint64_t *unit_cycles)
{
    if (groups->warp != warp)
        *groups = (struct warp_groups){.warp = warp};
    if (facts->pipe == PIPE_GROUP) {
        groups->last = put(pool, config, facts, cycle);
        *unit_cycles += facts->busy;
        if (instruction->tensor_columns & TENSOR_ENDS_GROUP)
            end_group(groups);
    } else if (instruction->op_class != OP_TENSOR) {
        if (instruction->group_step == GROUP_COMMIT)
            end_group(groups);
        else if (instruction->group_step == GROUP_WAIT)
            return MAX(cycle + 1, done_but(groups, instruction->group_allowed));
    }
    return cycle + 1;
}
