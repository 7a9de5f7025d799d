/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: option names, units and defaults of GPGPU-Sim and Accel-Sim (dev branch, October 2024).
 */
#include "import/peer_config.h"
#include "import/network_file.h"
#include "import/peer_collectors.h"
#include "import/peer_dram.h"
#include <string.h>

enum { PTX_ADD, PTX_MAX, PTX_MUL, PTX_MAD, PTX_DIV, PTX_SHFL, PTX_KINDS };
enum { SPECIAL_UNITS = 8, LONGEST_OP = 700 };

/* An interval of 0 is one of 1 in the peer, too: a unit looks at its input once a cycle. */
static struct peer_op read_pair(struct peer_values *values, const char *name, const char *absent)
{
    unsigned pair[2];
    peer_numbers(values, name, absent, pair, 2, 2);
    if (!values->error && (pair[0] == 0 || pair[0] > LONGEST_OP || pair[1] > LONGEST_OP))
        peer_refuse(values, name,
                    "expected a latency from 1 to %d and an initiation interval up to %d, found "
                    "\"%s\"",
                    LONGEST_OP, LONGEST_OP, peer_text(values, name, absent));
    return (struct peer_op){pair[0], MAX(pair[1], 1)};
}

/* The same from two options, for one kind of PTX instruction. */
static struct peer_op read_ptx(struct peer_values *values, const char *type, const char *latencies,
                               const char *intervals, unsigned kind)
{
    g_autofree char *latency_name = g_strconcat("ptx_opcode_latency_", type, NULL);
    g_autofree char *interval_name = g_strconcat("ptx_opcode_initiation_", type, NULL);
    unsigned latency[PTX_KINDS], interval[PTX_KINDS];
    bool one = strchr(latencies, ',') == NULL;
    peer_numbers(values, latency_name, latencies, latency, one ? 1 : PTX_KINDS, one ? 1 : 5);
    peer_numbers(values, interval_name, intervals, interval, one ? 1 : PTX_KINDS, one ? 1 : 5);
    if (!values->error && (latency[kind] == 0 || latency[kind] > LONGEST_OP))
        peer_refuse(values, latency_name, "expected latencies from 1 to %d cycles", LONGEST_OP);
    if (!values->error && (interval[kind] == 0 || interval[kind] > LONGEST_OP))
        peer_refuse(values, interval_name, "expected intervals from 1 to %d cycles", LONGEST_OP);
    return (struct peer_op){latency[kind], interval[kind]};
}

static struct peer_op read_int(struct peer_values *values, unsigned kind)
{
    return read_ptx(values, "int", "1,1,19,25,145,32", "1,1,4,4,32,4", kind);
}

static struct peer_op read_fp(struct peer_values *values, unsigned kind)
{
    return read_ptx(values, "fp", "1,1,1,1,30", "1,1,1,1,5", kind);
}

static struct peer_op read_dp(struct peer_values *values, unsigned kind)
{
    return read_ptx(values, "dp", "8,8,8,8,335", "8,8,8,8,130", kind);
}

/* Units that Accel-Sim adds for branches, textures and tensor operations of SASS. */
static void read_special_units(struct peer_core *core, struct peer_values *values)
{
    static const char *const options[SPECIAL_UNITS] = {
        "specialized_unit_1", "specialized_unit_2", "specialized_unit_3", "specialized_unit_4",
        "specialized_unit_5", "specialized_unit_6", "specialized_unit_7", "specialized_unit_8"};
    static const char *const timings[SPECIAL_UNITS] = {
        "trace_opcode_latency_initiation_spec_op_1", "trace_opcode_latency_initiation_spec_op_2",
        "trace_opcode_latency_initiation_spec_op_3", "trace_opcode_latency_initiation_spec_op_4",
        "trace_opcode_latency_initiation_spec_op_5", "trace_opcode_latency_initiation_spec_op_6",
        "trace_opcode_latency_initiation_spec_op_7", "trace_opcode_latency_initiation_spec_op_8"};
    for (unsigned i = 0; i < SPECIAL_UNITS; i++) {
        unsigned units;
        const char *name;
        if (!peer_special_unit(values, options[i], &units, &name))
            continue;
        struct peer_op op = read_pair(values, timings[i], "4,4");
        if (strcmp(name, "BRA") == 0) {
            core->branch = units;
            core->branch_option = timings[i];
            core->branch_units = options[i];
            core->op_branch = op;
        } else if (strcmp(name, "TENSOR") == 0) {
            core->tensor = units;
            core->tensor_option = timings[i];
            core->tensor_units = options[i];
            core->op_tensor = op;
        } else if (strcmp(name, "TEX") == 0) {
            core->texture = units;
            core->texture_option = timings[i];
            core->texture_units = options[i];
            core->op_texture = op;
        } else {
            peer_note(values, options[i], "the unit %s: not modelled", name);
        }
    }
}

