/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_lines.h"
#include "base/host/host_cache.h"
#include "base/vector_clones.h"
#include "models/cache/tag_array.h"
#include <glib.h>
#include <string.h>

G_STATIC_ASSERT(2 * BANK_LINE_USED <= LINE_BYTES);

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
    g_assert(!bank_shape_problem(size_bytes, ways, set_index) && ways <= BANK_MAX_WAYS);
    uint32_t sets = (uint32_t)sets_of(size_bytes, ways);
    *shape = (struct bank_shape){.sets = sets,
                                 .ways = ways,
                                 .set_shift = (uint32_t)__builtin_ctz(sets),
                                 .set_index = set_index};
    if (set_index == BANK_SETS_IPOLY)
        ipoly_init(&shape->ipoly, shape->set_shift);
}

void bank_lines_init(struct bank_lines *lines, struct arena *arena, const struct bank_shape *shape,
                     struct replacer *replacer)
{
    uint32_t ways = shape->ways;
    size_t bytes = ways * (sizeof(uint64_t) + 2);
    *lines = (struct bank_lines){
        .shape = shape,
        .replacer = replacer,
        .stride = (bytes + HOST_CACHE_LINE - 1) / HOST_CACHE_LINE * HOST_CACHE_LINE,
    };
    const size_t host_lines = shape->sets * (lines->stride / HOST_CACHE_LINE) + 1;
    lines->sets = arena_take_rare(arena, host_lines, HOST_CACHE_LINE);
    lines->written = arena_take_rare(arena, (size_t)shape->sets * ways, sizeof *lines->written);
}

G_NO_INLINE static void put_in_order(uint8_t *order, uint32_t ways)
{
    for (uint32_t way = 0; way < ways; way++)
        order[way] = (uint8_t)(ways - 1 - way); /* the first line goes first */
}

/* The order is all zeros until the set's first line is taken, so sets that a run doesn't use are
 * never touched. From then on it has all ways, each once. Behind the order of one way is padding,
 * of zeros: it is put in order at each miss, which changes nothing. */
static inline void begin_set(const struct bank_lines *lines, uint8_t *order)
{
    if (G_UNLIKELY(order[0] == order[1]))
        put_in_order(order, lines->shape->ways);
}

/* At most one is the line's, so all are compared, several at a time. */
VECTOR_CLONES uint64_t bank_lines_way_of(const uint64_t *names, uint64_t ways, uint64_t wanted)
{
    uint64_t found = 0;
    for (uint64_t way = 0; way < ways; way++)
        found |= names[way] >> LINE_SECTORS == wanted >> LINE_SECTORS ? way + 1 : 0;
    return found;
}

struct bank_place bank_lines_ask_replacer(const struct bank_lines *lines, uint32_t set)
{
    const struct bank_set lines_of_set = bank_lines_set_at(lines, set);
    begin_set(lines, lines_of_set.order);
    struct replacement_ways allowed = {0}, invalid = {0};
    bool any = false;
    for (uint32_t way = 0; way < lines->shape->ways; way++) {
        uint64_t bit = UINT64_C(1) << way % 64;
        if (lines_of_set.states[way] >> LINE_SECTORS != 0)
            continue;
        any = true;
        allowed.word[way / 64] |= bit;
        invalid.word[way / 64] |= lines_of_set.names[way] & BANK_LINE_USED ? 0 : bit;
    }
    if (!any)
        return (struct bank_place){set, -1};
    return (struct bank_place){set, (int)replacer_victim(lines->replacer, set, &allowed, &invalid)};
}

struct bank_place bank_lines_victim(const struct bank_lines *lines, uint32_t set)
{
    struct bank_set lines_of_set = bank_lines_set_at(lines, set);
    begin_set(lines, lines_of_set.order);
    for (uint32_t i = lines->shape->ways; i > 0; i--) {
        uint8_t way = lines_of_set.order[i - 1];
        if (lines_of_set.states[way] >> LINE_SECTORS == 0)
            return (struct bank_place){set, way};
    }
    return (struct bank_place){set, -1};
}

