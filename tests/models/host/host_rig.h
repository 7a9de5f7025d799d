/* SPDX-License-Identifier: BSD-3-Clause */
/* A host whose clients play tables of commands, in front of a small GPU (small_gpu.h). For
 * test_host_streams.c and test_host_copies.c.
 *
 * With everything at a whole ns, a launch of n blocks that leaves at T ends at T + 23000 + n 1000:
 * 3,000 to the dispatcher, a block each 1,000, 4,000 to the SM and back, 3,000 to the host. */
#ifndef SIMGPU_TESTS_MODELS_HOST_HOST_RIG_H
#define SIMGPU_TESTS_MODELS_HOST_HOST_RIG_H

#include "models/core/simgrid_runner.h"
#include "models/dispatch/dispatcher.h"
#include "models/host/host.h"
#include "tests/models/host/small_gpu.h"
#include "workloads/instruction_source.h"

static const struct kernel_code codes[2] = {
    {.name = "work", .file = "work.ptx", .n_instructions = 17, .ops = &no_ops},
    {.name = "play", .file = "work.ptx", .n_instructions = 1, .ops = &no_ops}};
/* ---- clients -------------------------------------------------------------------------------- */

struct script_step {
    enum command_kind kind;
    uint64_t host_time;
    uint64_t after[3]; /* steps, counted from 1; 0: none */
    bool blocking;
    uint32_t blocks, code; /* LAUNCH */
    bool functional;
    uint64_t bytes; /* COPY, MOVE */
    enum copy_direction direction;
};

struct client {
    struct command_source source;
    const struct script_step *steps;
    unsigned n, next;
    char letter;       /* in the log */
    GString *log;      /* what ended when */
    uint64_t fails_at; /* id whose end is an error; 0: none */
};

static bool client_next(struct command_source *source, const struct device_access *device,
                        uint64_t now, struct command *out, GError **error)
{
    struct client *client = (struct client *)source;
    (void)device, (void)now, (void)error;
    *out = (struct command){.kind = COMMAND_END};
    if (client->next == client->n)
        return true;
    const struct script_step *step = &client->steps[client->next++];
    *out = (struct command){.kind = step->kind,
                            .id = client->next,
                            .after = step->after,
                            .n_after = G_N_ELEMENTS(step->after),
                            .blocking = step->blocking,
                            .host_time = step->host_time,
                            .functional = step->functional,
                            .bytes = step->bytes,
                            .direction = step->direction};
    out->launch = (struct launch){
        .id = 77, .code = &codes[step->code], .grid = {step->blocks, 1, 1}, .block = {32, 1, 1}};
    return true;
}

static bool client_done(struct command_source *source, const struct device_access *device,
                        uint64_t id, uint64_t now, const char *output, GError **error)
{
    struct client *client = (struct client *)source;
    (void)device;
    g_string_append_printf(client->log, "%c%" G_GUINT64_FORMAT "@%" G_GUINT64_FORMAT "%s ",
                           client->letter, id, now, output ? output : "");
    if (id != client->fails_at)
        return true;
    g_set_error(error, g_quark_from_string("test"), 0, "bad end of %" G_GUINT64_FORMAT, id);
    return false;
}

/* ---- a run ---------------------------------------------------------------------------------- */

struct scenario {
    const struct script_step *steps[2]; /* by client */
    unsigned n[2], n_clients;           /* n_clients 0 stands for 1 */
    struct host_config host;            /* 0: as in default_host */
    sim_time credit_latency;            /* 0: 3,000 */
    uint32_t credits;                   /* 0: as many as concurrent kernels */
    uint64_t fails_at;                  /* of client 0 */
    bool functional_fails, stuck, simgrid;
};

/* One client that plays a table. */
/* clang-format off */
#define SCENARIO(table) {.steps = {table}, .n = {G_N_ELEMENTS(table)}}
/* clang-format on */

static char *gpu_hosts[] = {"gpu", NULL};

static const struct host_config default_host = {.launch_latency = 5000,
                                                .copy_latency = 20000,
                                                .move_latency = 7000,
                                                .copy_engines = 1,
                                                .concurrent_kernels = 1,
                                                .move_bytes_per_ps = 0.5,
                                                .cpu_host = "cpu",
                                                .gpu_hosts = gpu_hosts,
                                                .n_gpus = 1};