static void read_trace_ops(struct peer_core *core, struct peer_values *values)
{
    core->op_int = read_pair(values, "trace_opcode_latency_initiation_int", "4,1");
    core->op_fp32 = read_pair(values, "trace_opcode_latency_initiation_sp", "4,1");
    core->op_fp64 = read_pair(values, "trace_opcode_latency_initiation_dp", "4,1");
    core->op_sfu = read_pair(values, "trace_opcode_latency_initiation_sfu", "4,1");
    core->op_tensor = read_pair(values, "trace_opcode_latency_initiation_tensor", "4,1");
    core->tensor_option = "trace_opcode_latency_initiation_tensor";
    core->op_int_mul = core->op_int;
    core->op_branch = core->op_int;
    core->branch_option = "trace_opcode_latency_initiation_int";
    core->op_texture = core->op_int;
    core->texture_option = "trace_opcode_latency_initiation_int";
    read_special_units(core, values);
}

static void read_ptx_ops(struct peer_core *core, struct peer_values *values)
{
    core->op_int = read_int(values, PTX_ADD);
    core->op_int_mul = read_int(values, PTX_MUL);
    core->op_fp32 = read_fp(values, PTX_ADD);
    core->op_fp64 = read_dp(values, PTX_ADD);
    core->op_sfu = read_ptx(values, "sfu", "8", "8", 0);
    unsigned latency = peer_number(values, "ptx_opcode_latency_tesnor", 64, 1, 700);
    core->op_tensor =
        (struct peer_op){latency, peer_number(values, "ptx_opcode_initiation_tensor", 64, 1, 700)};
    core->tensor_option = "ptx_opcode_latency_tesnor ptx_opcode_initiation_tensor";
    core->op_branch = core->op_int;
    core->branch_option = "ptx_opcode_latency_int ptx_opcode_initiation_int";
    core->op_texture = core->op_int;
    core->texture_option = "ptx_opcode_latency_int/0 ptx_opcode_initiation_int/0";
    static const char *const others[] = {"ptx_opcode_latency_int", "ptx_opcode_latency_fp",
                                         "ptx_opcode_latency_dp"};
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++)
        peer_note(values, others[i], "simgpu gives MAX, MAD and SHFL the time of ADD");
}

static void read_ops(struct peer_core *core, struct peer_values *values)
{
    for (guint i = 0; i < values->set->options->len; i++) {
        const struct peer_option *option = values->set->options->pdata[i];
        if (g_str_has_prefix(option->name, "trace_opcode_latency_initiation_"))
            core->from_trace = true;
    }
    core->op_int_div = read_int(values, PTX_DIV);
    core->op_fp32_div = read_fp(values, PTX_DIV);
    core->op_fp64_div = read_dp(values, PTX_DIV);
    if (core->from_trace)
        read_trace_ops(core, values);
    else
        read_ptx_ops(core, values);
}

static void read_limits(struct peer_core *core, struct peer_values *values)
{
    const char *shape = peer_text(values, "gpgpu_shader_core_pipeline", "1024:32");
    g_auto(GStrv) words = g_strsplit(shape, ":", -1);
    unsigned lanes = 0;
    if (g_strv_length(words) != 2 || !parse_number(words[0], 2048, &core->threads) ||
        !parse_number(words[1], 1024, &lanes) || lanes != 32 || core->threads < 32)
        peer_refuse(values, "gpgpu_shader_core_pipeline",
                    "expected up to 2048 threads and warps of 32, such as 2048:32, found \"%s\"",
                    shape);
    core->warps = core->threads / 32;
    core->cluster = peer_number(values, "gpgpu_n_cores_per_cluster", 3, 1, 16);
    core->sms = peer_number(values, "gpgpu_n_clusters", 10, 1, 1024) * core->cluster;
    if (core->cluster > 1)
        peer_note(values, "gpgpu_n_cores_per_cluster",
                  "simgpu sends blocks to one SM after another, not to one cluster after another");
    if (core->sms > 1024)
        peer_refuse(values, "gpgpu_n_clusters", "at most 1024 SMs are possible, not %u", core->sms);
    core->blocks = peer_number(values, "gpgpu_shader_cta", 32, 1, 32);
    core->registers = peer_number(values, "gpgpu_shader_registers", 8192, 64, 1 << 20);
    core->shared_bytes = peer_number(values, "gpgpu_shmem_size", 16384, 1, 1 << 20);
    core->capability_major = peer_number(values, "gpgpu_compute_capability_major", 7, 1, 99);
    core->capability_minor = peer_number(values, "gpgpu_compute_capability_minor", 0, 0, 9);
}

