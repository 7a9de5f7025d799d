/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/host/large_page.h"

#include <sys/mman.h>
#include <time.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

/* Nanoseconds of a processor. Small pages in its place take 1.7 million on a virtual machine; a
 * large one took 0.2 million, or 5 to 9 where the host had to give it. ASSUMED: what is slow, and
 * how many are left out. */
enum { SLOW = 2000000, FEWEST_LEFT_OUT = 4, MOST_LEFT_OUT = 64 };

bool large_pages_next(struct large_pages *pages)
{
    if (pages->left_out == 0)
        return true;
    pages->left_out--;
    return false;
}

void large_pages_note(struct large_pages *pages, bool good, int64_t nanoseconds)
{
    if (good && nanoseconds <= SLOW) {
        pages->at_once = 0;
        return;
    }
    pages->at_once = pages->at_once == 0                   ? FEWEST_LEFT_OUT
                     : pages->at_once >= MOST_LEFT_OUT / 2 ? MOST_LEFT_OUT
                                                           : 2 * pages->at_once;
    pages->left_out = pages->at_once;
}

bool large_page(struct large_pages *pages, uint8_t *at)
{
    struct timespec from, to;
    if (!large_pages_next(pages))
        return false;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    /* It needs one small page to begin with. What it has stays. */
    __atomic_fetch_or(at, 0, __ATOMIC_RELAXED);
    const bool good = madvise(at, LARGE_PAGE, MADV_COLLAPSE) == 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    large_pages_note(pages, good,
                     (to.tv_sec - from.tv_sec) * INT64_C(1000000000) + to.tv_nsec - from.tv_nsec);
    return good;
}
