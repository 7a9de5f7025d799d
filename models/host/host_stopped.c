/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/host_stopped.h"
#include "models/host/host_internal.h"

/* Clients get more time with every eighth turn that launches have had in vain, but not ever more.
 */
enum { TURNS = 8, MOST_TURNS = 512 };

static void set_hurry(struct host *host, unsigned vain)
{
    host->vain = vain;
    for (uint32_t i = 0; i < host->clients->len; i++)
        host_client_at(host, i)->source->hurry = host->stopped->len > 0 ? 1 + vain / TURNS : 0;
}

static void stop(struct host *host, struct operation *operation, struct functional_stopped *stopped)
{
    operation->stopped = stopped;
    g_ptr_array_add(host->stopped, operation);
    set_hurry(host, 0);
}

void host_compute(struct host *host, struct operation *operation, sim_time now)
{
    GError *error = NULL;
    g_autoptr(GString) output = g_string_new(NULL);
    struct functional_stopped *stopped = NULL;
    struct host_launch *launch = host_launch_at(host, operation->command.launch.id);
    launch->sent = launch->done = now;
    if (!host->hooks.run_functional(host->hooks.data, &operation->command.launch, 0,
                                    &host->computed, output, &stopped, &error)) {
        host_fail_client(host, operation, now, error);
        return;
    }
    if (stopped) {
        stop(host, operation, stopped);
        return;
    }
    host_end_operation(host, operation, now, output->len > 0 ? output->str : NULL);
}

static void leave(struct host *host, struct operation *operation)
{
    operation->stopped = NULL;
    g_ptr_array_remove(host->stopped, operation);
    set_hurry(host, 0);
}

/* Whether it has done more than wait. */
static bool go_on(struct host *host, struct operation *operation)
{
    const struct host_hooks *hooks = &host->hooks;
    g_autoptr(GString) output = g_string_new(NULL);
    GError *error = NULL;
    bool moved = false;
    const bool good =
        hooks->go_on(hooks->data, &operation->stopped, &host->computed, output, &moved, &error);
    if (operation->stopped)
        return moved;
    leave(host, operation);
    host_launch_at(host, operation->command.launch.id)->done = host->now;
    if (good)
        host_end_operation(host, operation, host->now, output->len > 0 ? output->str : NULL);
    else
        host_fail_client(host, operation, host->now, error);
    return true;
}

/* A launch of a client that has failed doesn't go on. */
static bool drop_failed(struct host *host)
{
    for (guint i = 0; i < host->stopped->len; i++) {
        struct operation *operation = host->stopped->pdata[i];
        if (!host_client_at(host, operation->client)->failed)
            continue;
        host->hooks.drop(host->hooks.data, operation->stopped, NULL);
        leave(host, operation);
        host_end_operation(host, operation, host->now, NULL);
        return true;
    }
    return false;
}

/* Each has a turn, until one has done something: others may come first then. */
static bool give_turns(struct host *host)
{
    if (drop_failed(host))
        return true;
    for (guint i = 0; i < host->stopped->len; i++) {
        if (!go_on(host, host->stopped->pdata[i]))
            continue;
        set_hurry(host, 0);
        return true;
    }
    host->touched = false;
    set_hurry(host, MIN(host->vain + 1, MOST_TURNS));
    return false;
}

/* Whether a message may come: from the GPU, or from a copy. */
static bool awaits_messages(const struct host *host)
{
    bool awaits = host->on_cpu != NULL;
    for (uint32_t i = 0; i < host->config.n_gpus; i++) {
        awaits |= host->gpus[i].n_kernels > 0;
        for (unsigned k = 0; k < HOST_ENGINES; k++)
            awaits |= host->gpus[i].copying[k] != NULL;
    }
    return awaits;
}

/* Clients that were not heard to the end are heard. */
static bool hear(struct host *host)
{
    bool any = false;
    host->unheard = false;
    for (uint32_t i = 0; i < host->clients->len && !host->failed; i++) {
        struct host_client *client = host_client_at(host, i);
        if (!client->later || client->ended)
            continue;
        client->later = false;
        host->touched = any = true;
        host_pull(host, i, host->now);
    }
    return any;
}

/* Whether a client may yet write to memory, or has asked for something. */
static bool clients_do_something(struct host *host)
{
    bool any = false;
    for (uint32_t i = 0; i < host->clients->len; i++) {
        struct host_client *client = host_client_at(host, i);
        if (client->ended || !client->source->rest)
            continue;
        const enum source_rest rest = client->source->rest(client->source);
        client->later = rest == SOURCE_ASKS;
        host->unheard |= client->later;
        any |= rest != SOURCE_IS_STILL;
    }
    return any;
}

/* The first one that waits for a time as well goes on by it; if there is none, the first one of all
 * waits for ever. */
static void give_up(struct host *host)
{
    for (guint i = 0; i < host->stopped->len; i++) {
        struct operation *waiting = host->stopped->pdata[i];
        host->touched = host->hooks.insist(host->hooks.data, waiting->stopped);
        if (host->touched)
            return;
    }
    struct operation *operation = host->stopped->pdata[0];
    GError *error = NULL;
    host->hooks.drop(host->hooks.data, operation->stopped, &error);
    leave(host, operation);
    host_fail_client(host, operation, host->now, error);
}

bool host_stopped_turn(struct host *host, sim_time next)
{
    if (next <= host->now || host->aborted)
        return false;
    if ((host->touched && give_turns(host)) || hear(host)) {
        host->still = false;
        return true;
    }
    if (host->stopped->len == 0 || next != SIM_TIME_NEVER || awaits_messages(host))
        return false;
    const bool was_still = host->still;
    host->still = !clients_do_something(host);
    if (host->still && was_still)
        give_up(host);
    else
        host->touched = true; /* a client may have written before it became still */
    return true;
}

void host_stopped_finish(struct host *host)
{
    for (guint i = 0; i < host->stopped->len; i++) {
        struct operation *operation = host->stopped->pdata[i];
        host->hooks.drop(host->hooks.data, operation->stopped, NULL);
    }
    g_ptr_array_free(host->stopped, TRUE);
}
