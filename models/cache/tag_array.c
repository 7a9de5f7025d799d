/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cache/tag_array.h"

static bool power_of_two(uint64_t x)
{
    return x > 0 && (x & (x - 1)) == 0;
}

static unsigned log2_of(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

const char *tag_array_problem(uint64_t size_bytes, uint32_t ways, uint32_t line_bytes)
{
    if (line_bytes < 2 || !power_of_two(line_bytes))
        return "its line size is not a power of two";
    if (ways == 0 || size_bytes % ((uint64_t)ways * line_bytes) != 0)
        return "its size is not a multiple of ways x line size";
    uint64_t sets = size_bytes / ((uint64_t)ways * line_bytes);
    if (!power_of_two(sets))
        return "its number of sets, size / (ways x line size), is not a power of two";
    if (size_bytes / line_bytes > INT32_MAX / 2)
        return "it has too many lines";
    return NULL;
}

static void unlink_line(struct tag_line *lines, uint32_t line)
{
    lines[lines[line].older].newer = lines[line].newer;
    lines[lines[line].newer].older = lines[line].older;
}

/* The line goes next. */
static void link_first(struct tag_line *lines, uint32_t line)
{
    uint32_t ring = lines[line].ring, newer = lines[ring].newer;
    lines[line].older = ring;
    lines[line].newer = newer;
    lines[newer].older = lines[ring].newer = line;
}

void tag_array_init(struct tag_array *array, uint64_t size_bytes, uint32_t ways,
                    uint32_t line_bytes)
{
    g_assert(!tag_array_problem(size_bytes, ways, line_bytes));
    uint32_t sets = (uint32_t)(size_bytes / ((uint64_t)ways * line_bytes));
    *array = (struct tag_array){
        .sets = sets, .ways = ways, .set_shift = log2_of(sets), .line_shift = log2_of(line_bytes)};
    uint32_t n = tag_array_lines(array), bucket_bits = 1;
    while (UINT64_C(1) << bucket_bits < n)
        bucket_bits++;
    array->bucket_shift = 64 - bucket_bits;
    array->buckets = g_new0(uint32_t, (gsize)1 << bucket_bits);
    array->lines = g_new0(struct tag_line, n + sets);
    for (uint32_t i = 0; i < n; i++)
        array->lines[i].ring = n + i / ways;
    for (uint32_t i = n; i < n + sets; i++)
        array->lines[i].older = array->lines[i].newer = i;
    tag_array_use_ways(array, ways);
}

void tag_array_finish(struct tag_array *array)
{
    g_free(array->lines);
    g_free(array->buckets);
    *array = (struct tag_array){0};
}

void tag_array_use_index(struct tag_array *array, enum tag_set_index set_index)
{
    g_assert(array->not_invalid == 0);
    g_assert(set_index != TAG_SETS_FERMI || array->sets == 32 || array->sets == 64);
    array->set_index = set_index;
}

void tag_array_use_ways(struct tag_array *array, uint32_t ways)
{
    g_assert(ways <= array->ways);
    for (uint32_t set = 0; set < array->sets; set++) {
        uint32_t first = set * array->ways;
        for (uint32_t way = ways; way < array->ways_in_use; way++) {
            g_assert(array->lines[first + way].state == TAG_INVALID);
            unlink_line(array->lines, first + way);
        }
        for (uint32_t way = ways; way > array->ways_in_use; way--)
            link_first(array->lines, first + way - 1);
    }
    array->ways_in_use = ways;
}

int tag_array_choose_victim(const struct tag_array *array, uint64_t address)
{
    const struct tag_line *ring =
        &array->lines[tag_array_lines(array) + tag_array_set(array, address)];
    if (ring->reserved == array->ways_in_use)
        return -1;
    uint32_t line = ring->newer;
    while (array->lines[line].state == TAG_RESERVED)
        line = array->lines[line].newer;
    return (int)line;
}

static void remove_from_bucket(struct tag_array *array, uint32_t line)
{
    uint32_t *place = &array->buckets[tag_array_bucket(array, array->lines[line].tag)];
    while (*place != line + 1)
        place = &array->lines[*place - 1].chain;
    *place = array->lines[line].chain;
}

void tag_array_reserve(struct tag_array *array, int index, uint64_t address)
{
    struct tag_line *line = &array->lines[index];
    g_assert(line->state != TAG_RESERVED);
    if (line->state == TAG_VALID)
        remove_from_bucket(array, (uint32_t)index);
    else
        array->not_invalid++;
    line->tag = address >> array->line_shift;
    uint32_t *bucket = &array->buckets[tag_array_bucket(array, line->tag)];
    line->chain = *bucket;
    *bucket = (uint32_t)index + 1;
    line->state = TAG_RESERVED;
    array->lines[line->ring].reserved++;
    tag_array_touch(array, index);
}

void tag_array_fill(struct tag_array *array, int index)
{
    struct tag_line *line = &array->lines[index];
    g_assert(line->state == TAG_RESERVED);
    line->state = TAG_VALID;
    array->lines[line->ring].reserved--;
}

void tag_array_reserve_again(struct tag_array *array, int index)
{
    struct tag_line *line = &array->lines[index];
    g_assert(line->state == TAG_VALID);
    line->state = TAG_RESERVED;
    array->lines[line->ring].reserved++;
    tag_array_touch(array, index);
}

void tag_array_invalidate(struct tag_array *array, int index)
{
    struct tag_line *line = &array->lines[index];
    if (line->state == TAG_INVALID)
        return;
    if (line->state == TAG_RESERVED)
        array->lines[line->ring].reserved--;
    remove_from_bucket(array, (uint32_t)index);
    line->state = TAG_INVALID;
    array->not_invalid--;
    unlink_line(array->lines, (uint32_t)index);
    link_first(array->lines, (uint32_t)index);
}

void tag_array_invalidate_valid(struct tag_array *array)
{
    for (uint32_t i = 0; array->not_invalid > 0 && i < tag_array_lines(array); i++)
        if (tag_array_state(array, (int)i) == TAG_VALID)
            tag_array_invalidate(array, (int)i);
}
