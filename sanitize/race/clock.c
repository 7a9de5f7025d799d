/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/clock.h"
#include "sanitize/race/clock_nodes.h"
#include <glib.h>
#include <string.h>

void clock_set(struct clock **into, struct clock *other)
{
    clock_ref(other);
    clock_unref(*into);
    *into = other;
}

uint32_t clock_newest(const struct clock *clock)
{
    return clock ? clock->newest : 0;
}

/* ---- lookups ------------------------------------------------------------------------------- */

/* Of a node of so many bits: the bits of a warp's number before those. At most 32 bits, mostly
 * none of which are left then. */
static uint32_t prefix_of(uint32_t warp, unsigned bits)
{
    return (uint32_t)((uint64_t)warp >> bits);
}

static unsigned child_of(uint32_t warp, unsigned bits)
{
    return warp >> (bits - CLOCK_FAN_BITS) & (CLOCK_FAN - 1);
}

static const struct clock_leaf *leaf_of(const struct clock *clock, uint32_t warp)
{
    while (clock && clock->prefix == prefix_of(warp, clock->bits)) {
        if (clock->bits == 0)
            return &clock->leaf;
        clock = clock->child[child_of(warp, clock->bits)];
    }
    return NULL;
}

uint32_t clock_of_thread(const struct clock *clock, uint32_t warp, unsigned lane)
{
    const struct clock_leaf *leaf = leaf_of(clock, warp);
    return leaf ? MAX(leaf->warp, leaf->lane[lane]) : 0;
}

uint32_t clock_of_block(const struct clock *clock, uint32_t first)
{
    const struct clock_leaf *leaf = leaf_of(clock, first);
    return leaf ? leaf->block : 0;
}

/* ---- joins --------------------------------------------------------------------------------- */

static struct clock *joined(struct clock *a, struct clock *b);

static struct clock *joined_leaves(const struct clock *a, const struct clock *b)
{
    struct clock both = {.prefix = a->prefix};
    both.leaf.block = MAX(a->leaf.block, b->leaf.block);
    both.leaf.warp = MAX(a->leaf.warp, b->leaf.warp);
    for (unsigned i = 0; i < WARP_LANES; i++) {
        const uint32_t stamp = MAX(a->leaf.lane[i], b->leaf.lane[i]);
        both.leaf.lane[i] = stamp > both.leaf.warp ? stamp : 0;
    }
    return clock_intern(a->clocks, &both);
}

static struct clock *joined_children(const struct clock *a, const struct clock *b)
{
    struct clock both = {.prefix = a->prefix, .bits = a->bits};
    for (unsigned i = 0; i < CLOCK_FAN; i++)
        both.child[i] = joined(a->child[i], b->child[i]);
    return clock_intern(a->clocks, &both);
}

/* One is below a child of the other, or will be. */
static struct clock *joined_below(const struct clock *above, struct clock *below)
{
    const uint32_t warp = (uint32_t)((uint64_t)below->prefix << below->bits);
    const unsigned at = child_of(warp, above->bits);
    struct clock both = {.prefix = above->prefix, .bits = above->bits};
    for (unsigned i = 0; i < CLOCK_FAN; i++)
        both.child[i] = i == at ? joined(above->child[i], below) : clock_ref(above->child[i]);
    return clock_intern(above->clocks, &both);
}

/* Neither is below the other: both are below a new node. */
static struct clock *joined_aside(struct clock *a, struct clock *b)
{
    const uint64_t warp_a = (uint64_t)a->prefix << a->bits, warp_b = (uint64_t)b->prefix << b->bits;
    unsigned bits = CLOCK_FAN_BITS;
    while (warp_a >> bits != warp_b >> bits)
        bits += CLOCK_FAN_BITS;
    struct clock both = {.prefix = prefix_of((uint32_t)warp_a, bits), .bits = (uint8_t)bits};
    memset(both.child, 0, sizeof both.child);
    both.child[child_of((uint32_t)warp_a, bits)] = clock_ref(a);
    both.child[child_of((uint32_t)warp_b, bits)] = clock_ref(b);
    return clock_intern(a->clocks, &both);
}

static bool is_above(const struct clock *a, const struct clock *b)
{
    return a->bits > b->bits && (uint64_t)b->prefix >> (a->bits - b->bits) == a->prefix;
}

static struct clock *make_join(struct clock *a, struct clock *b)
{
    if (a->bits == b->bits && a->prefix == b->prefix)
        return a->bits == 0 ? joined_leaves(a, b) : joined_children(a, b);
    if (is_above(a, b))
        return joined_below(a, b);
    return is_above(b, a) ? joined_below(b, a) : joined_aside(a, b);
}

/* To be unref'd. */
static struct clock *joined(struct clock *a, struct clock *b)
{
    if (!a || !b || a == b)
        return clock_ref(a ? a : b);
    if (a->bits == 0 || b->bits == 0) /* quickly made: not worth a place in the table */
        return make_join(a, b);
    struct clock *both = clock_joined(a, b);
    if (both)
        return clock_ref(both);
    both = make_join(a, b);
    clock_keep_joined(a, b, both);
    return both;
}

void clock_join(struct clock **into, struct clock *other)
{
    if (!other || *into == other)
        return;
    struct clock *both = joined(*into, other);
    clock_unref(*into);
    *into = both;
}

/* ---- single stamps ------------------------------------------------------------------------- */

static void note_leaf(struct clock **into, struct clocks *clocks, struct clock *like)
{
    struct clock *leaf = clock_intern(clocks, like);
    clock_join(into, leaf);
    clock_unref(leaf);
}

void clock_note(struct clock **into, struct clocks *clocks, uint32_t warp, unsigned lane,
                uint32_t stamp)
{
    struct clock like = {.prefix = warp};
    if (stamp == 0 || clock_of_thread(*into, warp, lane) >= stamp)
        return;
    memset(&like.leaf, 0, sizeof like.leaf);
    like.leaf.lane[lane] = stamp;
    note_leaf(into, clocks, &like);
}

void clock_note_lanes(struct clock **into, struct clocks *clocks, uint32_t warp,
                      const uint32_t *stamp)
{
    struct clock like = {.prefix = warp};
    bool some = false;
    like.leaf.block = like.leaf.warp = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        some |= (like.leaf.lane[i] = stamp[i]) != 0;
    if (some)
        note_leaf(into, clocks, &like);
}

void clock_note_warp(struct clock **into, struct clocks *clocks, uint32_t warp, uint32_t stamp)
{
    struct clock like = {.prefix = warp};
    const struct clock_leaf *known = leaf_of(*into, warp);
    if (stamp == 0 || (known && known->warp >= stamp))
        return;
    memset(&like.leaf, 0, sizeof like.leaf);
    like.leaf.warp = stamp;
    note_leaf(into, clocks, &like);
}

void clock_note_block(struct clock **into, struct clocks *clocks, uint32_t first, uint32_t stamp)
{
    struct clock like = {.prefix = first};
    if (stamp == 0 || clock_of_block(*into, first) >= stamp)
        return;
    memset(&like.leaf, 0, sizeof like.leaf);
    like.leaf.block = stamp;
    note_leaf(into, clocks, &like);
}
