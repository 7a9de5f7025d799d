/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/session.h"
#include "base/image/open_files.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include "cli/options/operands.h"
#include "cli/options/option_files.h"
#include "cli/run/chosen_results.h"
#include "cli/run/clients/memory_size.h"
#include "cli/run/inputs.h"
#include "cli/run/profile.h"
#include "cli/run/run_checkpoint.h"
#include "cli/run/setup_read.h"
#include "cli/run/targets.h"
#include "models/core/simgrid_runner.h"
#include "models/functional/functional_access.h"
#include "models/functional/functional_sync.h"
#include "models/memory/stray_access.h"

enum { HOPPER = 90 };

static const double DEFAULT_SAMPLING_ERROR = 0.035; /* of --error */

static bool access_at_once(void *memory, struct warp_context *w, uint32_t pc,
                           const struct instruction *instruction, struct issued *what)
{
    return functional_access(memory, NULL, false, w, pc, instruction, what);
}

static char *sync_at_once(void *memory, uint8_t *shared, struct issued *what)
{
    return functional_sync(memory, shared, what);
}

/* A trace does so by itself. */
static bool runs_as_trace(const struct session *session)
{
    return session->setup.options->trace_like && !session->setup.trace;
}

static uint32_t registers_of(void *limits, const struct kernel_code *code)
{
    return occupancy_registers(limits, code);
}

/* The platform's, or what the command line says. */
static unsigned trace_version(const struct session *session)
{
    const struct gpu_config *config = &session->setup.config;
    const int said = session->setup.options->trace_version;
    return said > 0 ? (unsigned)said
                    : trace_writer_version(config->compute_major, config->compute_minor);
}

/* --trace-version is of the trace that runs, or of the one that is written or imitated. */
static bool set_trace_version(struct session *session, GError **error)
{
    const struct options *options = session->setup.options;
    if (session->setup.trace)
        trace_workload_set_versions(session->setup.trace, (unsigned)options->trace_version,
                                    trace_version(session));
    if (options->unknown_opcodes && !session->setup.trace)
        return input_error_at(error, "--unknown-opcodes", 0, "expected a trace to run");
    if (session->setup.trace || options->trace_version == 0 || options->export_trace ||
        options->trace_like)
        return true;
    return input_error_at(error, "--trace-version", 0,
                          "expected a trace to run, --export-trace or --trace-like");
}

bool session_guesses(const struct session *session)
{
    return session->setup.trace && session->outcome.end == GPU_DONE &&
           !session->setup.options->unknown_opcodes &&
           trace_workload_assumed(session->setup.trace) > 0;
}

static bool make_writer(struct session *session, GError **error)
{
    const struct options *options = session->setup.options;
    const char *format = options->export_format;
    /* Before version 6 a trace says nothing of mbarriers, which Hopper has. */
    const bool six = format ? strcmp(format, "5") != 0 : trace_version(session) >= HOPPER;
    const struct trace_writer_setup setup = {.folder = options->export_trace,
                                             .binary_version = trace_version(session),
                                             .version = six ? 6 : 5,
                                             .packed = g_strcmp0(format, "tracez") == 0,
                                             .data = &session->setup.config.sm.limits,
                                             .registers = registers_of,
                                             .as_trace = runs_as_trace(session),
                                             .memory = session->running.memory,
                                             .access = access_at_once,
                                             .sync = sync_at_once};
    if (!options->export_trace && !setup.as_trace)
        return true;
    if (session->running.n_clients > 1)
        return input_error_at(error, options->workload, 0,
                              "expected one program for --export-trace and --trace-like, found %u",
                              session->running.n_clients);
    /* Accesses act when they are issued: SMs then have to take turns cycle by cycle. */
    if (setup.as_trace)
        session->setup.window = 1;
    session->running.writer = trace_writer_new(&setup, error);
    return session->running.writer != NULL;
}

static bool make_features(struct session *session, GError **error)
{
    if (!session->setup.options->features && !session->setup.options->launch_features)
        return true;
    if (session->setup.trace)
        return input_error_at(
            error, session->setup.options->workload, 0,
            "simgpu can't count a trace's instructions before they run, but %s needs that",
            session->setup.options->features ? "--features" : "--launch-features");
    session->watch.features = launch_features_new(
        session->running.memory, &session->running.cpu.launches.host, session->running.n_clients);
    return true;
}

static bool make_sanitizer(struct session *session, GError **error)
{
    const struct options *options = session->setup.options;
    if (!options->sanitize)
        return true;
    const unsigned checkers = checkers_parse(options->sanitize, error);
    const unsigned threads = options->checkpoint ? 1 : (unsigned)MAX(options->threads, 1);
    session->watch.sanitizer =
        sanitizer_new(checkers, session->running.memory, options->functional, threads);
    return !options->sanitize_suppress ||
           findings_suppress(sanitizer_findings(session->watch.sanitizer),
                             options->sanitize_suppress, error);
}

