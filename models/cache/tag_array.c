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

static void link_before(struct tag_links *links, uint32_t line, uint32_t newer)
{
    links[line] = (struct tag_links){.older = links[newer].older, .newer = newer};
    links[links[line].older].newer = line;
    links[newer].older = line;
}

static void unlink_line(struct tag_links *links, uint32_t line)
{
    links[links[line].older].newer = links[line].newer;
    links[links[line].newer].older = links[line].older;
}

static uint32_t ring_of(const struct tag_array *array, uint32_t line)
{
    return tag_array_lines(array) + line / array->ways;
}

/* The line goes next. */
static void link_first(struct tag_array *array, uint32_t line)
{
    link_before(array->links, line, array->links[ring_of(array, line)].newer);
}

void tag_array_init(struct tag_array *array, uint64_t size_bytes, uint32_t ways,
                    uint32_t line_bytes)
{
    g_assert(!tag_array_problem(size_bytes, ways, line_bytes));
    uint32_t sets = (uint32_t)(size_bytes / ((uint64_t)ways * line_bytes));
    *array = (struct tag_array){
        .sets = sets, .ways = ways, .set_shift = log2_of(sets), .line_shift = log2_of(line_bytes)};
    uint32_t lines = tag_array_lines(array), bucket_bits = 1;
    while (UINT64_C(1) << bucket_bits < lines)
        bucket_bits++;
    array->bucket_shift = 64 - bucket_bits;
    array->tags = g_new0(uint64_t, lines);
    array->states = g_new0(uint8_t, lines);
    array->chain = g_new0(uint32_t, lines);
    array->buckets = g_new0(uint32_t, (gsize)1 << bucket_bits);
    array->reserved = g_new0(uint32_t, sets);
    array->links = g_new(struct tag_links, lines + sets);
    for (uint32_t set = 0; set < sets; set++)
        array->links[lines + set] = (struct tag_links){lines + set, lines + set};
    tag_array_use_ways(array, ways);
}

void tag_array_finish(struct tag_array *array)
{
    g_free(array->tags);
    g_free(array->states);
    g_free(array->chain);
    g_free(array->buckets);
    g_free(array->reserved);
    g_free(array->links);
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
            g_assert(array->states[first + way] == TAG_INVALID);
            unlink_line(array->links, first + way);
        }
        for (uint32_t way = ways; way > array->ways_in_use; way--)
            link_first(array, first + way - 1);
    }
    array->ways_in_use = ways;
}

int tag_array_choose_victim(const struct tag_array *array, uint64_t address)
{
    uint32_t set = tag_array_set(array, address);
    if (array->reserved[set] == array->ways_in_use)
        return -1;
    uint32_t line = array->links[tag_array_lines(array) + set].newer;
    while (array->states[line] == TAG_RESERVED)
        line = array->links[line].newer;
    return (int)line;
}

static void remove_from_bucket(struct tag_array *array, uint32_t line)
{
    uint32_t *place = &array->buckets[tag_array_bucket(array, array->tags[line])];
    while (*place != line + 1)
        place = &array->chain[*place - 1];
    *place = array->chain[line];
}

void tag_array_reserve(struct tag_array *array, int index, uint64_t address)
{
    g_assert(tag_array_state(array, index) != TAG_RESERVED);
    if (tag_array_state(array, index) == TAG_VALID)
        remove_from_bucket(array, (uint32_t)index);
    else
        array->not_invalid++;
    uint64_t number = address >> array->line_shift;
    uint32_t *bucket = &array->buckets[tag_array_bucket(array, number)];
    array->tags[index] = number;
    array->chain[index] = *bucket;
    *bucket = (uint32_t)index + 1;
    array->states[index] = TAG_RESERVED;
    array->reserved[tag_array_set_of(array, number)]++;
    tag_array_touch(array, index);
}

void tag_array_fill(struct tag_array *array, int index)
{
    g_assert(tag_array_state(array, index) == TAG_RESERVED);
    array->states[index] = TAG_VALID;
    array->reserved[tag_array_set_of(array, array->tags[index])]--;
}

void tag_array_reserve_again(struct tag_array *array, int index)
{
    g_assert(tag_array_state(array, index) == TAG_VALID);
    array->states[index] = TAG_RESERVED;
    array->reserved[tag_array_set_of(array, array->tags[index])]++;
    tag_array_touch(array, index);
}

void tag_array_invalidate(struct tag_array *array, int index)
{
    uint32_t line = (uint32_t)index;
    if (tag_array_state(array, index) == TAG_INVALID)
        return;
    if (tag_array_state(array, index) == TAG_RESERVED)
        tag_array_fill(array, index);
    remove_from_bucket(array, line);
    array->states[line] = TAG_INVALID;
    array->not_invalid--;
    unlink_line(array->links, line);
    link_first(array, line);
}

void tag_array_invalidate_valid(struct tag_array *array)
{
    for (uint32_t i = 0; array->not_invalid > 0 && i < tag_array_lines(array); i++)
        if (tag_array_state(array, (int)i) == TAG_VALID)
            tag_array_invalidate(array, (int)i);
}
