/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_lines.h"

void bank_lines_init(struct bank_lines *lines, uint64_t size_bytes, uint32_t ways,
                     uint32_t sector_bytes, enum tag_set_index set_index)
{
    g_assert(sector_bytes == 32 || sector_bytes == 64);
    tag_array_init(&lines->tags, size_bytes, ways, LINE_BYTES);
    tag_array_use_index(&lines->tags, set_index);
    lines->lines = g_new0(struct bank_line, tag_array_lines(&lines->tags));
    lines->sector_bytes = sector_bytes;
    lines->all_sectors = (uint8_t)((1u << (LINE_BYTES / sector_bytes)) - 1);
}

void bank_lines_finish(struct bank_lines *lines)
{
    tag_array_finish(&lines->tags);
    g_free(lines->lines);
}

void bank_lines_reserve(struct bank_lines *lines, int index, uint64_t address)
{
    tag_array_reserve(&lines->tags, index, address);
    lines->lines[index] = (struct bank_line){0};
}

void bank_lines_fill(struct bank_lines *lines, int index)
{
    tag_array_fill(&lines->tags, index);
    lines->lines[index].valid = lines->all_sectors;
}

void bank_lines_write(struct bank_lines *lines, int index, const uint64_t *mask)
{
    struct bank_line *line = &lines->lines[index];
    uint64_t low = UINT64_MAX >> (64 - lines->sector_bytes);
    for (uint32_t s = 0; s < LINE_BYTES / lines->sector_bytes; s++) {
        uint32_t word = s * lines->sector_bytes / 64, shift = s * lines->sector_bytes % 64;
        uint64_t bits = mask[word] & (low << shift);
        line->written[word] |= bits;
        line->dirty |= (uint8_t)((bits != 0) << s);
        line->valid |= (uint8_t)((line->written[word] >> shift & low) == low) << s;
    }
}

struct dirty_span bank_lines_dirty_span(const struct bank_lines *lines, int index)
{
    uint32_t dirty = lines->lines[index].dirty;
    if (dirty == 0)
        return (struct dirty_span){0};
    uint32_t first = (uint32_t)__builtin_ctz(dirty), last = 31 - (uint32_t)__builtin_clz(dirty);
    return (struct dirty_span){.offset = first * lines->sector_bytes,
                               .bytes = (last - first + 1) * lines->sector_bytes};
}
