/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/preview.h"
#include "workloads/instruction_source.h"

enum { PIECE_BYTES = 4096, LINE_SHIFT = 7 };

struct piece {
    size_t bytes;
    uint8_t old[];
};

/* Keeps the piece that holds the address. Addresses that are no memory will be a fault. */
static void keep(struct functional_preview *preview, uint64_t address)
{
    const uint64_t at = address / PIECE_BYTES * PIECE_BYTES;
    size_t bytes = PIECE_BYTES;
    if (at == preview->last_piece || !device_memory_covers(preview->memory, address))
        return;
    preview->last_piece = at;
    if (g_hash_table_contains(preview->pieces, &at))
        return;
    while (!device_memory_covers(preview->memory, at + bytes - 1))
        bytes /= 2;
    struct piece *piece = g_malloc(sizeof *piece + bytes);
    piece->bytes = bytes;
    memcpy(piece->old, device_memory_at(preview->memory, at), bytes);
    g_hash_table_insert(preview->pieces, g_memdup2(&at, sizeof at), piece);
}

/* Whether no launch has read the line of this address before; now one has. */
static bool is_fresh(struct functional_preview *preview, uint64_t address)
{
    const uint64_t at = address / PIECE_BYTES;
    const uint32_t bit = UINT32_C(1) << (address % PIECE_BYTES >> LINE_SHIFT);
    if (at != preview->last_read || !preview->read_bits) {
        preview->last_read = at;
        preview->read_bits = g_hash_table_lookup(preview->read, &at);
        if (!preview->read_bits) {
            preview->read_bits = g_new0(uint32_t, 1);
            g_hash_table_insert(preview->read, g_memdup2(&at, sizeof at), preview->read_bits);
        }
    }
    const bool fresh = !(*preview->read_bits & bit);
    *preview->read_bits |= bit;
    return fresh;
}

static void note_line(struct functional_preview *preview, uint64_t address, bool writes)
{
    preview->lines++;
    if (!writes)
        preview->fresh += is_fresh(preview, address);
}

static void note_access(struct functional_preview *preview, const struct instruction *instruction,
                        struct issued *what)
{
    const bool writes = instruction->op_class != OP_LOAD;
    uint64_t last = UINT64_MAX;
    issued_expand(what);
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t address = what->address[__builtin_ctz(left)];
        if (address >> LINE_SHIFT != last)
            note_line(preview, address, writes);
        last = address >> LINE_SHIFT;
        recent_lines_note(&preview->recent, address, writes);
        if (writes && preview->undoes) {
            keep(preview, address);
            keep(preview, address + instruction->access_bytes - 1);
        }
    }
}

static void note_issued(void *data, const struct instruction *instruction, struct issued *what)
{
    struct functional_preview *preview = data;
    preview->warp_instructions++;
    preview->thread_instructions += (unsigned)__builtin_popcount(what->active);
    if (instruction->access_bytes > 0 && what->space == SPACE_GLOBAL)
        note_access(preview, instruction, what);
}

void functional_preview_init(struct functional_preview *preview, struct device_memory *memory,
                             uint64_t recent_room)
{
    *preview = (struct functional_preview){
        .listener = {preview, note_issued},
        .memory = memory,
        .pieces = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .last_piece = UINT64_MAX,
        .read = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
    };
    recent_lines_init(&preview->recent, recent_room);
}

void functional_preview_begin(struct functional_preview *preview, bool undoes)
{
    g_hash_table_remove_all(preview->pieces);
    preview->undoes = undoes;
    preview->last_piece = UINT64_MAX;
    preview->recent.n = 0;
    preview->warp_instructions = preview->thread_instructions = 0;
    preview->lines = preview->fresh = 0;
}

void functional_preview_finish(struct functional_preview *preview)
{
    g_hash_table_unref(preview->pieces);
    g_hash_table_unref(preview->read);
    recent_lines_finish(&preview->recent);
}

bool functional_preview_fits(const struct kernel_code *code)
{
    bool fits = !code->traced && !code->allocates && !code->problem;
    for (uint32_t i = 0; fits && i < code->n_instructions; i++)
        fits = code->instructions[i].op_class != OP_SYNC;
    return fits;
}

void functional_preview_undo(struct functional_preview *preview)
{
    GHashTableIter iter;
    gpointer at, item;
    g_hash_table_iter_init(&iter, preview->pieces);
    while (g_hash_table_iter_next(&iter, &at, &item)) {
        const struct piece *piece = item;
        memcpy(device_memory_at(preview->memory, *(uint64_t *)at), piece->old, piece->bytes);
    }
}
