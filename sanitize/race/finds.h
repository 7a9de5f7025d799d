/* SPDX-License-Identifier: BSD-3-Clause */
/* What the threads of a team have found: the first one of each kind and pair of sites, with their
 * number. */
#ifndef SIMGPU_SANITIZE_RACE_FINDS_H
#define SIMGPU_SANITIZE_RACE_FINDS_H

#include "sanitize/race/access.h"

struct finds;

struct finds *finds_new(void);
void finds_free(struct finds *finds);
void finds_add(struct finds *finds, const struct race_found *found);
/* Tells all, in the order of the accesses: stamps, then lanes, then bytes. They are then empty. */
void finds_tell(struct finds *const *finds, unsigned n,
                void (*tell)(void *data, const struct race_found *found), void *data);

#endif
