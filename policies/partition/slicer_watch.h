/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds out whether the kernels that share sliced SMs have come to another phase. The sign is a
 * change of the GPU's instructions a cycle, sample by sample, that lasts.
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
    double change;   /* as a part of the usual rate */
    uint32_t lasting;

    uint64_t number;          /* of the sample under way */
    double rate, usual;       /* instructions a cycle: in this sample, and after slicing */
    uint32_t settle, changed; /* samples still to skip; different samples in a row */
};

/* SMs have been sliced anew. sample, change and lasting are the policy's. */
void slicer_watch_begin(struct slicer_watch *watch);
/* Hears a sample of an SM. Returns whether a change has lasted by now. */
bool slicer_watch_hear(struct slicer_watch *watch, const struct dispatcher_sample *sample,
                       uint64_t cycle);

#endif
