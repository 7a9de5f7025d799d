/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/cluster/sm_remote.h"
#include "workloads/cluster.h"

void sm_remote_init(struct sm_remote *remote, struct sm_core *core, struct sm_accesses *accesses)
{
    remote->core = core;
    remote->accesses = accesses;
    remote->free = REMOTE_NONE;
}

void sm_remote_finish(struct sm_remote *remote)
{
    for (guint i = 0; remote->early && i < remote->early->len; i++) {
        const struct message *message = &g_array_index(remote->early, struct message, i);
        if (message_has_payload(message))
            payload_give_back(remote->core->unit.payloads, message->payload);
    }
    g_clear_pointer(&remote->early, g_array_unref);
    g_clear_pointer(&remote->ended, g_array_unref);
    g_free(remote->requests);
}

void sm_remote_connect(struct sm_remote *remote, struct wire *wire)
{
    const uint32_t n = remote->core->config->shared.network.requests;
    remote->wire = wire;
    remote->requests = g_new0(struct remote_request, n);
    for (uint32_t i = n; i > 0; i--) {
        remote->requests[i - 1].next_free = remote->free;
        remote->free = (uint16_t)(i - 1);
    }
}

static void send(struct sm_remote *remote, const struct message *message)
{
    sim_time now = sm_edge(remote->core, remote->core->cycle), when;
    bool has_credit = wire_has_credit(remote->wire, now, &when);
    g_assert(has_credit); /* the tables of requests bound what is on its way */
    wire_send(remote->wire, now, message);
}

static struct cluster_block block_at(const struct block_context *block, uint32_t rank)
{
    return (struct cluster_block){.launch = block->launch->id,
                                  .cluster = block->place->cluster,
                                  .rank = rank,
                                  .sm = block->place->sm[rank]};
}

enum ldst_wait sm_remote_access(struct sm_remote *remote, const struct ldst_entry *entry,
                                const struct line_transaction *line)
{
    static const uint8_t kinds[OP_CLASSES] = {[OP_LOAD] = MESSAGE_SHARED_READ,
                                              [OP_STORE] = MESSAGE_SHARED_WRITE,
                                              [OP_ATOMIC] = MESSAGE_SHARED_ATOMIC};
    const struct sm_core *core = remote->core;
    const bool load = entry->op_class == OP_LOAD, store = entry->op_class == OP_STORE;
    if (remote->free == REMOTE_NONE)
        return LDST_WAITS_REMOTE;
    const uint16_t number = remote->free;
    struct remote_request *request = &remote->requests[number];
    remote->free = request->next_free;
    remote->out++;
    request->access = entry->access;
    request->pc = entry->pc;
    request->lanes = line->lanes;
    request->slot = entry->warp;
    request->epoch = entry->epoch;
    request->copy = NULL;
    const struct block_context *block = remote->accesses->warps->list[entry->warp].context.block;
    const uint32_t rank = cluster_address_rank((uint32_t)line->line, block->rank);
    const uint32_t data = load ? 0 : sector_count(line->sectors) * SECTOR_BYTES;
    const struct shared_request what = {.kind = kinds[entry->op_class],
                                        .to = block_at(block, rank),
                                        .offset = cluster_address_offset((uint32_t)line->line),
                                        .number = number,
                                        .sm = (uint16_t)core->site.index,
                                        .bytes = (uint16_t)(core->config->header_bytes + data),
                                        .sectors = line->sectors,
                                        .payload =
                                            load ? NULL : entry->payloads[line - entry->lines]};
    const struct message message = message_shared_request(&what);
    if (!store)
        sm_access_await(remote->accesses, entry->access);
    remote->core->counters.remote.requests++;
    send(remote, &message);
    return LDST_WAITS_NOT;
}

bool sm_remote_send_part(struct sm_remote *remote, const struct remote_part *part)
{
    const struct sm_core *core = remote->core;
    const uint16_t number = remote->free;
    if (number == REMOTE_NONE)
        return false;
    struct remote_request *request = &remote->requests[number];
    remote->free = request->next_free;
    remote->out++;
    *request = (struct remote_request){
        .access = NO_ACCESS, .pc = part->pc, .slot = part->slot, .copy = part->copy};
    const struct shared_request what = {
        .kind = part->kind,
        .to = block_at(part->from, part->rank),
        .offset = part->offset,
        .number = number,
        .sm = (uint16_t)core->site.index,
        .bytes =
            (uint16_t)(core->config->header_bytes + sector_count(part->sectors) * SECTOR_BYTES),
        .sectors = part->sectors,
        .payload = part->payload};
    const struct message message = message_shared_request(&what);
    remote->core->counters.remote.requests++;
    send(remote, &message);
    return true;
}

struct remote_request sm_remote_replied(struct sm_remote *remote, uint32_t number)
{
    const struct remote_request request = remote->requests[number];
    g_assert(number < remote->core->config->shared.network.requests && remote->out > 0);
    remote->requests[number].next_free = remote->free;
    remote->free = (uint16_t)number;
    remote->out--;
    remote->core->counters.remote.replies++;
    return request;
}

void sm_remote_reply(struct sm_remote *remote, const struct message *reply)
{
    remote->core->counters.remote.served++;
    send(remote, reply);
}

void sm_remote_signal(struct sm_remote *remote, const struct block_context *block, uint32_t phases)
{
    const struct sm_core *core = remote->core;
    for (uint32_t rank = 0; block->place && rank < block->place->n_blocks; rank++) {
        const struct cluster_block to = block_at(block, rank);
        const struct message signal =
            message_cluster_signal(&to, block->rank, phases, (uint16_t)core->site.index,
                                   (uint16_t)core->config->header_bytes);
        if (rank != block->rank)
            send(remote, &signal);
    }
}

void sm_remote_block_ended(struct sm_remote *remote, const struct block_context *block,
                           bool stopped)
{
    const struct remote_ended ended = {block_at(block, block->rank), stopped};
    if (!remote->ended)
        remote->ended = g_array_new(FALSE, FALSE, sizeof ended);
    g_array_append_val(remote->ended, ended);
}

bool sm_remote_has_ended(const struct sm_remote *remote, const struct message *message,
                         bool *stopped)
{
    for (guint i = 0; remote->ended && i < remote->ended->len; i++) {
        const struct remote_ended *ended = &g_array_index(remote->ended, struct remote_ended, i);
        const struct cluster_block *block = &ended->block;
        *stopped = ended->stopped;
        if (block->launch == message->launch && block->rank == message_rank(message) &&
            block->cluster == message_cluster(message))
            return true;
    }
    return false;
}

void sm_remote_keep(struct sm_remote *remote, const struct message *message)
{
    if (!remote->early)
        remote->early = g_array_new(FALSE, FALSE, sizeof *message);
    g_array_append_val(remote->early, *message);
}

bool sm_remote_take(struct sm_remote *remote, const struct block_context *block,
                    struct message *message)
{
    for (guint i = 0; remote->early && i < remote->early->len; i++) {
        *message = g_array_index(remote->early, struct message, i);
        if (!sm_remote_is_for(message, block))
            continue;
        g_array_remove_index(remote->early, i);
        return true;
    }
    return false;
}

void sm_remote_forget(struct sm_remote *remote, uint32_t launch)
{
    for (guint i = remote->ended ? remote->ended->len : 0; i > 0; i--)
        if (g_array_index(remote->ended, struct remote_ended, i - 1).block.launch == launch)
            g_array_remove_index_fast(remote->ended, i - 1);
}
