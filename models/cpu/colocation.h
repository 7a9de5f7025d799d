/* SPDX-License-Identifier: BSD-3-Clause */
/* Applications side by side on the cores of a CPU, as SimGrid actors.
 *
 * An application runs on a core in steps of up to a million instructions; cpu.h has the model.
 *
 * A bubble occupies a part of the cache, or moves bytes at a rate, all the time.
 * Source: J. Mars, L. Tang, R. Hundt, K. Skadron, M. L. Soffa, "Bubble-Up", MICRO 2011; one dial
 * for each of two resources: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.4.5.
 * Differs: theirs are programs on a core; ours take no core, or all of them, as a kernel that is
 *   offloaded to the CPU does.
 *
 * Units: seconds, bytes.
 */
#ifndef SIMGPU_CPU_COLOCATION_H
#define SIMGPU_CPU_COLOCATION_H

#include "models/cpu/applications.h"
#include <stdbool.h>

enum { COLOCATION_MAX_BESIDE = 3 };

struct colocation {
    const struct cpu_application *measured; /* runs once */
    /* Run over and over until `measured` is done; one host core each, so n_beside < cores. */
    const struct cpu_application *beside[COLOCATION_MAX_BESIDE];
    unsigned n_beside;
    double llc_taken;      /* bytes of the cache, by a bubble; less than all of it */
    bool on_cores;         /* the bubble also runs on all cores, as a kernel does (cpu.h) */
    double dram_taken;     /* bytes a second, by a bubble */
    double seconds, bytes; /* results: how long `measured` took, and what it moved */
};

/* Runs each colocation on a host of its own, all in one simulation; SimGrid allows one in a
 * process. program: argv[0]. */
bool colocations_run(const struct cpu_host *host, struct colocation *colocations, unsigned n,
                     const char *program, GError **error);

#endif
