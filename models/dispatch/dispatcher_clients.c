/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_state.h"
#include "workloads/launch.h"

static struct dispatcher_client *client_of(struct dispatcher *d, uint32_t client)
{
    if (client >= d->clients->len)
        g_array_set_size(d->clients, client + 1);
    return &g_array_index(d->clients, struct dispatcher_client, client);
}

const struct dispatcher_client *dispatcher_client(const struct dispatcher *d, uint32_t client)
{
    static const struct dispatcher_client none;
    return client < d->clients->len ? &g_array_index(d->clients, struct dispatcher_client, client)
                                    : &none;
}

void dispatcher_set_target(struct dispatcher *d, uint32_t client, uint64_t target)
{
    client_of(d, client)->target = target;
}

void dispatcher_client_begins(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                              uint64_t cycle)
{
    struct dispatcher_client *client = client_of(d, kernel->launch->client);
    if (client->kernels++ == 0)
        client->first_cycle = cycle + d->config.way;
}

void dispatcher_client_ends(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                            uint64_t cycle)
{
    client_of(d, kernel->launch->client)->last_cycle = cycle - d->config.way_back;
}

/* The client has done more. True if it has just reached its target. */
static bool reaches_target(struct dispatcher *d, uint32_t number, uint64_t cycle)
{
    struct dispatcher_client *client = client_of(d, number);
    if (client->target_cycle > 0 || !dispatcher_client_is_through(d, number))
        return false;
    client->target_cycle = cycle - d->config.way_back;
    return true;
}

bool dispatcher_client_works(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                             uint64_t warp_instructions, uint64_t told, uint64_t cycle)
{
    struct dispatcher_client *client = client_of(d, kernel->launch->client);
    client->warp_instructions += warp_instructions;
    client->under_way -= told;
    return reaches_target(d, kernel->launch->client, cycle);
}

bool dispatcher_client_proceeds(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                                uint64_t warp_instructions, uint64_t cycle)
{
    client_of(d, kernel->launch->client)->under_way += warp_instructions;
    return reaches_target(d, kernel->launch->client, cycle);
}

bool dispatcher_client_is_through(const struct dispatcher *d, uint32_t client)
{
    const struct dispatcher_client *one = dispatcher_client(d, client);
    return one->target > 0 && one->warp_instructions + one->under_way >= one->target;
}
