/* SPDX-License-Identifier: BSD-3-Clause */
/* What a platform file says of a GPU: the configuration of each unit, and how many there are. */
#ifndef SIMGPU_GPU_CONFIG_H
#define SIMGPU_GPU_CONFIG_H

#include "models/cpu/host_kernels.h"
#include "models/dispatch/dispatcher_config.h"
#include "models/dram/channel.h"
#include "models/energy/energy_config.h"
#include "models/host/host.h"
#include "models/icnt/crossbar.h"
#include "models/icnt/peer_link.h"
#include "models/l2/bank.h"
#include "models/memory/address_map.h"
#include "models/sm/sm.h"
#include "policies/kinds.h"

struct platform;

/* Several GPUs of this kind, and what is between each two of them. */
struct gpu_peers {
    uint32_t count;
    uint64_t nvlink_bytes_per_s; /* of a GPU's links together, in either direction; 0: there are
                                  * none, and peers talk over PCIe */
    sim_time nvlink_latency;
    struct peer_link_config link; /* over which kernels reach memory of another one */
};

struct gpu_config {
    const char *name; /* the platform's */
    uint32_t index;   /* among the GPUs of the platform, from 0 */
    const char *zone; /* in the platform, of the first GPU */
    struct gpu_peers peers;
    uint64_t memory_bytes;
    uint32_t compute_major, compute_minor; /* compute capability */
    bool independent_lanes;                /* see launch in workloads/instruction.h */
    uint32_t spin_limit;
    bool codes_overlap;
    uint32_t n_sms, n_banks, n_channels;
    const char *policies[POLICY_KINDS];     /* names, unless the run chooses others */
    const char *policy_files[POLICY_KINDS]; /* that chose these; NULL: the command line did */
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

/* Reads all groups of the platform, and refuses properties that nobody asked for. */
bool gpu_config_read(struct gpu_config *config, struct platform *platform, GError **error);
/* What the names of a GPU's hosts begin with: "gpu1-"; "" for the first one. g_free. */
char *gpu_config_prefix(const struct gpu_config *config, uint32_t index);
/* Of one of several GPUs, from 1, by the first one's: the names of its hosts are its own. The rest
 * is borrowed. gpu_config_clear frees the names. */
void gpu_config_of_peer(struct gpu_config *peer, const struct gpu_config *config, uint32_t index);
void gpu_config_clear(struct gpu_config *config);

#endif
