/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp scheduler that gives each ready warp its turn. It has a mistake: what it remembers is
 * shared by all SMs. Find it, and repair it.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

/* The slot whose turn is next. */
static unsigned next;

struct state {
    unsigned unused; /* each SM has one such struct, and begins with zeros in it */
};

/* Called when warps are ready. `candidates` has a bit for each of them. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    uint64_t from_next = candidates >> next << next;
    return warp_first(from_next != 0 ? from_next : candidates);
}

/* Called when the warp in a slot has issued an instruction. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    next = (slot + 1) % WARP_SLOTS;
}

static const struct warp_scheduler_ops turns = {
    .policy = {.head = {.name = "turns",
                        .summary = "Each ready warp in turn, with a mistake",
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
