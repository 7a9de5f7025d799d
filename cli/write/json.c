/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/json.h"
#include "base/json/text.h"
#include "cli/base/version.h"
#include "cli/run/sampling/represented.h"
#include "cli/write/json_metrics.h"
#include "cli/write/json_policy.h"
#include "cli/write/json_programs.h"
#include "cli/write/provenance.h"
#include "cli/write/result_sink.h"
#include "cli/write/unfinished.h"
#include "results/format.h"
#include "sanitize/findings_json.h"
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

/* How many GPUs there are, which have the units that follow together, and what they sent each
 * other.
 */
static void add_peers(JsonBuilder *json, const struct gpu *gpu)
{
    const struct host_counters *counters = gpu_host_counters(gpu);
    add_integer(json, RESULT_GPUS, gpu_n_gpus(gpu));
    add_integer(json, "copies_to_peers", counters->copies_to_peers);
    add_integer(json, "bytes_to_peers", counters->bytes_to_peers);
    const struct peer_link_counters traffic = gpu_peer_traffic(gpu);
    add_integer(json, "requests_to_peers", traffic.messages);
    add_integer(json, "request_bytes_between_gpus", traffic.bytes);
}

static void add_run(JsonBuilder *json, const struct session *session)
{
    static const char *const ends[] = {[GPU_DONE] = "done",     [GPU_DEADLOCK] = "deadlock",
                                       [GPU_LIMIT] = "limit",   [GPU_INTERRUPTED] = "interrupted",
                                       [GPU_FAILED] = "failed", [GPU_ABORTED] = "aborted",
                                       [GPU_FAULTED] = "fault"};
    sim_time end = gpu_end_time(session->running.gpu);
    add_integer(json, RESULT_SCHEMA, RESULT_SCHEMA_VERSION);
    add_string(json, RESULT_SIMGPU, SIMGPU_VERSION);
    add_string(json, RESULT_END, ends[session->outcome.end]);
    add_boolean(json, RESULT_COMPLETE, session->outcome.end == GPU_DONE);
    add_string(json, RESULT_PLATFORM, session->setup.options->platform_name);
    add_string(json, RESULT_GPU, session->setup.config.name);
    add_string(json, RESULT_WORKLOAD, setup_workload_name(&session->setup));
    json_add_policies(json, &session->setup.chosen);
    if (session->setup.config.peers.count > 1)
        add_peers(json, session->running.gpu);
    add_integer(json, RESULT_SMS, gpu_n_sms(session->running.gpu));
    add_integer(json, RESULT_SCHEDULERS, session->setup.config.sm.schedulers);
    add_integer(json, RESULT_L2_BANKS, gpu_n_banks(session->running.gpu));
    add_integer(json, RESULT_DRAM_CHANNELS, gpu_n_channels(session->running.gpu));
    add_integer(json, RESULT_ELAPSED_PS, end);
    add_integer(json, RESULT_ELAPSED_CYCLES,
                clock_cycle_at_or_after(&session->setup.config.sm.clock, end));
}

static void add_kernel(JsonBuilder *json, const struct run_numbers *numbers, guint index,
                       bool counters)
{
    const struct kernel_record *record = run_numbers_record(numbers, index);
    json_builder_begin_object(json);
    add_integer(json, RESULT_LAUNCH, record->launch);
    add_string(json, RESULT_KERNEL, record->name);
    if (gpu_n_gpus(numbers->gpu) > 1)
        add_integer(json, RESULT_DEVICE, record->device);
    add_integer(json, "client", record->client);
    add_integer(json, "stream", record->stream);
    add_triple(json, "grid", record->grid);
    add_triple(json, "block", record->block);
    bool ended = record->end_cycle != CYCLE_NEVER;
    add_boolean(json, RESULT_COMPLETE, ended);
    add_integer(json, "start_cycle", record->start_cycle);
    add_integer(json, RESULT_CYCLES, ended ? kernel_record_cycles(record) : 0);
    add_integer(json, RESULT_WARP_INSTRUCTIONS, record->warp_instructions);
    add_integer(json, "occupancy_blocks_per_sm", record->occupancy.blocks);
    add_integer(json, "occupancy_warps_per_sm", record->occupancy.warps);
    add_string(json, "occupancy_limit", occupancy_resource_name(record->occupancy.limit));
    if (counters)
        json_add_kernel_metrics(json, numbers, index);
    json_builder_end_object(json);
}

