/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/session.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include "cli/options/operands.h"
#include "cli/options/option_files.h"
#include "cli/run/chosen_results.h"
#include "cli/run/inputs.h"
#include "cli/run/profile.h"
#include "cli/run/session_files.h"
#include "cli/run/targets.h"
#include "models/core/simgrid_runner.h"
#include "models/functional/functional_access.h"
#include "models/memory/stray_access.h"

static bool access_at_once(void *memory, struct warp_context *w, uint32_t pc,
                           const struct instruction *instruction, struct issued *what)
{
    return functional_access(memory, w, pc, instruction, what);
}

/* A trace does so by itself. */
static bool runs_as_trace(const struct session *session)
{
    return session->options->trace_like && !session->trace;
}

static uint32_t registers_of(void *limits, const struct kernel_code *code)
{
    return occupancy_registers(limits, code);
}

/* The platform's, or what the command line says. */
static unsigned trace_version(const struct session *session)
{
    const struct gpu_config *config = &session->config;
    const int said = session->options->trace_version;
    return said > 0 ? (unsigned)said
                    : trace_writer_version(config->compute_major, config->compute_minor);
}

/* --trace-version is of the trace that runs, or of the one that is written or imitated. */
static bool set_trace_version(struct session *session, GError **error)
{
    const struct options *options = session->options;
    if (session->trace)
        trace_workload_set_versions(session->trace, (unsigned)options->trace_version,
                                    trace_version(session));
    if (session->trace || options->trace_version == 0 || options->export_trace ||
        options->trace_like)
        return true;
    return input_error_at(error, "--trace-version", 0,
                          "expected a trace to run, --export-trace or --trace-like");
}

static bool make_writer(struct session *session, GError **error)
{
    const struct options *options = session->options;
    const struct trace_writer_setup setup = {.folder = options->export_trace,
                                             .binary_version = trace_version(session),
                                             .data = &session->config.sm.limits,
                                             .registers = registers_of,
                                             .as_trace = runs_as_trace(session),
                                             .memory = session->memory,
                                             .access = access_at_once};
    if (!options->export_trace && !setup.as_trace)
        return true;
    if (session->n_clients > 1)
        return input_error_at(error, options->workload, 0,
                              "expected one program for --export-trace and --trace-like, found %u",
                              session->n_clients);
    /* Accesses act when they are issued: SMs then have to take turns cycle by cycle. */
    if (setup.as_trace)
        session->window = 1;
    session->writer = trace_writer_new(&setup, error);
    return session->writer != NULL;
}

static bool make_features(struct session *session, GError **error)
{
    if (!session->options->features && !session->options->launch_features)
        return true;
    if (session->trace)
        return input_error_at(error, session->options->workload, 0,
                              "a trace has no instructions that could be counted before they "
                              "run, as %s wants",
                              session->options->features ? "--features" : "--launch-features");
    session->features =
        launch_features_new(session->memory, &session->cpu.launches.host, session->n_clients);
    return true;
}

/* The clients of the simulated host: the workload, or a process for each program. */
static bool make_clients(struct session *session, struct signals *signals, GError **error)
{
    g_autofree const char *const **argvs = g_new0(const char *const *, session->n_clients);
    for (uint32_t i = 0; session->runs_programs && i < session->n_clients; i++)
        argvs[i] = session_program(session, i);
    const struct programs_setup setup = {.argvs = argvs,
                                         .n = session->n_clients,
                                         .config = &session->config,
                                         .memory = session->memory,
                                         .interrupted = &signals->interrupted,
                                         .status = &session->status.request};
    if (session->runs_programs) {
        session->programs = programs_start(&setup, error);
        if (!session->programs)
            return false;
    }
    session->clients = g_new0(struct client, session->n_clients);
    for (uint32_t i = 0; i < session->n_clients; i++)
        client_init(&session->clients[i],
                    session->runs_programs ? programs_source(session->programs, i)
                    : session->trace       ? trace_workload_source(session->trace)
                                           : workload_source(session->workload),
                    &session->detail);
    for (uint32_t i = 0; i < session->n_clients; i++) {
        session->clients[i].index = i;
        session->clients[i].features = session->features;
    }
    session->clients[0].writer = session->writer;
    session->clients[0].as_trace = runs_as_trace(session);
    return true;
}

