/* SPDX-License-Identifier: BSD-3-Clause */
/* How a kernel's instructions issue: the observer "pattern".
 *
 * Lanes: how many instructions ran with 0, 1, ... 32 lanes.
 *
 * Issue pattern: how much each warp issued over time. It is about the kernel's first launch, on the
 * lowest-numbered SM that ran it. The first warps have a row each, in the order of their starts.
 * There are up to PATTERN_COLUMNS columns of time, whose length doubles when the run outgrows them.
 * A curve has the instructions of each of these warps when the first of them ended. By it iPAWS
 * tells a concave pattern (a few warps are ahead) from a convex one.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling" (MICRO 2013), section 7.1,
 *   Figure 9; Lee, Kim, Yoo, Song, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp
 *   Scheduling for GPGPUs" (HPCA 2016), sections 3.1 and 3.2, Algorithm 1, Figures 7 and 13.
 * Differs: all warps are of interest (iPAWS leaves out newer ones that stall), and time at barriers
 * is not added. A warp ends only when its replies are in. A lane is active if its guard holds.
 * Units: warp instructions; cycles of the SM's clock.
 */
#ifndef SIMGPU_OBSERVERS_PATTERN_H
#define SIMGPU_OBSERVERS_PATTERN_H

#include "observers/observation.h"
#include "observers/residents.h"

extern const struct observer_kind pattern_kind;

enum { PATTERN_ROWS = 64, PATTERN_COLUMNS = 64, LANE_BUCKETS = 8 };

struct issue_pattern {
    bool any; /* false: the rest has no meaning */
    uint32_t sm, launch;
    uint64_t first_cycle, column_cycles;
    unsigned rows, columns; /* used */
    uint32_t counts[PATTERN_ROWS][PATTERN_COLUMNS];
    bool ended;                    /* a warp has ended */
    unsigned ended_rows;           /* rows at that time */
    uint64_t at_end[PATTERN_ROWS]; /* instructions at that time */
};

struct pattern_kernel {
    struct observed_kernel head;
    uint64_t lanes[WARP_LANES + 1];
    struct issue_pattern issue;
};

struct pattern {
    struct residents residents; /* of pattern_kernel */
    uint8_t *rows;              /* by SM, then slot: row + 1; 0: it has none */
};

struct pattern *pattern_new(const struct gpu_config *config);
void pattern_free(struct pattern *pattern);
void pattern_listen(struct observer *observer);
void pattern_write(const void *state, const struct gpu *gpu, JsonBuilder *json);

/* Call residents_start before. */
void pattern_warp_started(struct pattern *pattern, unsigned sm, unsigned slot, uint64_t cycle);
void pattern_warp_left(struct pattern *pattern, unsigned sm, unsigned slot);
void pattern_issued(void *data, unsigned sm, uint64_t cycle, unsigned slot, uint32_t pc,
                    const struct issued *what);

/* DAWS's buckets: 0 to 4 lanes, 5 to 8, ..., 29 to 32. */
void pattern_lane_buckets(const uint64_t lanes[WARP_LANES + 1], uint64_t buckets[LANE_BUCKETS]);
/* The sum: the warps' instructions when the first one ended. The threshold: half of their sum if
 * each had issued as much as the foremost. With a sum below it the pattern is concave. */
uint64_t issue_pattern_sum(const struct issue_pattern *issue);
uint64_t issue_pattern_threshold(const struct issue_pattern *issue);

#endif
