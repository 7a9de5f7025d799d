/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/host_cpu.h"
#include "base/input_error.h"
#include "models/core/platform/platform.h"
#include "results/format.h"
#include <math.h>

enum { LANE_BYTES = 4 };

/* ---- which applications --------------------------------------------------------------------- */

static bool choose(struct host_cpu *cpu, const struct options *options, const char *name,
                   GError **error)
{
    GString *known = g_string_new(NULL);
    for (guint i = 0; i < cpu->file->all->len; i++) {
        struct cpu_application *application = cpu->file->all->pdata[i];
        if (!name || g_str_equal(application->name, name))
            g_ptr_array_add(cpu->chosen, application);
        if (name && g_str_equal(application->name, name)) {
            g_string_free(known, TRUE);
            return true;
        }
        g_string_append_printf(known, "%s%s", i ? ", " : "", application->name);
    }
    g_autofree char *names = g_string_free(known, FALSE);
    return !name || input_error_at(error, options->host_apps, 0, "no application \"%s\"; known: %s",
                                   name, names);
}

bool host_cpu_read(struct host_cpu *cpu, const struct options *options,
                   const struct policy_choices *policies, GError **error)
{
    const struct policy_head *policy = policies->of[POLICY_OFFLOAD]->policy;
    *cpu = (struct host_cpu){.places = ((const struct offload_ops *)policy)->choose != NULL,
                             .chosen = g_ptr_array_new(),
                             .names = g_ptr_array_new()};
    cpu->used = cpu->places || options->host_apps;
    if (!options->host_apps)
        return true;
    cpu->file = cpu_applications_load(options->host_apps, error);
    if (!cpu->file)
        return false;
    if (!options->host_app)
        return choose(cpu, options, NULL, error);
    for (char **name = options->host_app; *name; name++)
        if (!choose(cpu, options, *name, error))
            return false;
    return true;
}

void host_cpu_clear(struct host_cpu *cpu)
{
    host_applications_free(cpu->applications);
    kernel_profile_finish(&cpu->launches.profile);
    cpu_finish(&cpu->cpu);
    if (cpu->chosen)
        g_ptr_array_unref(cpu->chosen);
    if (cpu->names)
        g_ptr_array_unref(cpu->names);
    cpu_applications_free(cpu->file);
    *cpu = (struct host_cpu){0};
}

/* ---- begin ---------------------------------------------------------------------------------- */

char *host_cpu_platform(const struct host_cpu *cpu, struct platform *platform,
                        const struct gpu_config *config)
{
    const struct gpu_peers *peers = &config->peers;
    const struct platform_additions additions = {
        .host = cpu->used ? platform_group(platform, "host", NULL) : NULL,
        .memory_bandwidth = (uint64_t)config->cpu.dram_bytes_per_second,
        .copies = {.zone = platform_group(platform, "gpu", NULL),
                   .n = peers->count,
                   .bytes_per_second = peers->nvlink_bytes_per_s,
                   .latency_ps = peers->nvlink_latency}};
    return platform_simgrid_xml_with(platform, &additions);
}

/* Copies that cross the link to DRAM. */
static double load_of_copies(const struct cpu *cpu, sim_time time)
{
    const struct host_cpu *whole = cpu->data;
    return engine_crossing(gpu_engine(whole->gpu), time) * whole->launches.host.copy_bytes_per_s;
}

static void load_of_applications(void *data, sim_time time, double *llc_misses,
                                 double *dram_bandwidth)
{
    const struct host_cpu *cpu = data;
    for (unsigned i = 0; i < host_applications_count(cpu->applications); i++) {
        const struct host_application_work work =
            host_applications_work(cpu->applications, i, time);
        if (work.steps > 0)
            *dram_bandwidth += (double)work.bytes / ((double)work.time * 1e-12);
    }
    *llc_misses = *dram_bandwidth / HOST_APPLICATION_LINE;
}

