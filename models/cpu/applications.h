/* SPDX-License-Identifier: BSD-3-Clause */
/* A CPU and the applications that run on it, from a JSON file.
 *
 *   {"host": {"cores": 4, "clock_hz": 3.4e9, "llc_bytes": 8388608, "dram_bytes_per_second": 22e9,
 *             "dram_latency_ns": 60},
 *    "applications": [
 *      {"name": "mcf", "source": "...", "phases": [
 *         {"instructions": 1e8, "ipc": 0.35, "llc_accesses": 60, "llc_misses": 25,
 *          "footprint_bytes": 1.7e9, "overlap": 2}]}]}
 *
 * ipc and misses are measured while a phase has core, cache and memory to itself. overlap: how many
 * misses are on their way at a time, on average.
 * Units: accesses and misses of the last-level cache per 1,000 instructions.
 */
#ifndef SIMGPU_CPU_APPLICATIONS_H
#define SIMGPU_CPU_APPLICATIONS_H

#include "models/cpu/llc_share.h"
#include <glib.h>

struct cpu_host {
    double cores, clock_hz, llc_bytes, dram_bytes_per_second, dram_latency_ns;
    unsigned simd_bytes; /* of a core's SIMD units; not in files: applications don't need it */
};

struct cpu_phase {
    double instructions, ipc, llc_accesses, llc_misses, footprint_bytes, overlap;
    const struct llc_curve *curve; /* NULL: not known, as for applications in files */
};

struct cpu_application {
    char *name, *source;
    GArray *phases; /* struct cpu_phase, at least one */
};

struct cpu_applications {
    struct cpu_host host;
    GPtrArray *all; /* struct cpu_application, in the file's order; no two of one name */
};

/* NULL with an error that names the place in the file. */
struct cpu_applications *cpu_applications_load(const char *file, GError **error);
void cpu_applications_free(struct cpu_applications *applications);

#endif
