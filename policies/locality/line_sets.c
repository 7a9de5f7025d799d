/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/line_sets.h"
#include <string.h>

enum { NO_SET = UINT32_MAX };

/* What is known of a line; no readers: the slot is empty. */
struct line {
    uint64_t number, sum[2];
    uint32_t readers, set;
};

/* Open addressing. Source: Knuth, The Art of Computer Programming 3, 6.4. */
struct table {
    struct line *slots;
    uint64_t mask, n;
};

/* Source: S. Vigna's splitmix64, https://prng.di.unimi.it/splitmix64.c (public domain). */
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static struct line *slot_of(const struct table *table, uint64_t number)
{
    uint64_t at = mix(number) & table->mask;
    while (table->slots[at].readers > 0 && table->slots[at].number != number)
        at = (at + 1) & table->mask;
    return &table->slots[at];
}

static void grow(struct table *table)
{
    struct table larger = {.mask = table->mask * 2 + 1, .n = table->n};
    larger.slots = g_new0(struct line, larger.mask + 1);
    for (uint64_t i = 0; i <= table->mask; i++)
        if (table->slots[i].readers > 0)
            *slot_of(&larger, table->slots[i].number) = table->slots[i];
    g_free(table->slots);
    *table = larger;
}

static void note_reader(struct table *table, uint64_t number, uint64_t block)
{
    struct line *line = slot_of(table, number);
    if (line->readers++ == 0) {
        line->number = number;
        line->set = NO_SET;
        table->n++;
    }
    line->sum[0] += mix(2 * block);
    line->sum[1] += mix(2 * block + 1);
    if (table->n * 2 > table->mask)
        grow(table);
}

static guint hash_of(gconstpointer key)
{
    return (guint)((const struct line *)key)->sum[0];
}

static gboolean same_readers(gconstpointer a, gconstpointer b)
{
    const struct line *x = a, *y = b;
    return x->readers == y->readers && memcmp(x->sum, y->sum, sizeof x->sum) == 0;
}

/* Gives the line a set, its own or that of an earlier line with the same readers. by_readers: a
 * line of each set. */
static void join(GArray *sets, GHashTable *by_readers, struct line *line, uint64_t *n_members)
{
    struct line *alike = g_hash_table_lookup(by_readers, line);
    if (!alike) {
        const struct line_set set = {.first = *n_members, .n_blocks = line->readers};
        g_array_append_val(sets, set);
        *n_members += line->readers;
        g_hash_table_add(by_readers, line);
        alike = line;
        alike->set = sets->len - 1;
    }
    line->set = alike->set;
    g_array_index(sets, struct line_set, line->set).lines++;
}

/* Each set gets its blocks when the first of its lines is met in them. */
static void fill_in(struct line_sets *sets, const struct block_lines *lines,
                    const struct table *table)
{
    g_autofree uint32_t *n = g_new0(uint32_t, MAX(sets->sets->len, 1));
    for (uint64_t block = 0; block < lines->n_blocks; block++) {
        for (uint64_t i = lines->first[block]; i < lines->first[block + 1]; i++) {
            uint32_t at = slot_of(table, lines->lines[i])->set;
            if (at == NO_SET)
                continue;
            const struct line_set *set = &g_array_index(sets->sets, struct line_set, at);
            if (n[at] > 0 && sets->blocks[set->first + n[at] - 1] == block)
                continue;
            g_assert(n[at] < set->n_blocks);
            sets->blocks[set->first + n[at]++] = (uint32_t)block;
        }
    }
}

void line_sets_init(struct line_sets *sets, const struct block_lines *lines)
{
    struct table table = {.slots = g_new0(struct line, 1024), .mask = 1023};
    uint64_t n_members = 0;
    sets->sets = g_array_new(FALSE, FALSE, sizeof(struct line_set));
    for (uint64_t block = 0; block < lines->n_blocks; block++)
        for (uint64_t i = lines->first[block]; i < lines->first[block + 1]; i++)
            note_reader(&table, lines->lines[i], block);
    g_autoptr(GHashTable) by_readers = g_hash_table_new(hash_of, same_readers);
    for (uint64_t i = 0; i < lines->first[lines->n_blocks]; i++) {
        struct line *line = slot_of(&table, lines->lines[i]);
        if (line->readers > 1 && line->set == NO_SET)
            join(sets->sets, by_readers, line, &n_members);
    }
    sets->blocks = g_new(uint32_t, MAX(n_members, 1));
    fill_in(sets, lines, &table);
    g_free(table.slots);
}

void line_sets_finish(struct line_sets *sets)
{
    g_array_free(sets->sets, TRUE);
    g_free(sets->blocks);
}