static bool start_applications(struct host_cpu *cpu, const struct options *options, GError **error)
{
    if (cpu->chosen->len == 0)
        return true;
    if (cpu->chosen->len > cpu->host.cores)
        return input_error_at(error, options->host_apps, 0,
                              "%u applications, but the host has %.0f cores: choose some with "
                              "--host-app",
                              cpu->chosen->len, cpu->host.cores);
    cpu->applications = host_applications_new(&cpu->cpu, cpu->chosen);
    host_applications_start(cpu->applications);
    for (guint i = 0; i < cpu->chosen->len; i++)
        g_ptr_array_add(cpu->names, ((struct cpu_application *)cpu->chosen->pdata[i])->name);
    cpu->launches.host.cpu.n_applications = cpu->names->len;
    cpu->launches.host.cpu.applications = (const char *const *)cpu->names->pdata;
    cpu->launches.host.load = load_of_applications;
    return true;
}

bool host_cpu_start(struct host_cpu *cpu, const struct gpu *gpu, const struct options *options,
                    GError **error)
{
    if (!cpu->used)
        return true;
    const struct gpu_config *config = gpu_config_of(gpu);
    g_autofree char *memory = g_strconcat(config->cpu_host, PLATFORM_MEMORY, NULL);
    cpu->gpu = gpu;
    cpu->host = config->cpu;
    cpu_init(&cpu->cpu, &cpu->host, config->cpu_host, memory);
    cpu->host.clock_hz = sg_host_get_speed(cpu->cpu.cores);
    cpu->host.cores = sg_host_core_count(cpu->cpu.cores);
    cpu->cpu.other_load = load_of_copies;
    cpu->cpu.data = cpu;
    cpu->launches.host = (struct placing_host){
        .copy_latency_s = (double)config->host.copy_latency * 1e-12,
        .copy_bytes_per_s = cpu_share_with_copies(&cpu->cpu, config->front_host),
        .data = cpu,
        .cpu = {.threads = (unsigned)cpu->host.cores * cpu->host.simd_bytes / LANE_BYTES,
                .llc_bytes = cpu->host.llc_bytes,
                .dram_bytes_per_second = cpu->host.dram_bytes_per_second}};
    host_kernels_init(&cpu->launches.kernels, &cpu->cpu);
    kernel_profile_init(&cpu->launches.profile, cpu->host.simd_bytes / LANE_BYTES,
                        cpu->host.llc_bytes);
    return start_applications(cpu, options, error);
}

/* ---- results -------------------------------------------------------------------------------- */

/* Up to when the host's own times are exact. */
static sim_time end_of(const struct host_cpu *cpu)
{
    return gpu_host_end(cpu->gpu);
}

static double slowdown(const struct host_application_work *work)
{
    return work->alone ? (double)work->time / (double)work->alone : NAN;
}

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

/* "mcf", "mcf 2". g_free. */
static char *name_of(const struct host_cpu *cpu, unsigned i)
{
    const char *name = ((struct cpu_application *)cpu->chosen->pdata[i])->name;
    unsigned before = 0;
    for (unsigned k = 0; k < i; k++)
        before += cpu->chosen->pdata[k] == cpu->chosen->pdata[i];
    return before ? g_strdup_printf("%s %u", name, before + 1) : g_strdup(name);
}

