/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/clock_nodes.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

enum { JOINS = 1 << 12, FIRST_BUCKETS = 1 << 10 };

/* A join that was made: of the nodes with these numbers. */
struct join {
    uint64_t a, b;
    struct clock *both; /* NULL: none yet */
};

struct clocks {
    struct clock **bucket;
    uint32_t n_buckets, n; /* a power of two; nodes */
    uint64_t numbers;
    struct join *join;
};

struct clocks *clocks_new(void)
{
    struct clocks *clocks = g_new0(struct clocks, 1);
    clocks->n_buckets = FIRST_BUCKETS;
    clocks->bucket = g_new0(struct clock *, clocks->n_buckets);
    clocks->join = g_new0(struct join, JOINS);
    return clocks;
}

void clocks_free(struct clocks *clocks)
{
    if (!clocks)
        return;
    for (unsigned i = 0; i < JOINS; i++)
        clock_unref(clocks->join[i].both);
    g_assert(clocks->n == 0);
    g_free(clocks->join);
    g_free(clocks->bucket);
    g_free(clocks);
}

/* ---- references ---------------------------------------------------------------------------- */

struct clock *clock_ref(struct clock *clock)
{
    if (clock)
        clock->references++;
    return clock;
}

static void leave_table(struct clock *clock)
{
    struct clocks *clocks = clock->clocks;
    struct clock **link = &clocks->bucket[clock->hash & (clocks->n_buckets - 1)];
    while (*link != clock)
        link = &(*link)->next;
    *link = clock->next;
    clocks->n--;
}

static void drop_children(struct clock *clock)
{
    for (unsigned i = 0; clock->bits > 0 && i < CLOCK_FAN; i++)
        clock_unref(clock->child[i]);
}

void clock_unref(struct clock *clock)
{
    if (!clock || --clock->references > 0)
        return;
    leave_table(clock);
    drop_children(clock);
    g_free(clock);
}

/* ---- the table ----------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 by the golden ratio */
    return hash ^ hash >> 29;
}

static uint32_t hash_of(const struct clock *clock)
{
    uint64_t hash = mixed(clock->bits, clock->prefix);
    if (clock->bits > 0) {
        for (unsigned i = 0; i < CLOCK_FAN; i++)
            hash = mixed(hash, clock->child[i] ? clock->child[i]->number : 0);
        return (uint32_t)(hash >> 32);
    }
    hash = mixed(hash, (uint64_t)clock->leaf.block << 32 | clock->leaf.warp);
    for (unsigned i = 0; i < WARP_LANES; i += 2)
        hash = mixed(hash, (uint64_t)clock->leaf.lane[i] << 32 | clock->leaf.lane[i + 1]);
    return (uint32_t)(hash >> 32);
}

static size_t contents_of(const struct clock *clock)
{
    return clock->bits > 0 ? sizeof clock->child : sizeof clock->leaf;
}

static bool looks_like(const struct clock *a, const struct clock *b)
{
    return a->hash == b->hash && a->bits == b->bits && a->prefix == b->prefix &&
           memcmp(a->child, b->child, contents_of(a)) == 0;
}

static uint32_t newest_of(const struct clock *clock)
{
    uint32_t newest = 0;
    if (clock->bits > 0) {
        for (unsigned i = 0; i < CLOCK_FAN; i++)
            newest = MAX(newest, clock->child[i] ? clock->child[i]->newest : 0);
        return newest;
    }
    for (unsigned i = 0; i < WARP_LANES; i++)
        newest = MAX(newest, clock->leaf.lane[i]);
    return MAX(newest, MAX(clock->leaf.block, clock->leaf.warp));
}

static void grow(struct clocks *clocks)
{
    const uint32_t n = 2 * clocks->n_buckets;
    struct clock **bucket = g_new0(struct clock *, n);
    for (uint32_t i = 0; i < clocks->n_buckets; i++)
        for (struct clock *each = clocks->bucket[i], *next; each; each = next) {
            next = each->next;
            each->next = bucket[each->hash & (n - 1)];
            bucket[each->hash & (n - 1)] = each;
        }
    g_free(clocks->bucket);
    clocks->bucket = bucket;
    clocks->n_buckets = n;
}

struct clock *clock_intern(struct clocks *clocks, struct clock *like)
{
    like->hash = hash_of(like);
    struct clock **bucket = &clocks->bucket[like->hash & (clocks->n_buckets - 1)];
    for (struct clock *each = *bucket; each; each = each->next)
        if (looks_like(each, like)) {
            clock_ref(each);
            drop_children(like);
            return each;
        }
    const size_t bytes = offsetof(struct clock, child) + contents_of(like);
    struct clock *clock = g_malloc(bytes);
    like->references = 1;
    like->newest = newest_of(like);
    like->number = ++clocks->numbers;
    like->clocks = clocks;
    like->next = *bucket;
    memcpy(clock, like, bytes);
    *bucket = clock;
    if (++clocks->n > clocks->n_buckets)
        grow(clocks);
    return clock;
}

/* ---- joins --------------------------------------------------------------------------------- */

static struct join *join_at(const struct clock *a, const struct clock *b)
{
    return &a->clocks->join[mixed(a->number, b->number) % JOINS];
}

struct clock *clock_joined(const struct clock *a, const struct clock *b)
{
    const struct join *join = join_at(a, b);
    return join->both && join->a == a->number && join->b == b->number ? join->both : NULL;
}

void clock_keep_joined(const struct clock *a, const struct clock *b, struct clock *both)
{
    struct join *join = join_at(a, b);
    struct clock *old = join->both;
    *join = (struct join){a->number, b->number, clock_ref(both)};
    clock_unref(old);
}
