/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's properties but for its caches: occupancy, front end, units. */
#include "import/platform_xml.h"
#include <string.h>

static void write_occupancy(struct xml *xml, const struct peer_core *core)
{
    g_autofree char *shared = xml_bytes(core->shared_bytes);
    xml_prop(xml, "warps", "gpgpu_shader_core_pipeline", NULL, "%u", core->warps);
    xml_prop(xml, "blocks", "gpgpu_shader_cta", NULL, "%u", core->blocks);
    xml_prop(xml, "threads", "gpgpu_shader_core_pipeline", NULL, "%u", core->threads);
    xml_prop(xml, "threads.per_block", "gpgpu_shader_core_pipeline", "1024 at most", "%u",
             MIN(core->threads, 1024));
    xml_prop(xml, "registers", "gpgpu_shader_registers", NULL, "%u", core->registers);
    xml_prop(xml, "registers.allocation", NULL, "source: four registers a thread", "128");
    xml_prop(xml, "registers.warp_granularity", NULL, "source: any number of warps", "1");
    xml_prop(xml, "shared.size", "gpgpu_shmem_size", NULL, "%s", shared);
    xml_prop(xml, "shared.allocation", NULL, "source: not rounded", "1B");
}

static void write_icache(struct xml *xml, const struct peer_config *config)
{
    const struct peer_cache *il1 = &config->memory.il1;
    g_autofree char *size = xml_bytes((uint64_t)il1->sets * il1->line_bytes * il1->ways);
    if (config->core.perfect_inst_const) {
        xml_prop(xml, "l1i.size", "gpgpu_perfect_inst_const_cache gpgpu_cache:il1/0", "always hits",
                 "0B");
        return;
    }
    xml_prop(xml, "l1i.size", "gpgpu_cache:il1/0", NULL, "%s", size);
    xml_prop(xml, "l1i.ways", "gpgpu_cache:il1/0", NULL, "%u", il1->ways);
    xml_prop(xml, "l1i.mshrs", "gpgpu_cache:il1/2", NULL, "%u", MAX(il1->mshrs, 1));
    xml_prop(xml, "l1i.prefetch", NULL, "source: none", "0");
}

static void write_front(struct xml *xml, const struct peer_config *config)
{
    const struct peer_core *core = &config->core;
    bool one = core->fetches == 1;
    xml_prop(xml, "fetch.width", NULL, "source: a fetch brings two instructions", "2");
    xml_prop(xml, "fetch.warps", "gpgpu_inst_fetch_throughput", NULL, "%u", core->fetches);
    xml_prop(xml, "fetch.latency", "gpgpu_inst_fetch_throughput",
             one ? "source: decoded in the next cycle, after its issue"
                 : "source: decoded in the same cycle",
             "%s", one ? "2cycles" : "1cycle");
    xml_prop(xml, "fetch.branches", NULL,
             core->from_trace
                 ? "source: asks 16 bytes behind the last one issued, decodes the next of the trace"
                 : "source: taken branches empty the buffer",
             "%s", core->from_trace ? "behind" : "flush");
    xml_prop(xml, "fetch.order", NULL,
             "source: warps fetch in turn, a line comes to them in the order in which they asked",
             "turns");
    xml_prop(xml, "ibuffer.entries", NULL, "source: two instructions", "2");
    write_icache(xml, config);
    bool wide = core->from_trace && core->capability_major >= 7;
    xml_prop(xml, "instruction.size", NULL,
             core->from_trace ? "source: places as in SASS" : "source: PTX, 8 bytes", "%s",
             wide ? "16B" : "8B");
    xml_prop(xml, "schedulers", "gpgpu_num_sched_per_core", NULL, "%u", core->schedulers);
    xml_prop(xml, "warp_scheduler", "gpgpu_scheduler",
             strcmp(core->policy, "lrr") == 0 ? NULL : "source: greedy beyond idle cycles", "%s",
             core->policy);
    xml_prop(xml, "criticality", NULL, "ours", "none");
    xml_prop(xml, "l1_replacement", "gpgpu_cache:dl1/1", NULL, "lru");
    xml_prop(xml, "l1_bypass", "gpgpu_gmem_skip_L1D", NULL, "%s",
             config->memory.skips_l1 ? "all" : "none");
    xml_prop(xml, "issue.width", "gpgpu_max_insn_issue_per_warp gpgpu_dual_issue_diff_exec_units",
             NULL, "%u", core->issue_width);
    xml_prop(xml, "issue.order", NULL, "source: another scheduler is the first in each cycle",
             "rotate");
    xml_prop(xml, "registers.banks", "gpgpu_num_reg_banks gpgpu_num_sched_per_core",
             core->private_units ? "a scheduler's share" : NULL, "%u",
             MAX(core->register_banks / (core->private_units ? core->schedulers : 1), 1));
    xml_prop(xml, "registers.reads", "gpgpu_reg_file_port_throughput", NULL, "%u",
             core->register_reads);
}

