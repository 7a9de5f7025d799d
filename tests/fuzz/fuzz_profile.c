/* SPDX-License-Identifier: BSD-3-Clause */
/* A profile of DAWS: what is read can be written, and used by a kernel. */
#include "policies/sm_members.h"
#include "policies/warp_scheduler/daws_profile.h"
#include "tests/fuzz/fuzz.h"

extern const struct warp_scheduler_ops warp_scheduler_daws_profiled;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct sm_policy *policy = &warp_scheduler_daws_profiled.policy;
    const struct warp_loop loop = {.begin = 32, .first = 32, .last = 43, .parent = -1};
    const struct warp_kernel kernel = {.name = "spmv", .loops = &loop, .n_loops = 1};
    const struct sm_policy_site site = {.schedulers = 1, .warp_slots = 8, .l1_lines = 256};
    const struct warp_view view = {.age = NULL};
    g_autofree char *text = g_strndup((const char *)data, size);
    struct sm_members members;
    sm_members_init(&members, &site);
    void *state = sm_members_add(&members, &policy->head, NULL);
    sm_members_ready(&members);
    if (policy->profile_read(state, "profile", text, NULL)) {
        g_autoptr(GString) written = g_string_new(NULL);
        daws_profile_write(state, written);
        policy->on.kernel_started(state, &kernel, &view);
        daws_footprint(daws_now(&((struct daws *)state)->table), 0, 32);
    }
    sm_members_finish(&members);
    return 0;
}
