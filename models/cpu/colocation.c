/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/colocation.h"
#include "models/core/simgrid_runner.h"
#include "models/cpu/cpu.h"
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>

enum { MAX_USERS = COLOCATION_MAX_BESIDE + 1 };
static const double STEP = 1e6;         /* instructions */
static const double BUBBLE_STEP = 1e-4; /* seconds */

struct place;

/* An application that runs, and its actor's own. */
struct runner {
    struct place *place;
    const struct cpu_application *application;
    struct cpu_user user;
    sim_time now;
};

/* A host with a colocation. */
struct place {
    struct cpu cpu;
    struct colocation *what;
    struct runner runners[MAX_USERS]; /* the measured one first */
    unsigned n;
    struct cpu_user bubble; /* on the cores */
    bool over;
};

/* ---- actors -----------------------------------------------------------------------------------
 */

/* Runs through all phases once; false: the measured application was done before. */
static bool run_once(struct runner *runner)
{
    const GArray *phases = runner->application->phases;
    struct place *place = runner->place;
    const bool measured = runner == place->runners;
    double bytes = 0;
    for (guint i = 0; i < phases->len; i++) {
        const struct cpu_phase *phase = &g_array_index(phases, struct cpu_phase, i);
        for (double left = phase->instructions; left > 0; left -= STEP) {
            runner->now = cpu_run_step(&place->cpu, &runner->user, phase, fmin(left, STEP),
                                       runner->now, measured ? &place->what->bytes : &bytes);
            if (!measured && place->over)
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
    runner->place->what->seconds = (double)runner->now / (double)SIM_TIME_PER_SECOND;
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
        sg_host_sendto(place->cpu.cores, place->cpu.memory, place->what->dram_taken * BUBBLE_STEP);
        const double left = begun + BUBBLE_STEP - simgrid_get_clock();
        if (left > 0)
            sg_actor_sleep_for(left);
    }
}

static void run_bubble_on_cores(int argc, char **argv)
{
    static const struct cpu_phase busy = {.ipc = 1, .footprint_bytes = 1, .overlap = 1};
    (void)argc, (void)argv;
    struct place *place = sg_actor_get_data(sg_actor_self());
    sim_time now = 0;
    double bytes = 0;
    while (!place->over)
        now = cpu_run_step(&place->cpu, &place->bubble, &busy, STEP, now, &bytes);
}

static double bubble_load(const struct cpu *cpu, sim_time time)
{
    const struct place *place = cpu->data;
    (void)time;
    return place->what->dram_taken;
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
    *runner = (struct runner){.place = place, .application = application};
    cpu_add_user(&place->cpu, &runner->user,
                 &g_array_index(application->phases, struct cpu_phase, 0), 1);
}

static void place_begin(struct place *place, const struct cpu_host *host, struct colocation *what,
                        unsigned index)
{
    g_autofree char *cores = g_strdup_printf("cpu%u", index);
    g_autofree char *memory = g_strdup_printf("dram%u", index);
    g_assert(what->n_beside <= COLOCATION_MAX_BESIDE && what->n_beside < host->cores &&
             what->llc_taken < host->llc_bytes);
    *place = (struct place){.what = what};
    cpu_init(&place->cpu, host, cores, memory);
    place->cpu.llc_taken = what->llc_taken;
    place->cpu.other_load = bubble_load;
    place->cpu.data = place;
    what->seconds = what->bytes = 0;
    place_add(place, what->measured);
    for (unsigned i = 0; i < what->n_beside; i++)
        place_add(place, what->beside[i]);
    for (unsigned i = 0; i < place->n; i++)
        start("application", place->cpu.cores, i == 0 ? run_measured : run_beside,
              &place->runners[i]);
    if (what->on_cores) {
        cpu_add_user(&place->cpu, &place->bubble, NULL, (unsigned)host->cores);
        place->bubble.kernel = true;
        start("bubble", place->cpu.cores, run_bubble_on_cores, place);
    }
    if (what->dram_taken > 0)
        start("bubble", place->cpu.cores, run_bubble, place);
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
    for (unsigned i = 0; i < n; i++)
        cpu_finish(&places[i].cpu);
    return true;
}