/* There may be very many of them: they are made one by one when all else is text, at this place. */
#define KERNELS_MEMBER "\n  \"" RESULT_KERNELS "\" : [\n"
#define KERNELS_PLACE  "    null"

static bool have_counters(const struct options *options, const struct run_numbers *numbers)
{
    return options->per_kernel || numbers->kernels->len <= SESSION_KERNELS_WITH_COUNTERS;
}

static void add_place_of_kernels(JsonBuilder *json, bool counters,
                                 const struct run_numbers *numbers)
{
    add_boolean(json, "kernels_have_counters", counters);
    json_builder_set_member_name(json, RESULT_KERNELS);
    json_builder_begin_array(json);
    if (numbers->kernels->len > 0)
        json_builder_add_null_value(json);
    json_builder_end_array(json);
}

/* Launches beyond those that are kept: sums by kernel, client and stream. */
static void add_folded_kernels(JsonBuilder *json, const struct run_numbers *numbers)
{
    if (numbers->folds->len == 0)
        return;
    json_builder_set_member_name(json, RESULT_FOLDED_KERNELS);
    json_builder_begin_array(json);
    for (guint i = 0; i < numbers->folds->len; i++) {
        const struct kernel_fold *fold = run_numbers_fold_record(numbers, i);
        json_builder_begin_object(json);
        add_string(json, RESULT_KERNEL, fold->name);
        add_integer(json, "client", fold->client);
        add_integer(json, "stream", fold->stream);
        add_integer(json, RESULT_LAUNCHES, fold->launches);
        add_boolean(json, RESULT_COMPLETE, fold->ended == fold->launches);
        add_integer(json, RESULT_CYCLES, fold->cycles);
        add_integer(json, RESULT_WARP_INSTRUCTIONS, fold->warp_instructions);
        json_add_fold_metrics(json, numbers, i);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_units(JsonBuilder *json, const struct gpu *gpu)
{
    json_builder_set_member_name(json, "per_sm");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++)
        json_add_counters(json, sm_counter_table, sm_counters(gpu_sm(gpu, i)));
    json_builder_end_array(json);
    json_builder_set_member_name(json, "per_l2_bank");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < gpu_n_banks(gpu); i++)
        json_add_counters(json, l2_bank_counter_table, gpu_bank_counters(gpu, i));
    json_builder_end_array(json);
    json_builder_set_member_name(json, "per_dram_channel");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < gpu_n_channels(gpu); i++)
        json_add_counters(json, dram_counter_table, gpu_channel_counters(gpu, i));
    json_builder_end_array(json);
}

static void add_checks(JsonBuilder *json, const GPtrArray *checks)
{
    json_builder_set_member_name(json, RESULT_CHECKS);
    json_builder_begin_array(json);
    for (guint i = 0; checks && i < checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(checks, i);
        json_builder_begin_object(json);
        add_string(json, "buffer", check->buffer);
        add_boolean(json, "passed", check->passed);
        add_integer(json, "elements", check->elements);
        add_integer(json, "wrong", check->wrong);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_seconds(JsonBuilder *json, const char *name, uint64_t ns)
{
    json_builder_set_member_name(json, name);
    json_builder_add_double_value(json, (double)ns * 1e-9);
}

/* Of --profile-host. */
static void add_host_profile(JsonBuilder *json, const struct host_profile *profile)
{
    json_builder_set_member_name(json, "profile");
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "units_s");
    json_builder_begin_object(json);
    for (unsigned i = 0; i < HOST_PROFILE_MODELS && profile->models[i].model; i++)
        add_seconds(json, profile->models[i].model, profile->models[i].ns);
    json_builder_end_object(json);
    add_seconds(json, "engine_s", host_profile_engine_ns(profile));
    add_seconds(json, "work_s", profile->work_ns);
    add_seconds(json, "critical_path_s", profile->critical_ns);
    add_seconds(json, "alone_s", profile->alone_ns);
    add_integer(json, "stops", profile->stops);
    json_builder_set_member_name(json, "speedup_at_most");
    json_builder_begin_object(json);
    for (unsigned i = 0; i < HOST_PROFILE_BOUNDS; i++) {
        g_autofree char *threads = g_strdup_printf("%u", host_profile_threads[i]);
        json_builder_set_member_name(json, threads);
        json_builder_add_double_value(json, host_profile_bound(profile, i));
    }
    json_builder_end_object(json);
    json_builder_end_object(json);
}

static void add_host(JsonBuilder *json, const struct running *running, double wall_s)
{
    struct gpu_totals totals;
    gpu_totals(running->gpu, &totals);
    const struct engine_figures *figures = &gpu_engine(running->gpu)->figures;
    json_builder_set_member_name(json, RESULT_HOST);
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "wall_s");
    json_builder_add_double_value(json, wall_s);
    json_builder_set_member_name(json, "data_s");
    json_builder_add_double_value(json, running_data_s(running));
    add_integer(json, "engine_messages", figures->messages);
    add_integer(json, "engine_wakes", figures->wakes);
    add_integer(json, "engine_stops", figures->stops);
    add_integer(json, "threads", running->threads);
    json_builder_set_member_name(json, "warp_instructions_per_s");
    json_builder_add_double_value(json, (double)totals.sm.warp_instructions / MAX(wall_s, 1e-6));
    if (gpu_engine(running->gpu)->profile)
        add_host_profile(json, gpu_engine(running->gpu)->profile);
    json_builder_end_object(json);
}

