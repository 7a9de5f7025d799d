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
    if (size_bytes / line_bytes > TAG_ARRAY_MOST_LINES)
        return "it has more than 32768 lines";
    return NULL;
}

static void unlink_line(struct tag_links *links, uint32_t line)
{
    links[links[line].older].newer = links[line].newer;
    links[links[line].newer].older = links[line].older;
}

/* Makes the line the next one to go. */
static void link_first(const struct tag_array *array, uint32_t line)
{
    struct tag_links *links = array->links;
    uint32_t ring = tag_array_ring(array, (int)line), newer = links[ring].newer;
    links[line] = (struct tag_links){.older = (uint16_t)ring, .newer = (uint16_t)newer};
    links[newer].older = links[ring].newer = (uint16_t)line;
}

/* A set has no list before its first line is looked for. So unused caches, of which a large GPU may
 * have many, are never touched. A line in a list is next to a ring, or to a line other than itself:
 * it does not have line 0 on both sides. */
static inline void have_list(const struct tag_array *array, uint32_t set)
{
    const uint32_t first = set * array->ways, ring = array->lines + set;
    const struct tag_links *links = &array->links[first];
    if (G_LIKELY(links->older | links->newer))
        return;
    array->links[ring] = (struct tag_links){(uint16_t)ring, (uint16_t)ring};
    for (uint32_t way = array->ways_in_use; way > 0; way--)
        link_first(array, first + way - 1);
}

void tag_array_init(struct tag_array *array, struct arena *arena, uint64_t size_bytes,
                    uint32_t ways, uint32_t line_bytes)
{
    g_assert(!tag_array_problem(size_bytes, ways, line_bytes));
    uint32_t sets = (uint32_t)(size_bytes / ((uint64_t)ways * line_bytes)), bucket_bits = 1;
    *array = (struct tag_array){.sets = sets,
                                .ways = ways,
                                .lines = sets * ways,
                                .per_way = (UINT32_MAX + UINT64_C(1) + ways - 1) / ways,
                                .set_shift = log2_of(sets),
                                .line_shift = log2_of(line_bytes)};
    while (UINT64_C(1) << bucket_bits < array->lines)
        bucket_bits++;
    array->bucket_shift = 64 - bucket_bits;
    if (!arena)
        arena = array->own = arena_new(array->lines * sizeof *array->tags);
    array->tags = arena_new0(arena, uint64_t, array->lines);
    array->states = arena_new0(arena, uint8_t, array->lines);
    array->chain = arena_new0(arena, uint16_t, array->lines);
    array->buckets = arena_new0(arena, uint16_t, (gsize)1 << bucket_bits);
    array->reserved = arena_new0(arena, uint16_t, sets);
    array->links = arena_new0(arena, struct tag_links, array->lines + sets);
    array->ways_in_use = ways;
}

void tag_array_finish(struct tag_array *array)
{
    arena_free(array->own);
    *array = (struct tag_array){0};
}

void tag_array_use_index(struct tag_array *array, enum tag_set_index set_index)
{
    g_assert(array->not_invalid == 0);
    array->set_index = set_index;
}

void tag_array_use_replacer(struct tag_array *array, struct replacer *replacer)
{
    g_assert(array->not_invalid == 0);
    array->replacer = replacer;
}

void tag_array_use_ways(struct tag_array *array, uint32_t ways)
{
    g_assert(ways <= array->ways);
    for (uint32_t set = 0; ways != array->ways_in_use && set < array->sets; set++) {
        uint32_t first = set * array->ways;
        have_list(array, set);
        for (uint32_t way = ways; way < array->ways_in_use; way++) {
            g_assert(array->states[first + way] == TAG_INVALID);
            unlink_line(array->links, first + way);
        }
        for (uint32_t way = ways; way > array->ways_in_use; way--)
            link_first(array, first + way - 1);
    }
    array->ways_in_use = ways;
}

