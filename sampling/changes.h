/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches of one size may take longer or shorter from some launch on: a matrix comes to fit L2.
 *
 * Timed launches of one size, in the order of their begins, are cut into eras. A cut is where two
 * means in place of one take away most of the squares: so much that noise would hardly do it. Each
 * side may be cut again. A slow drift becomes a stair.
 *
 * Launches that were computed between two timed ones of one era have the mean of that era. Between
 * two eras nobody knows when the change came: they have the mean of both, and all of them may be
 * half the difference off.
 *
 * Source: binary segmentation (Scott and Knott, Biometrics 30, 1974), with the F statistic of a
 * single cut. Differs: differences below a floor are no change.
 */
#ifndef SIMGPU_SAMPLING_CHANGES_H
#define SIMGPU_SAMPLING_CHANGES_H

#include "sampling/sampling.h"

/* Gives each timed launch of the kind its era, by its cycles. */
void changes_find(struct sampling_kind *kind);
/* Whether the timed launch is the only one of its size and era, though others have its size. */
bool changes_is_alone(const struct sampling_kind *kind, guint timed);
/* How many timed launches are in the last one's era. */
unsigned changes_in_era(const struct sampling_kind *kind);

#endif
