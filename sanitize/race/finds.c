/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/finds.h"

struct find {
    uint64_t key;
    guint number; /* in the order of finding */
    struct race_found found;
};

struct finds {
    GHashTable *by_key; /* find, owned */
};

struct finds *finds_new(void)
{
    struct finds *finds = g_new(struct finds, 1);
    finds->by_key = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    return finds;
}

void finds_free(struct finds *finds)
{
    g_hash_table_destroy(finds->by_key);
    g_free(finds);
}

void finds_add(struct finds *finds, const struct race_found *found)
{
    const uint64_t key = (uint64_t)mark_site(&found->earlier) << 32 |
                         (uint64_t)mark_site(&found->now) << 1 | found->same;
    struct find *known = g_hash_table_lookup(finds->by_key, &key);
    if (known) {
        known->found.n++;
        return;
    }
    struct find *find = g_new(struct find, 1);
    *find = (struct find){key, g_hash_table_size(finds->by_key), *found};
    g_hash_table_insert(finds->by_key, &find->key, find);
}

static int by_time(gconstpointer a, gconstpointer b)
{
    const struct find *left = *(struct find *const *)a, *right = *(struct find *const *)b;
    const struct race_found *x = &left->found, *y = &right->found;
    if (x->now.stamp != y->now.stamp)
        return x->now.stamp < y->now.stamp ? -1 : 1;
    if (x->lane != y->lane)
        return x->lane < y->lane ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

/* Of the same kind and sites only the first one stays, with the number of all. */
static void merge(GPtrArray *sorted)
{
    g_autoptr(GHashTable) first = g_hash_table_new(g_int64_hash, g_int64_equal);
    guint kept = 0;
    for (guint i = 0; i < sorted->len; i++) {
        struct find *find = sorted->pdata[i], *known = g_hash_table_lookup(first, &find->key);
        if (known) {
            known->found.n += find->found.n;
        } else {
            g_hash_table_insert(first, &find->key, find);
            sorted->pdata[kept++] = find;
        }
    }
    g_ptr_array_set_size(sorted, (gint)kept);
}

void finds_tell(struct finds *const *finds, unsigned n,
                void (*tell)(void *data, const struct race_found *found), void *data)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (unsigned i = 0; i < n; i++) {
        GHashTableIter each;
        gpointer find;
        g_hash_table_iter_init(&each, finds[i]->by_key);
        while (g_hash_table_iter_next(&each, NULL, &find))
            g_ptr_array_add(all, find);
    }
    g_ptr_array_sort(all, by_time);
    merge(all);
    for (guint i = 0; i < all->len; i++)
        tell(data, &((const struct find *)all->pdata[i])->found);
    for (unsigned i = 0; i < n; i++)
        g_hash_table_remove_all(finds[i]->by_key);
}
