/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/client.h"
#include <stdio.h>

static bool client_next(struct command_source *source, const struct device_access *device,
                        uint64_t now, struct command *out, GError **error)
{
    struct client *client = (struct client *)source;
    gint64 start = g_get_monotonic_time();
    bool good = client->inner->next(client->inner, device, now, out, error);
    client->seconds += (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    if (good && out->kind == COMMAND_LAUNCH)
        out->functional =
            !detail_wanted(client->detail, client->n_launches++, out->launch.code->name);
    return good;
}

static bool client_done(struct command_source *source, const struct device_access *device,
                        uint64_t id, uint64_t now, const char *output, GError **error)
{
    struct command_source *inner = ((struct client *)source)->inner;
    if (inner->done)
        return inner->done(inner, device, id, now, output, error);
    if (output) /* a workload has no program that would print it */
        fputs(output, stdout);
    return true;
}

void client_init(struct client *client, struct command_source *inner, const struct detail *detail)
{
    *client = (struct client){
        .source = {.next = client_next, .done = client_done}, .inner = inner, .detail = detail};
}
