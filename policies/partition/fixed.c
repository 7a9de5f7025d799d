/* SPDX-License-Identifier: BSD-3-Clause */
/* Fixed quotas: so many blocks of each kernel on every SM, by the order in which kernels come, or
 * by whose they are.
 *
 * The quotas are a list of `kernels` numbers, q0, q1, ...: the first kernel of the run has q0, the
 * next one q1, and so on, and behind the list's end from q0 on. 0 is as many as fit. By program,
 * all kernels of the first one have q0, those of the next one q1; when only one program has kernels
 * and there is more than one quota, it may have everything: section V, "the slower benchmark may
 * then consume all the available resources".
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV: the pairs (T1, T2) of blocks on
 * an SM among which it chooses.
 */
#include "policies/partition/partition.h"

enum { MOST_KERNELS = 8, MOST_BLOCKS = 65535 };
enum parameter { KERNELS, BY, FIRST_QUOTA };
enum by { BY_ARRIVAL, BY_PROGRAM };

static const char *const ways[] = {"arrival", "program", NULL};

#define QUOTA_ROW(name)                                                                            \
    POLICY_INTEGER_ROW(name, "blocks", 0, 0, MOST_BLOCKS, "on an SM; 0: as many as fit")

static const struct policy_parameter parameters[] = {
    [KERNELS] = POLICY_INTEGER_ROW("kernels", "kernels", 2, 1, MOST_KERNELS,
                                   "quotas in the list (Warped-Slicer, IV: pairs of kernels)"),
    [BY] = POLICY_CHOICE_ROW("by", ways, BY_ARRIVAL,
                             "whom a quota belongs to: kernels in their order, or programs"),
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
    bool by_program;
    uint32_t quota[MOST_KERNELS];
};

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    struct state *own = state;
    (void)site;
    own->n = (uint64_t)values->values[KERNELS].integer;
    own->by_program = values->values[BY].choice == BY_PROGRAM;
    for (unsigned i = 0; i < MOST_KERNELS; i++) {
        int64_t quota = values->values[FIRST_QUOTA + i].integer;
        own->quota[i] = quota > 0 ? (uint32_t)quota : UINT32_MAX;
    }
}

static bool is_alone(const struct partition_view *view, uint32_t program)
{
    for (uint32_t k = 0; k < view->n_kernels; k++)
        if (view->kernels[k].program != program)
            return false;
    return true;
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    const struct state *own = state;
    const struct partition_kernel *one = &view->kernels[kernel];
    (void)sm;
    if (!own->by_program)
        return own->quota[one->arrival % own->n];
    return own->n > 1 && is_alone(view, one->program) ? UINT32_MAX
                                                      : own->quota[one->program % own->n];
}

const struct partition_ops partition_fixed = {
    .policy = {.head = {.name = "fixed",
                        .summary = "Quotas by kernel, in order of arrival, or by program",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, IV",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .quota = quota,
};
