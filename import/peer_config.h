/* SPDX-License-Identifier: BSD-3-Clause */
/* A configuration of GPGPU-Sim or Accel-Sim as numbers. The importer makes platforms from it.
 *
 * Units: as the peer's options have them, see peer_config.c; latencies in cycles.
 */
#ifndef SIMGPU_IMPORT_PEER_CONFIG_H
#define SIMGPU_IMPORT_PEER_CONFIG_H

#include "import/peer_strings.h"

struct peer_op {
    unsigned latency, interval;
};

struct peer_core {
    unsigned sms, cluster, warps, blocks, threads, registers, shared_bytes, capability_major,
        capability_minor;
    unsigned schedulers, issue_width, fetches, register_banks, register_reads;
    const char *policy; /* simgpu's policy for its schedulers */
    bool private_units, perfect_inst_const;
    unsigned sp, dp, integer, sfu, tensor, branch, texture; /* units; 0: none of its own */
    unsigned unit_queue; /* instructions that wait for a kind of unit, by SP's option; at most 8 */
    unsigned mem_queue;  /* instructions between issue and L1 */
    char collectors[80]; /* those of the other kinds of units, in the platform's words */
    unsigned result_buses;
    bool from_trace; /* latencies are those of trace.config */
    struct peer_op op_int, op_fp32, op_fp64, op_sfu, op_tensor, op_branch, op_texture;
    struct peer_op op_int_mul, op_int_div, op_fp32_div, op_fp64_div; /* in PTX mode only */
    /* The options with their times, and with their units; NULL: none. */
    const char *branch_option, *tensor_option, *texture_option;
    const char *branch_units, *tensor_units, *texture_units;
};

struct peer_memory {
    struct peer_cache l1d, l2, il1, texture, constant;
    bool skips_l1; /* loads of global memory go around L1 */
    bool adaptive, narrow_segments, whole_warps, local_words, flush_l1;
    const char *carveout; /* KiB, between commas */
    unsigned unified_kib, l1_latency, l1_banks, smem_latency, shared_banks;
    const char *bank_hash; /* simgpu's */
    /* far_latency: one way between the halves of L2; far_queue: requests that may be on it */
    unsigned halves, far_latency, far_queue;
    unsigned channels, slices_per_channel, rop_latency, dram_latency;
    unsigned queues[4]; /* interconnect to L2, L2 to DRAM, DRAM to L2, L2 to interconnect */
    unsigned network_mode, in_buffer, out_buffer, ejection, flit_bytes, speedup;
    bool islip;
    unsigned dram_queue, bus_bytes, burst_beats, chips, data_ratio;
    bool dual_bus, fr_fcfs, simple_dram;
    struct peer_dram_timing timing;
    struct peer_address_map map;
};

struct peer_config {
    struct peer_core core;
    struct peer_memory memory;
    struct peer_clocks clocks;
    unsigned launch_latency, concurrent_kernels;
    bool concurrent_sms; /* kernels may share SMs. If not, a trace's kernels run one by one */
};

/* Sets values->error if a value is malformed, or if no platform of ours can do what it asks. The
 * strings in *config belong to values->set. Call peer_config_clear in any case. */
void peer_config_read(struct peer_config *config, struct peer_values *values);
void peer_config_clear(struct peer_config *config);

#endif
