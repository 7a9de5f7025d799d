/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole GPU: units made from a platform file and wired together.
 *
 *   host - dispatcher - SMs - request ports - L2 banks - DRAM channels
 *                        \___ reply ports ___/
 *
 * Every unit becomes an actor; every arrow is a pair of wires, or one with credits. Between SMs and
 * ports there may be clusters' (cluster_port.h).
 */
#ifndef SIMGPU_GPU_H
#define SIMGPU_GPU_H

#include "models/cpu/host_kernels.h"
#include "models/dispatch/dispatcher.h"
#include "models/dram/channel.h"
#include "models/energy/energy_config.h"
#include "models/functional/functional.h"
#include "models/host/host.h"
#include "models/host/placing.h"
#include "models/icnt/cluster_port.h"
#include "models/icnt/port.h"
#include "models/icnt/switch.h"
#include "models/l2/bank.h"
#include "models/memory/device_memory.h"
#include "models/sm/sm.h"

struct gpu_config {
    const char *name; /* the platform's */
    uint64_t memory_bytes;
    uint32_t compute_major, compute_minor; /* compute capability */
    bool independent_lanes;                /* see launch in workloads/instruction.h */
    uint32_t spin_limit;
    bool codes_overlap;
    uint32_t n_sms, n_banks, n_channels;
    const char *policies[POLICY_KINDS];     /* names, unless the run chooses others */
    const char *policy_files[POLICY_KINDS]; /* that say so; NULL: the command line does */
    struct sm_config sm;
    struct crossbar_config crossbar;
    struct l2_bank_config bank;
    struct dram_config dram;
    struct dispatcher_config dispatcher;
    struct host_config host;
    struct address_map map;
    struct energy_config energy;
    struct cpu_host cpu; /* the host's; its cores and clock are SimGrid's to know */
    char **sm_hosts, **bank_hosts, **channel_hosts; /* SimGrid hosts of the actors */
    char *front_host, *cpu_host, *crossbar_host;
};

/* Reads all groups of the platform, and refuses what nobody asked for. */
bool gpu_config_read(struct gpu_config *config, struct platform *platform, GError **error);
void gpu_config_clear(struct gpu_config *config);

/* The host's CPU, as far as launches run there. Ready when the run begins. */
struct gpu_cpu {
    struct host_kernels kernels;
    struct kernel_profile profile;
    struct placing_host host;
};

/* What runs on it, and how. Borrowed. */
struct gpu_run {
    struct command_source *const *sources; /* of the host's clients */
    uint32_t n_sources;
    bool has_targets; /* gpu_set_target follows */
    struct device_memory *memory;
    uint64_t functional_limit; /* warp instructions of a functional launch; 0: no limit */
    const struct policy_choices *policies; /* one of each kind */
    struct gpu_cpu *cpu;                   /* NULL: nothing of offloading is asked for */
    const struct observers *observers;     /* NULL: none */
    uint32_t kept_launches; /* with records and counters of their own; later ones are summed up by
                             * kernel. 0: all */
};

/* What the units have counted, by launch. */
struct gpu_ledgers {
    struct launch_ledger sm, l2, dram;
};

struct gpu {
    const struct gpu_config *config;
    struct engine *engine;
    struct device_access access;
    struct launch_services services;
    struct device_memory *memory;
    struct functional_counts functional; /* of what ran functionally */
    uint64_t functional_limit;
    struct functional_counts on_cpu; /* of launches that the CPU ran */
    struct gpu_cpu *cpu;
    struct placing *placing; /* NULL: all launches are on the GPU */
    struct host host;
    struct dispatcher dispatcher;
    struct sm **sms;
    struct port *request_ports, *reply_ports; /* NULL if the crossbar queues at inputs, */
    struct crossbar_switch *request_switch, *reply_switch;  /* ... else these are */
    struct cluster_port *request_clusters, *reply_clusters; /* NULL: SMs share no ports */
    struct l2_bank *banks;
    struct dram_channel *channels;
    struct gpu_ledgers ledgers; /* complete after the run */
    sim_time end_time;          /* after the run: up to here everything is accounted */
};

/* config and run are borrowed until gpu_free. Nothing has happened yet; engine_start is done. */
struct gpu *gpu_new(const struct gpu_config *config, const struct gpu_run *run,
                    const struct engine_options *options);
void gpu_free(struct gpu *gpu);

enum gpu_end {
    GPU_DONE,
    GPU_DEADLOCK,
    GPU_LIMIT,
    GPU_INTERRUPTED,
    GPU_FAILED,
    GPU_ABORTED, /* a program has died */
    GPU_FAULTED /* as FAILED, by a fault of a kernel, and its program has gone on; set by the caller
                 */
};

/* Runs on SimGrid (set up) or without it, and accounts every unit to the end. */
enum gpu_end gpu_run_to_end(struct gpu *gpu, bool on_simgrid);

/* Before the run: how many warp instructions of a client are simulated (dispatcher_clients.h). */
void gpu_set_target(struct gpu *gpu, uint32_t client, uint64_t target);

/* What policies are to know of kernels, before the run. */
bool gpu_profile_read(struct gpu *gpu, const char *file, const char *text, GError **error);
/* What they have learned on all SMs, once, after the run. */
void gpu_profile_write(struct gpu *gpu, GString *text);

/* Sums over all units of a kind. */
struct gpu_totals {
    struct sm_counters sm;
    struct l2_bank_counters l2;
    struct dram_counters dram;
    struct port_counters request_ports, reply_ports;
};

void gpu_totals(const struct gpu *gpu, struct gpu_totals *totals);

#endif
