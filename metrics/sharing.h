/* SPDX-License-Identifier: BSD-3-Clause */
/* How well programs share a GPU: their work together, and the loss of each.
 *
 * Source: combined IPC and minimum speed-up: Q. Xu and others, "Warped-Slicer", ISCA 2016, sections
 * V.A and V.F; system throughput and average normalised turnaround time: S. Eyerman, L. Eeckhout,
 * "System-Level Performance Metrics for Multiprogram Workloads", IEEE Micro 28(3), 2008.
 * Units: core cycles from the run's begin, when all programs come; warp instructions.
 */
#ifndef SIMGPU_METRICS_SHARING_H
#define SIMGPU_METRICS_SHARING_H

#include <stdbool.h>
#include <stdint.h>

struct shared_program {
    uint64_t instructions; /* its target; without one, all its instructions */
    uint64_t cycles;       /* until it had done these instructions */
    uint64_t alone;        /* cycles that they take if it has the GPU for itself; 0: not known */
};

struct sharing {
    uint64_t cycles;     /* until all programs had done theirs */
    double combined_ipc; /* instructions of all programs, by these cycles */
    bool compares;       /* `alone` of each program is known; the others are then set: */
    double min_speedup;  /* the smallest of alone / cycles: 1 is as fast as alone */
    double antt;         /* mean of cycles / alone: 1 is as fast as alone, more is slower */
    double stp;          /* sum of alone / cycles: programs' worth of progress at a time */
};

/* False: there is no program, or a program that has not had the GPU. */
bool sharing_of(const struct shared_program *programs, unsigned n, struct sharing *out);

#endif
