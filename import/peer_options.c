/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: the option tables of Accel-Sim and GPGPU-Sim (dev branch, October 2024): names and
 * defaults. */
#include "import/peer_options.h"
#include <string.h>

/* neutral: the value that asks for nothing beyond what we model, NULL if any value does; a name
 * that ends in '*' stands for all that begin so, one that begins with it for all that end so. The
 * first row that fits counts. */
struct loss {
    const char *name, *neutral, *reason;
};

static const struct loss losses[] = {
    /* What would change cycles. */
    {"gpgpu_simd_model", "1", "SIMT model: only post-dominator stacks"},
    {"gpgpu_perfect_mem", "0", "perfect memory"},
    {"gpgpu_flush_l2_cache", "0", "L2 is never flushed between kernels"},
    {"gpgpu_TB_launch_latency", "0", "launch latency of each block: not modelled"},
    {"gpgpu_shmem_limited_broadcast", "0", "broadcasts of shared memory are not limited"},
    {"gpgpu_shmem_warp_parts", "1", "shared memory serves whole warps"},
    {"smem_latency", NULL, "gpgpu_smem_latency counts"},
    {"gpgpu_mem_unit_ports", "1", "the load/store unit has one port"},
    {"gpgpu_num_mem_units", "1", "the SM has one load/store unit"},
    {"gpgpu_l1_banks_byte_interleaving", "32", "L1D banks interleave sectors of 32 bytes"},
    {"gpgpu_l1_banks_hashing_function", "0", "L1D banks are not hashed"},
    {"gpgpu_l1_cache_write_ratio", NULL, "limit of dirty lines in L1D: not modelled"},
    {"gpgpu_cache:dl1PrefL1", NULL, "a kernel's cache preference: not modelled"},
    {"gpgpu_cache:dl1PrefShared", NULL, "a kernel's cache preference: not modelled"},
    {"gpgpu_shmem_size_PrefL1", NULL, "a kernel's cache preference: not modelled"},
    {"gpgpu_shmem_size_PrefShared", NULL, "a kernel's cache preference: not modelled"},
    {"gpgpu_shmem_sizeDefault", NULL, "a kernel's cache preference: gpgpu_shmem_size counts"},
    {"gpgpu_shmem_per_block", NULL, "limit of shared memory for a block: the SM's limit counts"},
    {"gpgpu_registers_per_block", NULL, "limit of registers for a block: the SM's limit counts"},
    {"gpgpu_cache:dl2_texture_only", "0", "an L2 for textures alone"},
    {"l2_ideal", "0", "ideal L2"},
    {"gpgpu_simple_dram_clock_multiplier", NULL, "for DRAM of fixed latency only"},
    {"gpgpu_dram_timing_opt", NULL, "the DRAM has a fixed latency"},
    {"gpgpu_dram_buswidth", NULL, "the DRAM has a fixed latency"},
    {"gpgpu_dram_burst_length", NULL, "the DRAM has a fixed latency"},
    {"gpgpu_n_mem_per_ctrlr", NULL, "the DRAM has a fixed latency"},
    {"dram_data_command_freq_ratio", NULL, "the DRAM has a fixed latency"},
    {"dram_dual_bus_interface", NULL, "the DRAM has a fixed latency"},
    {"gpgpu_dram_return_queue_size", NULL, "DRAM's return queue: the wire to L2 has slots"},
    {"dram_bnk_indexing_policy", "0", "hashed DRAM banks"},
    {"dram_bnkgrp_indexing_policy", "1", "bank groups by the upper bits of the bank"},
    {"dram_seperate_write_queue_enable", "0", "a write queue of its own in DRAM"},
    {"dram_write_queue_size", NULL, "a write queue of its own in DRAM"},
    {"dram_elimnate_rw_turnaround", "0", "DRAM without turnaround times"},
    {"gpgpu_mem_address_mask", "1", "address masks"},
    {"icnt_subnets", "2", "requests and replies always have wires of their own"},
    {"icnt_grant_cycles", "1", "ports take senders in turn every cycle"},
    {"inter_config_file", NULL, "a network's own file, which network_mode 2 does not read"},
    /* Of the network's own file. */
    {"topology", "fly", "networks other than one crossbar stage (fly, n = 1)"},
    {"n", "1", "networks other than one crossbar stage (fly, n = 1)"},
    {"k", NULL, "the crossbar has a port for each SM and each slice"},
    {"flit_size", "40", "icnt_flit_size counts"},
    {"routing_function", "dest_tag", "a crossbar has one path"},
    {"use_map", "0", "a crossbar has no places"},
    {"network_count", NULL, "subnets count"},
    {"subnets", "2", "requests and replies always have wires of their own"},
    {"*_subnet", NULL, "requests and replies always have wires of their own"},
    {"*_vc", NULL, "one virtual channel"},
    {"num_vcs", "1", "one virtual channel"},
    {"wait_for_tail_credit", "0", "waits for a packet's end"},
    {"*_allocator", "islip", "ports take senders in turn (iSLIP)"},
    {"alloc_iters", "1", "ports take senders in turn, once a cycle"},
    {"credit_delay", "0", "credits' own latency in the network"},
    {"routing_delay", "0", "latencies of the network: simgpu takes 0, 1 and 1"},
    {"vc_alloc_delay", "1", "latencies of the network: simgpu takes 0, 1 and 1"},
    {"sw_alloc_delay", "1", "latencies of the network: simgpu takes 0, 1 and 1"},
    {"input_speedup", "1", "inputs that send to several outputs at once"},
    {"output_speedup", "1", "outputs that take from several inputs at once"},
    {"input_buffer_size", NULL, "vc_buf_size counts"},
    {"ejection_buffer_size", NULL, "buffers at the network's edges: wires have slots"},
    {"boundary_buffer_size", NULL, "buffers at the network's edges: wires have slots"},
    {"use_read_write", NULL, "statistics"},
    {"traffic", NULL, "another simulator's own traffic"},
    {"packet_size*", NULL, "another simulator's own traffic"},
    {"injection_rate", NULL, "another simulator's own traffic"},
    {"sim_type", "gpgpusim", "another simulator's own traffic"},
    {"gpgpu_operand_collector_num_in_ports_*", NULL,
     "ports of operand collectors: as many as there are units"},
    {"gpgpu_operand_collector_num_out_ports_*", NULL,
     "ports of operand collectors: as many as there are units"},
    {"gpgpu_operand_collector_num_units_*", NULL,
     "operand collectors of units that the SM does not have"},
    {"gpgpu_opndcoll_model", "0", "simple operand collectors"},
    {"gpgpu_reg_bank_use_warp_id", NULL, "never changes conflicts within an instruction"},
    {"gpgpu_n_ldst_response_buffer_size", NULL, "replies wait in the wire to the SM"},
    {"gpgpu_ignore_resources_limitation", "0", "SMs without limits"},
    {"gpgpu_num_cta_barriers", NULL, "a block has sixteen barriers"},
    {"gpgpu_n_chiplet_partition", "1", "chiplets"},
    {"chiplet*", NULL, "L2's halves: the first and the last channels"},
    {"gpgpu_chiplet_interleave", NULL, "L2's halves: the first and the last channels and SMs"},
    {"inter_chiplet*", NULL, "for two halves of L2 only"},
    {"gpgpu_lrc_enabled", "0", "a coalescer in front of L2"},
    {"gpgpu_lrc_max_*", NULL, "a coalescer in front of L2"},
    {"gpgpu_trywait_*", NULL, "Hopper's barriers"},
    {"gpgpu_local_mem_map", "1", "layout of local memory"},
    {"gpgpu_perf_sim_memcpy", "1", "copies warm L2, always"},
    {"gpgpu_simt_core_sim_order", NULL, "order of simulation, not of time"},
    {"SST_mode", "0", "another simulator's memory"},
    /* What would not. */
    {"power*", NULL, "power"},
    {"gpuwattch*", NULL, "power"},
    {"accelwattch*", NULL, "power"},
    {"hw_perf*", NULL, "power"},
    {"dvfs*", NULL, "power"},
    {"aggregate_power*", NULL, "power"},
    {"steady*", NULL, "power"},
    {"n_regfile_gating_group", NULL, "power"},
    {"gpgpu_clock_gated_*", NULL, "power"},
    {"visualizer*", NULL, "statistics"},
    {"gpgpu_memlatency_stat", NULL, "statistics"},
    {"gpgpu_runtime_stat", NULL, "statistics"},
    {"enable_ptx_file_line_stats", NULL, "statistics"},
    {"ptx_line_stats_filename", NULL, "statistics"},
    {"gpu_stat_sample_freq", NULL, "statistics"},
    {"gpgpu_cflog_interval", NULL, "statistics"},
    {"gpgpu_warpdistro_shader", NULL, "statistics"},
    {"gpgpu_warp_issue_shader", NULL, "statistics"},
    {"gpgpu_ptx_instruction_classification", NULL, "statistics"},
    {"save_embedded_ptx", NULL, "functional simulation"},
    {"keep", NULL, "functional simulation"},
    {"gpgpu_ptx_*", NULL, "functional simulation"},
    {"gpgpu_stack_size_limit", NULL, "limits of the runtime"},
    {"gpgpu_heap_size_limit", NULL, "limits of the runtime"},
    {"gpgpu_runtime_*", NULL, "limits of the runtime"},
    {"cdp_enabled", "0", "launches from the device"},
    {"ptx_opcode_latency_cdp", NULL, "launches from the device"},
    {"cdp_latency", NULL, "launches from the device"},
    {"ptx_opcode_*", NULL, "PTX's times: those of trace.config count"},
    {"gpgpu_max_*", "0", "an early end: simgpu's --max-cycles"},
    {"gpgpu_deadlock_detect", NULL, "deadlocks are always found"},
    {"gpgpu_occupancy_sm_number", NULL, "the SM's limits set the occupancy"},
    {"gpgpu_fermi", NULL, "statistics"},
    {"trace", NULL, "the workload is simgpu's second argument"},
    {"trace_enabled", NULL, "debugging"},
    {"trace_components", NULL, "debugging"},
    {"trace_sampling_*", NULL, "debugging"},
    {"icnt_verbose", "0", "debugging"},
    {"checkpoint_*", "0", "checkpoints"},
    {"resume_*", "0", "checkpoints"},
};

static bool fits(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    if (pattern[0] == '*')
        return g_str_has_suffix(name, pattern + 1);
    if (pattern[length - 1] == '*')
        return strncmp(pattern, name, length - 1) == 0;
    return strcmp(pattern, name) == 0;
}

const char *peer_option_loss(const struct peer_option *option)
{
    for (size_t i = 0; i < G_N_ELEMENTS(losses); i++) {
        const struct loss *loss = &losses[i];
        if (fits(loss->name, option->name))
            return loss->neutral && strcmp(loss->neutral, option->value) == 0 ? NULL : loss->reason;
    }
    return "unknown";
}
