/* SPDX-License-Identifier: BSD-3-Clause */
/* Warped-Slicer's state and its rounds: what runs where while kernels are measured, and what is
 * decided of it. The policy itself, which hears of kernels and blocks, is warped_slicer.c.
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
    /* PROFILE: the sample of a round is from `from` on. DECIDED: `from` is when it holds. */
    uint64_t from;
    uint32_t round, waits, n_samples;
    struct slicer_sample *samples; /* of the round: an SM one at most */
    bool *told;                    /* by SM, in this round */
    uint64_t *alone_since;     /* by SM: when its last block beside those of another kernel ended */
    struct slicer_watch watch; /* when SLICED */
};

static inline struct slicer_kernel *slicer_kernel_at(const struct slicer *own, uint32_t k)
{
    return own->kernels->pdata[k];
}

/* Its index; n: it is not known. */
uint32_t slicer_index_of(const struct slicer *own, uint32_t launch);
bool slicer_may_share(const struct slicer *own);
/* The SMs of kernel k while kernels have SMs of their own. */
struct slicer_part slicer_part_at(const struct slicer *own, uint32_t k);

/* Its first round has its samples after the warm-up. */
void slicer_begin_profile(struct slicer *own, uint64_t cycle, uint64_t warm_up);
/* How many blocks of kernel k the SM is to have in this round. */
uint32_t slicer_wanted_blocks(const struct slicer *own, uint32_t k, uint32_t sm);
/* The SM's sample of this round, if all of it is about one kernel. */
void slicer_note_sample(struct slicer *own, const struct dispatcher_sample *sample);
/* The round's samples are there: another one begins, or slices are decided. */
void slicer_end_round(struct slicer *own, uint64_t cycle);
/* Slices by the curves that there are. */
void slicer_decide(struct slicer *own);
/* What has been decided holds from now on. */
void slicer_begin_watch(struct slicer *own);

#endif