/* The clients of the simulated host: the workload, or a process for each program. */
static bool make_clients(struct session *session, struct signals *signals, GError **error)
{
    g_autofree const char *const **argvs = g_new0(const char *const *, session->running.n_clients);
    for (uint32_t i = 0; setup_runs_programs(&session->setup) && i < session->running.n_clients;
         i++)
        argvs[i] = setup_program(&session->setup, i);
    if (!run_checkpoint_begin(&session->setup, &session->running, argvs, error))
        return false;
    g_auto(GStrv) calls = run_checkpoint_calls(&session->running);
    const struct programs_setup setup = {.argvs = argvs,
                                         .n = session->running.n_clients,
                                         .config = &session->setup.config,
                                         .memory = session->running.memory,
                                         .interrupted = &signals->interrupted,
                                         .status = &session->running.status.request,
                                         .calls = calls};
    if (setup_runs_programs(&session->setup)) {
        session->running.programs = programs_start(&setup, error);
        if (!session->running.programs)
            return false;
    }
    session->running.clients = g_new0(struct client, session->running.n_clients);
    for (uint32_t i = 0; i < session->running.n_clients; i++)
        client_init(&session->running.clients[i],
                    setup_runs_programs(&session->setup)
                        ? programs_source(session->running.programs, i)
                    : session->setup.trace ? trace_workload_source(session->setup.trace)
                                           : workload_source(session->setup.workload),
                    &session->running.detail);
    for (uint32_t i = 0; i < session->running.n_clients; i++) {
        session->running.clients[i].index = i;
        session->running.clients[i].features = session->watch.features;
        session->running.clients[i].sanitizer = session->watch.sanitizer;
        if (session->running.checkpoint) {
            session->running.clients[i].launch_ended = checkpoint_launch_ended;
            session->running.clients[i].listener = session->running.checkpoint;
        }
    }
    session->running.clients[0].writer = session->running.writer;
    session->running.clients[0].as_trace = runs_as_trace(session);
    return true;
}

/* All launches, if something tells of each. */
static uint32_t kept_launches(const struct session *session)
{
    const bool all = session->setup.options->per_kernel || session->watch.features ||
                     session->running.cpu.places || chosen_tell(&session->setup.chosen) ||
                     session->running.representative || session->setup.config.peers.count > 1 ||
                     observation_observers(session->watch.observation);
    return all ? 0 : SESSION_KERNELS_WITH_COUNTERS;
}

/* What hears of all units, or lets accesses act when they are issued, has no order to hear of them
 * in but that of one thread. Checkers hear of launches that one thread computes, while no other
 * unit runs; their own threads help with what they hear. */
static unsigned threads_of(const struct session *session)
{
    const struct options *options = session->setup.options;
    const char *why = session->running.writer ? "the run writes or imitates traces"
                      : observation_observers(session->watch.observation) ? "the run observes units"
                      : options->on_fault == ON_FAULT_REPORT ? "--on-fault report reports accesses"
                      : options->checkpoint                  ? "an image of the run has one"
                                                             : NULL;
    if (options->threads <= 1 || !why)
        return (unsigned)MAX(options->threads, 1);
    output_line(stderr,
                "simgpu: --threads %" G_GUINT64_FORMAT ": one thread runs all units, since %s",
                options->threads, why);
    return 1;
}

static enum functional_runners runners_of(const struct options *options)
{
    static const enum functional_runners runners[] = {[COMPILE_AUTO] = RUNNERS_WHEN_THEY_PAY,
                                                      [COMPILE_NEVER] = RUNNERS_NEVER,
                                                      [COMPILE_FIRST] = RUNNERS_AT_ONCE};
    return runners[options->compile_kernels];
}

static void make_gpu(struct session *session)
{
    const struct clock *clock = &session->setup.config.sm.clock;
    uint64_t max_cycles = session->setup.options->max_cycles;
    g_autofree struct command_source **sources =
        g_new(struct command_source *, session->running.n_clients);
    for (uint32_t i = 0; i < session->running.n_clients; i++)
        sources[i] = &session->running.clients[i].source;
    const struct gpu_run run = {
        .sources = sources,
        .n_sources = session->running.n_clients,
        .has_targets = session->setup.options->targets != NULL,
        .memory = session->running.memory,
        .functional_limit = max_cycles,
        .runners = runners_of(session->setup.options),
        .recomputes = session->setup.options->recompute,
        .policies = &session->setup.chosen,
        .cpu = session->running.cpu.places ? &session->running.cpu.launches : NULL,
        .chooser =
            session->running.representative ? &session->running.representative->chooser : NULL,
        .observers = observation_observers(session->watch.observation),
        .watch = session->watch.sanitizer ? sanitizer_watch(session->watch.sanitizer) : NULL,
        .kept_launches = kept_launches(session)};
    const struct engine_options engine = {.window = session->setup.window == SIM_TIME_NEVER
                                                        ? SIM_TIME_NEVER
                                                        : clock_edge(clock, session->setup.window),
                                          .limit = max_cycles ? clock_edge(clock, max_cycles)
                                                              : SIM_TIME_NEVER,
                                          .interrupted = session->running.interrupted,
                                          .status = &session->running.status.request,
                                          .threads = session->running.threads,
                                          .profiled = session->setup.options->profile_host};
    session->running.gpu = gpu_new(&session->setup.config, &run, &engine);
    if (session->running.representative)
        representative_attach(session->running.representative, session->running.gpu,
                              session->running.memory);
    session->running.status.gpu = session->running.gpu;
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
    *session = (struct session){
        .setup = {.options = options, .policies = policies, .window = SIM_TIME_NEVER},
        .running.interrupted = &signals->interrupted};
    if (options->checkpoint)
        session->running.inherited = open_files_numbers();
    outcome_init(&session->outcome);
    status_init(&session->running.status, &signals->asked);
    return option_files_check(options->files, error) && operands_check(options, error) &&
           setup_read(&session->setup, &session->running.detail, &session->running.cpu, error);
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
        .gpu = session->running.gpu,
        .cycles = session->setup.options->patience,
        .scheduler = session->setup.chosen.of[POLICY_WARP_SCHEDULER]->policy->name,
        .say = say_of_patience};
    session->watch.patience = patience_new(&setup);
}

