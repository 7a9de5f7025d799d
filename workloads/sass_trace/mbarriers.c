/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines about mbarriers (SYNCS, ARRIVES): addresses as of any access, and the values of registers,
 * of which one is the operand. Without values nobody can wait: from the first such line on all of
 * them do nothing, and are told. */
#include "workloads/mbarrier.h"
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/sync/sync_record.h"

#include <inttypes.h>

bool trace_parser_place_mbarrier(struct trace_parser *parser, uint64_t address, uint32_t *place)
{
    GArray *known = parser->mbarriers;
    const uint32_t most = parser->header->shared_bytes / MBARRIER_BYTES;
    address %= TRACE_WINDOW_BYTES;
    guint i = 0;
    while (i < known->len && g_array_index(known, uint64_t, i) != address)
        i++;
    if (i >= most)
        return trace_parser_fail(
            parser,
            "expected at most %u mbarriers in %u bytes of shared memory, found "
            "one more at address 0x%" PRIx64,
            most, parser->header->shared_bytes, address);
    if (i == known->len)
        g_array_append_val(known, address);
    *place = i * MBARRIER_BYTES;
    return true;
}

static bool place_all(struct trace_parser *parser, lane_mask mask, const uint64_t *address,
                      uint32_t *place)
{
    for (lane_mask left = mask; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        if (!trace_parser_place_mbarrier(parser, address[i], &place[i]))
            return false;
    }
    return true;
}

/* In place of the addresses, which end the block's words. */
static bool put(struct trace_parser *parser, const struct code_line *line, lane_mask mask,
                uint32_t head, uint32_t at)
{
    struct trace_block *block = parser->block;
    struct traced_sync what = {0};
    uint64_t address[WARP_LANES];
    trace_record_addresses(&parser->code->patterns, block->words + at, block->words[head], mask,
                           address);
    block->words[head] &= ~(uint32_t)RECORD_FORM;
    block->n_words = at;
    const bool has_value = traced_step_has_value(line->sync);
    parser->no_values |= has_value && (!parser->values || line->value_at >= line->n_registers);
    if (parser->no_values) {
        ++*trace_notes_guess(parser->notes, TRACE_WAITS_FOR_NOBODY);
        return true;
    }
    if (has_value)
        line_values_take(parser->values, line->value_at, what.value);
    if (!place_all(parser, mask, address, what.offset))
        return false;
    trace_block_room(block, TRACED_SYNC_WORDS);
    block->words[head] |= RECORD_SYNC;
    block->n_words += traced_sync_write(block->words + block->n_words, mask, &what);
    return true;
}

const char *trace_parser_mbarrier(struct trace_parser *parser, struct code_line *line,
                                  const char *p, lane_mask mask, uint32_t head)
{
    const uint32_t at = parser->block->n_words;
    parser->values = NULL;
    p = trace_parser_addresses(parser, line, p, mask, head);
    if (!p || !mask)
        return p;
    return put(parser, line, mask, head, at) ? p : NULL;
}
