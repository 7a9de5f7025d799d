/* SPDX-License-Identifier: BSD-3-Clause */
/* First in, first out: the line that was taken longest ago goes, however often it has been used.
 *
 * A line is numbered when it is taken, not when its fill comes.
 *
 * Source: Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems
 * Journal 5(2), 1966: FIFO.
 */
#include "policies/replacement/replacement.h"

struct state {
    uint64_t taken; /* lines, up to now */
};

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)state;
    (void)access;
    const uint64_t *numbers = set->lines;
    unsigned first = replacement_first(&set->allowed);
    for (unsigned word = 0; word < REPLACEMENT_MASK_WORDS; word++)
        for (uint64_t left = set->allowed.word[word]; left; left &= left - 1) {
            unsigned way = word * 64 + (unsigned)__builtin_ctzll(left);
            if (numbers[way] < numbers[first])
                first = way;
        }
    return first;
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)set;
    (void)access;
    struct state *own = state;
    uint64_t *numbers = lines;
    numbers[way] = ++own->taken;
}

const struct replacement_ops replacement_fifo = {
    .policy = {.head = {.name = "fifo",
                        .summary = "The line that was allocated longest ago goes",
                        .source = "Belady, A study of replacement algorithms for a "
                                  "virtual-storage computer, IBM Systems Journal, 1966",
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = sizeof(uint64_t),
    .victim = victim,
    .inserted = inserted,
};