bool session_prepare(struct session *session, const char *program, struct signals *signals,
                     GError **error)
{
    const struct options *options = session->setup.options;
    if (options->json)
        session->setup.inputs = run_inputs(options);
    bool programs = setup_runs_programs(&session->setup);
    session->running.n_clients = setup_n_clients(&session->setup);
    const uint32_t sharing = programs ? session->running.n_clients : 0;
    struct gpu_config *config = &session->setup.config;
    const uint32_t gpus = config->peers.count;
    config->memory_bytes = memory_size_that_fits(config->memory_bytes, sharing, gpus);
    session->running.memory =
        device_memory_new_of_devices(config->memory_bytes, gpus, sharing, error);
    const bool checked =
        options->sanitize && checkers_parse(options->sanitize, NULL) & CHECK_MEMORY;
    if (session->running.memory && (options->on_fault == ON_FAULT_REPORT || checked)) {
        session->watch.strays = stray_accesses_new(checked ? NULL : say_of_stray, NULL);
        device_memory_let_strays_pass(session->running.memory, session->watch.strays);
    }
    if (!session->running.memory || !make_sanitizer(session, error) ||
        !set_trace_version(session, error) || !make_writer(session, error) ||
        !make_features(session, error) || !make_clients(session, signals, error))
        return false;
    const struct observer_site site = {.config = &session->setup.config};
    g_autofree char *observed = observers_of(options);
    session->watch.observation = observation_new(observed, &site, error);
    if (!session->watch.observation ||
        !over_time_listen(&session->watch.over_time, &options->over_time, &session->setup.config,
                          session->watch.observation, error) ||
        !film_run_listen(&session->watch.film, &options->film.film, &session->setup.config,
                         session->watch.observation, error) ||
        !run_messages_listen(&session->watch.messages, &options->messages, &session->setup.config,
                             session->watch.observation, error))
        return false;
    if (options->lines_out) {
        session->watch.lines_out = block_lines_out_new(&session->setup.config);
        observation_add(session->watch.observation,
                        block_lines_out_observer(session->watch.lines_out));
    }
    session->running.threads = threads_of(session);
    if (options->representative)
        session->running.representative = representative_new(
            options->sampling_error > 0 ? options->sampling_error : DEFAULT_SAMPLING_ERROR);
    make_gpu(session);
    if (session->watch.film)
        film_attach(session->watch.film, session->running.gpu);
    run_messages_attach(&session->watch.messages, session->running.gpu);
    watch(session);
    if (!targets_read(&session->setup, &session->running, error) ||
        !over_time_attach(&session->watch.over_time, session->running.gpu, error) ||
        !profile_read(session->running.gpu, options->profile_in, error))
        return false;
    g_autofree char *xml =
        host_cpu_platform(&session->running.cpu, session->setup.platform, &session->setup.config);
    return simgrid_set_up(program, xml, error) &&
           host_cpu_start(&session->running.cpu, session->running.gpu, options, error);
}

void session_clear(struct session *session)
{
    struct running *running = &session->running;
    struct run_watch *watch = &session->watch;
    programs_free(running->programs);
    status_clear(&running->status);
    representative_free(running->representative);
    patience_free(watch->patience);
    stray_accesses_free(watch->strays);
    host_cpu_clear(&running->cpu);
    gpu_free(running->gpu);
    over_time_clear(&watch->over_time);
    film_free(watch->film);
    run_messages_clear(&watch->messages);
    block_lines_out_free(watch->lines_out);
    launch_features_free(watch->features);
    observation_free(watch->observation);
    for (uint32_t i = 0; running->clients && i < running->n_clients; i++)
        client_finish(&running->clients[i]);
    g_free(running->clients);
    checkpoint_free(running->checkpoint);
    if (running->inherited)
        g_array_free(running->inherited, TRUE);
    trace_writer_free(running->writer);
    detail_clear(&running->detail);
    sanitizer_free(watch->sanitizer);
    device_memory_free(running->memory);
    outcome_clear(&session->outcome);
    setup_clear(&session->setup);
    *session = (struct session){0};
}