static void write_op(struct xml *xml, const char *name, const char *options, const char *unit,
                     struct peer_op op, unsigned overhead)
{
    g_autofree char *latency_id = g_strdup_printf("op.%s.latency", name);
    g_autofree char *interval_id = g_strdup_printf("op.%s.interval", name);
    g_autofree char *unit_id = g_strdup_printf("op.%s.unit", name);
    g_autofree char *sum =
        g_strdup_printf("%s%u + %u of pipeline", options ? "" : "source: ", op.latency, overhead);
    unsigned latency = op.latency + overhead;
    xml_prop(xml, unit_id, NULL, "source", "%s", unit);
    xml_prop(xml, latency_id, options, sum, "%ucycle%s", latency, latency == 1 ? "" : "s");
    xml_prop(xml, interval_id, options, options ? NULL : "source", "%ucycle%s", op.interval,
             op.interval == 1 ? "" : "s");
}

/* Instructions wait in collectors where schedulers share units, and we can model those that the
 * peer has; else in a queue as long. Of a scheduler with units of its own, instructions seldom
 * meet. */
static void write_collectors(struct xml *xml, const struct peer_core *core)
{
    bool collectors = !core->private_units && core->register_banks <= 32 &&
                      core->register_reads <= 2 && strcmp(core->collectors, "none") != 0;
    xml_prop(xml, "units.queue",
             "gpgpu_pipeline_widths gpgpu_operand_collector_num_units_gen "
             "gpgpu_operand_collector_num_units_sp",
             collectors ? "collectors have the places"
                        : "registers and collectors before a unit, 8 at most",
             "%u", collectors ? 0 : core->unit_queue);
    xml_prop(xml, "collectors",
             "gpgpu_operand_collector_num_units_gen gpgpu_operand_collector_num_units_sp "
             "gpgpu_operand_collector_num_units_sfu gpgpu_enable_specialized_operand_collector",
             collectors ? NULL : "a queue instead", "%s", collectors ? core->collectors : "none");
    xml_prop(xml, "result.buses", "gpgpu_pipeline_widths",
             collectors ? "registers behind the units" : "not asked for without collectors", "%u",
             collectors ? core->result_buses : 0);
}

static void write_units(struct xml *xml, const struct peer_core *core)
{
    const char *every = core->private_units ? "a scheduler's share" : NULL;
    xml_prop(xml, "units.private", "gpgpu_sub_core_model", NULL, "%s",
             core->private_units ? "yes" : "no");
    write_collectors(xml, core);
    xml_prop(xml, "units.sp", "gpgpu_num_sp_units", every, "%u", core->sp);
    xml_prop(xml, "units.int", "gpgpu_num_int_units", every, "%u", core->integer);
    xml_prop(xml, "units.dp", "gpgpu_num_dp_units", every, "%u", core->dp);
    xml_prop(xml, "units.sfu", "gpgpu_num_sfu_units", every, "%u", core->sfu);
    bool own = g_str_has_prefix(core->tensor_units, "specialized");
    g_autofree char *tensor = g_strconcat(
        core->tensor_units, " gpgpu_tensor_core_avail", own ? " gpgpu_num_tensor_core_units" : "",
        own && core->from_trace ? " trace_opcode_latency_initiation_tensor" : "", NULL);
    xml_prop(xml, "units.tensor", tensor, every, "%u", core->tensor);
    xml_prop(xml, "units.branch", core->branch_units, core->branch > 0 ? every : "source: none",
             "%u", core->branch);
    xml_prop(xml, "units.texture", core->texture_units, core->texture > 0 ? every : "source: none",
             "%u", core->texture);
}

