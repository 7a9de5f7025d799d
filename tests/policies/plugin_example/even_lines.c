/* SPDX-License-Identifier: BSD-3-Clause */
/* An L1 bypass policy outside of simgpu: loads of every other line take none of L1's. An example to
 * copy, and a plug-in that the tests load; no paper proposes it.
 *
 * Build it with the meson.build beside it, then:
 *     simgpu --plugin ./even_lines.so --policy l1_bypass=even_lines
 */
#include "policies/l1_bypass/l1_bypass.h"

/* Indices into the parameter table, which is also the order of the values. */
enum { ODD };
enum { LINE_BYTES = 128 };

static const struct policy_parameter parameters[] = {
    [ODD] = POLICY_BOOLEAN_ROW("odd", false, "the odd lines bypass, not the even ones. ASSUMED"),
    {.name = NULL},
};

struct state {
    bool odd;
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)site;
    ((struct state *)state)->odd = values->values[ODD].boolean;
}

static bool on_miss(const void *state, const struct bypass_request *request,
                    const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    return request->line / LINE_BYTES % 2 == own->odd;
}

static const struct l1_bypass_ops even_lines = {
    .policy = {.head = {.name = "even_lines",
                        .summary = "Loads of every other line bypass L1",
                        .source = "none: an example",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .on_miss = on_miss,
};

const struct policy_plugin simgpu_plugin = {
    .kind = L1_BYPASS_KIND,
    .abi = POLICY_ABI,
    .policy = &even_lines.policy.head,
};
