/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cache/tag_array.h"

/* No line's number: numbers are addresses shifted right by at least one bit. */
static const uint64_t NO_TAG = UINT64_MAX;

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
    if (size_bytes / line_bytes > INT32_MAX)
        return "it has too many lines";
    return NULL;
}

void tag_array_init(struct tag_array *array, uint64_t size_bytes, uint32_t ways,
                    uint32_t line_bytes)
{
    g_assert(!tag_array_problem(size_bytes, ways, line_bytes));
    uint32_t sets = (uint32_t)(size_bytes / ((uint64_t)ways * line_bytes));
    *array = (struct tag_array){
        .sets = sets, .ways = ways, .set_shift = log2_of(sets), .line_shift = log2_of(line_bytes)};
    uint32_t lines = tag_array_lines(array);
    array->tags = g_new(uint64_t, lines);
    array->stamps = g_new0(uint64_t, lines);
    for (uint32_t i = 0; i < lines; i++)
        array->tags[i] = NO_TAG;
}

void tag_array_finish(struct tag_array *array)
{
    g_free(array->tags);
    g_free(array->stamps);
    *array = (struct tag_array){0};
}

void tag_array_use_index(struct tag_array *array, enum tag_set_index set_index)
{
    g_assert(array->now == 0);
    array->set_index = set_index;
}

int tag_array_choose_victim(const struct tag_array *array, uint64_t address)
{
    uint32_t first = tag_array_set(array, address) * array->ways;
    const uint64_t *stamps = &array->stamps[first];
    uint64_t oldest = UINT64_MAX;
    int victim = -1;
    for (uint32_t way = 0; way < array->ways; way++) {
        victim = stamps[way] < oldest ? (int)(first + way) : victim;
        oldest = MIN(stamps[way], oldest);
    }
    return victim;
}

void tag_array_reserve(struct tag_array *array, int index, uint64_t address)
{
    g_assert(tag_array_state(array, index) != TAG_RESERVED);
    array->tags[index] = address >> array->line_shift;
    array->stamps[index] = UINT64_MAX;
    array->now++;
}

void tag_array_fill(struct tag_array *array, int index)
{
    g_assert(tag_array_state(array, index) == TAG_RESERVED);
    array->stamps[index] = ++array->now;
}

void tag_array_reserve_again(struct tag_array *array, int index)
{
    g_assert(tag_array_state(array, index) == TAG_VALID);
    array->stamps[index] = UINT64_MAX;
}

void tag_array_invalidate(struct tag_array *array, int index)
{
    array->tags[index] = NO_TAG;
    array->stamps[index] = 0;
}

void tag_array_invalidate_valid(struct tag_array *array)
{
    for (uint32_t i = 0; i < tag_array_lines(array); i++)
        if (tag_array_state(array, (int)i) == TAG_VALID)
            tag_array_invalidate(array, (int)i);
}
