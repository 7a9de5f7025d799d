/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/line_table.h"
#include <string.h>

enum { FIRST_CAPACITY_BITS = 6 };

void line_table_init(struct line_table *table, size_t record_bytes)
{
    size_t align = _Alignof(struct line_head);
    *table = (struct line_table){
        .record_bytes = (uint32_t)((record_bytes + align - 1) / align * align), .epoch = 1};
}

void line_table_finish(struct line_table *table)
{
    g_free(table->records);
}

void line_table_clear(struct line_table *table)
{
    table->count = 0;
    if (++table->epoch != 0)
        return;
    table->epoch = 1;
    if (table->capacity > 0)
        memset(table->records, 0, (size_t)table->capacity * table->record_bytes);
}

static struct line_head *free_place(const struct line_table *table, uint64_t key)
{
    uint32_t i = line_table_place(table, key);
    while (line_table_record(table, i)->epoch == table->epoch)
        i = (i + 1) & (table->capacity - 1);
    return line_table_record(table, i);
}

static void grow(struct line_table *table)
{
    struct line_table old = *table;
    unsigned bits = old.capacity ? 64 - old.shift + 1 : FIRST_CAPACITY_BITS;
    g_assert(bits < 32);
    table->capacity = UINT32_C(1) << bits;
    table->shift = 64 - bits;
    table->records = g_malloc0_n(table->capacity, table->record_bytes);
    uint32_t index = 0;
    for (struct line_head *record; (record = line_table_next(&old, &index));)
        memcpy(free_place(table, record->key), record, table->record_bytes);
    g_free(old.records);
}

void *line_table_add(struct line_table *table, uint64_t key)
{
    if (table->count >= table->capacity / 8 * 5)
        grow(table);
    struct line_head *record = free_place(table, key);
    memset(record, 0, table->record_bytes);
    *record = (struct line_head){.key = key, .epoch = table->epoch};
    table->count++;
    return record;
}
