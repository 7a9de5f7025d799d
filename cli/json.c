/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/json.h"
#include "cli/version.h"
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_boolean(JsonBuilder *json, const char *name, bool value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, value);
}

static void add_triple(JsonBuilder *json, const char *name, const uint32_t values[3])
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (int i = 0; i < 3; i++)
        json_builder_add_int_value(json, values[i]);
    json_builder_end_array(json);
}

static void add_counters(JsonBuilder *json, const struct counter *table, const void *counters)
{
    json_builder_begin_object(json);
    for (const struct counter *row = table; row->name; row++)
        add_integer(json, row->name, counter_value(row, counters));
    json_builder_end_object(json);
}

static void add_run(JsonBuilder *json, const struct session *session)
{
    static const char *const ends[] = {[GPU_DONE] = "done",     [GPU_DEADLOCK] = "deadlock",
                                       [GPU_LIMIT] = "limit",   [GPU_INTERRUPTED] = "interrupted",
                                       [GPU_FAILED] = "failed", [GPU_ABORTED] = "aborted"};
    sim_time end = session->gpu->end_time;
    add_integer(json, "schema_version", JSON_SCHEMA_VERSION);
    add_string(json, "simgpu", SIMGPU_VERSION);
    add_string(json, "end", ends[session->end]);
    add_boolean(json, "complete", session->end == GPU_DONE);
    add_string(json, "platform", session->options->platform);
    add_string(json, "gpu", session->config.name);
    add_string(json, "workload", session_workload_name(session));
    add_string(json, "warp_scheduler", session->scheduler->head.name);
    add_integer(json, "sms", session->config.n_sms);
    add_integer(json, "schedulers_per_sm", session->config.sm.schedulers);
    add_integer(json, "l2_banks", session->config.n_banks);
    add_integer(json, "dram_channels", session->config.n_channels);
    add_integer(json, "elapsed_ps", end);
    add_integer(json, "elapsed_cycles", clock_cycle_at_or_after(&session->config.sm.clock, end));
}

static void add_kernel(JsonBuilder *json, const struct kernel_record *record)
{
    json_builder_begin_object(json);
    add_integer(json, "launch", record->launch);
    add_string(json, "kernel", record->name);
    add_triple(json, "grid", record->grid);
    add_triple(json, "block", record->block);
    bool ended = record->end_cycle != CYCLE_NEVER;
    add_boolean(json, "complete", ended);
    add_integer(json, "start_cycle", record->start_cycle);
    add_integer(json, "cycles", ended ? kernel_record_cycles(record) : 0);
    add_integer(json, "warp_instructions", record->warp_instructions);
    add_integer(json, "occupancy_blocks_per_sm", record->occupancy.blocks);
    add_integer(json, "occupancy_warps_per_sm", record->occupancy.warps);
    add_string(json, "occupancy_limit", occupancy_resource_name(record->occupancy.limit));
    json_builder_end_object(json);
}

static void add_kernels(JsonBuilder *json, const struct gpu *gpu)
{
    json_builder_set_member_name(json, "kernels");
    json_builder_begin_array(json);
    for (guint i = 0; i < gpu->dispatcher.records->len; i++)
        add_kernel(json, &g_array_index(gpu->dispatcher.records, struct kernel_record, i));
    json_builder_end_array(json);
}

static void add_programs(JsonBuilder *json, const struct session *session)
{
    if (!session->programs)
        return;
    json_builder_set_member_name(json, "programs");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < session->n_clients; i++) {
        const struct program_end end = programs_end(session->programs, i);
        json_builder_begin_object(json);
        add_string(json, "program", end.name);
        add_boolean(json, "ended", end.over);
        add_integer(json, "exit_code", (uint64_t)end.exit_code);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_totals(JsonBuilder *json, const struct gpu *gpu)
{
    struct gpu_totals totals;
    gpu_totals(gpu, &totals);
    const struct {
        const char *name;
        const struct counter *table;
        const void *counters;
    } rows[] = {{"sm", sm_counter_table, &totals.sm},
                {"l2", l2_bank_counter_table, &totals.l2},
                {"dram", dram_counter_table, &totals.dram},
                {"request_ports", port_counter_table, &totals.request_ports},
                {"reply_ports", port_counter_table, &totals.reply_ports},
                {"dispatcher", dispatcher_counter_table, &gpu->dispatcher.counters},
                {"host_commands", host_counter_table, &gpu->host.counters},
                {"functional", functional_counter_table, &gpu->functional}};
    json_builder_set_member_name(json, "totals");
    json_builder_begin_object(json);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        json_builder_set_member_name(json, rows[i].name);
        add_counters(json, rows[i].table, rows[i].counters);
    }
    json_builder_end_object(json);
}

static void add_units(JsonBuilder *json, const struct session *session)
{
    const struct gpu *gpu = session->gpu;
    json_builder_set_member_name(json, "per_sm");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < session->config.n_sms; i++)
        add_counters(json, sm_counter_table, sm_counters(gpu->sms[i]));
    json_builder_end_array(json);
    json_builder_set_member_name(json, "per_l2_bank");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < session->config.n_banks; i++)
        add_counters(json, l2_bank_counter_table, &gpu->banks[i].counters);
    json_builder_end_array(json);
    json_builder_set_member_name(json, "per_dram_channel");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < session->config.n_channels; i++)
        add_counters(json, dram_counter_table, &gpu->channels[i].counters);
    json_builder_end_array(json);
}

static void add_checks(JsonBuilder *json, const struct session *session)
{
    json_builder_set_member_name(json, "checks");
    json_builder_begin_array(json);
    for (guint i = 0; session->checks && i < session->checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(session->checks, i);
        json_builder_begin_object(json);
        add_string(json, "buffer", check->buffer);
        add_boolean(json, "passed", check->passed);
        add_integer(json, "elements", check->elements);
        add_integer(json, "wrong", check->wrong);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_host(JsonBuilder *json, const struct session *session)
{
    const struct engine_figures *figures = &session->gpu->engine->figures;
    json_builder_set_member_name(json, "host");
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "wall_s");
    json_builder_add_double_value(json, session->wall_s);
    json_builder_set_member_name(json, "data_s");
    json_builder_add_double_value(json, session_data_s(session));
    add_integer(json, "engine_messages", figures->messages);
    add_integer(json, "engine_wakes", figures->wakes);
    add_integer(json, "engine_stops", figures->stops);
    json_builder_end_object(json);
}

static char *json_text(const struct session *session)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_object(json);
    add_run(json, session);
    add_programs(json, session);
    add_kernels(json, session->gpu);
    add_totals(json, session->gpu);
    add_units(json, session);
    add_checks(json, session);
    observation_write(session->observation, session->gpu, json);
    if (session->over_time.sampler) {
        json_builder_set_member_name(json, "samples");
        sampler_write_json(session->over_time.sampler, json);
    }
    add_host(json, session);
    json_builder_end_object(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    return json_to_string(root, TRUE);
}

bool json_write(const struct session *session, const char *path, GError **error)
{
    g_autofree char *text = json_text(session);
    if (strcmp(path, "-") == 0) {
        puts(text);
        return true;
    }
    g_autofree char *with_end = g_strconcat(text, "\n", NULL);
    return g_file_set_contents(path, with_end, -1, error);
}