static void write_ops(struct xml *xml, const struct peer_core *core, unsigned overhead)
{
    const char *integer = core->integer > 0 ? "int" : "sp";
    const char *dp = core->dp > 0 ? "dp" : "sfu";
    bool trace = core->from_trace;
    const struct peer_op exit = {1, 1};
    static const char ptx_int[] = "ptx_opcode_latency_int/0 ptx_opcode_initiation_int/0";
    static const char ptx_fp[] = "ptx_opcode_latency_fp/0 ptx_opcode_initiation_fp/0";
    static const char ptx_dp[] = "ptx_opcode_latency_dp/0 ptx_opcode_initiation_dp/0";
    static const char ptx_sfu[] = "ptx_opcode_latency_sfu ptx_opcode_initiation_sfu";
    const char *int_option = trace ? "trace_opcode_latency_initiation_int" : ptx_int;
    const char *fp_option = trace ? "trace_opcode_latency_initiation_sp" : ptx_fp;
    const char *dp_option = trace ? "trace_opcode_latency_initiation_dp" : ptx_dp;
    const char *sfu_option = trace ? "trace_opcode_latency_initiation_sfu" : ptx_sfu;
    write_op(xml, "int", int_option, integer, core->op_int, overhead);
    write_op(xml, "int_mul", int_option, integer, core->op_int_mul, overhead);
    write_op(xml, "int_div", "ptx_opcode_latency_int/4 ptx_opcode_initiation_int/4", "sfu",
             core->op_int_div, overhead);
    write_op(xml, "fp32", fp_option, "sp", core->op_fp32, overhead);
    write_op(xml, "fp32_div", "ptx_opcode_latency_fp/4 ptx_opcode_initiation_fp/4", "sfu",
             core->op_fp32_div, overhead);
    write_op(xml, "fp64", dp_option, dp, core->op_fp64, overhead);
    write_op(xml, "fp64_div", "ptx_opcode_latency_dp/4 ptx_opcode_initiation_dp/4", "sfu",
             core->op_fp64_div, overhead);
    write_op(xml, "tensor", core->tensor_option, core->tensor > 0 ? "tensor" : "sp",
             core->op_tensor, overhead);
    write_op(xml, "convert", int_option, integer, core->op_int, overhead);
    write_op(xml, "sfu", sfu_option, "sfu", core->op_sfu, overhead);
    write_op(xml, "texture", core->texture_option, core->texture > 0 ? "texture" : integer,
             core->op_texture, overhead);
    xml_prop(xml, "op.branch.unit", NULL, "source", "%s", core->branch > 0 ? "branch" : integer);
    xml_prop(xml, "op.branch.latency", NULL, "source: the warp goes on at once", "1cycle");
    xml_prop(xml, "op.branch.interval", core->branch_option, NULL, "%ucycle%s",
             core->op_branch.interval, core->op_branch.interval == 1 ? "" : "s");
    write_op(xml, "exit", NULL, integer, exit, overhead);
    xml_prop(xml, "op.barrier.unit", NULL, "source", "%s", integer);
    xml_prop(xml, "op.barrier.latency", NULL, "source: the last warp's arrival lets all go",
             "1cycle");
    xml_prop(xml, "op.barrier.interval", NULL, "source", "1cycle");
    xml_prop(xml, "op.fence.unit", NULL, "source", "ldst");
    xml_prop(xml, "op.fence.latency", NULL, "source: waits for loads alone", "1cycle");
    xml_prop(xml, "op.fence.interval", NULL, "source", "1cycle");
}

void platform_write_sm(struct xml *xml, const struct peer_config *config,
                       const struct latencies *latencies)
{
    const struct peer_core *core = &config->core;
    xml_open_cluster(xml, "sm", "sm", core->sms, config->clocks.mhz[CLOCK_CORE],
                     config->clocks.khz[CLOCK_CORE], config->memory.flit_bytes, "sm");
    write_occupancy(xml, core);
    write_front(xml, config);
    write_units(xml, core);
    write_ops(xml, core, latencies->overhead);
    platform_write_l1(xml, config, latencies);
    xml_close_cluster(xml);
}
