/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/models/cache/replacement_models.h"

#include <string.h>

enum { DISTANT = 3, RARE = 32, MOST_LEADERS = 32, SELECTOR_MAX = 1023, COUNTER_MAX = 7 };

static bool is(const struct naive *naive, const char *policy)
{
    return strcmp(naive->policy, policy) == 0;
}

static bool is_rrip(const struct naive *naive)
{
    return is(naive, "srrip") || is(naive, "brrip") || is(naive, "drrip") || is(naive, "ship");
}

static uint64_t scrambled(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

void naive_init(struct naive *naive, const char *policy, unsigned sets, unsigned ways,
                unsigned cache, bool in_l1, uint64_t seed)
{
    memset(naive, 0, sizeof *naive);
    naive->policy = policy;
    naive->sets = sets;
    naive->ways = naive->ways_in_use = ways;
    naive->in_l1 = in_l1;
    naive->lines = g_new0(struct naive_line, (size_t)sets * ways);
    naive->stream = scrambled(seed) + scrambled(2 * (uint64_t)cache + (in_l1 ? 2 : 1));
    naive->selector = SELECTOR_MAX / 2;
    for (unsigned i = 0; i < G_N_ELEMENTS(naive->counters); i++)
        naive->counters[i] = 1;
}

void naive_finish(struct naive *naive)
{
    g_free(naive->lines);
}

int naive_find(const struct naive *naive, unsigned set, uint64_t number)
{
    for (int way = 0; way < (int)naive->ways; way++) {
        const struct naive_line *line = naive_line(naive, set, way);
        if (line->valid && line->number == number)
            return way;
    }
    return -1;
}

/* ---- who goes ---- */

static bool may_go(const struct naive *naive, unsigned set, int way)
{
    return way < (int)naive->ways_in_use && !naive_line(naive, set, way)->busy;
}

static int least(const struct naive *naive, unsigned set, bool by_use)
{
    int best = -1;
    for (int way = 0; way < (int)naive->ways; way++) {
        const struct naive_line *line = naive_line(naive, set, way);
        const struct naive_line *other = best < 0 ? NULL : naive_line(naive, set, best);
        if (may_go(naive, set, way) &&
            (!other || (by_use ? line->used < other->used : line->taken < other->taken)))
            best = way;
    }
    return best;
}

static int any(struct naive *naive, unsigned set)
{
    unsigned n = 0;
    int list[1024];
    for (int way = 0; way < (int)naive->ways; way++)
        if (may_go(naive, set, way))
            list[n++] = way;
    naive->stream += 0x9e3779b97f4a7c15ULL;
    return list[scrambled(naive->stream) / 0x100000000ULL * n / 0x100000000ULL];
}

/* The latest use in some ways of the set. */
static long latest(const struct naive *naive, unsigned set, unsigned from, unsigned to)
{
    long time = 0;
    for (unsigned way = from; way < MIN(to, naive->ways); way++)
        time = MAX(time, naive_line(naive, set, (int)way)->used);
    return time;
}

static bool some_may_go(const struct naive *naive, unsigned set, unsigned from, unsigned to)
{
    for (unsigned way = from; way < MIN(to, naive->ways); way++)
        if (may_go(naive, set, (int)way))
            return true;
    return false;
}

/* Halves the ways again and again, away from the half that was used last. */
static int by_halves(const struct naive *naive, unsigned set)
{
    unsigned from = 0, to = 1;
    while (to < naive->ways)
        to *= 2;
    while (to - from > 1) {
        unsigned middle = (from + to) / 2;
        bool upper = latest(naive, set, from, middle) > latest(naive, set, middle, to);
        if (upper ? !some_may_go(naive, set, middle, to) : !some_may_go(naive, set, from, middle))
            upper = !upper;
        *(upper ? &from : &to) = middle;
    }
    return (int)from;
}

static int first_distant(struct naive *naive, unsigned set)
{
    for (;;) {
        for (int way = 0; way < (int)naive->ways; way++)
            if (may_go(naive, set, way) && naive_line(naive, set, way)->rrpv == DISTANT)
                return way;
        for (int way = 0; way < (int)naive->ways; way++)
            naive_line(naive, set, way)->rrpv += naive_line(naive, set, way)->rrpv < DISTANT;
    }
}

int naive_choose(struct naive *naive, unsigned set)
{
    for (int way = 0; way < (int)naive->ways_in_use; way++)
        if (!naive_line(naive, set, way)->valid)
            return way;
    if (!some_may_go(naive, set, 0, naive->ways_in_use))
        return -1;
    if (is_rrip(naive))
        return first_distant(naive, set);
    if (is(naive, "plru"))
        return by_halves(naive, set);
    if (is(naive, "random"))
        return any(naive, set);
    return least(naive, set, is(naive, "lru"));
}

/* ---- what is kept of lines ---- */

static bool is_rare(struct naive *naive)
{
    naive->rare++;
    return naive->rare % RARE == 0;
}

/* 's', 'b': the set always follows that policy; 'f': it follows the better one. */
static char role(const struct naive *naive, unsigned set)
{
    unsigned leaders = MIN(MAX(naive->sets / 4, 1), MOST_LEADERS);
    for (unsigned i = 0; i < leaders && naive->sets > 1; i++) {
        unsigned distance = naive->sets / leaders;
        if (set == i * distance)
            return 's';
        if (set == i * distance + distance / 2)
            return 'b';
    }
    return 'f';
}

static int first_rrpv(struct naive *naive, unsigned set, unsigned signature)
{
    char leads = is(naive, "srrip") ? 's' : is(naive, "brrip") ? 'b' : 'f';
    if (is(naive, "ship"))
        return naive->counters[signature] == 0 ? DISTANT : DISTANT - 1;
    if (is(naive, "drrip")) {
        leads = role(naive, set);
        naive->selector += leads == 's' ? 1 : leads == 'b' ? -1 : 0;
        naive->selector = CLAMP(naive->selector, 0, SELECTOR_MAX);
        if (leads == 'f')
            leads = naive->selector > SELECTOR_MAX / 2 ? 'b' : 's';
    }
    return leads == 's' || is_rare(naive) ? DISTANT - 1 : DISTANT;
}

void naive_take(struct naive *naive, unsigned set, int way, uint64_t number, unsigned pc)
{
    struct naive_line *line = naive_line(naive, set, way);
    int *counter = &naive->counters[line->signature];
    if (line->valid && !line->hit && *counter > 0)
        --*counter;
    uint64_t region = number * 128 / 16384;
    line->signature =
        naive->in_l1 ? pc % 16384 : (unsigned)(region * 0x9e3779b97f4a7c15ULL / (1ULL << 50));
    line->rrpv = first_rrpv(naive, set, line->signature);
    line->valid = line->busy = true;
    line->hit = false;
    line->number = number;
    line->taken = line->used = ++naive->now;
}

void naive_use(struct naive *naive, unsigned set, int way)
{
    struct naive_line *line = naive_line(naive, set, way);
    line->used = ++naive->now;
    line->rrpv = 0;
    line->hit = true;
    if (naive->counters[line->signature] < COUNTER_MAX)
        naive->counters[line->signature]++;
}

void naive_drop(struct naive *naive, unsigned set, int way)
{
    naive_line(naive, set, way)->valid = naive_line(naive, set, way)->busy = false;
}
