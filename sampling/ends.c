/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/ends.h"
#include <glib.h>
#include <math.h>

/* Of what one had left: less is nothing. */
static const double nothing = 1e-9;

/* Of the time: what is busy for so long holds all of them up. ASSUMED */
static const double busy = 0.5;

/* Lets time pass, and takes those out that end in it. Returns how many are left. */
static unsigned pass(struct ends_left *left, unsigned n, double time, double fastest)
{
    unsigned stay = 0;
    double free = 0;
    for (unsigned i = 0; i < n; i++) {
        const double work = left[i].work - time * left[i].pace;
        if (work <= nothing * left[i].work)
            free += left[i].pace;
        else
            left[stay++] = (struct ends_left){work, left[i].pace};
    }
    for (unsigned i = 0; i < stay; i++)
        left[i].pace = MIN(left[i].pace + free / stay, fastest);
    return stay;
}

struct ends_span ends_span(struct ends_left *left, unsigned n)
{
    double work = 0, pace = 0, fastest = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        work += left[i].work;
        pace += left[i].pace;
        fastest = MAX(fastest, left[i].pace);
    }
    const double least = n > 0 ? work / pace : 0;
    while (n > 0) {
        double next = INFINITY;
        for (unsigned i = 0; i < n; i++)
            next = MIN(next, left[i].work / left[i].pace);
        most += next;
        n = pass(left, n, next, fastest);
    }
    return (struct ends_span){least, MAX(most, least)};
}

struct ends_span ends_of_all(struct ends_span longest, double known, double shared)
{
    const double least = shared < busy ? MAX(longest.least, known) : known;
    return (struct ends_span){least, MAX(longest.most, least)};
}
