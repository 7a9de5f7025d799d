/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the command simgpu and reads what it wrote.
 *
 * SIMGPU names the executable and SIMGPU_SOURCE the source folder; the build sets both. A run ends
 * in an error if simgpu fails or one of the workload's checks does: a fast wrong run is no figure.
 */
#ifndef SIMGPU_TESTS_BENCHMARKS_SIMGPU_RUN_H
#define SIMGPU_TESTS_BENCHMARKS_SIMGPU_RUN_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

struct simgpu_run {
    JsonNode *results;   /* what --json wrote */
    double wall_s;       /* of the simulation alone: host.wall_s */
    double process_s;    /* from start to end of the process: reading, set-up and checks as well */
    double cpu_s;        /* of the process, on a core */
    double resident_mib; /* the most memory it had at a time */
};

/* platform, workload: relative to the source folder, or absolute. options: more of simgpu's, such
 * as
 * "--set=sm.count=80"; NULL-terminated; may be NULL. */
bool simgpu_run_on(struct simgpu_run *run, const char *platform, const char *workload,
                   const char *const *options, GError **error);
/* ... on the GTX 480. */
bool simgpu_run(struct simgpu_run *run, const char *workload, const char *const *options,
                GError **error);
void simgpu_run_clear(struct simgpu_run *run);

/* A path relative to the source folder, or absolute, as one that can be opened; g_free. */
char *simgpu_run_source_file(const char *path);
/* Is there such a file in the source folder? */
bool simgpu_run_has(const char *platform);

/* An integer of the results by group and name, such as "sm", "warp_instructions"; group is one of
 * "host" and those of "totals"; NULL: top level. g_error if there is none. */
double simgpu_run_count(const struct simgpu_run *run, const char *group, const char *name);

/* Cycles of all kernels, one after the other. */
double simgpu_run_kernel_cycles(const struct simgpu_run *run);

/* Says so on standard output if the process waited for a core: its times are then too long. */
void simgpu_run_warn_if_slowed(const struct simgpu_run *run);

/* Runs it `times` times and keeps the run with the median wall_s. */
bool simgpu_run_median(struct simgpu_run *run, const char *workload, const char *const *options,
                       unsigned times, GError **error);

/* Runs it once for its results, and then, without --json, `times` times, or up to twice as often if
 * that takes less than two seconds. The process's figures are of the run of these with the least
 * process_s: what the machine does beside it only ever adds to it. */
bool simgpu_run_least(struct simgpu_run *run, const char *platform, const char *workload,
                      const char *const *options, unsigned times, GError **error);

#endif
