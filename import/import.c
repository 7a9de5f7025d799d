/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/import.h"
#include "import/network_file.h"
#include "import/peer_options.h"
#include "import/platform_xml.h"

static const char header[] =
    "<?xml version=\"1.0\"?>\n"
    "<!-- SPDX-License-Identifier: BSD-3-Clause -->\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<!-- Made by simgpu import-config: don't edit, make it again.\n"
    "\n"
    "  A configuration of GPGPU-Sim or Accel-Sim in simgpu's models. Beside each property stands\n"
    "  the option that it comes from, with its value; \"source\": what the peer's source code "
    "does\n"
    "  without an option; \"ours\" and ASSUMED: what the peer has no counterpart for.\n"
    "\n"
    "  A dependent instruction issues %u cycles after one whose unit takes L, less L: the operand\n"
    "  collector, the unit's own register, write-back and release. A dependent load, one lane:\n"
    "\n"
    "    L1 hit    issue to L1 %u, L1 %u = %u\n"
    "    L2 hit    issue to L1 %u, inject 1, SM to port %u, port 1, port to bank %u, bank sends "
    "1,\n"
    "              bank to port %u, port sends %u, port to SM %u, fill %d = %u\n"
    "    DRAM      L2 hit %u, bank sends 1, L2 to DRAM %u, row conflict %u (tRP, tRCD, tCL and\n"
    "              bursts: %u command cycles), channel sends %u, DRAM to L2 %u = %u\n"
    "\n"
    "  The first two sums are the peer's, and its way to DRAM and back; how they are divided "
    "among\n"
    "  wires is ours. -->\n";

static void write_header(GString *text, const struct peer_config *config,
                         const struct latencies *at)
{
    unsigned l1 = config->memory.l1_latency;
    g_string_append_printf(text, header, at->overhead, at->ldst, l1, at->ldst + l1, at->ldst,
                           at->sm_to_port, at->port_to_bank, at->bank_to_port, at->reply_cycles,
                           at->port_to_sm, FILL_LATENCY, at->l2_hit, at->l2_hit, at->to_dram,
                           at->row_conflict_core, at->row_conflict, at->channel_sends, at->to_l2,
                           at->dram);
}

/* The peer has no host. */
static void write_host(struct xml *xml, const struct peer_config *config,
                       const struct latencies *at)
{
    xml_line(xml, "<zone id=\"pc\" routing=\"Full\">");
    xml->depth++;
    xml_line(xml, "<host id=\"host\" speed=\"3Gf\" core=\"8\">");
    xml->depth++;
    xml_prop(xml, "model", NULL, "ours", "host");
    xml_prop(xml, "launch.latency", NULL, "ASSUMED; the peer's is kernel.setup", "1us");
    xml_prop(xml, "child.latency", NULL, "as in fermi-gtx480; the peer's is kernel.setup",
             "28.6us");
    xml_prop(xml, "child.interval", NULL, "as in fermi-gtx480", "2.44us");
    xml_prop(xml, "dispatcher.latency", NULL, "ours: as far as the crossbar", "%ucycles",
             at->fetch > 0 ? at->fetch : at->sm_to_port);
    xml_prop(xml, "call.time", NULL, "ASSUMED", "1us");
    xml_prop(xml, "graph.node.time", NULL, "ASSUMED", "200ns");
    xml_prop(xml, "copy.latency", NULL, "ASSUMED", "5us");
    xml_prop(xml, "move.latency", NULL, "ASSUMED", "5us");
    xml_prop(xml, "copy.engines", NULL, "ASSUMED", "1");
    if (config->concurrent_sms)
        xml_prop(xml, "concurrent.kernels",
                 "gpgpu_concurrent_kernel_sm gpgpu_max_concurrent_kernel", NULL, "%u",
                 config->concurrent_kernels);
    else
        xml_prop(xml, "concurrent.kernels",
                 "gpgpu_concurrent_kernel_sm gpgpu_max_concurrent_kernel",
                 "source: without the first, a trace's kernels run one by one, whatever their "
                 "streams",
                 "1");
    xml_prop(xml, "llc.size", NULL, "ASSUMED", "12MiB");
    xml_prop(xml, "dram.bandwidth", NULL, "ASSUMED", "25.6GBps");
    xml_prop(xml, "dram.latency", NULL, "ASSUMED", "60ns");
    xml_prop(xml, "simd.width", NULL, "ASSUMED", "16B");
    xml_prop(xml, "offload", NULL, "ours", "gpu");
    xml->depth--;
    xml_line(xml, "</host>");
    xml->depth--;
    xml_line(xml, "</zone>");
}

