/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of other SMs act on the block's shared memory when they arrive; so no SM touches
 * another's memory, and the order does not depend on the host. Replies complete accesses like those
 * of L2. Signals are the barrier of the cluster.
 *
 * A message may come before its block has started here: the blocks of a cluster are sent one after
 * the other. Such messages wait. A block may also have ended, which is an error of the program: its
 * shared memory is gone. Then the reply says so, and the one who has asked fails.
 *
 * Differs: what others ask for takes no turn of the load/store unit, and there are no bank
 * conflicts among them.
 */
#include "models/sm/sm_cluster.h"
#include "models/sm/blocks/sm_block_barriers.h"
#include "models/sm/cluster/sm_remote.h"
#include "models/sm/issue/sm_stop.h"
#include "models/sm/ldst/sm_ldst.h"
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/tma/tma_cluster.h"
#include "models/sm/whole/sm_complete.h"
#include "models/sm/whole/sm_sync.h"
#include "workloads/atomic.h"
#include <string.h>

/* The slot of the block that the message is for; SM_MAX_BLOCKS: it is not here. */
static unsigned find_block(const struct sm *sm, const struct message *message)
{
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(used);
        if (sm_remote_is_for(message, &sm->blocks.list[slot].context))
            return slot;
    }
    return SM_MAX_BLOCKS;
}

static uint32_t shared_bytes_of(const struct launch *launch)
{
    return launch->code->static_shared_bytes + launch->dynamic_shared_bytes;
}

static struct payload *read_line(const struct sm *sm, const struct sm_block *block, uint32_t offset)
{
    struct payload *payload = payload_take(sm->core.unit.payloads);
    const uint32_t size = shared_bytes_of(block->context.launch);
    memcpy(payload->bytes, block->shared + offset, MIN(LINE_BYTES, size - offset));
    return payload;
}

static void write_line(uint8_t *line, const struct payload *payload)
{
    for (unsigned i = 0; i < LINE_BYTES; i++)
        if (payload->written[i / 64] >> i % 64 & 1)
            line[i] = payload->bytes[i];
}

/* Old values take the operands' places. */
static void change_line(uint8_t *line, struct payload *payload)
{
    for (unsigned i = 0; i < payload->n_lanes; i++) {
        struct atomic_lane *lane = &payload->lanes[i];
        lane->a = atomic_apply(payload->op, payload->type, line + lane->offset, lane->a, lane->b);
    }
}

/* The request acts, and becomes its reply. */
static void serve(struct sm *sm, const struct sm_block *block, struct message *message)
{
    const uint32_t offset = message_shared_offset(message);
    uint32_t data = sector_count(message->sectors) * SECTOR_BYTES;
    switch (message->kind) {
    case MESSAGE_SHARED_READ:
        message->payload = read_line(sm, block, offset);
        break;
    case MESSAGE_SHARED_WRITE:
        if (message->payload && message->payload->has_bytes) /* a trace's store has none */
            write_line(block->shared + offset, message->payload);
        payload_give_back(sm->core.unit.payloads, g_steal_pointer(&message->payload));
        data = 0;
        break;
    default:
        change_line(block->shared + offset, message->payload);
        if (message->payload->op == ATOMIC_ARRIVE)
            sm_mbarrier_changed(&sm->tma, (unsigned)(block - sm->blocks.list));
    }
    message_become_shared_reply(message, false, (uint16_t)(sm->core.config->header_bytes + data));
    sm_remote_reply(&sm->remote, message);
}

/* stopped: the block did not end by itself, and so will the one who asks. */
static void refuse(struct sm *sm, struct message *message, bool stopped)
{
    if (!message->payload)
        message->payload = payload_take(sm->core.unit.payloads);
    if (message->kind == MESSAGE_SHARED_READ)
        memset(message->payload->bytes, 0, LINE_BYTES);
    message_become_shared_reply(message, !stopped, (uint16_t)sm->core.config->header_bytes);
    sm_remote_reply(&sm->remote, message);
}

/* For a block that is here. */
static void act(struct sm *sm, unsigned slot, struct message *message)
{
    if (message->kind == MESSAGE_CLUSTER_SIGNAL)
        sm_cluster_heard(&sm->blocks, slot, message_signal_from(message),
                         message_signal_phases(message));
    else
        serve(sm, &sm->blocks.list[slot], message);
}

/* The block that owned the bytes has ended. */
static void fail(struct sm *sm, const struct remote_request *request, uint32_t rank)
{
    const unsigned block = sm->warps.list[request->slot].block;
    if (sm->core.failed)
        return;
    char *text =
        g_strdup_printf("block %u of its cluster has ended, and with it its shared memory", rank);
    if (sm_warp_fault(&sm->blocks, request->slot, request->pc, NULL, text))
        sm_stop_block(sm, block);
}

static void replied(struct sm *sm, const struct message *reply)
{
    const struct remote_request request =
        sm_remote_replied(&sm->remote, message_shared_number(reply));
    const uint64_t ready = sm->core.cycle + sm->core.config->l1d_fill_latency;
    if (message_shared_is_gone(reply))
        fail(sm, &request, message_rank(reply));
    else if (reply->kind == MESSAGE_SHARED_READ_REPLY)
        sm_access_deliver(&sm->accesses, request.access, request.lanes, reply->payload->bytes);
    else if (reply->kind == MESSAGE_SHARED_ATOMIC_REPLY && !request.copy)
        sm_access_deliver_atomic(&sm->accesses, request.access, request.lanes, reply->payload);
    payload_give_back(sm->core.unit.payloads, reply->payload);
    if (request.copy)
        sm_sync_delivered(sm, request.copy);
    else if (request.access == NO_ACCESS)
        sm_write_acknowledged(sm, message_write_number(request.slot, request.epoch));
    else if (sm_access_reply(&sm->accesses, request.access, ready))
        sm_access_complete(sm, request.access);
    if (G_UNLIKELY(sm->tma.abroad.length > 0))
        tma_cluster_flush(&sm->tma, &sm->remote);
    sm_ldst_wake(&sm->ldst, LDST_WAITS_REMOTE);
}

void sm_cluster_received(struct sm *sm, const struct message *message)
{
    struct message own = *message;
    if (message_is_shared_reply(message)) {
        replied(sm, message);
        return;
    }
    const unsigned slot = find_block(sm, message);
    bool stopped = false;
    if (slot < SM_MAX_BLOCKS)
        act(sm, slot, &own);
    else if (!sm_remote_has_ended(&sm->remote, message, &stopped))
        sm_remote_keep(&sm->remote, message);
    else if (message->kind != MESSAGE_CLUSTER_SIGNAL)
        refuse(sm, &own, stopped);
}

void sm_cluster_started(struct sm *sm)
{
    struct message message;
    for (uint64_t used = sm->remote.early ? sm->blocks.used : 0; used; used &= used - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(used);
        while (sm_remote_take(&sm->remote, &sm->blocks.list[slot].context, &message))
            act(sm, slot, &message);
    }
}

void sm_connect_network(struct sm *sm, struct wire *wire)
{
    sm_remote_connect(&sm->remote, wire);
}
