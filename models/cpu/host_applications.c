/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/host_applications.h"
#include <math.h>
#include <simgrid/actor.h>

static const double STEP = 1e4; /* instructions */

/* Sums up to the end of a step. */
struct record {
    sim_time end;
    double instructions, bytes, alone; /* alone: seconds */
};

struct application {
    struct cpu *cpu;
    const struct cpu_application *what;
    struct cpu_user user;
    struct record sums;
    GArray *records;
};

struct host_applications {
    unsigned n;
    struct application *all;
};

struct host_applications *host_applications_new(struct cpu *cpu, const GPtrArray *applications)
{
    struct host_applications *made = g_new(struct host_applications, 1);
    made->n = applications->len;
    made->all = g_new0(struct application, made->n);
    for (unsigned i = 0; i < made->n; i++) {
        struct application *application = &made->all[i];
        application->cpu = cpu;
        application->what = applications->pdata[i];
        application->records = g_array_new(FALSE, FALSE, sizeof(struct record));
        cpu_add_user(cpu, &application->user,
                     &g_array_index(application->what->phases, struct cpu_phase, 0), 1);
    }
    return made;
}

void host_applications_free(struct host_applications *applications)
{
    if (!applications)
        return;
    for (unsigned i = 0; i < applications->n; i++)
        g_array_unref(applications->all[i].records);
    g_free(applications->all);
    g_free(applications);
}

/* ---- actors --------------------------------------------------------------------------------- */

static double alone_s(const struct cpu_host *host, const struct cpu_phase *phase,
                      double instructions)
{
    const double bytes = instructions * phase->llc_misses / 1000 * HOST_APPLICATION_LINE;
    return fmax(instructions / phase->ipc / host->clock_hz, bytes / host->dram_bytes_per_second);
}

static void run_phase(struct application *application, const struct cpu_phase *phase)
{
    struct record *sums = &application->sums;
    for (double left = phase->instructions; left > 0; left -= STEP) {
        const double instructions = fmin(left, STEP);
        sums->end = cpu_run_step(application->cpu, &application->user, phase, instructions,
                                 sums->end, &sums->bytes);
        sums->instructions += instructions;
        sums->alone += alone_s(application->cpu->host, phase, instructions);
        g_array_append_val(application->records, *sums);
    }
}

static void run_application(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct application *application = sg_actor_get_data(sg_actor_self());
    const GArray *phases = application->what->phases;
    for (guint i = 0;; i = (i + 1) % phases->len)
        run_phase(application, &g_array_index(phases, struct cpu_phase, i));
}

/* The actors end with the conductor of the run. */
void host_applications_start(struct host_applications *applications)
{
    for (unsigned i = 0; i < applications->n; i++) {
        struct application *application = &applications->all[i];
        sg_actor_t actor = sg_actor_init("application", application->cpu->cores);
        sg_actor_set_data(actor, application);
        sg_actor_start_(actor, run_application, 0, NULL);
        sg_actor_daemonize(actor);
    }
}

/* ---- results -------------------------------------------------------------------------------- */

unsigned host_applications_count(const struct host_applications *applications)
{
    return applications->n;
}

struct host_application_work host_applications_work(const struct host_applications *applications,
                                                    unsigned i, sim_time time)
{
    const struct application *application = &applications->all[i];
    const GArray *records = application->records;
    guint steps = records->len;
    while (steps > 0 && g_array_index(records, struct record, steps - 1).end > time)
        steps--;
    struct host_application_work work = {.name = application->what->name, .steps = steps};
    if (steps == 0)
        return work;
    const struct record *last = &g_array_index(records, struct record, steps - 1);
    work.instructions = (uint64_t)last->instructions;
    work.bytes = (uint64_t)last->bytes;
    work.time = last->end;
    work.alone = (sim_time)(last->alone * (double)SIM_TIME_PER_SECOND);
    return work;
}
