/* SPDX-License-Identifier: BSD-3-Clause */
/* What a message costs, by the latency of its wire: lookahead is worth what latencies allow.
 *
 * The same traffic runs on SimGrid, as simulations do, and without it: the difference is the price
 * of actors. With one credit a wire, a message goes only when the one before has left the next
 * buffer, so that hardly two share a wake: the worst case.
 */
#include "models/core/simgrid_runner.h"
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/message_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 3, REQUESTS = 20000, AMPLE_CREDITS = 64 };

struct outcome {
    double seconds;
    uint64_t messages, wakes, stops;
};

static char *platform_xml(void)
{
    GString *xml = g_string_new("<?xml version='1.0'?>"
                                "<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>"
                                "<platform version='4.1'><zone id='z' routing='Full'>");
    for (int i = 0; i < RIG_UNITS; i++)
        g_string_append_printf(xml, "<host id='u%d' speed='1Gf'/>", i);
    g_string_append(xml, "</zone></platform>");
    return g_string_free(xml, FALSE);
}

static bool measure(const struct rig_shape *shape, bool on_simgrid, struct outcome *outcome)
{
    if (on_simgrid) {
        g_autoptr(GError) error = NULL;
        g_autofree char *xml = platform_xml();
        if (!simgrid_set_up("engine_messages", xml, &error)) {
            fprintf(stderr, "%s\n", error->message);
            return false;
        }
    }
    struct rig *rig = rig_new(shape);
    struct engine *engine = rig_engine(rig);
    double start = wall_seconds();
    enum engine_end end = on_simgrid ? engine_run_on_simgrid(engine) : engine_run_plain(engine);
    *outcome = (struct outcome){.seconds = wall_seconds() - start,
                                .messages = engine->figures.messages,
                                .wakes = engine->figures.wakes,
                                .stops = engine->figures.stops};
    bool complete = end == ENGINE_QUIET &&
                    rig_replies(rig) == (uint64_t)RIG_SENDERS * shape->requests &&
                    outcome->messages == rig_replies(rig) * RIG_HOPS;
    if (!complete)
        fprintf(stderr, "engine_messages: replies are missing\n");
    rig_free(rig);
    return complete;
}

/* In a process of its own, because SimGrid starts once a process. */
static bool measure_apart(const struct rig_shape *shape, bool on_simgrid, struct outcome *outcome)
{
    int ends[2], status = -1;
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct outcome own;
        bool good = measure(shape, on_simgrid, &own) &&
                    write(ends[1], &own, sizeof own) == (ssize_t)sizeof own;
        _exit(good ? 0 : 1);
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], outcome, sizeof *outcome) == (ssize_t)sizeof *outcome;
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    return good && status == 0;
}

/* Nanoseconds a message, the median of some runs; the counts are the same in all of them. */
static bool ns_a_message(const struct rig_shape *shape, bool on_simgrid, double *ns,
                         struct outcome *outcome)
{
    double seconds[RUNS];
    for (int run = 0; run < RUNS; run++) {
        if (!measure_apart(shape, on_simgrid, outcome))
            return false;
        seconds[run] = outcome->seconds;
    }
    *ns = 1e9 * median(seconds, RUNS) / (double)outcome->messages;
    return true;
}

static void keep(struct figures *figures, const struct rig_shape *shape, const char *what,
                 double value, const char *unit)
{
    g_autofree char *name =
        g_strdup_printf("engine.hop_%u.credits_%u.%s", shape->hop_cycles, shape->credits, what);
    figures_keep(figures, name, value, unit);
}

static bool report(struct figures *figures, const struct rig_shape *shape)
{
    struct outcome actors, plain;
    double actors_ns, plain_ns;
    if (!ns_a_message(shape, true, &actors_ns, &actors) ||
        !ns_a_message(shape, false, &plain_ns, &plain))
        return false;
    double per_wake = (double)actors.messages / (double)actors.wakes;
    printf("  %6u %8u %12.0f %12.0f %16.1f %10" G_GINT64_MODIFIER "u %10" G_GINT64_MODIFIER "u\n",
           shape->hop_cycles, shape->credits, actors_ns, plain_ns, per_wake, actors.wakes,
           actors.stops);
    keep(figures, shape, "ns_per_message", actors_ns, "ns");
    keep(figures, shape, "plain_ns_per_message", plain_ns, "ns");
    keep(figures, shape, "messages_per_wake", per_wake, "messages");
    return true;
}

int main(void)
{
    static const unsigned hops[] = {4, 8, 16, 32}, credits[] = {AMPLE_CREDITS, 1};
    struct figures *figures =
        figures_new("Engine: 16 senders, 8 banks, four hops a request, 700 MHz, medians of 3");
    printf("  %6s %8s %12s %12s %16s %10s %10s\n", "hop", "credits", "SimGrid", "without",
           "messages/wake", "wakes", "stops");
    printf("  %6s %8s %12s %12s\n", "cycles", "a wire", "ns/message", "ns/message");
    bool good = true;
    for (size_t c = 0; c < G_N_ELEMENTS(credits); c++)
        for (size_t h = 0; h < G_N_ELEMENTS(hops); h++) {
            const struct rig_shape shape = {
                .hop_cycles = hops[h], .credits = credits[c], .requests = REQUESTS};
            good = good && report(figures, &shape);
        }
    return figures_free(figures) && good ? 0 : 1;
}