static void write_gpu_properties(struct xml *xml, const struct peer_config *config,
                                 const char *name)
{
    const struct peer_memory *memory = &config->memory;
    g_autofree char *piece = xml_bytes(UINT64_C(1) << memory->map.channel_bit);
    xml_prop(xml, "model", NULL, "ours", "gpu");
    xml_prop(xml, "name", NULL, "ours", "%s", name);
    xml_prop(xml, "compute_capability",
             "gpgpu_compute_capability_major gpgpu_compute_capability_minor", NULL, "%u.%u",
             config->core.capability_major, config->core.capability_minor);
    xml_prop(xml, "lanes", "gpgpu_simd_model", NULL, "lockstep");
    xml_prop(xml, "lanes.spin_limit", NULL, "ours", "100000");
    xml_prop(xml, "code.addresses", NULL,
             config->core.from_trace ? "source, a quirk: every kernel of a trace begins at 0"
                                     : "source: PTX kernels lie one behind the other",
             "%s", config->core.from_trace ? "overlapping" : "apart");
    xml_prop(xml, "memory.size", NULL, "ASSUMED", "16GiB");
    xml_prop(xml, "memory.interleave", "gpgpu_mem_addr_mapping", NULL, "%s", piece);
    xml_prop(xml, "memory.bank_hash", "gpgpu_memory_partition_indexing", NULL, "%s",
             memory->bank_hash);
    xml_prop(xml, "memory.address_bits", "gpgpu_mem_addr_mapping", NULL, "%s", memory->map.letters);
    platform_write_energy(xml, config);
}

/* What any number of the shortest blocks needs; how many are ahead follows from their pace. */
enum { MOST_AHEAD = 64 };

static void write_front(struct xml *xml, const struct peer_config *config,
                        const struct latencies *at)
{
    xml_open_cluster(xml, "front", "front", 1, config->clocks.mhz[CLOCK_CORE],
                     config->clocks.khz[CLOCK_CORE], config->memory.flit_bytes, "dispatcher");
    unsigned ahead = MOST_AHEAD;
    xml_prop(xml, "kernel.setup", "gpgpu_kernel_launch_latency", NULL, "%ucycles",
             config->launch_latency);
    xml_prop(xml, "kernel.counted", NULL, "source: a block is at its SM in the cycle it is sent",
             "sms");
    xml_prop(xml, "dispatch.interval", NULL, "source", "1cycle");
    xml_prop(xml, "dispatch.width", "gpgpu_n_clusters gpgpu_n_cores_per_cluster",
             "source: every cluster may get a block in a cycle", "%u",
             config->core.sms / config->core.cluster);
    xml_prop(xml, "dispatch.ahead", NULL,
             "source: a block that ends is followed by another at once; our most", "%u", ahead);
    xml_prop(xml, "dispatch.notice", NULL,
             "source: a block that ends is followed by another at once; which is then there",
             "exits");
    xml_prop(xml, "block_scheduler", NULL,
             "source: a kernel begins at the SM behind the last one's last block",
             "round_robin goes_on=true");
    xml_prop(xml, "partition", NULL, "source", "left_over");
    xml_prop(xml, "sm.latency", NULL, "ours: as long as the shortest wire from an SM", "%ucycles",
             at->port_to_sm);
    xml_prop(xml, "sm.start_latency", NULL,
             "ours: as long as the shortest wire of all; source: a block is there at once",
             "%ucycles", at->port_to_bank);
    xml_prop(xml, "sm.slots", NULL, "ours: what an SM holds, what is ahead, and kernels' ends",
             "%u", 2 * config->core.blocks + ahead);
    xml_close_cluster(xml);
}

