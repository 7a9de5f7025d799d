/* SPDX-License-Identifier: BSD-3-Clause */
/* Replacement policies once more, as plain and slow as can be: an array of lines, searched from one
 * end to the other, with whole numbers instead of bits. The policies must agree with them. */
#ifndef SIMGPU_TESTS_MODELS_CACHE_REPLACEMENT_MODELS_H
#define SIMGPU_TESTS_MODELS_CACHE_REPLACEMENT_MODELS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct naive_line {
    bool valid, busy; /* busy: on its way, and valid */
    uint64_t number;
    long taken, used; /* when; by way, also of lines that are gone */
    int rrpv;
    unsigned signature;
    bool hit;
};

struct naive {
    const char *policy;
    unsigned sets, ways, ways_in_use;
    bool in_l1;
    struct naive_line *lines;
    long now;
    uint64_t stream;    /* of random */
    int selector, rare; /* of drrip and brrip */
    int counters[16384];
};

/* seed: random's. */
void naive_init(struct naive *naive, const char *policy, unsigned sets, unsigned ways,
                unsigned cache, bool in_l1, uint64_t seed);
void naive_finish(struct naive *naive);
/* The line's way; -1: it is nowhere. */
int naive_find(const struct naive *naive, unsigned set, uint64_t number);
/* The way to take, -1: there is none. */
int naive_choose(struct naive *naive, unsigned set);
/* The way gets the line, which is on its way. */
void naive_take(struct naive *naive, unsigned set, int way, uint64_t number, unsigned pc);
void naive_use(struct naive *naive, unsigned set, int way);
void naive_drop(struct naive *naive, unsigned set, int way);

static inline struct naive_line *naive_line(const struct naive *naive, unsigned set, int way)
{
    return &naive->lines[set * naive->ways + (unsigned)way];
}

#endif
