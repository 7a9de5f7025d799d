/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/known/known_state.h"
#include "models/memory/memory_digest.h"
#include "models/memory/owed_memory.h"

#include <string.h>

static const struct footprint_part *part_at(const struct footprint *footprint, guint i)
{
    return &g_array_index(footprint->parts, struct footprint_part, i);
}

static uint8_t *bytes_of(const struct footprint *footprint, guint i)
{
    return device_memory_at(footprint->memory, part_at(footprint, i)->address);
}

static struct content_digest digest_of(const struct footprint *footprint, guint i)
{
    return device_memory_digest(footprint->memory, part_at(footprint, i)->address);
}

struct content_digest *known_digests(const struct footprint *footprint)
{
    const guint n = footprint->parts->len;
    struct content_digest *digests = g_new(struct content_digest, n + 1);
    for (guint i = 0; i < n; i++)
        digests[i] = digest_of(footprint, i);
    return digests;
}

struct known_state *known_state_new(const struct footprint *footprint,
                                    const struct content_digest *before)
{
    const guint n = footprint->parts->len;
    for (guint i = 0; i < n && !before; i++)
        if (part_at(footprint, i)->how == (FOOTPRINT_READ | FOOTPRINT_WRITTEN))
            return NULL;
    struct known_state *state = g_malloc0(sizeof *state + n * sizeof state->part[0]);
    state->n = n;
    for (guint i = 0; i < n; i++) {
        struct known_part *part = &state->part[i];
        const bool is_written = part_at(footprint, i)->how & FOOTPRINT_WRITTEN;
        part->after = before && !is_written ? before[i] : digest_of(footprint, i);
        part->has_before = before || !is_written;
        if (part->has_before)
            part->before = before ? before[i] : part->after;
    }
    return state;
}

static bool is_to_copy(const struct known_state *state, const struct footprint *footprint, guint i)
{
    return !state->part[i].copy && (part_at(footprint, i)->how & FOOTPRINT_WRITTEN);
}

uint64_t known_state_wants(const struct known_state *state, const struct footprint *footprint)
{
    uint64_t bytes = 0;
    for (guint i = 0; i < state->n; i++)
        bytes += is_to_copy(state, footprint, i) ? part_at(footprint, i)->bytes : 0;
    return bytes;
}

uint64_t known_state_has(const struct known_state *state, const struct footprint *footprint)
{
    uint64_t bytes = 0;
    for (guint i = 0; i < state->n; i++)
        bytes += state->part[i].copy ? part_at(footprint, i)->bytes : 0;
    return bytes;
}

void known_state_drop_copies(struct known_state *state, const struct footprint *footprint,
                             uint64_t *room)
{
    if (known_state_has(state, footprint) > 0)
        device_memory_arrive_all(footprint->memory); /* they may be owed */
    *room += known_state_has(state, footprint);
    for (guint i = 0; i < state->n; i++)
        g_clear_pointer(&state->part[i].copy, g_free);
}

void known_state_free(struct known_state *state, const struct footprint *footprint, uint64_t *room)
{
    known_state_drop_copies(state, footprint, room);
    g_free(state);
}

static bool is_before(const struct known_part *part, struct content_digest now)
{
    return part->has_before && content_digest_equal(part->before, now);
}

/* A part that the launch does not read may be as it leaves it, too. */
static bool is_after(const struct known_part *part, unsigned how, struct content_digest now)
{
    return !(how & FOOTPRINT_READ) && content_digest_equal(part->after, now);
}

static bool needs_copy(const struct known_part *part, struct content_digest now)
{
    return !content_digest_equal(part->after, now);
}

enum known_match known_state_match(const struct known_state *state,
                                   const struct footprint *footprint,
                                   const struct content_digest *now)
{
    enum known_match match = KNOWN_THERE;
    for (guint i = 0; i < state->n; i++) {
        const struct known_part *part = &state->part[i];
        if (!is_before(part, now[i]) && !is_after(part, part_at(footprint, i)->how, now[i]))
            return KNOWN_NOT;
        if (needs_copy(part, now[i]) && !part->copy)
            match = KNOWN_NO_COPY;
    }
    return match;
}

void known_state_apply(const struct known_state *state, const struct footprint *footprint,
                       const struct content_digest *now)
{
    for (guint i = 0; i < state->n; i++) {
        const struct footprint_part *part = part_at(footprint, i);
        if (!needs_copy(&state->part[i], now[i]))
            continue;
        if (device_memory_may_owe(footprint->memory, part->address)) {
            device_memory_owe(footprint->memory, part->address, state->part[i].copy,
                              state->part[i].after);
            continue;
        }
        device_memory_arrive(footprint->memory, part->address);
        memcpy(bytes_of(footprint, i), state->part[i].copy, part->bytes);
        device_memory_set_digest(footprint->memory, part->address, state->part[i].after);
    }
}

void known_state_copy(struct known_state *state, const struct footprint *footprint, uint64_t *room)
{
    for (guint i = 0; i < state->n; i++) {
        const struct footprint_part *part = part_at(footprint, i);
        if (!is_to_copy(state, footprint, i) || part->bytes > *room)
            continue;
        state->part[i].copy = g_malloc(part->bytes);
        memcpy(state->part[i].copy, bytes_of(footprint, i), part->bytes);
        *room -= part->bytes;
    }
}
