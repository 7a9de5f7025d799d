/* SPDX-License-Identifier: BSD-3-Clause */
/* A hash table from a number (a line's, a tag) to a record. It has open addressing, allocates only
 * when it grows, and is emptied in no time. Observers keep their data about lines in such tables.
 *
 * A record is a struct that begins with a line_head. A table of many lines costs misses in the
 * host's caches. So keep records small: they miss less. For the same reason four neighbouring
 * numbers have neighbouring places. Records move when one is added.
 *
 * Source: Knuth, The Art of Computer Programming 3, 6.4 (linear probing, multiplicative hashing).
 */
#ifndef SIMGPU_OBSERVERS_LINE_TABLE_H
#define SIMGPU_OBSERVERS_LINE_TABLE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct line_head {
    uint64_t key;
    uint32_t epoch; /* the table's epoch when the record was made; 0: never */
    uint32_t value; /* for the table's user; 0 at first */
};

struct line_table {
    uint8_t *records;
    uint32_t record_bytes;
    uint32_t epoch; /* records of earlier epochs do not count */
    uint32_t count, capacity;
    uint32_t shift; /* 64 - log2 of the capacity */
};

void line_table_init(struct line_table *table, size_t record_bytes);
void line_table_finish(struct line_table *table);
void line_table_clear(struct line_table *table);
/* Adds the key, which is not there. */
void *line_table_add(struct line_table *table, uint64_t key);

static inline struct line_head *line_table_record(const struct line_table *table, uint32_t index)
{
    return (struct line_head *)(void *)(table->records + (size_t)index * table->record_bytes);
}

static inline uint32_t line_table_place(const struct line_table *table, uint64_t key)
{
    uint64_t group = (key >> 2) * UINT64_C(0x9E3779B97F4A7C15) >> table->shift;
    return (uint32_t)((group & ~UINT64_C(3)) | (key & 3));
}

/* The record of a key; NULL: there is none. */
static inline void *line_table_find(const struct line_table *table, uint64_t key)
{
    if (table->count == 0)
        return NULL;
    for (uint32_t i = line_table_place(table, key);; i = (i + 1) & (table->capacity - 1)) {
        struct line_head *record = line_table_record(table, i);
        if (record->epoch != table->epoch)
            return NULL;
        if (record->key == key)
            return record;
    }
}

/* The record of a key. A new one has zeros behind its head. */
static inline void *line_table_at(struct line_table *table, uint64_t key)
{
    void *record = line_table_find(table, key);
    return record ? record : line_table_add(table, key);
}

/* The first record at or after *index, in no order. Sets *index behind it. NULL: there are no more.
 */
static inline void *line_table_next(const struct line_table *table, uint32_t *index)
{
    while (*index < table->capacity) {
        struct line_head *record = line_table_record(table, (*index)++);
        if (record->epoch == table->epoch)
            return record;
    }
    return NULL;
}

#endif
