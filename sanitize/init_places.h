/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a step's memory and registers have their shadows; for the init checker. */
#ifndef SIMGPU_SANITIZE_INIT_PLACES_H
#define SIMGPU_SANITIZE_INIT_PLACES_H

#include "sanitize/sanitize_private.h"

struct written *init_shared(struct running_block *block);
/* The warp's registers; NULL: they have always been defined. The second one makes them. */
struct warp_values *init_values(const struct step *step);
struct warp_values *init_make_values(const struct step *step);
/* The shadow of a lane's address, and the offset there; NULL: not followed. */
struct written *init_place(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                           unsigned bytes, uint64_t *offset);
/* One range for all lanes, from *offset on; NULL: they are too far apart, or not followed. */
struct written *init_range(struct sanitizer *sanitizer, const struct step *step, unsigned bytes,
                           uint64_t *offset, uint64_t *span);

#endif
