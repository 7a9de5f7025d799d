/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/operations.h"

struct operation_key {
    uint64_t id;
    uint32_t client;
};

static guint hash_key(gconstpointer key)
{
    const struct operation_key *k = key;
    return (guint)(k->id * UINT64_C(0x9e3779b97f4a7c15) >> 32) ^ k->client;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b)
{
    const struct operation_key *left = a, *right = b;
    return left->id == right->id && left->client == right->client;
}

static void free_operation(void *item)
{
    struct operation *operation = item;
    g_ptr_array_free(operation->followers, TRUE);
    g_free(operation->child);
    g_free(operation);
}

void operations_init(struct operations *operations)
{
    *operations = (struct operations){
        .pending = g_hash_table_new_full(hash_key, equal_keys, g_free, free_operation),
        .ready = g_ptr_array_new(),
    };
}

void operations_finish(struct operations *operations)
{
    g_ptr_array_free(operations->ready, TRUE);
    g_hash_table_destroy(operations->pending);
}

struct operation *operations_find(const struct operations *operations, uint32_t client, uint64_t id)
{
    const struct operation_key key = {id, client};
    return g_hash_table_lookup(operations->pending, &key);
}

static void make_ready(struct operations *operations, struct operation *operation)
{
    guint at = operations->ready->len;
    while (at > 0 &&
           ((struct operation *)operations->ready->pdata[at - 1])->number > operation->number)
        at--;
    g_ptr_array_insert(operations->ready, (gint)at, operation);
}

struct operation *operations_issue(struct operations *operations, uint32_t client,
                                   const struct command *command, sim_time now, sim_time prepared)
{
    struct operation *operation = g_new0(struct operation, 1);
    *operation = (struct operation){
        .number = operations->n_issued++,
        .client = client,
        .command = *command,
        .issued = now,
        .prepared = prepared,
        .begun = SIM_TIME_NEVER,
        .followers = g_ptr_array_new(),
    };
    for (unsigned i = 0; i < command->n_after; i++) {
        struct operation *first = operations_find(operations, client, command->after[i]);
        if (!first)
            continue;
        g_ptr_array_add(first->followers, operation);
        operation->n_waiting++;
    }
    operation->command.after = NULL;
    struct operation_key *key = g_new(struct operation_key, 1);
    *key = (struct operation_key){command->id, client};
    gboolean added = g_hash_table_insert(operations->pending, key, operation);
    g_assert(added);
    if (operation->n_waiting == 0)
        make_ready(operations, operation);
    return operation;
}

void operations_begin(struct operations *operations, struct operation *operation, sim_time now)
{
    gboolean was_ready = g_ptr_array_remove(operations->ready, operation);
    g_assert(was_ready);
    operation->begun = now;
}

void operations_begin_again(struct operations *operations, struct operation *operation)
{
    g_assert(operation->begun != SIM_TIME_NEVER);
    operation->begun = SIM_TIME_NEVER;
    make_ready(operations, operation);
}

void operations_end(struct operations *operations, struct operation *operation)
{
    g_assert(operation->begun != SIM_TIME_NEVER);
    for (guint i = 0; i < operation->followers->len; i++) {
        struct operation *follower = operation->followers->pdata[i];
        if (--follower->n_waiting == 0)
            make_ready(operations, follower);
    }
    const struct operation_key key = {operation->command.id, operation->client};
    g_hash_table_remove(operations->pending, &key);
}

unsigned operations_left(const struct operations *operations)
{
    return g_hash_table_size(operations->pending);
}
