/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher.h"
#include "models/dispatch/dispatcher_room.h"

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
    client_of(d, kernel->launch->client)->last_cycle = cycle - d->config.way;
}

bool dispatcher_client_works(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                             uint64_t warp_instructions)
{
    struct dispatcher_client *client = client_of(d, kernel->launch->client);
    bool was_through = dispatcher_client_is_through(d, kernel->launch->client);
    client->warp_instructions += warp_instructions;
    return !was_through && dispatcher_client_is_through(d, kernel->launch->client);
}

bool dispatcher_client_is_through(const struct dispatcher *d, uint32_t client)
{
    const struct dispatcher_client *one = dispatcher_client(d, client);
    return one->target > 0 && one->warp_instructions >= one->target;
}

/* Behind the last block that has been sent, or is chosen. */
static uint64_t sent_end(const struct dispatcher *d, const struct dispatcher_kernel *kernel)
{
    uint64_t end = kernel->next_block;
    for (uint64_t block = kernel->n_blocks; kernel->sent && block-- > end;)
        if (kernel->sent[block / 64] >> block % 64 & 1)
            end = block + 1;
    return d->dealt == kernel ? MAX(end, d->chosen.block + 1) : end;
}

void dispatcher_cut(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    uint64_t end = MAX(sent_end(d, kernel), 1);
    d->all_blocks -= kernel->n_blocks - end;
    kernel->n_blocks = end;
    kernel->cut = true;
    d->quotas_stale = true;
    dispatcher_refresh_rooms(d, kernel);
}
