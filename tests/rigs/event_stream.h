/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for an SM that makes up what happens there: random blocks, warps, issues, and loads at
 * a small L1, told to one policy in the legal order. For the contracts of kinds whose policies hear
 * and decide, but do not drive the SM.
 *
 * It looks for what no policy may do: write behind its state, change it while deciding, decide
 * otherwise when asked again, or publish warps that are not there. What is decided and published
 * makes a digest, which is the same for the same seed.
 */
#ifndef SIMGPU_TESTS_RIGS_EVENT_STREAM_H
#define SIMGPU_TESTS_RIGS_EVENT_STREAM_H

#include "policies/criticality/criticality.h"
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/sm_members.h"

enum { STREAM_LINES = 8, STREAM_BLOCKS = 6, STREAM_SLOTS = 24 };

struct event_stream {
    const struct sm_policy *policy;
    struct sm_policy guarded; /* with room behind its state */
    struct sm_members members;
    uint8_t *state;
    const struct l1_bypass_ops *bypass;    /* to be asked; NULL: not of that kind */
    const struct criticality *criticality; /* to be looked at; NULL */

    struct warp_view view;
    uint64_t ages[WARP_SLOTS], next_age;
    uint64_t on_memory, to_ldst;
    uint64_t random; /* the state of its stream of numbers */
    uint32_t launch;
    struct warp_block blocks[STREAM_BLOCKS]; /* .warps: those that still run; 0: no block */
    struct warp_line lines[STREAM_LINES];    /* of L1, direct mapped; .owner.age 0: none */

    uint64_t asked, bypassed; /* transactions */
    uint64_t digest;
    const char *problem; /* the first broken rule; NULL while there is none */
};

/* values: NULL for the policy's defaults; borrowed until the end. */
void event_stream_init(struct event_stream *stream, const struct sm_policy *policy,
                       const struct policy_values *values, uint64_t seed);
void event_stream_ask(struct event_stream *stream, const struct l1_bypass_ops *bypass);
void event_stream_watch(struct event_stream *stream, const struct criticality_ops *criticality);
void event_stream_finish(struct event_stream *stream);

/* So many things happen. */
void event_stream_run(struct event_stream *stream, unsigned n);

/* Two streams of the same seed, a step each in turn, and a third one afterwards: the first broken
 * rule, or that their digests differ; NULL: all is well. */
const char *event_stream_bypass_problem(const struct l1_bypass_ops *ops,
                                        const struct policy_values *values, uint64_t seed);
const char *event_stream_criticality_problem(const struct criticality_ops *ops,
                                             const struct policy_values *values, uint64_t seed);

#endif
