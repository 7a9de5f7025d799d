/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 6: loose round robin. Wrong: the warp that has issued is looked at first again. */
#include "policies/warp_scheduler/warp_scheduler.h"

/* What the scheduler remembers. It begins as zeros. */
struct state {
    unsigned next[WARP_SCHEDULERS]; /* by scheduler: the slot that it looks at first */
};

/* Which of the candidates issues now? They are the ready warps, at least one. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    unsigned next = own->next[scheduler];
    uint64_t from_next = candidates >> next << next;
    return warp_first(from_next != 0 ? from_next : candidates);
}

/* The warp in `slot` has issued. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->next[scheduler] = slot;
}

static const struct warp_scheduler_ops my_lrr = {
    .policy = {.head = {.name = "my_lrr",
                        .summary = "Loose round robin, by me",
                        .source = "lesson 6",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_lrr.policy.head,
};
