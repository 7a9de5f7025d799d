/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run has on the host's cores: the applications of --host-apps, and launches that an offload
 * policy places there. */
#ifndef SIMGPU_CLI_RUN_HOST_CPU_H
#define SIMGPU_CLI_RUN_HOST_CPU_H

#include "cli/options/options.h"
#include "models/cpu/host_applications.h"
#include "models/gpu.h"
#include <json-glib/json-glib.h>

struct host_cpu {
    bool used;            /* else nothing of it is there */
    bool places;          /* an offload policy chooses */
    struct cpu_host host; /* the platform's */
    const struct gpu *gpu;
    struct cpu_applications *file; /* NULL: no applications */
    GPtrArray *chosen;             /* struct cpu_application, of it */
    GPtrArray *names;              /* of those */
    struct cpu cpu;
    struct host_applications *applications; /* NULL: none */
    struct gpu_cpu launches;
};

/* Reads what the options name. To be cleared in any case. */
bool host_cpu_read(struct host_cpu *cpu, const struct options *options,
                   const struct policy_choices *policies, GError **error);
void host_cpu_clear(struct host_cpu *cpu);

/* The platform as SimGrid is to load it: with the host's memory only if something uses it. g_free.
 */
char *host_cpu_platform(const struct host_cpu *cpu, struct platform *platform,
                        const struct gpu_config *config);
/* Once SimGrid is set up. Everything is borrowed. False with an error: more applications than
 * cores. */
bool host_cpu_start(struct host_cpu *cpu, const struct gpu *gpu, const struct options *options,
                    GError **error);

/* After the run: members of the results, and lines for applications and launches. Nothing if there
 * are none. */
void host_cpu_add_json(JsonBuilder *json, const struct host_cpu *cpu);
void host_cpu_add_summary(GString *text, const struct host_cpu *cpu);

#endif
