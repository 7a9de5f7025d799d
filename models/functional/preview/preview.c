/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/preview/preview.h"
#include "models/functional/memory_undo.h"
#include "models/launch/grid.h"
#include "workloads/instruction_source.h"

enum { PIECE_BYTES = 4096, LINE_SHIFT = 7 };

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

/* A touch has its turn. */
static void hear(void *data, const struct touch *touch)
{
    struct functional_preview *preview = data;
    recent_lines_note_sectors(&preview->recent, touch->line, touch->sectors,
                              touch->op_class != OP_LOAD);
    if (preview->hearer.access)
        preview->hearer.access(preview->hearer.data, touch);
}

static void tell(struct functional_preview *preview, const struct touch *touch)
{
    if (touch->sectors)
        side_by_side_add(&preview->order, touch);
}

/* Texels are read; a load's or store's bytes are those of its instruction. */
static bool reads(const struct instruction *instruction, const struct issued *what)
{
    return what->space == SPACE_TEXTURE || instruction->op_class == OP_LOAD;
}

static unsigned bytes_of(const struct instruction *instruction, const struct issued *what)
{
    return what->space == SPACE_TEXTURE ? what->element_bytes : instruction->access_bytes;
}

/* A lane's vectors lie within a line. */
static void tell_access(struct functional_preview *preview, const struct instruction *instruction,
                        const struct issued *what)
{
    const uint8_t op_class = reads(instruction, what) ? OP_LOAD : instruction->op_class;
    const unsigned bytes = bytes_of(instruction, what);
    struct touch now = {0};
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t address = what->address[__builtin_ctz(left)];
        const uint64_t line = address & ~(uint64_t)(RECENT_LINE_BYTES - 1);
        const unsigned at = address % RECENT_LINE_BYTES;
        if (line != now.line) {
            tell(preview, &now);
            now = (struct touch){.line = line, .op_class = op_class};
        }
        now.sectors |= (uint8_t)(1 << at / 32);
        now.bytes[at / 64] |= ((UINT64_C(1) << bytes) - 1) << at % 64;
    }
    tell(preview, &now);
}

static void note_access(struct functional_preview *preview, const struct instruction *instruction,
                        struct issued *what)
{
    const bool writes = !reads(instruction, what);
    uint64_t last = UINT64_MAX;
    issued_expand(what);
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t address = what->address[__builtin_ctz(left)];
        if (address >> LINE_SHIFT != last)
            note_line(preview, address, writes);
        last = address >> LINE_SHIFT;
    }
    tell_access(preview, instruction, what);
    if (preview->undo)
        memory_undo_keep(preview->undo, instruction, what);
}

static void note_issued(void *data, const struct instruction *instruction, struct issued *what)
{
    struct functional_preview *preview = data;
    preview->warp_instructions++;
    preview->thread_instructions += (unsigned)__builtin_popcount(issued_lanes(what));
    side_by_side_step(&preview->order);
    if (bytes_of(instruction, what) > 0 &&
        (what->space == SPACE_GLOBAL || what->space == SPACE_TEXTURE))
        note_access(preview, instruction, what);
}

static void note_turn(void *data, const struct warp_context *w)
{
    struct functional_preview *preview = data;
    const struct block_context *block = w->block;
    side_by_side_turn(&preview->order, launch_block_number(block->launch, block->index),
                      w->in_block);
}

void functional_preview_init(struct functional_preview *preview, struct device_memory *memory,
                             uint64_t recent_room)
{
    *preview = (struct functional_preview){
        .listener = {preview, note_issued, note_turn},
        .memory = memory,
        .read = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
    };
    recent_lines_init(&preview->recent, recent_room);
    side_by_side_init(&preview->order, preview, hear);
}

void functional_preview_begin(struct functional_preview *preview, bool undoes, uint64_t together)
{
    side_by_side_begin(&preview->order, together > 0 ? together : UINT64_MAX);
    memory_undo_free(preview->undo);
    preview->undo = undoes ? memory_undo_new(preview->memory) : NULL;
    preview->recent.n = 0;
    preview->warp_instructions = preview->thread_instructions = 0;
    preview->lines = preview->fresh = 0;
}

void functional_preview_end(struct functional_preview *preview)
{
    side_by_side_end(&preview->order);
}

void functional_preview_finish(struct functional_preview *preview)
{
    side_by_side_finish(&preview->order);
    memory_undo_free(preview->undo);
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
    memory_undo_restore(preview->undo);
}
