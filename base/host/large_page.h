/* SPDX-License-Identifier: BSD-3-Clause */
/* Large pages for shared memory, which the system makes of small ones when it is asked. One takes
 * the time of some 60 small ones, if the machine has one at hand.
 *
 * A virtual machine may have to ask its own host for each: then it takes as long as thousands. So
 * the time is looked at. After a slow one the next are left out, and ever more of them. */
#ifndef SIMGPU_BASE_HOST_LARGE_PAGE_H
#define SIMGPU_BASE_HOST_LARGE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { LARGE_PAGE = 2 << 20 };

/* All zero at first. */
struct large_pages {
    uint32_t left_out; /* how many are still to be left out, */
    uint32_t at_once;  /* of so many */
};

/* The LARGE_PAGE bytes at this place, a multiple of it, are one page from now on, with what they
 * have. False: they are as before. Linux 6.1 and later can. */
bool large_page(struct large_pages *pages, uint8_t *at);

/* What large_page() does with its times: whether to try, and how long it has taken. */
bool large_pages_next(struct large_pages *pages);
void large_pages_note(struct large_pages *pages, bool good, int64_t nanoseconds);

#endif