static void read_issue(struct peer_core *core, struct peer_values *values)
{
    core->schedulers = peer_number(values, "gpgpu_num_sched_per_core", 1, 1, 4);
    core->issue_width = peer_number(values, "gpgpu_max_insn_issue_per_warp", 2, 1, 2);
    if (!peer_flag(values, "gpgpu_dual_issue_diff_exec_units", true) && core->issue_width == 2)
        peer_note(values, "gpgpu_dual_issue_diff_exec_units",
                  "two instructions of a cycle go to different units");
    const char *policy = peer_text(values, "gpgpu_scheduler", "gto");
    bool known = strcmp(policy, "lrr") == 0 || strcmp(policy, "gto") == 0;
    if (!known)
        peer_note(values, "gpgpu_scheduler", "simgpu has no scheduler %s; it takes gto instead",
                  policy);
    core->policy = strcmp(policy, "lrr") == 0 ? policy : "gto keep=true";
    core->fetches = peer_number(values, "gpgpu_inst_fetch_throughput", 1, 1, 16);
    core->perfect_inst_const = peer_flag(values, "gpgpu_perfect_inst_const_cache", false);
    core->register_banks = peer_number(values, "gpgpu_num_reg_banks", 8, 1, 256);
    core->register_reads = peer_number(values, "gpgpu_reg_file_port_throughput", 1, 1, 16);
    core->private_units = peer_flag(values, "gpgpu_sub_core_model", false);
}

/* Units of one scheduler if they are private. */
static unsigned share(const struct peer_core *core, struct peer_values *values, const char *name,
                      unsigned units)
{
    if (core->private_units && units % core->schedulers != 0)
        peer_refuse(values, name, "%u units cannot be dealt out to %u schedulers", units,
                    core->schedulers);
    return core->private_units ? units / core->schedulers : units;
}

static void read_units(struct peer_core *core, struct peer_values *values)
{
    struct {
        const char *name;
        unsigned absent;
        unsigned *out;
    } rows[] = {{"gpgpu_num_sp_units", 1, &core->sp},
                {"gpgpu_num_dp_units", 0, &core->dp},
                {"gpgpu_num_int_units", 0, &core->integer},
                {"gpgpu_num_sfu_units", 1, &core->sfu}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        unsigned units = peer_number(values, rows[i].name, rows[i].absent, 0, 64);
        *rows[i].out = share(core, values, rows[i].name, units);
    }
    bool has_tensor = peer_flag(values, "gpgpu_tensor_core_avail", false);
    unsigned tensor = peer_number(values, "gpgpu_num_tensor_core_units", 0, 0, 64);
    if (!core->tensor_units) {
        core->tensor = has_tensor ? tensor : 0;
        core->tensor_units = "gpgpu_num_tensor_core_units";
    }
    core->tensor = share(core, values, core->tensor_units, core->tensor);
    if (core->branch_units)
        core->branch = share(core, values, core->branch_units, core->branch);
    if (core->texture_units)
        core->texture = share(core, values, core->texture_units, core->texture);
    if (core->sp == 0)
        peer_refuse(values, "gpgpu_num_sp_units", "an SM without SP units is not possible");
    if (core->sfu == 0)
        peer_refuse(values, "gpgpu_num_sfu_units", "an SM without SFUs is not possible");
    peer_collectors_read(core, values);
}

static void check_policies(struct peer_values *values, const char *name,
                           const struct peer_cache *cache)
{
    if (values->error)
        return;
    if (cache->replacement != 'L')
        peer_note(values, name, "replacement %c: LRU here", cache->replacement);
    if (cache->line_bytes != 128)
        peer_note(values, name, "lines of %u bytes: 128 here", cache->line_bytes);
}

