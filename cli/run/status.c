/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/status.h"
#include "cli/base/output.h"
#include <stdio.h>

/* A warp that stands where it stood when the SM has issued nothing since is stuck; so is one in a
 * loop that is found at the same few lines again and again. */
static void add_sms(struct status *status, GString *text)
{
    const struct gpu *gpu = status->gpu;
    if (!status->issued)
        status->issued = g_new0(uint64_t, gpu_n_sms(gpu));
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++) {
        uint64_t issued = sm_counters(gpu_sm(gpu, i))->warp_instructions;
        if (issued > 0)
            g_string_append_printf(
                text,
                "%s: has issued %" G_GUINT64_FORMAT " warp instructions, %" G_GUINT64_FORMAT
                " since it was asked last\n",
                sm_unit(gpu_sm(gpu, i))->name, issued, issued - status->issued[i]);
        status->issued[i] = issued;
    }
}

static void tell(void *data, const char *what)
{
    struct status *status = data;
    const struct gpu *gpu = status->gpu;
    g_autoptr(GString) text = g_string_new(NULL);
    if (gpu) {
        g_autofree char *waits = engine_describe_waits(gpu_engine(gpu));
        g_string_append_printf(
            text, "simgpu: at SM cycle %" G_GUINT64_FORMAT "%s%s; who waits for what:\n",
            clock_cycle_at_or_before(&gpu_config_of(gpu)->sm.clock, gpu_engine(gpu)->clock),
            what ? ": " : "", what ? what : "");
        add_sms(status, text);
        g_string_append(text, waits);
    } else {
        g_string_append_printf(text, "simgpu: %s\n", what);
    }
    output_text(stderr, text->str);
}

void status_init(struct status *status, volatile int *asked)
{
    *status = (struct status){.request = {.asked = asked, .tell = tell, .data = status}};
}

void status_clear(struct status *status)
{
    g_free(status->issued);
    *status = (struct status){.gpu = NULL};
}
