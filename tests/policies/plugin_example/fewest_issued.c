/* SPDX-License-Identifier: BSD-3-Clause */
/* A criticality predictor outside of simgpu: the warps that have issued the fewest instructions are
 * critical. An example to copy, and a plug-in that the tests load; no paper proposes it.
 *
 * Build it with the meson.build beside it, then:
 *     simgpu --plugin ./fewest_issued.so --policy criticality=fewest_issued
 */
#include "policies/criticality/criticality.h"

struct state {
    struct criticality published;
    uint64_t issues[WARP_SLOTS]; /* of the warp in the slot */
};

static const struct criticality *published(void *state)
{
    return &((struct state *)state)->published;
}

/* A score is by how many issues the warp lies behind the first one. */
static void publish(struct state *own, const struct warp_view *view)
{
    uint64_t most = 0, fewest = UINT64_MAX;
    for (uint64_t left = view->resident; left != 0; left &= left - 1) {
        uint64_t issues = own->issues[warp_first(left)];
        most = issues > most ? issues : most;
        fewest = issues < fewest ? issues : fewest;
    }
    own->published.critical = 0;
    for (uint64_t left = view->resident; left != 0; left &= left - 1) {
        unsigned slot = warp_first(left);
        own->published.score[slot] = most - own->issues[slot];
        own->published.critical |= (uint64_t)(own->issues[slot] == fewest) << slot;
    }
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->issues[slot] = 0;
    publish(own, view);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->published.score[slot] = 0;
    publish(own, view);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)scheduler;
    own->issues[slot]++;
    publish(own, view);
}

static const struct criticality_ops fewest_issued = {
    .policy = {.head = {.name = "fewest_issued",
                        .summary = "The warps that have issued the fewest instructions",
                        .source = "none: an example",
                        .state_bytes = sizeof(struct state)},
               .on = {.warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .issued = issued}},
    .published = published,
};

const struct policy_plugin simgpu_plugin = {
    .kind = CRITICALITY_KIND,
    .abi = POLICY_ABI,
    .policy = &fewest_issued.policy.head,
};
