/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/cpu.h"
#include "models/cpu/llc_share.h"
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/exec.h>
#include <simgrid/link.h>
#include <xbt/config.h>
#include <xbt/dynar.h>

enum { LINE = 64 };
static const double MAX_LOAD = 0.95;
static const double PS_PER_SECOND = 1e12;

void cpu_init(struct cpu *cpu, const struct cpu_host *host, const char *cores, const char *memory)
{
    *cpu = (struct cpu){.host = host,
                        .cores = sg_host_by_name(cores),
                        .memory = sg_host_by_name(memory),
                        .users = g_ptr_array_new()};
    g_assert(cpu->cores && cpu->memory);
}

void cpu_finish(struct cpu *cpu)
{
    if (cpu->users)
        g_ptr_array_unref(cpu->users);
    cpu->users = NULL;
}

void cpu_add_user(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *first,
                  unsigned cores)
{
    *user = (struct cpu_user){.cores = cores, .now.phase = first, .before.phase = first};
    g_ptr_array_add(cpu->users, user);
}

/* A route's weight is its latency plus S / bandwidth for each link. S makes this 1, like the weight
 * of a route without latency. */
double cpu_share_with_copies(const struct cpu *cpu, const char *other)
{
    const sg_host_t end = sg_host_by_name(other);
    const double latency = sg_host_get_route_latency(cpu->cores, end);
    xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);
    double seconds = 0; /* for a byte, on all links */
    sg_host_get_route(cpu->cores, end, links);
    for (unsigned i = 0; i < xbt_dynar_length(links); i++)
        seconds += 1 / sg_link_get_bandwidth(xbt_dynar_get_as(links, i, sg_link_t));
    xbt_dynar_free(&links);
    sg_cfg_set_double("network/weight-S", (1 - latency) / seconds);
    return sg_host_get_route_bandwidth(cpu->cores, end);
}

/* ---- what others do ------------------------------------------------------------------------- */

static const struct cpu_user_state *state_before(const struct cpu_user *user, sim_time time)
{
    return user->since < time ? &user->now : &user->before;
}

static void set_state(struct cpu_user *user, sim_time time, struct cpu_user_state state)
{
    if (user->since < time)
        user->before = user->now;
    user->since = time;
    user->now = state;
}

/* Per 1,000 instructions, with the cache as divided at `time`. */
static double misses_at(const struct cpu *cpu, const struct cpu_user *user,
                        const struct cpu_phase *phase, sim_time time)
{
    const double size = cpu->host->llc_bytes;
    g_autofree struct llc_user *parts = g_new(struct llc_user, cpu->users->len);
    unsigned n = 0, own = 0;
    for (guint i = 0; i < cpu->users->len; i++) {
        const struct cpu_user *other = cpu->users->pdata[i];
        const struct cpu_phase *runs = other == user ? phase : state_before(other, time)->phase;
        if (!runs)
            continue;
        if (other == user)
            own = n;
        parts[n++] = (struct llc_user){.access_rate = runs->llc_accesses * runs->ipc * other->cores,
                                       .footprint = runs->footprint_bytes};
    }
    llc_divide(parts, n, size - cpu->llc_taken);
    if (phase->curve)
        return phase->llc_misses +
               llc_lost_hits(phase->curve, parts[own].part, size, phase->footprint_bytes);
    return llc_misses(parts[own].part, size, phase->footprint_bytes, phase->llc_misses,
                      phase->llc_accesses);
}

/* Seconds that a line waits for the link because of others' lines. */
static double queueing(const struct cpu *cpu, const struct cpu_user *user, sim_time time)
{
    const double bandwidth = cpu->host->dram_bytes_per_second;
    double load = cpu->other_load ? cpu->other_load(cpu, time) : 0;
    for (guint i = 0; i < cpu->users->len; i++) {
        const struct cpu_user *other = cpu->users->pdata[i];
        load += other == user ? 0 : state_before(other, time)->rate;
    }
    load = fmin(load / bandwidth, MAX_LOAD);
    return LINE / bandwidth * load / (2 * (1 - load));
}

/* The part of a core that an application has beside a kernel; 1: the cores are enough. */
static double part_of_core(const struct cpu *cpu, const struct cpu_user *user, sim_time time)
{
    unsigned applications = 0, threads = 0;
    for (guint i = 0; i < cpu->users->len; i++) {
        const struct cpu_user *other = cpu->users->pdata[i];
        if (other != user && !state_before(other, time)->phase)
            continue;
        applications += !other->kernel;
        threads += other->kernel ? other->cores : 0;
    }
    const double shared = applications + threads - cpu->host->cores;
    if (user->kernel || threads == 0 || shared <= 0)
        return 1;
    return 1 - fmin(shared, applications) / (2 * applications);
}

/* ---- a step --------------------------------------------------------------------------------- */

static double seconds_until(sim_time time)
{
    return (double)time / PS_PER_SECOND - simgrid_get_clock();
}

/* Runs the executions, each on a part of a core at most, and the flow beside them. The actor's
 * clock then stands at their end. */
static void work(const struct cpu *cpu, const struct cpu_user *user, double cycles, double part,
                 double bytes)
{
    g_autofree sg_exec_t *executions = g_new(sg_exec_t, user->cores);
    for (unsigned i = 0; i < user->cores; i++) {
        executions[i] = sg_actor_exec_init(cycles);
        if (part < 1)
            sg_exec_set_bound(executions[i], part * sg_host_get_speed(cpu->cores));
        sg_exec_start(executions[i]);
    }
    if (bytes > 0)
        sg_host_sendto(cpu->cores, cpu->memory, bytes);
    for (unsigned i = 0; i < user->cores; i++)
        sg_exec_wait(executions[i]);
}

sim_time cpu_run_step(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *phase,
                      double instructions, sim_time begun, double *bytes)
{
    const double misses = misses_at(cpu, user, phase, begun);
    const double moved = instructions * misses / 1000 * LINE * user->cores;
    const double latency = cpu->host->dram_latency_ns * 1e-9;
    const double stall =
        ((misses - phase->llc_misses) * latency + misses * queueing(cpu, user, begun)) /
        phase->overlap * cpu->host->clock_hz / 1000; /* cycles an instruction */
    const double clock = simgrid_get_clock();
    set_state(user, begun, (struct cpu_user_state){phase, user->now.rate});
    work(cpu, user, instructions * (1 / phase->ipc + stall), part_of_core(cpu, user, begun), moved);
    const double seconds = simgrid_get_clock() - clock;
    const sim_time end = begun + (sim_time)(seconds * PS_PER_SECOND) + 1;
    set_state(user, end, (struct cpu_user_state){phase, moved / seconds});
    *bytes += moved;
    const double rest = seconds_until(end);
    if (rest > 0)
        sg_actor_sleep_for(rest);
    return end;
}

void cpu_rest(struct cpu_user *user, sim_time time)
{
    set_state(user, time, (struct cpu_user_state){NULL, 0});
}
