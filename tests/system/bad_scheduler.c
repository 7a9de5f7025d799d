/* SPDX-License-Identifier: BSD-3-Clause */
/* A plug-in that breaks the contract of warp schedulers, as its parameter says. */
#include "policies/warp_scheduler/warp_scheduler.h"

enum way { NEVER, STRANGER, CRASH };
static const char *const ways[] = {
    [NEVER] = "never", [STRANGER] = "stranger", [CRASH] = "crash", NULL};

struct state {
    enum way way;
};

static const struct policy_parameter parameters[] = {
    POLICY_CHOICE_ROW("way", ways, NEVER, "what it does wrong"), {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)site;
    ((struct state *)state)->way = (enum way)values->values[0].choice;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)scheduler, (void)view;
    enum way way = ((struct state *)state)->way;
    if (way == CRASH)
        g_error("a plug-in's own error");
    unsigned slot = 0;
    while (way == STRANGER && (candidates >> slot & 1))
        slot++;
    return way == NEVER ? WARP_NONE : slot;
}

static const struct warp_scheduler_ops bad_scheduler = {
    .policy = {.head = {.name = "bad_scheduler",
                        .summary = "Breaks the contract",
                        .source = "none: for tests",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &bad_scheduler.policy.head,
};
