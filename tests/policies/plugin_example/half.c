/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition outside of simgpu: the first kernel gets a share of each SM, those that came later
 * may have what is left. An example to copy, and a plug-in that the tests load; no paper proposes
 * it.
 *
 * Build it with the meson.build beside it, then:
 *   simgpu --plugin ./half.so --policy partition=half --set partition.share=0.25 ...
 */
#include "policies/partition/partition.h"

/* Indices into the parameter table, which is also the order of the values. */
enum { SHARE };

static const struct policy_parameter parameters[] = {
    [SHARE] = POLICY_REAL_ROW("share", "1", 0.5, 0, 1,
                              "of the blocks that an SM could run of the first kernel. ASSUMED"),
    {.name = NULL},
};

struct state {
    double share;
};

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    (void)site;
    struct state *own = state;
    own->share = values->values[SHARE].real;
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    (void)sm;
    const struct state *own = state;
    if (kernel > 0 || view->n_kernels == 1)
        return UINT32_MAX;
    uint32_t blocks = (uint32_t)(own->share * view->kernels[kernel].capacity);
    return blocks > 0 ? blocks : 1;
}

static const struct partition_ops half = {
    .policy = {.head = {.name = "half",
                        .summary = "The first kernel gets a share, later ones what is left",
                        .source = "none: an example",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .quota = quota,
};

const struct policy_plugin simgpu_plugin = {
    .kind = PARTITION_KIND,
    .abi = POLICY_ABI,
    .policy = &half.policy.head,
};
