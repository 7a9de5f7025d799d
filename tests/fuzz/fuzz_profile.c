/* SPDX-License-Identifier: BSD-3-Clause */
/* A profile of DAWS: what is read can be written, and used by a kernel. */
#include "policies/warp_scheduler/daws_profile.h"
#include "tests/fuzz/fuzz.h"

extern const struct warp_scheduler_ops warp_scheduler_daws_profiled;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct warp_scheduler_ops *ops = &warp_scheduler_daws_profiled;
    const struct warp_loop loop = {.begin = 32, .first = 32, .last = 43, .parent = -1};
    const struct warp_kernel kernel = {.name = "spmv", .loops = &loop, .n_loops = 1};
    const struct warp_scheduler_site site = {.schedulers = 1, .warp_slots = 8, .l1_lines = 256};
    const struct warp_view view = {.age = NULL};
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autofree void *state = g_malloc0(ops->head.state_bytes);
    struct policy_values *values = policy_values_new(&ops->head);
    ops->init(state, &site, values);
    policy_values_free(values);
    if (ops->profile_read(state, "profile", text, NULL)) {
        g_autoptr(GString) written = g_string_new(NULL);
        daws_profile_write(state, written);
        ops->kernel_started(state, &kernel, &view);
        daws_footprint(daws_now(&((struct daws *)state)->table), 0, 32);
    }
    return 0;
}
