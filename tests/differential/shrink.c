/* SPDX-License-Identifier: BSD-3-Clause */
/* Delta debugging over chunks; see shrink.h.
 *
 * Source: Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002.
 * Differs: only complements are tried, which is what makes progress here.
 */
#include "tests/differential/shrink.h"

#include <string.h>

struct shrinking {
    struct comparator *comparator;
    const struct program *program;
    bool *dropped;
    unsigned runs_left;
};

static bool still_differs(struct shrinking *s)
{
    g_autofree char *text = program_text(s->program, s->dropped), *message = NULL;
    s->runs_left--;
    return compare_program(s->comparator, s->program, text, &message) == OUTCOME_DIFFERENT;
}

/* Drops the chunks in [from, to) that may be; takes them back if that mends the program. */
static bool try_without(struct shrinking *s, unsigned from, unsigned to)
{
    g_autofree bool *before = g_memdup2(s->dropped, s->program->n_chunks * sizeof(bool));
    bool changed = false;
    for (unsigned i = from; i < to; i++)
        if (!s->dropped[i] && !s->program->chunks[i].fixed)
            s->dropped[i] = changed = true;
    if (!changed)
        return false;
    if (still_differs(s))
        return true;
    memcpy(s->dropped, before, s->program->n_chunks * sizeof(bool));
    return false;
}

char *shrink_program(struct comparator *comparator, const struct program *program,
                     unsigned max_runs)
{
    unsigned n = program->n_chunks;
    g_autofree bool *dropped = g_new0(bool, n);
    struct shrinking s = {comparator, program, dropped, max_runs};
    bool progress = true;
    while (progress && s.runs_left > 0) {
        progress = false;
        for (unsigned size = n; size > 0; size /= 2)
            for (unsigned from = 0; from < n && s.runs_left > 0; from += size)
                progress |= try_without(&s, from, MIN(from + size, n));
    }
    return program_text(program, dropped);
}
