/* SPDX-License-Identifier: BSD-3-Clause */
/* The host: with a scripted command source and a real dispatcher whose SM finishes each block
 * after 10,000 ps, or with an SM that never does. Every scenario runs at three window lengths. */
#include "base/input_error.h"
#include "models/core/platform/platform.h"
#include "models/dispatch/dispatcher.h"
#include "models/host/host.h"
#include "tests/models/host/small_gpu.h"
#include "workloads/instruction_source.h"
#include <glib/gstdio.h>

static const struct kernel_code code = {.name = "work", .file = "work.ptx", .ops = &no_ops};

/* ---- a source that plays a string: 'w' copies 100 bytes, 'l' launches, 'e' fails -------------
 *
 * Without SimGrid there is no network: a copy takes copy_latency, 1,000 ps. */

struct script {
    struct command_source source;
    const char *next;
    unsigned pulls;
};

static bool script_next(struct command_source *source, const struct device_access *device,
                        uint64_t now, struct command *out, GError **error)
{
    struct script *script = (struct script *)source;
    (void)device;
    (void)now;
    script->pulls++;
    switch (*script->next) {
    case '\0':
        out->kind = COMMAND_END;
        return true;
    case 'w':
        *out = (struct command){
            .kind = COMMAND_COPY, .id = script->pulls, .blocking = true, .bytes = 100};
        break;
    case 'l':
        *out = (struct command){
            .kind = COMMAND_LAUNCH,
            .id = script->pulls,
            .blocking = true,
            .launch = {.id = 77, .code = &code, .grid = {2, 1, 1}, .block = {32, 1, 1}}};
        break;
    default:
        return input_error_in(error, "script.json", "steps[3]", "a bad step");
    }
    script->next++;
    return true;
}

/* ---- a run -------------------------------------------------------------------------------- */

struct scenario {
    const char *script;
    sim_time launch_latency, credit_latency;
    bool stuck;
};

struct run {
    struct engine *engine;
    struct script script;
    struct host host;
    struct small_gpu gpu;
    enum engine_end end;
};

static char *gpu_hosts[] = {"gpu", NULL};

static struct run *run_new(const struct scenario *s, sim_time window)
{
    struct run *run = g_new0(struct run, 1);
    struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    struct host_config host = {.launch_latency = s->launch_latency,
                               .dispatcher_wire = {3000, s->credit_latency, 1},
                               .copy_latency = 1000,
                               .copy_engines = 1,
                               .concurrent_kernels = 1,
                               .gpu_hosts = gpu_hosts,
                               .n_gpus = 1};
    const struct host_hooks hooks = {0};
    run->engine = engine_new(&options);
    run->script = (struct script){.source = {.next = script_next}, .next = s->script};
    host_init(&run->host, run->engine, "host", "cpu", &host, &hooks, NULL);
    host_add_client(&run->host, &run->script.source);
    small_gpu_init(&run->gpu, run->engine, &run->host, s->stuck);
    engine_start(run->engine);
    engine_wake(run->engine, &run->host.unit, 0);
    run->end = engine_run_plain(run->engine);
    return run;
}

static void run_free(struct run *run)
{
    host_finish(&run->host);
    small_gpu_finish(&run->gpu);
    engine_free(run->engine);
    g_free(run);
}

static void expect_launch(const struct run *run, unsigned id, sim_time pulled, sim_time sent,
                          sim_time done)
{
    expect_launch_times(&run->host, id, pulled, sent, done);
}

static void expect_done(const struct run *run, sim_time end)
{
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    expect_host_done(&run->host, run->engine, end);
}

/* ---- scenarios: _i is the window ------------------------------------------------------------- */

START_TEST(test_nothing_to_do)
{
    struct scenario s = {.script = "", .launch_latency = 5000, .credit_latency = 3000};
    struct run *run = run_new(&s, windows[_i]);
    expect_done(run, 0);
    ck_assert_uint_eq(run->script.pulls, 1);
    ck_assert_uint_eq(run->engine->figures.messages, 0);
    run_free(run);
}
END_TEST

START_TEST(test_writes_and_launches)
{
    struct scenario s = {.script = "wwlwl", .launch_latency = 5000, .credit_latency = 3000};
    struct run *run = run_new(&s, windows[_i]);
    /* Two copies; sent at 7000; START arrives at 10000; blocks leave at 10000 and 11000, each back
     * 18,000 later: the kernel ends at 29000, cycle 29; KERNEL_DONE arrives at 32000. */
    expect_launch(run, 0, 2000, 7000, 32000);
    expect_launch(run, 1, 33000, 38000, 63000);
    expect_done(run, 63000);
    ck_assert_uint_eq(run->script.pulls, 6);
    ck_assert_uint_eq(run->host.counters.launches, 2);
    ck_assert_uint_eq(run->host.counters.copies_to_device, 3);
    ck_assert_uint_eq(run->host.counters.bytes_to_device, 300);
    ck_assert_uint_eq(run->host.counters.copy_ps, 3000);
    const struct kernel_record *record =
        &g_array_index(run->gpu.dispatcher.records, struct kernel_record, 1);
    ck_assert_uint_eq(record->launch, 1); /* numbered by the host, not by the source */
    ck_assert_uint_eq(record->start_cycle, 41);
    ck_assert_uint_eq(kernel_record_cycles(record), 19);
    run_free(run);
}
END_TEST