static void read_caches(struct peer_memory *memory, struct peer_values *values)
{
    const struct {
        const char *name, *absent;
        struct peer_cache *out;
    } rows[] = {{"gpgpu_cache:dl1", "none", &memory->l1d},
                {"gpgpu_cache:dl2", "S:32:128:24,L:B:m:L:P,A:192:4,32:0,32", &memory->l2},
                {"gpgpu_cache:il1", "N:64:128:16,L:R:f:N:L,S:2:48,4", &memory->il1},
                {"gpgpu_tex_cache:l1", "8:128:5,L:R:m:N,F:128:4,128:2", &memory->texture},
                {"gpgpu_const_cache:l1", "64:64:2,L:R:f:N,A:2:32,4", &memory->constant}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        peer_cache_read(values, rows[i].name, rows[i].absent, rows[i].out);
        check_policies(values, rows[i].name, rows[i].out);
    }
    if (!values->error && memory->l2.write != 'B')
        peer_note(values, "gpgpu_cache:dl2", "write policy %c: write-back here", memory->l2.write);
    memory->skips_l1 = peer_flag(values, "gpgpu_gmem_skip_L1D", false);
    if (memory->skips_l1)
        peer_note(values, "gpgpu_gmem_skip_L1D", "local memory goes around L1, too");
    memory->adaptive = peer_flag(values, "gpgpu_adaptive_cache_config", false);
    memory->unified_kib = peer_number(values, "gpgpu_unified_l1d_size", 0, 0, 1024);
    memory->carveout = peer_text(values, "gpgpu_shmem_option", "0");
    unsigned sizes[16];
    if (memory->adaptive)
        peer_numbers(values, "gpgpu_shmem_option", "0", sizes, G_N_ELEMENTS(sizes), 1);
    if (memory->adaptive && memory->unified_kib == 0)
        peer_refuse(values, "gpgpu_adaptive_cache_config",
                    "1 needs gpgpu_unified_l1d_size, the size that L1 and shared memory divide");
    memory->l1_latency = peer_number(values, "gpgpu_l1_latency", 1, 1, 700);
    memory->l1_banks = peer_number(values, "gpgpu_l1_banks", 1, 1, 8);
    memory->smem_latency = peer_number(values, "gpgpu_smem_latency", 3, 2, 700);
    memory->shared_banks = peer_number(values, "gpgpu_shmem_num_banks", 16, 1, 64);
    unsigned arch = peer_number(values, "gpgpu_coalesce_arch", 13, 1, 99);
    memory->narrow_segments = arch < 40;
    memory->local_words = peer_flag(values, "gpgpu_local_mem_map", true);
    memory->flush_l1 = peer_flag(values, "gpgpu_flush_l1_cache", false);
    if (!memory->flush_l1)
        peer_note(values, "gpgpu_flush_l1_cache", "0: L1D is emptied at each kernel's end, always");
    memory->whole_warps = peer_number(values, "gpgpu_shmem_warp_parts", 2, 1, 32) == 1;
    if (arch < 20)
        peer_note(values, "gpgpu_coalesce_arch",
                  "%u: simgpu takes lines of 128 bytes, as from 20 on", arch);
}

static void read_queues(struct peer_memory *memory, struct peer_values *values)
{
    const char *text = peer_text(values, "gpgpu_dram_partition_queues", "8:8:8:8");
    g_auto(GStrv) words = g_strsplit(text, ":", -1);
    bool right = g_strv_length(words) == 4;
    for (unsigned i = 0; right && i < 4; i++)
        right = parse_number(words[i], 4096, &memory->queues[i]) && memory->queues[i] > 0;
    if (!right)
        peer_refuse(values, "gpgpu_dram_partition_queues",
                    "expected four queues of 1 to 4096 entries such as 64:64:64:64, found \"%s\"",
                    text);
}

static void read_network(struct peer_memory *memory, struct peer_values *values)
{
    memory->network_mode = peer_number(values, "network_mode", 1, 1, 2);
    unsigned in = peer_number(values, "icnt_in_buffer_limit", 64, 1, 4096);
    memory->in_buffer = in;
    memory->islip = peer_number(values, "icnt_arbiter_algo", 1, 0, 1) == 1;
    memory->speedup = 1;
    if (memory->network_mode == 1)
        peer_network_read(memory, values);
    memory->ejection = peer_number(values, "gpgpu_n_cluster_ejection_buffer_size", 8, 1, 4096);
    memory->flit_bytes = peer_number(values, "icnt_flit_size", 32, 9, 1024);
    memory->out_buffer =
        memory->network_mode == 2 ? peer_number(values, "icnt_out_buffer_limit", 64, 1, 4096) : 0;
    if (memory->network_mode == 2 && memory->flit_bytes != 40)
        peer_note(values, "icnt_flit_size", "the built-in crossbar passes a packet in a cycle");
}

void peer_config_read(struct peer_config *config, struct peer_values *values)
{
    *config = (struct peer_config){0};
    read_limits(&config->core, values);
    read_issue(&config->core, values);
    read_ops(&config->core, values);
    read_units(&config->core, values);
    read_caches(&config->memory, values);
    read_queues(&config->memory, values);
    read_network(&config->memory, values);
    peer_clocks_read(values, "gpgpu_clock_domains", "500.0:2000.0:2000.0:2000.0", &config->clocks);
    peer_dram_read(&config->memory, &config->clocks, values);
    config->launch_latency = peer_number(values, "gpgpu_kernel_launch_latency", 0, 0, 1000000);
    config->concurrent_sms = peer_flag(values, "gpgpu_concurrent_kernel_sm", false);
    config->concurrent_kernels = peer_number(values, "gpgpu_max_concurrent_kernel", 32, 1, 128);
}

void peer_config_clear(struct peer_config *config)
{
    peer_clocks_clear(&config->clocks);
}