static char *pretty(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    return json_text(root, true);
}

/* All but the kernels. */
static char *text_of_run(const struct session *session, const struct run_numbers *numbers)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_object(json);
    add_run(json, session);
    json_add_provenance(json, &session->setup);
    json_add_run_metrics(json, numbers);
    json_add_programs(json, &session->running, numbers);
    add_place_of_kernels(json, have_counters(session->setup.options, numbers), numbers);
    add_folded_kernels(json, numbers);
    json_add_streams(json, numbers);
    json_add_outside_kernels(json, numbers);
    json_add_totals(json, numbers);
    json_add_energy(json, numbers);
    add_units(json, session->running.gpu);
    add_checks(json, session->outcome.checks);
    host_cpu_add_json(json, &session->running.cpu);
    unfinished_add_json(json, session);
    if (session->running.representative)
        represented_add_json(json, session->running.representative);
    if (session->setup.options->launch_features)
        launch_features_add_json(json, session->watch.features, session->running.gpu);
    json_add_policy_results(json, session->running.gpu, &session->setup.chosen);
    observation_write(session->watch.observation, session->running.gpu, json);
    if (session->watch.sanitizer) {
        json_builder_set_member_name(json, RESULT_SANITIZE);
        sanitizer_write_json(session->watch.sanitizer, json);
    }
    if (session->watch.over_time.sampler) {
        json_builder_set_member_name(json, RESULT_SAMPLES);
        sampler_write_json(session->watch.over_time.sampler, json);
    }
    add_host(json, &session->running, session->outcome.wall_s);
    json_builder_end_object(json);
    return pretty(json);
}

/* As an element of an array in an object: indented by four blanks. */
static void write_kernel(struct result_sink *sink, const struct run_numbers *numbers, guint index,
                         bool counters)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    add_kernel(json, numbers, index, counters);
    g_autofree char *text = pretty(json);
    g_autoptr(GString) indented = g_string_new(index > 0 ? ",\n" : "");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        g_string_append_printf(indented, "%s    %s", line > lines ? "\n" : "", *line);
    result_sink_write(sink, indented->str, indented->len);
}

static void write_all(struct result_sink *sink, const struct session *session,
                      const struct run_numbers *numbers)
{
    g_autofree char *text = text_of_run(session, numbers);
    const char *rest = text;
    /* A string has no line breaks: this is the member itself. */
    const char *place = strstr(text, KERNELS_MEMBER KERNELS_PLACE);
    if (place) {
        place += strlen(KERNELS_MEMBER);
        rest = place + strlen(KERNELS_PLACE);
        result_sink_write(sink, text, (gsize)(place - text));
        for (guint i = 0; i < numbers->kernels->len; i++)
            write_kernel(sink, numbers, i, have_counters(session->setup.options, numbers));
    }
    result_sink_write(sink, rest, strlen(rest));
    result_sink_write(sink, "\n", 1);
}

bool json_write(const struct session *session, const char *path, GError **error)
{
    struct result_sink sink;
    if (!result_sink_open(&sink, path, error))
        return false;
    struct run_numbers numbers;
    run_numbers_init(&numbers, session->running.gpu);
    write_all(&sink, session, &numbers);
    run_numbers_clear(&numbers);
    return result_sink_close(&sink, error);
}