/* The wire's one credit comes back later than KERNEL_DONE: the next launch waits for it. */
START_TEST(test_launch_waits_for_credit)
{
    struct scenario s = {.script = "ll", .launch_latency = 0, .credit_latency = 100000};
    struct run *run = run_new(&s, windows[_i]);
    expect_launch(run, 0, 0, 0, 25000);
    /* START taken at 3000, its credit back at 103000. The dispatcher's own wire to the host has
     * its credit back at 125000, and the second kernel ends at 125000 as well. */
    expect_launch(run, 1, 25000, 103000, 128000);
    expect_done(run, 128000);
    run_free(run);
}
END_TEST

START_TEST(test_deadlock)
{
    struct scenario s = {.script = "l", .launch_latency = 0, .credit_latency = 3000, .stuck = true};
    struct run *run = run_new(&s, windows[_i]);
    ck_assert_int_eq(run->end, ENGINE_QUIET);
    ck_assert(!run->host.done);
    char *waits = engine_describe_waits(run->engine);
    ck_assert_str_eq(waits,
                     "host: waits for the end of kernel work (launch 0)\n"
                     "dispatcher: kernel work (launch 0): 0 of 2 blocks are done, 0 have not been "
                     "sent; running: sm0 (2)\n");
    g_free(waits);
    expect_launch(run, 0, 0, 0, SIM_TIME_NEVER);
    run_free(run);
}
END_TEST

START_TEST(test_source_error)
{
    struct scenario s = {.script = "wle", .launch_latency = 0, .credit_latency = 3000};
    struct run *run = run_new(&s, windows[_i]);
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert(!run->host.done);
    ck_assert_str_eq(run->engine->error->message, "script.json: at steps[3]: a bad step");
    ck_assert_uint_eq(run->script.pulls, 3);
    run_free(run);
}
END_TEST

static const char xml[] =
    "<?xml version='1.0'?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n<zone id=\"machine\" routing=\"Full\">\n"
    "<host id=\"cpu\" speed=\"3Gf\">\n<prop id=\"model\" value=\"host\"/>\n"
    "<prop id=\"launch.latency\" value=\"3us\"/>\n"
    "<prop id=\"child.latency\" value=\"9us\"/>\n"
    "<prop id=\"child.interval\" value=\"400ns\"/>\n"
    "<prop id=\"dispatcher.latency\" value=\"50cycles\"/>\n"
    "<prop id=\"call.time\" value=\"1us\"/>\n<prop id=\"graph.node.time\" value=\"200ns\"/>\n<prop "
    "id=\"copy.latency\" value=\"5us\"/>\n"
    "<prop id=\"move.latency\" value=\"2us\"/>\n<prop id=\"copy.engines\" value=\"2\"/>\n"
    "<prop id=\"concurrent.kernels\" value=\"16\"/>\n</host>\n</zone>\n</platform>\n";

START_TEST(test_config_read)
{
    GError *error = NULL;
    char *path = NULL;
    struct host_config config;
    struct clock clock;
    clock_init(&clock, 1000000000);
    g_close(g_file_open_tmp("host-XXXXXX.xml", &path, NULL), NULL);
    ck_assert(g_file_set_contents(path, xml, -1, NULL));
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "");
    bool good = host_config_read(platform_group(platform, "host", NULL), &clock, &config, &error);
    ck_assert_msg(good, "%s", error ? error->message : "");
    ck_assert_msg(platform_finish_reading(platform, &error), "%s", error ? error->message : "");
    ck_assert_uint_eq(config.launch_latency, 3000000);
    ck_assert_uint_eq(config.child_latency, 9000000);
    ck_assert_uint_eq(config.child_interval, 400000);
    ck_assert_uint_eq(config.dispatcher_wire.latency, 50000);
    ck_assert_uint_eq(config.dispatcher_wire.credit_latency, 50000);
    ck_assert_uint_eq(config.dispatcher_wire.credits, 16);
    ck_assert_uint_eq(config.call_time, 1000000);
    ck_assert_uint_eq(config.copy_latency, 5000000);
    ck_assert_uint_eq(config.move_latency, 2000000);
    ck_assert_uint_eq(config.copy_engines, 2);
    ck_assert_uint_eq(config.concurrent_kernels, 16);
    platform_free(platform);
    g_unlink(path);
    g_free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host");
    TCase *tcase = tcase_create("host");
    int n = G_N_ELEMENTS(windows);
    tcase_add_loop_test(tcase, test_nothing_to_do, 0, n);
    tcase_add_loop_test(tcase, test_writes_and_launches, 0, n);
    tcase_add_loop_test(tcase, test_launch_waits_for_credit, 0, n);
    tcase_add_loop_test(tcase, test_deadlock, 0, n);
    tcase_add_loop_test(tcase, test_source_error, 0, n);
    tcase_add_test(tcase, test_config_read);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
