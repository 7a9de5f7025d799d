/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/client.h"
#include "cli/base/output.h"
#include "workloads/cuda_process/device_output.h"
#include <stdio.h>

/* A program that asks again and again whether something has happened must let time pass. */
enum { IDLE_CALLS_MAX = 4096 };

/* The commands of a trace are all known at the begin, and what a program does between them takes no
 * time. */
static void take_no_time(struct client *client, struct command *command)
{
    bool idle = command->kind == COMMAND_JOIN && command->n_after == 0;
    client->n_idle_calls = idle ? client->n_idle_calls + 1 : 0;
    if (client->n_idle_calls <= IDLE_CALLS_MAX)
        command->host_time = 0;
    command->ahead = command->kind == COMMAND_LAUNCH;
}

static bool write_down(struct client *client, struct command *command, uint32_t launch, bool picked,
                       GError **error)
{
    if (client->as_trace)
        take_no_time(client, command);
    return !client->writer || trace_writer_command(client->writer, command, launch, picked, error);
}

static bool client_next(struct command_source *source, const struct device_access *device,
                        uint64_t now, struct command *out, GError **error)
{
    struct client *client = (struct client *)source;
    bool picked = true;
    uint32_t launch = client->n_launches;
    gint64 start = g_get_monotonic_time();
    client->inner->hurry = source->hurry;
    bool good = client->inner->next(client->inner, device, now, out, error);
    client->seconds += (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    if (good && out->kind == COMMAND_LAUNCH) {
        picked = detail_picked(client->detail, launch, out->launch.code->name);
        out->functional = !picked || client->detail->functional;
        client->n_launches++;
        out->launch.command = out->id;
        if (client->launch_ended)
            g_hash_table_add(client->launches, GSIZE_TO_POINTER(out->id));
        if (client->features)
            launch_features_note(client->features, client->index, &out->launch, now);
    }
    if (good && client->sanitizer)
        sanitizer_issue(client->sanitizer, client->index, out);
    if (good && (out->kind == COMMAND_NONE || out->kind == COMMAND_LATER))
        return true;
    return good && write_down(client, out, launch, picked, error);
}

static bool client_returned(struct command_source *source, const struct device_access *device,
                            uint64_t caller, GError **error)
{
    struct client *client = (struct client *)source;
    return client->inner->returned(client->inner, device, caller, error);
}

/* A workload has no program that would print it. */
static void print_output(struct client *client, const char *text)
{
    g_autoptr(GString) kept = g_string_new(NULL);
    if (!device_output_append(kept, text, LAUNCH_OUTPUT_BYTES) && !client->lost_output) {
        output_line(
            stderr,
            "simgpu: a kernel printed more than %d bytes: the oldest lines are lost, as on a GPU",
            (int)LAUNCH_OUTPUT_BYTES);
        client->lost_output = true;
    }
    fputs(kept->str, stdout);
}

static bool client_done(struct command_source *source, const struct device_access *device,
                        uint64_t id, uint64_t now, const char *output, GError **error)
{
    struct client *client = (struct client *)source;
    struct command_source *inner = client->inner;
    if (client->sanitizer)
        sanitizer_end(client->sanitizer, client->index, id);
    if (client->writer && !trace_writer_done(client->writer, id, error))
        return false;
    const bool good = !inner->done || inner->done(inner, device, id, now, output, error);
    if (!inner->done && output)
        print_output(client, output);
    const bool launch = g_hash_table_remove(client->launches, GSIZE_TO_POINTER(id));
    if (good && client->launch_ended && launch && !source->hurry) /* no image while another waits */
        client->launch_ended(client->listener);
    return good;
}

static enum source_rest client_rest(struct command_source *source)
{
    struct client *client = (struct client *)source;
    gint64 start = g_get_monotonic_time();
    client->inner->hurry = source->hurry;
    const enum source_rest rest = client->inner->rest(client->inner);
    client->seconds += (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    return rest;
}

static void client_fail(struct command_source *source, enum fault_kind kind, const char *message)
{
    struct client *client = (struct client *)source;
    output_line(stderr, "simgpu: %s", message);
    client->fault = g_strdup(message);
    client->inner->fail(client->inner, kind, message);
}

static void client_halt(struct command_source *source)
{
    struct client *client = (struct client *)source;
    client->halted = true;
    client->inner->halt(client->inner);
}

void client_init(struct client *client, struct command_source *inner, const struct detail *detail)
{
    *client = (struct client){.source = {.next = client_next,
                                         .returned = inner->returned ? client_returned : NULL,
                                         .done = client_done,
                                         .rest = inner->rest ? client_rest : NULL,
                                         .fail = inner->fail ? client_fail : NULL,
                                         .halt = inner->halt ? client_halt : NULL},
                              .inner = inner,
                              .detail = detail,
                              .launches = g_hash_table_new(NULL, NULL)};
}

void client_finish(struct client *client)
{
    g_hash_table_destroy(client->launches);
    g_free(client->fault);
}
