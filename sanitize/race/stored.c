/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/stored.h"
#include <string.h>

/* Where a place is among what a lane stores, up to the end of the element; false: nowhere. */
static bool place_of(const struct race_stored *stored, const struct race_access *access,
                     uint64_t offset, unsigned lane, unsigned *at, unsigned *bytes)
{
    const uint64_t in = offset - access->offset[lane];
    const unsigned all = stored->unit * stored->elements;
    if (in >= all)
        return false;
    *at = lane * all + (unsigned)in;
    *bytes = stored->unit - (unsigned)(in % stored->unit);
    return true;
}

bool race_stored_same(const struct race_stored *stored, const struct race_access *access,
                      const struct race_found *found)
{
    unsigned mine, other, bytes, others;
    if (!place_of(stored, access, found->offset, found->lane, &mine, &bytes))
        return false;
    if (found->missing != MISSING_ATOMIC)
        return stored->there >> found->lane & 1 &&
               memcmp(stored->now + mine, stored->before + mine, bytes) == 0;
    return place_of(stored, access, found->offset, mark_lane(&found->earlier), &other, &others) &&
           others == bytes && memcmp(stored->now + mine, stored->now + other, bytes) == 0;
}
