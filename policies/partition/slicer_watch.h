/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether the kernels that Warped-Slicer has sliced SMs for are in another phase: a change of the
 * GPU's instructions a cycle, sample by sample, that lasts.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV.B, which gives the least
 * duration only. ASSUMED: the usual rate is that of the last of `lasting` samples after slicing.
 * Units: cycles of the SMs.
 */
#ifndef SIMGPU_POLICIES_SLICER_WATCH_H
#define SIMGPU_POLICIES_SLICER_WATCH_H

#include "policies/dispatcher_policy.h"

struct slicer_watch {
    uint64_t sample; /* cycles */
    double change;   /* of the usual rate */
    uint32_t lasting;

    uint64_t number;          /* of the sample under way */
    double rate, usual;       /* instructions a cycle: in it, and as it was after slicing */
    uint32_t settle, changed; /* samples that are left out; that were different in a row */
};

/* SMs have been sliced anew. sample, change and lasting are the policy's. */
void slicer_watch_begin(struct slicer_watch *watch);
/* Whether a change has lasted, up to this sample of an SM. */
bool slicer_watch_hear(struct slicer_watch *watch, const struct dispatcher_sample *sample,
                       uint64_t cycle);

#endif
