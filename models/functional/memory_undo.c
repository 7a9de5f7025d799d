/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/memory_undo.h"
#include <string.h>

enum { PIECE_SHIFT = 12, PIECE_BYTES = 1 << PIECE_SHIFT };

struct piece {
    uint64_t address; /* the key */
    size_t bytes;     /* fewer where memory ends */
    uint8_t old[];
};

struct memory_undo {
    struct device_memory *memory;
    GHashTable *pieces; /* by address */
    uint64_t last;      /* address of the piece kept last; 0: none */
};

struct memory_undo *memory_undo_new(struct device_memory *memory)
{
    struct memory_undo *undo = g_new0(struct memory_undo, 1);
    undo->memory = memory;
    undo->pieces = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    return undo;
}

static void keep_piece(struct memory_undo *undo, uint64_t address)
{
    if (address == undo->last || !device_memory_covers(undo->memory, address))
        return;
    undo->last = address;
    if (g_hash_table_contains(undo->pieces, &address))
        return;
    size_t bytes = PIECE_BYTES;
    while (!device_memory_covers(undo->memory, address + bytes - 1))
        bytes /= 2;
    struct piece *piece = g_malloc(sizeof *piece + bytes);
    piece->address = address;
    piece->bytes = bytes;
    memcpy(piece->old, device_memory_at(undo->memory, address), bytes);
    g_hash_table_insert(undo->pieces, &piece->address, piece);
}

static void keep_range(struct memory_undo *undo, uint64_t address, uint64_t bytes)
{
    const uint64_t first = address >> PIECE_SHIFT, last = (address + bytes - 1) >> PIECE_SHIFT;
    for (uint64_t i = first; bytes > 0 && i <= last; i++)
        keep_piece(undo, i << PIECE_SHIFT);
}

void memory_undo_keep(struct memory_undo *undo, const struct instruction *instruction,
                      const struct issued *what)
{
    const uint8_t class = instruction->op_class;
    if (what->space == SPACE_GLOBAL && (class == OP_STORE || class == OP_ATOMIC))
        for (lane_mask left = what->active; left; left &= left - 1)
            keep_range(undo, what->address[__builtin_ctz(left)], instruction->access_bytes);
    for (const struct bulk_job *job = what->async == ASYNC_BULK ? what->bulk : NULL; job;
         job = job->next)
        for (uint32_t i = 0;
             (job->kind == BULK_STORE || job->kind == BULK_REDUCE) && i < job->n_rows; i++)
            keep_range(undo, job->rows[i].global, job->rows[i].bytes);
}

void memory_undo_restore(struct memory_undo *undo)
{
    GHashTableIter each;
    gpointer item;
    g_hash_table_iter_init(&each, undo->pieces);
    while (g_hash_table_iter_next(&each, NULL, &item)) {
        const struct piece *piece = item;
        memcpy(device_memory_at(undo->memory, piece->address), piece->old, piece->bytes);
    }
}

void memory_undo_free(struct memory_undo *undo)
{
    if (!undo)
        return;
    g_hash_table_destroy(undo->pieces);
    g_free(undo);
}
