/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_ways.h"
#include <string.h>

struct way_key {
    uint64_t address;
    uint32_t unit, tag;
    uint16_t requester;
    uint8_t kind, sectors;
};

static struct way_key key_of(uint32_t unit, const struct message *message)
{
    struct way_key key;
    memset(&key, 0, sizeof key); /* it is compared as bytes */
    key.address = message_address(message);
    key.unit = unit;
    key.tag = message_transaction_of(message);
    key.requester = message->requester;
    key.kind = message->kind;
    key.sectors = message->sectors;
    if (key.kind >= MESSAGE_READ_REPLY && key.kind <= MESSAGE_FETCH_REPLY)
        key.kind -= MESSAGE_READ_REPLY - MESSAGE_READ;
    if (key.kind == MESSAGE_DRAM_DATA)
        key.kind = MESSAGE_DRAM_READ;
    return key;
}

static guint hash(gconstpointer data)
{
    const struct way_key *key = data;
    uint64_t mixed = key->address ^ (uint64_t)key->unit << 40 ^ (uint64_t)key->tag << 8 ^
                     (uint64_t)key->requester << 20 ^ (uint64_t)key->kind << 4 ^ key->sectors;
    return (guint)((mixed * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static gboolean same(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(struct way_key)) == 0;
}

static void free_queue(gpointer queue)
{
    g_queue_free_full(queue, g_free);
}

void event_ways_init(struct event_ways *ways)
{
    ways->stops = g_hash_table_new_full(hash, same, g_free, free_queue);
}

void event_ways_finish(struct event_ways *ways)
{
    g_hash_table_destroy(ways->stops);
}

void event_ways_put(struct event_ways *ways, uint32_t unit, const struct message *message,
                    const struct event_stop *stop)
{
    const struct way_key key = key_of(unit, message);
    GQueue *queue = g_hash_table_lookup(ways->stops, &key);
    if (!queue) {
        queue = g_queue_new();
        g_hash_table_insert(ways->stops, g_memdup2(&key, sizeof key), queue);
    }
    g_queue_push_tail(queue, g_memdup2(stop, sizeof *stop));
}

struct event_stop *event_ways_look(struct event_ways *ways, uint32_t unit,
                                   const struct message *message)
{
    const struct way_key key = key_of(unit, message);
    GQueue *queue = g_hash_table_lookup(ways->stops, &key);
    return queue ? g_queue_peek_head(queue) : NULL;
}

bool event_ways_take(struct event_ways *ways, uint32_t unit, const struct message *message,
                     struct event_stop *stop)
{
    const struct way_key key = key_of(unit, message);
    GQueue *queue = g_hash_table_lookup(ways->stops, &key);
    if (!queue)
        return false;
    struct event_stop *first = g_queue_pop_head(queue);
    *stop = *first;
    g_free(first);
    if (g_queue_is_empty(queue))
        g_hash_table_remove(ways->stops, &key);
    return true;
}
