/* SPDX-License-Identifier: BSD-3-Clause */
/* Warp schedulers as a kind of policy. */
#include "policies/warp_scheduler/registry.h"

#include "policies/warp_scheduler/table.h"

/* A warp scheduler's head is its first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct warp_scheduler_ops, head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct warp_scheduler_ops *ops = (const struct warp_scheduler_ops *)policy;
    if (ops->pick == NULL)
        return "it has no pick function";
    if ((ops->results == NULL) != (ops->report == NULL))
        return "it has results or a report function, but not both";
    return NULL;
}

const struct policy_kind warp_scheduler_kind = {
    .name = WARP_SCHEDULER_KIND,
    .title = "warp scheduler",
    .abi = WARP_SCHEDULER_ABI,
    .built_in = warp_scheduler_table,
    .problem = problem,
};

const struct warp_scheduler_ops *warp_scheduler_find(const struct policy_registry *registry,
                                                     const char *name, GError **error)
{
    return (const struct warp_scheduler_ops *)policy_registry_find(registry, &warp_scheduler_kind,
                                                                   name, error);
}

const struct warp_scheduler_ops **warp_scheduler_list(const struct policy_registry *registry)
{
    g_autofree const struct policy_head **heads =
        policy_registry_list(registry, &warp_scheduler_kind);
    size_t count = 0;
    while (heads[count] != NULL)
        count++;
    const struct warp_scheduler_ops **list = g_new0(const struct warp_scheduler_ops *, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = (const struct warp_scheduler_ops *)heads[i];
    return list;
}
