/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/commands.h"
#include <string.h>

struct key {
    uint64_t id;
    uint32_t client;
};

/* A command that is under way, or that others may still name. */
struct node {
    struct key key;
    uint32_t chain, number;
    GArray *knows; /* uint32_t by chain, its own number included */
    bool blocking, asks;
};

struct commands {
    GHashTable *nodes; /* key -> node */
    GArray *lengths;   /* uint32_t: of each chain */
    GArray *ended;     /* uint32_t by chain: up to which number all have ended */
    GArray *host;      /* GArray * by client: what its host has waited for */
};

static guint key_hash(gconstpointer item)
{
    const struct key *key = item;
    return (guint)(key->id * 31 + key->client);
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
    const struct key *left = a, *right = b;
    return left->id == right->id && left->client == right->client;
}

static void node_free(void *item)
{
    struct node *node = item;
    g_array_free(node->knows, TRUE);
    g_free(node);
}

static GArray *clock_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(uint32_t));
}

static void join(GArray *into, const GArray *from)
{
    if (from->len > into->len)
        g_array_set_size(into, from->len);
    for (guint i = 0; i < from->len; i++) {
        uint32_t *to = &g_array_index(into, uint32_t, i);
        *to = MAX(*to, g_array_index(from, uint32_t, i));
    }
}

static uint32_t number_of(const GArray *clock, guint chain)
{
    return chain < clock->len ? g_array_index(clock, uint32_t, chain) : 0;
}

struct commands *commands_new(void)
{
    struct commands *commands = g_new(struct commands, 1);
    commands->nodes = g_hash_table_new_full(key_hash, key_equal, NULL, node_free);
    commands->lengths = clock_new();
    commands->ended = clock_new();
    commands->host = g_array_new(FALSE, TRUE, sizeof(GArray *));
    return commands;
}

void commands_free(struct commands *commands)
{
    if (!commands)
        return;
    for (guint i = 0; i < commands->host->len; i++)
        if (g_array_index(commands->host, GArray *, i))
            g_array_free(g_array_index(commands->host, GArray *, i), TRUE);
    g_array_free(commands->host, TRUE);
    g_array_free(commands->lengths, TRUE);
    g_array_free(commands->ended, TRUE);
    g_hash_table_destroy(commands->nodes);
    g_free(commands);
}

static GArray *host_of(struct commands *commands, uint32_t client)
{
    if (client >= commands->host->len)
        g_array_set_size(commands->host, client + 1);
    GArray **host = &g_array_index(commands->host, GArray *, client);
    if (!*host)
        *host = clock_new();
    return *host;
}

static struct node *node_of(const struct commands *commands, uint32_t client, uint64_t id)
{
    const struct key key = {id, client};
    return g_hash_table_lookup(commands->nodes, &key);
}

/* A chain whose last command is known, or a new one. */
static uint32_t chain_for(struct commands *commands, const GArray *knows)
{
    for (guint i = 0; i < commands->lengths->len; i++)
        if (number_of(knows, i) == number_of(commands->lengths, i))
            return i;
    g_array_set_size(commands->lengths, commands->lengths->len + 1);
    return commands->lengths->len - 1;
}

static void join_all(const struct commands *commands, uint32_t client, GArray *into,
                     const uint64_t *ids, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct node *first = node_of(commands, client, ids[i]);
        if (first)
            join(into, first->knows);
    }
}

void commands_issue(struct commands *commands, uint32_t client, const struct command *command)
{
    if (command->kind > COMMAND_JOIN)
        return;
    struct node *node = g_new0(struct node, 1);
    node->key = (struct key){command->id, client};
    node->blocking = command->blocking;
    node->asks = command->kind == COMMAND_JOIN && command->n_after + command->n_behind == 0;
    node->knows = clock_new();
    join(node->knows, host_of(commands, client));
    join_all(commands, client, node->knows, command->after, command->n_after);
    join_all(commands, client, node->knows, command->behind, command->n_behind);
    node->chain = chain_for(commands, node->knows);
    node->number = ++g_array_index(commands->lengths, uint32_t, node->chain);
    if (node->chain >= node->knows->len)
        g_array_set_size(node->knows, node->chain + 1);
    g_array_index(node->knows, uint32_t, node->chain) = node->number;
    g_hash_table_replace(commands->nodes, &node->key, node);
}

/* Commands that the host knows to have ended need no node any more: whatever names them knows
 * that already. */
static gboolean is_known(gpointer key, gpointer value, gpointer data)
{
    (void)key;
    const struct node *node = value;
    return number_of(data, node->chain) >= node->number;
}

void commands_end(struct commands *commands, uint32_t client, uint64_t id)
{
    const struct node *node = node_of(commands, client, id);
    if (!node)
        return;
    if (node->chain >= commands->ended->len)
        g_array_set_size(commands->ended, node->chain + 1);
    uint32_t *ended = &g_array_index(commands->ended, uint32_t, node->chain);
    *ended = MAX(*ended, node->number);
    if (!node->blocking)
        return;
    GArray *host = host_of(commands, client);
    join(host, node->knows);
    if (node->asks)
        join(host, commands->ended);
    if (commands->host->len == 1)
        g_hash_table_foreach_remove(commands->nodes, is_known, host);
}

bool commands_order(const struct commands *commands, uint32_t client, uint64_t id,
                    struct command_order *out)
{
    const struct node *node = node_of(commands, client, id);
    if (!node)
        return false;
    *out = (struct command_order){
        .chain = node->chain,
        .number = node->number,
        .n_knows = node->knows->len,
        .knows = g_memdup2(node->knows->data, node->knows->len * sizeof(uint32_t))};
    return true;
}

bool commands_host_knows(const struct commands *commands, uint32_t client, uint32_t chain,
                         uint32_t number)
{
    const GArray *host =
        client < commands->host->len ? g_array_index(commands->host, GArray *, client) : NULL;
    return host && number_of(host, chain) >= number;
}

bool commands_all_know(const struct commands *commands, uint32_t chain, uint32_t number)
{
    return commands->host->len == 1 && commands_host_knows(commands, 0, chain, number);
}
