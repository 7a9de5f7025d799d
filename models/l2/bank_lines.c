/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_lines.h"
#include "models/cache/tag_array.h"
#include <glib.h>

/* No line's number: numbers are addresses divided by LINE_BYTES. */
static const uint64_t NO_TAG = UINT64_MAX;

static uint64_t sets_of(uint64_t size_bytes, uint32_t ways)
{
    return size_bytes / ((uint64_t)ways * LINE_BYTES);
}

const char *bank_shape_problem(uint64_t size_bytes, uint32_t ways, enum bank_set_index set_index)
{
    const char *problem = tag_array_problem(size_bytes, ways, LINE_BYTES);
    if (!problem && set_index == BANK_SETS_IPOLY && sets_of(size_bytes, ways) > 1 << IPOLY_MAX_BITS)
        problem = "ipoly is for at most 1024 sets";
    return problem;
}

void bank_shape_init(struct bank_shape *shape, uint64_t size_bytes, uint32_t ways,
                     enum bank_set_index set_index)
{
    g_assert(!bank_shape_problem(size_bytes, ways, set_index));
    uint32_t sets = (uint32_t)sets_of(size_bytes, ways);
    *shape = (struct bank_shape){.sets = sets,
                                 .ways = ways,
                                 .set_shift = (uint32_t)__builtin_ctz(sets),
                                 .set_index = set_index};
    if (set_index == BANK_SETS_IPOLY)
        ipoly_init(&shape->ipoly, shape->set_shift);
}

void bank_lines_init(struct bank_lines *lines, const struct bank_shape *shape)
{
    uint32_t n = shape->sets * shape->ways;
    *lines = (struct bank_lines){.shape = shape,
                                 .tags = g_new(uint64_t, n),
                                 .stamps = g_new0(uint64_t, n),
                                 .lines = g_new0(struct bank_line, n)};
    for (uint32_t i = 0; i < n; i++)
        lines->tags[i] = NO_TAG;
}

void bank_lines_finish(struct bank_lines *lines)
{
    g_free(lines->tags);
    g_free(lines->stamps);
    g_free(lines->lines);
}

uint32_t bank_lines_set(const struct bank_lines *lines, uint64_t in_bank)
{
    const struct bank_shape *shape = lines->shape;
    uint64_t number = in_bank / LINE_BYTES;
    if (shape->set_index == BANK_SETS_IPOLY)
        return ipoly_place(&shape->ipoly, number);
    /* Within a block of `sets` lines this is a permutation: consecutive lines spread evenly. */
    if (shape->set_index == BANK_SETS_XOR)
        number ^= number >> shape->set_shift ^ number >> (2 * shape->set_shift);
    return (uint32_t)number & (shape->sets - 1);
}

int bank_lines_find(const struct bank_lines *lines, uint32_t set, uint64_t address)
{
    uint32_t ways = lines->shape->ways, first = set * ways;
    const uint64_t *tags = &lines->tags[first];
    uint64_t tag = address / LINE_BYTES;
    for (uint32_t way = 0; way < ways; way++)
        if (tags[way] == tag)
            return (int)(first + way);
    return -1;
}

int bank_lines_victim(const struct bank_lines *lines, uint32_t set)
{
    uint32_t ways = lines->shape->ways, first = set * ways;
    const uint64_t *stamps = &lines->stamps[first];
    uint64_t oldest = UINT64_MAX;
    int victim = -1;
    for (uint32_t way = 0; way < ways; way++) {
        victim = stamps[way] < oldest ? (int)(first + way) : victim;
        oldest = stamps[way] < oldest ? stamps[way] : oldest;
    }
    return victim;
}

void bank_lines_take(struct bank_lines *lines, int index, uint64_t address)
{
    g_assert(lines->lines[index].pending == 0);
    lines->tags[index] = address / LINE_BYTES;
    lines->lines[index] = (struct bank_line){0};
}

void bank_lines_use(struct bank_lines *lines, int index)
{
    struct bank_line *line = &lines->lines[index];
    line->used = ++lines->now;
    if (line->pending == 0)
        lines->stamps[index] = line->used;
}

void bank_lines_fetch(struct bank_lines *lines, int index, uint8_t sectors)
{
    g_assert((lines->lines[index].pending & sectors) == 0);
    lines->lines[index].pending |= sectors;
    lines->stamps[index] = UINT64_MAX;
}

void bank_lines_fill(struct bank_lines *lines, int index, uint8_t sectors)
{
    struct bank_line *line = &lines->lines[index];
    g_assert((line->pending & sectors) == sectors && sectors != 0);
    line->pending &= (uint8_t)~sectors;
    line->valid |= sectors;
    if (line->pending == 0)
        lines->stamps[index] = line->used;
}

void bank_lines_write(struct bank_lines *lines, int index, const uint64_t *mask)
{
    struct bank_line *line = &lines->lines[index];
    uint64_t low = UINT64_MAX >> (64 - LINE_SECTOR_BYTES);
    for (uint32_t s = 0; s < LINE_SECTORS; s++) {
        uint32_t word = s * LINE_SECTOR_BYTES / 64, shift = s * LINE_SECTOR_BYTES % 64;
        uint64_t bits = mask[word] & (low << shift);
        line->written[word] |= bits;
        line->dirty |= (uint8_t)((bits != 0) << s);
        line->valid |= (uint8_t)((line->written[word] >> shift & low) == low) << s;
    }
}
