/* SPDX-License-Identifier: BSD-3-Clause */
/* What lanes store, and what was there before: writes of the same value are races of another kind.
 */
#ifndef SIMGPU_SANITIZE_RACE_STORED_H
#define SIMGPU_SANITIZE_RACE_STORED_H

#include "sanitize/race/access.h"

enum { STORED_MOST = 32 }; /* bytes of a lane */

/* Of lane i: unit * elements bytes from i times as many on. */
struct race_stored {
    unsigned unit, elements;
    const uint8_t *now, *before;
    lane_mask there; /* lanes of which `before` is known */
};

/* Whether the two writes of what the access has found store the same. */
bool race_stored_same(const struct race_stored *stored, const struct race_access *access,
                      const struct race_found *found);

#endif