/* All launches, if something tells of each. */
static uint32_t kept_launches(const struct session *session)
{
    const bool all = session->options->per_kernel || session->features || session->cpu.places ||
                     chosen_tell(&session->chosen) || observation_observers(session->observation);
    return all ? 0 : SESSION_KERNELS_WITH_COUNTERS;
}

/* What hears of all units, or lets accesses act when they are issued, has no order to hear of them
 * in but that of one thread. */
static unsigned threads_of(const struct session *session)
{
    const struct options *options = session->options;
    const char *why = session->writer ? "traces are written or imitated"
                      : observation_observers(session->observation) ? "units are observed"
                      : session->strays ? "--on-fault report tells of accesses"
                                        : NULL;
    if (options->threads <= 1 || !why)
        return (unsigned)MAX(options->threads, 1);
    output_line(stderr,
                "simgpu: --threads %" G_GUINT64_FORMAT ": one thread runs all units, since %s",
                options->threads, why);
    return 1;
}

static void make_gpu(struct session *session)
{
    const struct clock *clock = &session->config.sm.clock;
    uint64_t max_cycles = session->options->max_cycles;
    g_autofree struct command_source **sources = g_new(struct command_source *, session->n_clients);
    for (uint32_t i = 0; i < session->n_clients; i++)
        sources[i] = &session->clients[i].source;
    const struct gpu_run run = {.sources = sources,
                                .n_sources = session->n_clients,
                                .has_targets = session->options->targets != NULL,
                                .memory = session->memory,
                                .functional_limit = max_cycles,
                                .policies = &session->chosen,
                                .cpu = session->cpu.places ? &session->cpu.launches : NULL,
                                .observers = observation_observers(session->observation),
                                .kept_launches = kept_launches(session)};
    const struct engine_options engine = {
        .window =
            session->window == SIM_TIME_NEVER ? SIM_TIME_NEVER : clock_edge(clock, session->window),
        .limit = max_cycles ? clock_edge(clock, max_cycles) : SIM_TIME_NEVER,
        .interrupted = session->interrupted,
        .status = &session->status.request,
        .threads = session->threads,
        .profiled = session->options->profile_host};
    session->gpu = gpu_new(&session->config, &run, &engine);
    session->status.gpu = session->gpu;
}

/* What --explain tells of warps is latency's. g_free. */
static char *observers_of(const struct options *options)
{
    if (!options->explain)
        return g_strdup(options->observe);
    return options->observe ? g_strconcat(options->observe, ",latency", NULL) : g_strdup("latency");
}

bool session_read(struct session *session, const struct options *options,
                  const struct policy_registry *policies, struct signals *signals, GError **error)
{
    *session = (struct session){.options = options,
                                .policies = policies,
                                .interrupted = &signals->interrupted,
                                .window = SIM_TIME_NEVER,
                                .program_ends = g_string_new(NULL),
                                .left_output = g_string_new(NULL),
                                .lost = g_ptr_array_new_with_free_func(g_free)};
    status_init(&session->status, &signals->asked);
    return option_files_check(options->files, error) && operands_check(options, error) &&
           session_read_files(session, error);
}

static void say_of_stray(void *data, const char *line)
{
    (void)data;
    output_line(stderr, "simgpu: %s", line);
}

static void say_of_patience(void *data, const char *text)
{
    (void)data;
    g_autofree char *line = g_strconcat("simgpu: ", text, NULL);
    output_text(stderr, line);
}

