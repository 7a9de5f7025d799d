/* SPDX-License-Identifier: BSD-3-Clause */
/* Warped-Slicer's state and its rounds: where blocks run while kernels are measured, and how it
 * decides by the samples. warped_slicer.c is the policy itself, which hears of kernels and blocks.
 * Units: cycles of the SMs.
 */
#ifndef SIMGPU_POLICIES_SLICER_H
#define SIMGPU_POLICIES_SLICER_H

#include "policies/partition/slicer_profile.h"
#include "policies/partition/slicer_watch.h"

enum phase { ALONE, PROFILE, DECIDED, SLICED };

struct slicer_kernel {
    uint32_t launch;
    bool profiled;
    uint64_t left;     /* blocks that have not been sent */
    uint32_t *running; /* by SM */
    struct water_kernel water;
    struct slicer_sums sums;
    uint32_t blocks; /* its slice of an SM */
    bool apart;      /* it has SMs of its own instead */
    uint32_t profiles;
};

struct slicer {
    uint32_t n_sms, n_schedulers;
    uint64_t has[BLOCK_RESOURCES];
    uint64_t warm_up, sample, delay;
    double loss;
    enum slicer_scaling scaling;

    GPtrArray *kernels; /* struct slicer_kernel, under way */
    enum phase phase;
    bool spatial; /* when SLICED */
    bool warm;    /* the run's first profile is over */
    /* PROFILE: the sample of a round begins at `from`. DECIDED: the decision holds from then on. */
    uint64_t from;
    uint32_t round, waits, n_samples;
    struct slicer_sample *samples; /* of the round: one for each SM at most */
    bool *told;                    /* by SM: it has sent its sample of this round */
    uint64_t *alone_since;     /* by SM: cycle since which it has had blocks of one kernel only */
    struct slicer_watch watch; /* when SLICED */
};

static inline struct slicer_kernel *slicer_kernel_at(const struct slicer *own, uint32_t k)
{
    return own->kernels->pdata[k];
}

/* The kernel's index; the number of kernels: it is not known. */
uint32_t slicer_index_of(const struct slicer *own, uint32_t launch);
bool slicer_may_share(const struct slicer *own);
/* The SMs of kernel k while kernels have SMs of their own. */
struct slicer_part slicer_part_at(const struct slicer *own, uint32_t k);

/* Begins a profile. Its first round takes samples after the warm-up. */
void slicer_begin_profile(struct slicer *own, uint64_t cycle, uint64_t warm_up);
/* The number of blocks of kernel k that the SM should have in this round. */
uint32_t slicer_wanted_blocks(const struct slicer *own, uint32_t k, uint32_t sm);
/* Notes an SM's sample of this round, if all of it is about one kernel. */
void slicer_note_sample(struct slicer *own, const struct dispatcher_sample *sample);
/* The round's samples are there. Begins another round, or decides slices. */
void slicer_end_round(struct slicer *own, uint64_t cycle);
/* Decides slices by the curves so far. */
void slicer_decide(struct slicer *own);
/* The decision holds from now on. */
void slicer_begin_watch(struct slicer *own);

#endif