int tag_array_ask_replacer(const struct tag_array *array, uint64_t address)
{
    uint32_t set = tag_array_set(array, address);
    if (array->reserved[set] == array->ways_in_use)
        return -1;
    const uint8_t *states = &array->states[set * array->ways];
    struct replacement_ways allowed = {0}, invalid = {0};
    for (uint32_t way = 0; way < array->ways_in_use; way++) {
        uint64_t bit = UINT64_C(1) << way % 64;
        allowed.word[way / 64] |= states[way] == TAG_RESERVED ? 0 : bit;
        invalid.word[way / 64] |= states[way] == TAG_INVALID ? bit : 0;
    }
    return (int)(set * array->ways + replacer_victim(array->replacer, set, &allowed, &invalid));
}

int tag_array_choose_victim(const struct tag_array *array, uint64_t address)
{
    uint32_t set = tag_array_set(array, address);
    if (array->reserved[set] == array->ways_in_use)
        return -1;
    have_list(array, set);
    uint32_t line = array->links[array->lines + set].newer;
    while (array->states[line] == TAG_RESERVED)
        line = array->links[line].newer;
    return (int)line;
}

static void remove_from_bucket(struct tag_array *array, uint32_t line)
{
    uint16_t *place = &array->buckets[tag_array_bucket(array, array->tags[line])];
    while (*place != line + 1)
        place = &array->chain[*place - 1];
    *place = array->chain[line];
}

static inline unsigned way_of_line(const struct tag_array *array, int index)
{
    return (uint32_t)index - tag_array_set_of_line(array, index) * array->ways;
}

G_NO_INLINE static void tell_insertion(struct tag_array *array, int index, bool evicts)
{
    replacer_insert(array->replacer, tag_array_set_of_line(array, index), way_of_line(array, index),
                    evicts);
}

void tag_array_tell_use(struct tag_array *array, int index)
{
    replacer_touch(array->replacer, tag_array_set_of_line(array, index), way_of_line(array, index));
}

void tag_array_reserve(struct tag_array *array, int index, uint64_t address)
{
    uint64_t number = address >> array->line_shift;
    g_assert(array->states[index] != TAG_RESERVED);
    if (G_UNLIKELY(array->replacer != NULL))
        tell_insertion(array, index, array->states[index] == TAG_VALID);
    if (array->states[index] == TAG_VALID)
        remove_from_bucket(array, (uint32_t)index);
    else {
        have_list(array, tag_array_set_of_line(array, index));
        array->not_invalid++;
    }
    uint16_t *bucket = &array->buckets[tag_array_bucket(array, number)];
    array->tags[index] = number;
    array->chain[index] = *bucket;
    *bucket = (uint16_t)(index + 1);
    array->states[index] = TAG_RESERVED;
    uint32_t ring = tag_array_ring(array, index);
    array->reserved[ring - array->lines]++;
    tag_array_touch_in(array, index, ring);
}

void tag_array_fill(struct tag_array *array, int index)
{
    g_assert(array->states[index] == TAG_RESERVED);
    array->states[index] = TAG_VALID;
    array->reserved[tag_array_ring(array, index) - array->lines]--;
}

void tag_array_reserve_again(struct tag_array *array, int index)
{
    g_assert(array->states[index] == TAG_VALID);
    array->states[index] = TAG_RESERVED;
    array->reserved[tag_array_ring(array, index) - array->lines]++;
}

void tag_array_invalidate(struct tag_array *array, int index)
{
    if (array->states[index] == TAG_INVALID)
        return;
    if (array->states[index] == TAG_RESERVED)
        tag_array_fill(array, index);
    if (G_UNLIKELY(array->replacer != NULL))
        replacer_drop(array->replacer, tag_array_set_of_line(array, index),
                      way_of_line(array, index));
    remove_from_bucket(array, (uint32_t)index);
    array->states[index] = TAG_INVALID;
    array->not_invalid--;
    unlink_line(array->links, (uint32_t)index);
    link_first(array, (uint32_t)index);
}

void tag_array_invalidate_valid(struct tag_array *array)
{
    for (uint32_t i = 0; array->not_invalid > 0 && i < array->lines; i++)
        if (array->states[i] == TAG_VALID)
            tag_array_invalidate(array, (int)i);
}
