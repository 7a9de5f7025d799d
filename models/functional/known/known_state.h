/* SPDX-License-Identifier: BSD-3-Clause */
/* What a launch finds in the allocations that it touches, and what it leaves there. */
#ifndef SIMGPU_FUNCTIONAL_KNOWN_STATE_H
#define SIMGPU_FUNCTIONAL_KNOWN_STATE_H

#include "base/content_digest.h"
#include "models/functional/known/footprint.h"

struct known_part {
    bool has_before; /* false: nobody has looked; it is not known */
    struct content_digest before, after;
    uint8_t *copy; /* of what it leaves; owned; NULL: there is none */
};

struct known_state {
    uint64_t number; /* from 1 on */
    uint64_t used;   /* the launch, by number, that was in this state last */
    guint n;         /* one for each of the footprint's parts */
    struct known_part part[];
};

enum known_match {
    KNOWN_NOT,
    KNOWN_THERE,  /* memory is as the launch would leave it, or copies are there */
    KNOWN_NO_COPY /* the effect is known, but its bytes are not at hand */
};

/* The digests of the parts as they are now; g_free. */
struct content_digest *known_digests(const struct footprint *footprint);

/* The state behind a launch. before: the digests in front of it, or NULL. NULL: such a state would
 * never be found again. */
struct known_state *known_state_new(const struct footprint *footprint,
                                    const struct content_digest *before);
/* Gives the copies' bytes back to *room. */
void known_state_free(struct known_state *state, const struct footprint *footprint, uint64_t *room);

enum known_match known_state_match(const struct known_state *state,
                                   const struct footprint *footprint,
                                   const struct content_digest *now);
/* Brings memory from `now` to what the launch leaves. */
void known_state_apply(const struct known_state *state, const struct footprint *footprint,
                       const struct content_digest *now);
/* How many bytes it would copy, and how many it has copied. */
uint64_t known_state_wants(const struct known_state *state, const struct footprint *footprint);
uint64_t known_state_has(const struct known_state *state, const struct footprint *footprint);
void known_state_drop_copies(struct known_state *state, const struct footprint *footprint,
                             uint64_t *room);
/* Copies what the launch has left, unless that is more than *room, which becomes less. */
void known_state_copy(struct known_state *state, const struct footprint *footprint, uint64_t *room);

#endif