struct run {
    struct engine *engine;
    GString *log;
    struct client clients[2];
    struct host host;
    struct small_gpu gpu;
    bool functional_fails;
    enum engine_end end;
};

/* Links to the device: 1 GB/s, 1 us; back: 3 GB/s, 2 us. */
static const char platform_xml[] =
    "<?xml version='1.0'?><!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
    "<platform version='4.1'><zone id='z' routing='Full'>"
    "<host id='cpu' speed='1Gf'/><host id='gpu' speed='1Gf'/>"
    "<link id='there' bandwidth='1GBps' latency='1us'/>"
    "<link id='back' bandwidth='3GBps' latency='2us'/>"
    "<route src='cpu' dst='gpu' symmetrical='NO'><link_ctn id='there'/></route>"
    "<route src='gpu' dst='cpu' symmetrical='NO'><link_ctn id='back'/></route></zone></platform>\n";

static bool run_functional(void *data, const struct launch *launch, uint64_t first_block,
                           uint64_t *computed, GString *output, struct functional_stopped **stopped,
                           GError **error)
{
    struct run *run = data;
    (void)computed, (void)stopped;
    g_string_append_printf(output, "[launch %u from block %" G_GUINT64_FORMAT "]", launch->id,
                           first_block);
    if (run->functional_fails)
        g_set_error(error, g_quark_from_string("test"), 0, "a functional fault");
    return !run->functional_fails;
}

static void take_output(void *data, const struct launch *launch, GString *output)
{
    (void)data;
    g_string_append_printf(output, "(%u)", launch->id);
}

static void make_units(struct run *run, const struct scenario *s)
{
    struct host_config host = s->host;
    if (host.copy_latency == 0)
        host = default_host;
    host.dispatcher_wire.latency = 3000;
    host.dispatcher_wire.credit_latency = s->credit_latency ? s->credit_latency : 3000;
    host.dispatcher_wire.credits = s->credits ? s->credits : host.concurrent_kernels;
    const struct host_hooks hooks = {
        .data = run, .run_functional = run_functional, .take_output = take_output};
    host_init(&run->host, run->engine, "host", "cpu", &host, &hooks, NULL);
    for (unsigned i = 0; i < MAX(s->n_clients, 1); i++) {
        run->clients[i] = (struct client){.source = {.next = client_next, .done = client_done},
                                          .steps = s->steps[i],
                                          .n = s->n[i],
                                          .letter = (char)('a' + i),
                                          .log = run->log,
                                          .fails_at = i == 0 ? s->fails_at : 0};
        host_add_client(&run->host, &run->clients[i].source);
    }
    small_gpu_init(&run->gpu, run->engine, &run->host, s->stuck);
}

static struct run *run_new(const struct scenario *s, sim_time window)
{
    struct run *run = g_new0(struct run, 1);
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    run->engine = engine_new(&options);
    run->log = g_string_new(NULL);
    run->functional_fails = s->functional_fails;
    if (s->simgrid)
        ck_assert(simgrid_set_up("test", platform_xml, NULL));
    make_units(run, s);
    engine_start(run->engine);
    engine_wake(run->engine, &run->host.unit, 0);
    run->end = s->simgrid ? engine_run_on_simgrid(run->engine) : engine_run_plain(run->engine);
    return run;
}

static void run_free(struct run *run)
{
    host_finish(&run->host);
    small_gpu_finish(&run->gpu);
    engine_free(run->engine);
    g_string_free(run->log, TRUE);
    g_free(run);
}

static void expect_log(const struct run *run, const char *log)
{
    ck_assert_str_eq(run->log->str, log);
}

static void expect_done(const struct run *run, sim_time end)
{
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    expect_host_done(&run->host, run->engine, end);
}

static inline void expect_launch(const struct run *run, unsigned id, sim_time pulled, sim_time sent,
                                 sim_time done)
{
    expect_launch_times(&run->host, id, pulled, sent, done);
}

#endif
