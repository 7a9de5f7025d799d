/* SPDX-License-Identifier: BSD-3-Clause */
/* An offload policy outside of simgpu: every other launch on the CPU. An example to copy, and a
 * plug-in that the tests load; no paper proposes it.
 *
 * Build it with the meson.build beside it, then:
 *     simgpu --plugin ./every_other.so --policy offload=every_other
 */
#include "policies/offload/offload.h"

/* Indices into the parameter table, which is also the order of the values. */
enum { FIRST };

static const struct policy_parameter parameters[] = {
    [FIRST] = POLICY_BOOLEAN_ROW("first", false, "the first launch, too. ASSUMED"),
    {.name = NULL},
};

struct state {
    bool on_cpu; /* the next one */
};

static void init(void *state, const struct policy_values *values)
{
    ((struct state *)state)->on_cpu = values->values[FIRST].boolean;
}

static enum offload_device choose(void *state, const struct offload_view *view)
{
    struct state *own = state;
    const enum offload_device device = own->on_cpu ? OFFLOAD_CPU : OFFLOAD_GPU;
    (void)view;
    own->on_cpu = !own->on_cpu;
    return device;
}

static const struct offload_ops every_other = {
    .policy = {.head = {.name = "every_other",
                        .summary = "Every other launch on the CPU",
                        .source = "none: an example",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .choose = choose,
};

const struct policy_plugin simgpu_plugin = {
    .kind = OFFLOAD_KIND,
    .abi = POLICY_ABI,
    .policy = &every_other.policy.head,
};
