/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp scheduler that gives each ready warp its turn. What it
 * remembers belongs to an SM: the lesson's mistake is repaired.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    unsigned next; /* the slot whose turn is next */
};

/* Called when warps are ready. `candidates` has a bit for each of them. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)scheduler, (void)view;
    unsigned next = ((const struct state *)state)->next;
    uint64_t from_next = candidates >> next << next;
    return warp_first(from_next != 0 ? from_next : candidates);
}

/* Called when the warp in a slot has issued an instruction. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)scheduler, (void)view;
    ((struct state *)state)->next = (slot + 1) % WARP_SLOTS;
}

static const struct warp_scheduler_ops turns = {
    .policy = {.head = {.name = "turns",
                        .summary = "Each ready warp in turn",
                        .source = "none: a lesson",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &turns.policy.head,
};