void bank_lines_take(struct bank_lines *lines, struct bank_place place, uint64_t address)
{
    struct bank_set set = bank_lines_set_at(lines, place.set);
    g_assert(set.states[place.way] >> LINE_SECTORS == 0);
    set.names[place.way] = address | BANK_LINE_USED;
    set.states[place.way] = 0;
}

/* Moves the ways before `way` in the order back by one, eight at a time. The last eight may contain
 * ways behind it; these stay. */
void bank_lines_bring_forward(uint8_t *order, uint8_t way)
{
    static const uint64_t ONES = UINT64_C(0x0101010101010101);
    uint64_t carried = way;
    for (;; order += sizeof carried) {
        uint64_t eight;
        memcpy(&eight, order, sizeof eight);
        eight = GUINT64_FROM_LE(eight);
        const uint64_t differs = eight ^ way * ONES;
        const uint64_t same = (differs - ONES) & ~differs & ONES << 7; /* its first bit is right */
        const uint64_t moved = eight << 8 | carried;
        const uint64_t up_to = same ^ (same - 1); /* to the way's byte; all if it isn't here */
        const uint64_t now = GUINT64_TO_LE((moved & up_to) | (eight & ~up_to));
        memcpy(order, &now, sizeof now);
        if (same)
            return;
        carried = eight >> 56;
    }
}

void bank_lines_tell_taking(struct bank_lines *lines, struct bank_place place)
{
    uint64_t name = bank_lines_set_at(lines, place.set).names[place.way];
    replacer_insert(lines->replacer, place.set, (unsigned)place.way, name & BANK_LINE_USED);
}

void bank_lines_tell_use(struct bank_lines *lines, struct bank_place place)
{
    replacer_touch(lines->replacer, place.set, (unsigned)place.way);
}

void bank_lines_fetch(struct bank_lines *lines, struct bank_place place, uint8_t sectors)
{
    uint8_t *state = &bank_lines_set_at(lines, place.set).states[place.way];
    g_assert((*state >> LINE_SECTORS & sectors) == 0);
    *state |= (uint8_t)(sectors << LINE_SECTORS);
}

bool bank_lines_fill(struct bank_lines *lines, struct bank_place place, uint8_t sectors)
{
    struct bank_set set = bank_lines_set_at(lines, place.set);
    uint8_t *state = &set.states[place.way];
    g_assert((*state >> LINE_SECTORS & sectors) == sectors && sectors != 0);
    *state &= (uint8_t) ~(sectors << LINE_SECTORS);
    set.names[place.way] |= sectors;
    return *state >> LINE_SECTORS == 0;
}

/* Writes a part of a sector. Its bytes are kept apart until the sector is valid; true if it is now.
 */
static bool write_part(struct bank_lines *lines, struct bank_place place, uint32_t sector,
                       uint32_t bytes, bool first)
{
    uint64_t *written = lines->written[place.set * lines->shape->ways + (uint32_t)place.way];
    uint64_t *word = &written[sector * LINE_SECTOR_BYTES / 64];
    uint32_t shift = sector * LINE_SECTOR_BYTES % 64;
    if (first)
        *word &= ~((uint64_t)UINT32_MAX << shift);
    *word |= (uint64_t)bytes << shift;
    return (uint32_t)(*word >> shift) == UINT32_MAX;
}

void bank_lines_write(struct bank_lines *lines, struct bank_place place, uint8_t sectors,
                      const uint64_t *mask)
{
    struct bank_set set = bank_lines_set_at(lines, place.set);
    uint64_t *name = &set.names[place.way];
    uint8_t *state = &set.states[place.way];
    for (uint32_t s = 0; s < LINE_SECTORS; s++) {
        uint32_t bytes = (uint32_t)(mask[s * LINE_SECTOR_BYTES / 64] >> s * LINE_SECTOR_BYTES % 64);
        uint8_t sector = (uint8_t)(1 << s);
        if (!(sectors & sector))
            continue;
        if (!(*name & sector) &&
            (bytes == UINT32_MAX || write_part(lines, place, s, bytes, !(*state & sector))))
            *name |= sector;
        *state |= sector;
    }
}