static void watch(struct session *session)
{
    const struct patience_setup setup = {
        .gpu = session->gpu,
        .cycles = session->options->patience,
        .scheduler = session->chosen.of[POLICY_WARP_SCHEDULER]->policy->name,
        .say = say_of_patience};
    session->patience = patience_new(&setup);
}

bool session_prepare(struct session *session, const char *program, struct signals *signals,
                     GError **error)
{
    const struct options *options = session->options;
    if (options->json)
        session->inputs = run_inputs(options);
    unsigned named = session->workload            ? workload_n_programs(session->workload)
                     : session->options->programs ? session->options->programs->len
                                                  : 1;
    session->runs_programs = !session->trace && (!session->workload || named > 0);
    session->n_clients = MAX(named, 1);
    session->memory = device_memory_new(session->config.memory_bytes,
                                        session->runs_programs ? session->n_clients : 0, error);
    if (session->memory && options->on_fault == ON_FAULT_REPORT) {
        session->strays = stray_accesses_new(say_of_stray, NULL);
        device_memory_let_strays_pass(session->memory, session->strays);
    }
    if (!session->memory || !set_trace_version(session, error) || !make_writer(session, error) ||
        !make_features(session, error) || !make_clients(session, signals, error))
        return false;
    const struct observer_site site = {.config = &session->config};
    g_autofree char *observed = observers_of(options);
    session->observation = observation_new(observed, &site, error);
    if (!session->observation || !over_time_listen(&session->over_time, &options->over_time,
                                                   &session->config, session->observation, error))
        return false;
    if (options->lines_out) {
        session->lines_out = block_lines_out_new(&session->config);
        observation_add(session->observation, block_lines_out_observer(session->lines_out));
    }
    session->threads = threads_of(session);
    make_gpu(session);
    watch(session);
    if (!targets_read(session, error) ||
        !over_time_attach(&session->over_time, session->gpu, error) ||
        !profile_read(session->gpu, options->profile_in, error))
        return false;
    g_autofree char *xml = host_cpu_platform(&session->cpu, session->platform, &session->config);
    return simgrid_set_up(program, xml, error) &&
           host_cpu_start(&session->cpu, session->gpu, options, error);
}

void session_clear(struct session *session)
{
    if (session->checks)
        g_ptr_array_unref(session->checks);
    programs_free(session->programs);
    status_clear(&session->status);
    patience_free(session->patience);
    stray_accesses_free(session->strays);
    host_cpu_clear(&session->cpu);
    gpu_free(session->gpu);
    over_time_clear(&session->over_time);
    block_lines_out_free(session->lines_out);
    launch_features_free(session->features);
    observation_free(session->observation);
    for (uint32_t i = 0; session->clients && i < session->n_clients; i++)
        g_free(session->clients[i].fault);
    g_free(session->clients);
    trace_writer_free(session->writer);
    detail_clear(&session->detail);
    if (session->program_ends)
        g_string_free(session->program_ends, TRUE);
    if (session->left_output)
        g_string_free(session->left_output, TRUE);
    if (session->lost)
        g_ptr_array_unref(session->lost);
    if (session->inputs)
        g_ptr_array_unref(session->inputs);
    device_memory_free(session->memory);
    workload_free(session->workload);
    trace_workload_free(session->trace);
    policy_choices_clear(&session->chosen);
    gpu_config_clear(&session->config);
    platform_free(session->platform);
    *session = (struct session){0};
}

const char *const *session_program(const struct session *session, uint32_t i)
{
    return session->workload ? workload_program(session->workload, i)
                             : session->options->programs->pdata[i];
}

const char *session_workload_name(const struct session *session)
{
    const char *given = session->workload ? workload_name(session->workload) : NULL;
    if (session->trace && !given)
        return trace_workload_name(session->trace);
    return given ? given : session->options->program[0];
}

double session_data_s(const struct session *session)
{
    double seconds = 0;
    for (uint32_t i = 0; i < session->n_clients; i++)
        seconds += session->clients[i].seconds;
    return seconds;
}
