/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/colocation.h"
#include "models/core/simgrid_runner.h"
#include "models/cpu/llc_share.h"
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/exec.h>
#include <simgrid/host.h>

enum { LINE = 64, MAX_USERS = COLOCATION_MAX_BESIDE + 1 };
static const double STEP = 1e6;         /* instructions */
static const double BUBBLE_STEP = 1e-4; /* seconds */
static const double MAX_LOAD = 0.95;

struct place;

/* An application that runs, and its actor's own. */
struct runner {
    struct place *place;
    const struct cpu_application *application;
    const struct cpu_phase *phase; /* of the current step */
    double rate;                   /* bytes a second, in its last step */
};

/* A host with a colocation. */
struct place {
    const struct cpu_host *host;
    struct colocation *what;
    sg_host_t cpu, dram;
    struct runner runners[MAX_USERS]; /* the measured one first */
    unsigned n;
    bool over;
};

/* ---- a step -----------------------------------------------------------------------------------
 */

/* Of the phase alone. */
static double access_rate(const struct cpu_phase *phase)
{
    return phase->llc_accesses * phase->ipc;
}

/* Per 1,000 instructions, with the cache as it is divided now. */
static double misses_now(const struct runner *runner)
{
    const struct place *place = runner->place;
    const double size = place->host->llc_bytes;
    struct llc_user users[MAX_USERS];
    for (unsigned i = 0; i < place->n; i++)
        users[i] = (struct llc_user){.access_rate = access_rate(place->runners[i].phase),
                                     .footprint = place->runners[i].phase->footprint_bytes};
    llc_divide(users, place->n, size - place->what->llc_taken);
    const struct cpu_phase *phase = runner->phase;
    return llc_misses(users[runner - place->runners].part, size, phase->footprint_bytes,
                      phase->llc_misses, phase->llc_accesses);
}

/* Seconds that a line waits for the link, by what others move. */
static double queueing(const struct runner *runner)
{
    const struct place *place = runner->place;
    const double bandwidth = place->host->dram_bytes_per_second;
    double load = place->what->dram_taken;
    for (unsigned i = 0; i < place->n; i++)
        load += &place->runners[i] == runner ? 0 : place->runners[i].rate;
    load = fmin(load / bandwidth, MAX_LOAD);
    return LINE / bandwidth * load / (2 * (1 - load));
}

static void run_step(struct runner *runner, double instructions)
{
    const struct place *place = runner->place;
    const struct cpu_phase *phase = runner->phase;
    const double misses = misses_now(runner), bytes = instructions * misses / 1000 * LINE;
    const double latency = place->host->dram_latency_ns * 1e-9;
    const double stall = ((misses - phase->llc_misses) * latency + misses * queueing(runner)) /
                         phase->overlap * place->host->clock_hz / 1000; /* cycles */
    const double begun = simgrid_get_clock();
    sg_exec_t execution = sg_actor_exec_async(instructions * (1 / phase->ipc + stall));
    if (bytes > 0)
        sg_host_sendto(place->cpu, place->dram, bytes);
    sg_exec_wait(execution);
    runner->rate = bytes / (simgrid_get_clock() - begun);
    if (runner == place->runners)
        place->what->bytes += bytes;
}

/* ---- actors -----------------------------------------------------------------------------------
 */

/* Through all phases once; false: the measured one was done before. */
static bool run_once(struct runner *runner)
{
    const GArray *phases = runner->application->phases;
    const bool measured = runner == runner->place->runners;
    for (guint i = 0; i < phases->len; i++) {
        runner->phase = &g_array_index(phases, struct cpu_phase, i);
        for (double left = runner->phase->instructions; left > 0; left -= STEP) {
            run_step(runner, fmin(left, STEP));
            if (!measured && runner->place->over)
                return false;
        }
    }
    return true;
}

static void run_measured(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct runner *runner = sg_actor_get_data(sg_actor_self());
    run_once(runner);
    runner->place->what->seconds = simgrid_get_clock();
    runner->place->over = true;
}

static void run_beside(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct runner *runner = sg_actor_get_data(sg_actor_self());
    while (run_once(runner))
        ;
}

static void run_bubble(int argc, char **argv)
{
    (void)argc, (void)argv;
    const struct place *place = sg_actor_get_data(sg_actor_self());
    while (!place->over) {
        const double begun = simgrid_get_clock();
        sg_host_sendto(place->cpu, place->dram, place->what->dram_taken * BUBBLE_STEP);
        const double left = begun + BUBBLE_STEP - simgrid_get_clock();
        if (left > 0)
            sg_actor_sleep_for(left);
    }
}

static void start(const char *name, sg_host_t host, xbt_main_func_t code, void *data)
{
    sg_actor_t actor = sg_actor_init(name, host);
    sg_actor_set_data(actor, data);
    sg_actor_start_(actor, code, 0, NULL);
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static char *platform_xml(const struct cpu_host *host, unsigned n)
{
    char speed[G_ASCII_DTOSTR_BUF_SIZE], bandwidth[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(speed, sizeof speed, host->clock_hz);
    g_ascii_dtostr(bandwidth, sizeof bandwidth, host->dram_bytes_per_second);
    GString *xml = g_string_new(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
        "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\"><zone id=\"all\" "
        "routing=\"Full\">\n");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(xml,
                               "<host id=\"cpu%u\" speed=\"%sf\" core=\"%.0f\"/>"
                               "<host id=\"dram%u\" speed=\"1f\"/>\n",
                               i, speed, host->cores, i);
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(xml, "<link id=\"bus%u\" bandwidth=\"%sBps\" latency=\"0\"/>\n", i,
                               bandwidth);
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(xml,
                               "<route src=\"cpu%u\" dst=\"dram%u\"><link_ctn id=\"bus%u\"/>"
                               "</route>\n",
                               i, i, i);
    g_string_append(xml, "</zone></platform>\n");
    return g_string_free(xml, FALSE);
}

static void place_add(struct place *place, const struct cpu_application *application)
{
    struct runner *runner = &place->runners[place->n++];
    *runner = (struct runner){.place = place,
                              .application = application,
                              .phase = &g_array_index(application->phases, struct cpu_phase, 0)};
}

static void place_begin(struct place *place, const struct cpu_host *host, struct colocation *what,
                        unsigned index)
{
    g_autofree char *cpu = g_strdup_printf("cpu%u", index);
    g_autofree char *dram = g_strdup_printf("dram%u", index);
    g_assert(what->n_beside <= COLOCATION_MAX_BESIDE && what->n_beside < host->cores &&
             what->llc_taken < host->llc_bytes);
    *place = (struct place){
        .host = host, .what = what, .cpu = sg_host_by_name(cpu), .dram = sg_host_by_name(dram)};
    what->seconds = what->bytes = 0;
    place_add(place, what->measured);
    for (unsigned i = 0; i < what->n_beside; i++)
        place_add(place, what->beside[i]);
    for (unsigned i = 0; i < place->n; i++)
        start("application", place->cpu, i == 0 ? run_measured : run_beside, &place->runners[i]);
    if (what->dram_taken > 0)
        start("bubble", place->cpu, run_bubble, place);
}

bool colocations_run(const struct cpu_host *host, struct colocation *colocations, unsigned n,
                     const char *program, GError **error)
{
    g_autofree char *xml = platform_xml(host, n);
    g_autofree struct place *places = g_new(struct place, n);
    if (!simgrid_set_up(program, xml, error))
        return false;
    for (unsigned i = 0; i < n; i++)
        place_begin(&places[i], host, &colocations[i], i);
    simgrid_run();
    return true;
}