static void add_applications(JsonBuilder *json, const struct host_cpu *cpu)
{
    json_builder_set_member_name(json, RESULT_HOST_APPS);
    json_builder_begin_object(json);
    for (unsigned i = 0; i < host_applications_count(cpu->applications); i++) {
        const struct host_application_work work =
            host_applications_work(cpu->applications, i, end_of(cpu));
        g_autofree char *name = name_of(cpu, i);
        json_builder_set_member_name(json, name);
        json_builder_begin_object(json);
        add_integer(json, "steps", work.steps);
        add_integer(json, "instructions", work.instructions);
        add_integer(json, "dram_bytes", work.bytes);
        add_integer(json, "time_ps", work.time);
        add_integer(json, "alone_ps", work.alone);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

/* Of launches that were placed. */
struct placed_sums {
    uint64_t on_cpu, on_gpu, migrated;
    sim_time cpu_time;
};

static struct placed_sums sums_of(const struct host_cpu *cpu)
{
    struct placed_sums sums = {0};
    const GArray *launches = gpu_host_launches(cpu->gpu);
    for (guint i = 0; i < launches->len; i++) {
        const struct host_launch *launch = &g_array_index(launches, struct host_launch, i);
        if (launch->functional)
            continue;
        sums.on_cpu += launch->on_cpu;
        sums.on_gpu += !launch->on_cpu;
        sums.migrated += launch->migrated;
        if (launch->on_cpu && launch->done != SIM_TIME_NEVER)
            sums.cpu_time += launch->done - launch->sent;
    }
    return sums;
}

/* Launches that ended, in the order of issue. */
static void add_placed(JsonBuilder *json, const GArray *launches)
{
    json_builder_set_member_name(json, "launches");
    json_builder_begin_array(json);
    for (guint i = 0; i < launches->len; i++) {
        const struct host_launch *launch = &g_array_index(launches, struct host_launch, i);
        if (launch->functional || launch->done == SIM_TIME_NEVER)
            continue;
        json_builder_begin_object(json);
        add_integer(json, RESULT_LAUNCH, launch->launch);
        json_builder_set_member_name(json, "device");
        json_builder_add_string_value(json, launch->on_cpu ? "cpu" : "gpu");
        add_integer(json, "time_ps", launch->done - launch->sent);
        add_integer(json, "migrated_bytes", launch->migrated);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_offload(JsonBuilder *json, const struct host_cpu *cpu)
{
    const struct placed_sums sums = sums_of(cpu);
    json_builder_set_member_name(json, RESULT_OFFLOAD);
    json_builder_begin_object(json);
    add_integer(json, "launches_on_cpu", sums.on_cpu);
    add_integer(json, "launches_on_gpu", sums.on_gpu);
    add_integer(json, "cpu_ps", sums.cpu_time);
    add_integer(json, "cpu_warp_instructions", gpu_on_cpu(cpu->gpu)->warp_instructions);
    add_integer(json, "cpu_thread_instructions", gpu_on_cpu(cpu->gpu)->thread_instructions);
    add_integer(json, "migrated_bytes", sums.migrated);
    add_placed(json, gpu_host_launches(cpu->gpu));
    json_builder_end_object(json);
}

void host_cpu_add_json(JsonBuilder *json, const struct host_cpu *cpu)
{
    if (cpu->applications)
        add_applications(json, cpu);
    if (cpu->places)
        add_offload(json, cpu);
}

void host_cpu_add_summary(GString *text, const struct host_cpu *cpu)
{
    if (cpu->places) {
        const struct placed_sums sums = sums_of(cpu);
        g_string_append_printf(
            text,
            "offload       %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
            " launches on the CPU, in %.3f ms; %" G_GUINT64_FORMAT " bytes copied for launches\n",
            sums.on_cpu, sums.on_cpu + sums.on_gpu, (double)sums.cpu_time * 1e-9, sums.migrated);
    }
    for (unsigned i = 0; cpu->applications && i < host_applications_count(cpu->applications); i++) {
        const struct host_application_work work =
            host_applications_work(cpu->applications, i, end_of(cpu));
        g_autofree char *name = name_of(cpu, i);
        if (work.steps == 0) {
            g_string_append_printf(text, "on the host   %s: the run was too short for it\n", name);
            continue;
        }
        g_string_append_printf(
            text,
            "on the host   %s: %.3f million instructions, IPC %.3f, %.2f GB/s, "
            "%.3f times its time alone\n",
            name, (double)work.instructions * 1e-6,
            (double)work.instructions / ((double)work.time * 1e-12 * cpu->host.clock_hz),
            (double)work.bytes / ((double)work.time * 1e-12) * 1e-9, slowdown(&work));
    }
}
