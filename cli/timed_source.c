/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/timed_source.h"

static bool timed_next(struct command_source *source, const struct device_access *device,
                       struct command *out, GError **error)
{
    struct timed_source *timed = (struct timed_source *)source;
    gint64 start = g_get_monotonic_time();
    bool good = timed->inner->next(timed->inner, device, out, error);
    timed->seconds += (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    return good;
}

void timed_source_init(struct timed_source *timed, struct command_source *inner)
{
    *timed = (struct timed_source){.source = {.next = timed_next}, .inner = inner};
}
