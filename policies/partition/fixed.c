/* SPDX-License-Identifier: BSD-3-Clause */
/* Fixed quotas: so many blocks of each kernel on every SM, by the order in which kernels come.
 *
 * The quotas are a list of `kernels` numbers, q0, q1, ...: the first kernel of the run has q0, the
 * next one q1, and so on, and behind the list's end from q0 on. 0 is as many as fit.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV: the pairs (T1, T2) of blocks on
 * an SM among which it chooses.
 */
#include "policies/partition/partition.h"

enum { MOST_KERNELS = 8, MOST_BLOCKS = 65535 };
enum parameter { KERNELS, FIRST_QUOTA };

#define QUOTA_ROW(name)                                                                            \
    POLICY_INTEGER_ROW(name, "blocks", 0, 0, MOST_BLOCKS, "on an SM; 0: as many as fit")

static const struct policy_parameter parameters[] = {
    [KERNELS] = POLICY_INTEGER_ROW("kernels", "kernels", 2, 1, MOST_KERNELS,
                                   "quotas in the list (Warped-Slicer, IV: pairs of kernels)"),
    [FIRST_QUOTA] = QUOTA_ROW("q0"),
    QUOTA_ROW("q1"),
    QUOTA_ROW("q2"),
    QUOTA_ROW("q3"),
    QUOTA_ROW("q4"),
    QUOTA_ROW("q5"),
    QUOTA_ROW("q6"),
    QUOTA_ROW("q7"),
    {0}};

struct state {
    uint64_t n;
    uint32_t quota[MOST_KERNELS];
};

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    struct state *own = state;
    (void)site;
    own->n = (uint64_t)values->values[KERNELS].integer;
    for (unsigned i = 0; i < MOST_KERNELS; i++) {
        int64_t quota = values->values[FIRST_QUOTA + i].integer;
        own->quota[i] = quota > 0 ? (uint32_t)quota : UINT32_MAX;
    }
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    const struct state *own = state;
    (void)sm;
    return own->quota[view->kernels[kernel].arrival % own->n];
}

const struct partition_ops partition_fixed = {
    .policy = {.head = {.name = "fixed",
                        .summary = "Quotas by kernel, in the order in which kernels come",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, IV",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .quota = quota,
};
