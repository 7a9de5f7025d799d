/* SPDX-License-Identifier: BSD-3-Clause */
/* What the model of L2 (models/l2/untimed/l2_traffic.h) says of launches that are looked at, and of
 * parts of one.
 *
 * Units: bytes of DRAM.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_TRAFFIC_H
#define SIMGPU_CLI_RUN_SAMPLING_TRAFFIC_H

#include "models/functional/preview/preview.h"
#include "models/l2/untimed/l2_traffic.h"
#include "sampling/sampling.h"

struct gpu_config;

/* Read and written. */
struct traffic_moved {
    uint64_t bytes[SAMPLING_MODELLED];
};

/* Of one launch. */
struct traffic_course {
    GArray *points; /* struct traffic_moved, so far: each time that a number of touches was heard */
    uint64_t touches; /* that were heard */
    struct traffic_moved end;
};

struct traffic {
    struct l2_traffic l2;
    struct traffic_course *course; /* of the look that runs, or ran last */
};

void traffic_init(struct traffic *traffic, const struct gpu_config *config);
void traffic_finish(struct traffic *traffic);
/* For the preview that it is to hear. */
struct preview_hearer traffic_hearer(struct traffic *traffic);
/* A look begins. */
void traffic_begin(struct traffic *traffic);
/* The look has ended well: what the launch has moved. */
struct launch_model traffic_end(struct traffic *traffic);
/* Whoever gets it frees it. NULL if there is none. */
struct traffic_course *traffic_take(struct traffic *traffic);
/* NULL is fine. */
void traffic_course_free(struct traffic_course *course);

/* What was moved while a part of the launch was done: 0 is its begin, 1 its end. */
double traffic_between(const struct traffic_course *course, unsigned figure, double from,
                       double to);

#endif
