/* SPDX-License-Identifier: BSD-3-Clause */
/* Settings, each pinned by tests/models/core/test_simgrid_settings.c; measured with SimGrid 3.32:
 *  - surf/precision 1e-13 s: at the default 1e-9, events closer than a nanosecond merge.
 *  - network/model CM02 without cross-traffic: the default model multiplies latencies by 13.01 and
 *    takes 5 % of a link's bandwidth for acknowledgements.
 *  - contexts/factory raw: thread contexts are nine times slower. SIMGPU_CONTEXTS names another
 *    factory, for debuggers and for the address sanitizer, which warns of raw contexts that end
 *    early.
 *  - contexts/stack-size 256 KiB: most units' advance() needs a few KiB, but the host's parses and
 *    lowers the modules of running programs. A thousand SMs must fit; only touched pages count.
 */
#include "models/core/simgrid_runner.h"
#include "base/input_error.h"
#include "models/core/simgrid_route.h"
#include "models/core/step.h"
#include <errno.h>
#include <float.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/semaphore.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An actor that runs a unit, and its own. */
struct hardware_actor {
    struct runner *runner;
    struct unit *unit;
};

struct runner {
    struct engine *engine;
    struct hardware_actor *actors; /* by unit id */
    GPtrArray *due;
    bool over;                  /* actors that are resumed now return */
    guint hired;                /* units with an actor */
    guint running;              /* units resumed at this stop that have not suspended again */
    guint transfers;            /* under way on SimGrid */
    struct transfer lone;       /* under way without SimGrid, */
    sim_time lone_end;          /* until then; SIM_TIME_NEVER: there is none */
    struct simgrid_route route; /* of the last one */
    sg_sem_t ended;             /* released when a transfer ends */
    sg_actor_t conductor;       /* see simgrid_runner.h */
    bool conducts;              /* until the span ends */
    sim_time span_end;
    bool stopped; /* there is no next stop */
};

/* A transfer under way, and its actor's own. */
struct transfer_actor {
    struct runner *runner;
    struct transfer transfer;
};

static const double SECONDS_PER_PS = 1e-12;

/* How long the conductor keeps the clock at a time. It need only be longer than the 10 us by which
 * simgrid_run_until is inexact. */
static const sim_time SPAN_PS = 20000000;

static bool write_all(int fd, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t written = write(fd, text, left);
        if (written < 0 && errno != EINTR)
            return false;
        text += MAX(written, 0);
        left -= (size_t)MAX(written, 0);
    }
    return true;
}

/* SimGrid reads only files. This one is in memory, so nothing is left behind if a signal ends the
 * process. Returns its descriptor; -1: error. */
