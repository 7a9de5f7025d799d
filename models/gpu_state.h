/* SPDX-License-Identifier: BSD-3-Clause */
/* The units of a GPU, for gpu*.c. Everybody else asks gpu_view.h. */
#ifndef SIMGPU_GPU_STATE_H
#define SIMGPU_GPU_STATE_H

#include "models/core/launch_meter.h"
#include "models/dispatch/dispatcher.h"
#include "models/functional/functional.h"
#include "models/gpu_config.h"
#include "models/gpu_run.h"
#include "models/host/alarm.h"
#include "models/icnt/cluster_port.h"
#include "models/icnt/peer_link.h"
#include "models/icnt/port.h"
#include "models/icnt/sm_network.h"
#include "models/icnt/switch.h"
#include "models/memory/device_memory.h"

/* What the units have counted, by launch. */
struct gpu_ledgers {
    struct launch_ledger sm, l2, dram;
};

/* A GPU's links to the others. */
struct gpu_to_peers {
    struct peer_link requests, replies;
};

struct gpu_merged;

struct gpu {
    const struct gpu_config *config;
    struct gpu *first;     /* of the GPUs of the platform; itself if it is that. The host and all
                            * that the host needs are the first one's */
    struct gpu **all;      /* of the first one: config->peers.count, it among them */
    struct gpu_config own; /* of another one: its config */
    struct gpu_merged *merged; /* of the first one, after a run of several; gpu_merged.h */
    char **fronts;             /* of the first one: names of the SimGrid hosts of all fronts */
    struct engine *engine;
    struct device_access access;
    struct launch_services services;
    struct device_memory *memory;
    struct functional_counts functional; /* of functional launches */
    uint64_t refused_launches; /* functional ones, of kernels that could not be compiled */
    uint64_t functional_limit;
    enum functional_runners runners;
    const struct execution_watch *watch; /* of launches; NULL: none */
    struct functional_threads *threads;  /* NULL: one runs functional launches */
    struct known_launches *known;        /* NULL: functional launches are all computed */
    struct functional_counts on_cpu;     /* of launches that the CPU ran */
    struct gpu_cpu *cpu;
    struct placing *placing; /* NULL: all launches are on the GPU */
    struct host host;
    struct alarm alarm; /* for the host's launch chooser; all zero if there is none */
    struct dispatcher dispatcher;
    struct sm **sms;
    struct port *request_ports, *reply_ports; /* NULL if the crossbar queues at inputs, */
    struct crossbar_switch *request_switch, *reply_switch;  /* ... else these are */
    struct cluster_port *request_clusters, *reply_clusters; /* NULL: SMs share no ports */
    struct gpu_to_peers *to_peers;                          /* NULL: it is alone */
    struct sm_network *networks; /* by GPC; NULL: there are no clusters of blocks */
    struct l2_bank *banks;
    struct dram_channel *channels;
    struct gpu_ledgers ledgers; /* complete after the run */
    sim_time end_time;          /* after the run: everything up to here is accounted */
};

/* Of a unit that is named after no SimGrid host; g_free. */
char *gpu_unit_name(const struct gpu *gpu, const char *name);

static inline uint32_t gpu_count(const struct gpu *gpu)
{
    return gpu->config->peers.count;
}

#endif