static char *write_platform(const struct peer_config *config, const struct latencies *at,
                            const struct option_set *set, const char *name)
{
    struct xml xml = {.text = g_string_new(NULL), .set = set};
    write_header(xml.text, config, at);
    xml_line(&xml, "<platform version=\"4.1\">");
    xml.depth++;
    xml_line(&xml, "<zone id=\"system\" routing=\"Full\">");
    xml.depth++;
    write_host(&xml, config, at);
    xml_line(&xml, "<zone id=\"gpu\" routing=\"Full\">");
    xml.depth++;
    write_gpu_properties(&xml, config, name);
    write_front(&xml, config, at);
    platform_write_sm(&xml, config, at);
    platform_write_memory(&xml, config, at);
    xml.depth--;
    xml_line(&xml, "</zone>");
    xml_line(&xml, "<!-- ASSUMED -->");
    xml_line(&xml, "<link id=\"pcie\" bandwidth=\"12GBps\" latency=\"1us\" "
                   "sharing_policy=\"SPLITDUPLEX\"/>");
    xml_line(&xml, "<zoneRoute src=\"pc\" dst=\"gpu\" gw_src=\"host\" gw_dst=\"front0\">");
    xml_line(&xml, "  <link_ctn id=\"pcie\" direction=\"UP\"/>");
    xml_line(&xml, "</zoneRoute>");
    xml.depth--;
    xml_line(&xml, "</zone>");
    xml.depth--;
    xml_line(&xml, "</platform>");
    return g_string_free(xml.text, FALSE);
}

/* What became of each option. */
static void list_options(struct import_result *result, const struct peer_values *values)
{
    GPtrArray *losses = result->losses;
    result->options = values->set->options->len;
    for (guint i = 0; i < values->set->options->len; i++) {
        const struct peer_option *option = values->set->options->pdata[i];
        const char *reason = option->used ? NULL : peer_option_loss(option);
        if (option->used)
            g_ptr_array_add(result->carried, g_strdup(option->name));
        else
            result->neutral += reason == NULL;
        if (reason)
            g_ptr_array_add(losses,
                            g_strdup_printf("%s:%u: -%s%s%s: %s", option->file, option->line,
                                            option->name, option->value[0] ? " " : "",
                                            option->value, reason));
    }
    for (guint i = 0; i < values->notes->len; i++)
        g_ptr_array_add(losses, g_strdup(values->notes->pdata[i]));
}

static bool convert(struct import_result *result, struct option_set *set, GPtrArray *notes,
                    const char *name, GError **error)
{
    struct peer_values values = {.set = set, .notes = notes};
    struct peer_config config;
    struct latencies latencies;
    peer_config_read(&config, &values);
    latencies_compute(&latencies, &config, &values);
    bool right = values.error == NULL;
    if (right) {
        result->xml = write_platform(&config, &latencies, set, name);
        list_options(result, &values);
    } else {
        g_propagate_error(error, values.error);
    }
    peer_config_clear(&config);
    return right;
}

bool import_config(struct import_result *result, const char *const *paths, const char *name,
                   GError **error)
{
    struct option_set set;
    bool right = true;
    *result = (struct import_result){.losses = g_ptr_array_new_with_free_func(g_free),
                                     .carried = g_ptr_array_new_with_free_func(g_free)};
    option_set_init(&set);
    for (const char *const *path = paths; *path && right; path++)
        right = option_set_read(&set, *path, error);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    right =
        right && network_file_add(&set, notes, error) && convert(result, &set, notes, name, error);
    option_set_finish(&set);
    return right;
}

void import_result_finish(struct import_result *result)
{
    g_free(result->xml);
    g_ptr_array_free(result->losses, TRUE);
    g_ptr_array_free(result->carried, TRUE);
    *result = (struct import_result){0};
}