static int file_of(const char *text, GError **error)
{
    const int fd = memfd_create("platform", MFD_CLOEXEC);
    if (fd >= 0 && write_all(fd, text))
        return fd;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                "cannot give SimGrid the platform: %s", g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

bool simgrid_set_up(const char *program, const char *platform_xml, GError **error)
{
    int fd = file_of(platform_xml, error);
    if (fd < 0)
        return false;
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    const char *contexts = g_getenv("SIMGPU_CONTEXTS");
    g_autofree char *factory =
        g_strdup_printf("--cfg=contexts/factory:%s", contexts ? contexts : "raw");
    const char *settings[] = {program,
                              "--cfg=surf/precision:1e-13",
                              "--cfg=network/model:CM02",
                              "--cfg=network/crosstraffic:0",
                              "--cfg=contexts/stack-size:256",
                              factory,
                              "--log=root.thresh:error",
                              NULL};
    int count = G_N_ELEMENTS(settings) - 1;
    simgrid_init(&count, (char **)settings);
    simgrid_load_platform(path);
    close(fd);
    return true;
}

static sg_actor_t start_actor(const char *name, const char *host, xbt_main_func_t code, void *data)
{
    sg_host_t place = sg_host_by_name(host);
    g_assert(place);
    sg_actor_t actor = sg_actor_init(name, place);
    sg_actor_set_data(actor, data);
    sg_actor_start_(actor, code, 0, NULL);
    return actor;
}

/* Runs its unit at once, and whenever the conductor resumes it. */
static void run_hardware(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_actor_t self = sg_actor_self();
    struct hardware_actor *actor = sg_actor_get_data(self);
    while (!actor->runner->over) {
        engine_run_unit(actor->runner->engine, actor->unit);
        actor->runner->running--;
        sg_actor_suspend(self);
    }
}

/* A unit gets its actor when it first has something to do: most of a large GPU may stay idle. */
static void hire(struct runner *runner, struct unit *unit)
{
    struct hardware_actor *actor = &runner->actors[unit->id];
    *actor = (struct hardware_actor){runner, unit};
    unit->actor = start_actor(unit->name, unit->host, run_hardware, actor);
    sg_actor_daemonize(unit->actor);
    runner->hired++;
}

/* How long to wait until SimGrid's clock stands at `time`; not positive if it does. */
static double wait_until(sim_time time)
{
    return (double)time * SECONDS_PER_PS - simgrid_get_clock();
}

/* Rounds durations to ps, at a fraction that no quotient of round numbers hits. The last digit of
 * SimGrid's clock depends on how often the clock stopped; so it doesn't show. */
static sim_time whole_ps(double seconds)
{
    static const double ROUND = 0.6180339887;
    return (sim_time)(seconds / SECONDS_PER_PS + ROUND);
}

static void forget_crossing(GArray *crossing, sim_time start)
{
    guint i = 0;
    while (g_array_index(crossing, sim_time, i) != start)
        i++;
    g_array_remove_index(crossing, i);
}

/* Returns when the bytes have arrived. */
static sim_time cross(struct engine *engine, const struct transfer *transfer)
{
    const double begun = simgrid_get_clock();
    g_array_append_val(engine->crossing, transfer->start);
    sg_host_sendto(sg_host_by_name(transfer->from), sg_host_by_name(transfer->to),
                   (double)transfer->bytes);
    forget_crossing(engine->crossing, transfer->start);
    return transfer->start + whole_ps(simgrid_get_clock() - begun);
}

static void carry_out_transfer(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct transfer_actor *actor = sg_actor_get_data(sg_actor_self());
    const struct transfer *transfer = &actor->transfer;
    double wait = wait_until(transfer->start);
    if (wait > 0)
        sg_actor_sleep_for(wait);
    sim_time end = transfer->carry_out ? transfer->carry_out(transfer)
                                       : cross(actor->runner->engine, transfer);
    engine_end_transfer(actor->runner->engine, transfer, end);
    actor->runner->transfers--;
    sg_sem_release(actor->runner->ended);
    g_free(actor);
}

static void start_transfer(struct runner *runner, const struct transfer *transfer)
{
    struct transfer_actor *actor = g_new(struct transfer_actor, 1);
    *actor = (struct transfer_actor){runner, *transfer};
    runner->transfers++;
    start_actor("transfer", transfer->from, carry_out_transfer, actor);
}

/* ---- a transfer that has SimGrid for itself ------------------------------------------------- */

/* True if the transfer needs no actor for now: it begins with no other one under way, and SimGrid
 * has no actors but ours. SimGrid's clock stays before its start until it has ended. So SimGrid can
 * still be given it if another one is asked for meanwhile. */
static bool goes_alone(struct runner *runner, const struct transfer *transfer)
{
    if (transfer->carry_out || runner->transfers > 0 || runner->lone_end != SIM_TIME_NEVER ||
        runner->conducts || wait_until(transfer->start) < 0 ||
        sg_actor_count() != runner->hired + 1)
        return false;
    struct simgrid_route *route = &runner->route;
    if ((route->from != transfer->from || route->to != transfer->to) &&
        !simgrid_route_find(route, transfer->from, transfer->to)) {
        route->from = NULL;
        return false;
    }
    runner->lone = *transfer;
    runner->lone_end = transfer->start + whole_ps(simgrid_route_s(route, transfer->bytes));
    return true;
}

/* True if it ends before the next stop. */
static bool end_lone(struct runner *runner)
{
    const sim_time end = runner->lone_end;
    if (end == SIM_TIME_NEVER || engine_peek_stop(runner->engine) < end)
        return false;
    runner->lone_end = SIM_TIME_NEVER;
    engine_end_transfer(runner->engine, &runner->lone, end);
    return true;
}

static void start_transfers(struct runner *runner)
{
    GArray *asked = runner->engine->transfers;
    if (asked->len == 0 ||
        (asked->len == 1 && goes_alone(runner, &g_array_index(asked, struct transfer, 0)))) {
        g_array_set_size(asked, 0);
        return;
    }
    if (runner->lone_end != SIM_TIME_NEVER)
        start_transfer(runner, &runner->lone);
    runner->lone_end = SIM_TIME_NEVER;
    for (guint i = 0; i < asked->len; i++)
        start_transfer(runner, &g_array_index(asked, struct transfer, i));
    g_array_set_size(asked, 0);
}

/* ---- from stop to stop --------------------------------------------------------------------- */

static void resume_due(struct runner *runner)
{
    runner->running = runner->due->len;
    for (guint i = 0; i < runner->due->len; i++) {
        struct unit *unit = g_ptr_array_index(runner->due, i);
        if (G_LIKELY(unit->actor != NULL))
            sg_actor_resume(unit->actor);
        else
            hire(runner, unit);
    }
}

/* The engine moves to its next stop; false if there is none. */
static bool take_stop(struct runner *runner)
{
    runner->stopped = !engine_next_stop(runner->engine, runner->due);
    return !runner->stopped;
}

/* As an actor: transfers are under way, and the end of one may bring the next stop forward. */
static void conduct_span(struct runner *runner)
{
    for (;;) {
        start_transfers(runner);
        const sim_time stop = MIN(engine_peek_stop(runner->engine), runner->span_end);
        const double wait = wait_until(stop);
        if (wait > 0 && sg_sem_acquire_timeout(runner->ended, wait) == 0)
            continue;
        if (stop == runner->span_end || !take_stop(runner))
            return;
        if (runner->engine->step) {
            step_run(runner->engine->step, runner->engine, runner->due);
            continue;
        }
        resume_due(runner);
        while (runner->running > 0)
            sg_actor_yield();
    }
}

static void conduct(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_actor_t self = sg_actor_self();
    struct runner *runner = sg_actor_get_data(self);
    while (!runner->over) {
        if (runner->conducts)
            conduct_span(runner);
        runner->conducts = false;
        sg_actor_suspend(self);
    }
}

/* SimGrid's part: resumed actors run, events before `time` happen, and the clock comes to `time`.
 * It returns early if something happens in the last 10 us. */
static void pass_time(sim_time time)
{
    const double date = (double)time * SECONDS_PER_PS;
    while (simgrid_get_clock() < date)
        simgrid_run_until(date);
}

static void let_conduct(struct runner *runner)
{
    runner->span_end = MAX(runner->span_end, runner->engine->clock) + SPAN_PS;
    /* The conductor's last wait may end behind the span's end by a rounding. SimGrid refuses an end
     * in the past, so it gets one a few roundings later. */
    const double end = (double)runner->span_end * SECONDS_PER_PS * (1 + 4 * DBL_EPSILON);
    runner->conducts = true;
    sg_actor_resume(runner->conductor);
    while (runner->conducts)
        simgrid_run_until(end);
}

/* Only units can bring a stop forward. Their actors run first and the clock follows, in one call of
 * SimGrid's, which costs as much as two wakes. A unit goes by the engine's clock and can't tell.
 * With several threads no actor runs, so SimGrid's clock may stay behind: a transfer waits until
 * its own start. */
static void pass_stop(struct runner *runner)
{
    if (!take_stop(runner))
        return;
    if (runner->engine->step) {
        step_run(runner->engine->step, runner->engine, runner->due);
        return;
    }
    resume_due(runner);
    pass_time(runner->lone_end == SIM_TIME_NEVER ? runner->engine->clock
                                                 : MIN(runner->engine->clock, runner->lone.start));
    while (runner->running > 0)
        simgrid_run_until(simgrid_get_clock());
}

/* An actor that returns costs a tenth of one that SimGrid has to kill, which unwinds its stack. */
static void end_actors(struct runner *runner)
{
    runner->over = true;
    sg_actor_resume(runner->conductor);
    for (guint i = 0; i < runner->engine->units->len; i++) {
        const struct unit *unit = g_ptr_array_index(runner->engine->units, i);
        if (unit->actor)
            sg_actor_resume(unit->actor);
    }
    simgrid_run();
}

enum engine_end engine_run_on_simgrid(struct engine *engine)
{
    struct runner runner = {.engine = engine,
                            .due = g_ptr_array_new(),
                            .ended = sg_sem_init(0),
                            .lone_end = SIM_TIME_NEVER};
    const struct unit *first = g_ptr_array_index(engine->units, 0);
    runner.actors = g_new0(struct hardware_actor, engine->units->len);
    runner.conductor = start_actor("conductor", first->host, conduct, &runner);
    while (!runner.stopped) {
        start_transfers(&runner);
        if (runner.transfers > 0)
            let_conduct(&runner);
        else if (!end_lone(&runner))
            pass_stop(&runner);
    }
    /* Lets whatever else runs on SimGrid come as far as the units. */
    pass_time(engine->clock);
    if (engine->limit_reached && engine->options.limit != SIM_TIME_NEVER)
        pass_time(engine->options.limit);
    end_actors(&runner);
    sg_sem_destroy(runner.ended);
    g_ptr_array_free(runner.due, TRUE);
    g_free(runner.actors);
    return engine_ended(engine);
}

double simgrid_now_s(void)
{
    return simgrid_get_clock();
}
