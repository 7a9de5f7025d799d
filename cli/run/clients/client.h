/* SPDX-License-Identifier: BSD-3-Clause */
/* A client of the simulated host as the command line wants it: which of its launches are simulated
 * in detail, and how much wall time its own work takes (making a workload's data, running a
 * program), which is no part of the simulation. Its commands pass the trace writer, if there is
 * one. */
#ifndef SIMGPU_CLI_RUN_CLIENTS_CLIENT_H
#define SIMGPU_CLI_RUN_CLIENTS_CLIENT_H

#include "cli/run/clients/detail.h"
#include "cli/run/clients/launch_features.h"
#include "sanitize/sanitize.h"
#include "workloads/trace_writer/trace_writer.h"

struct client {
    struct command_source source; /* what the host model pulls from */
    struct command_source *inner;
    const struct detail *detail;
    struct trace_writer *writer;      /* NULL: none */
    struct launch_features *features; /* NULL: nobody asks for them */
    struct sanitizer *sanitizer;      /* NULL: nobody asks for it */
    uint32_t index;                   /* of the client, for features */
    bool as_trace;                    /* the host takes no time, as if it read a trace */
    void (*launch_ended)(void *data); /* NULL: nobody wants to hear of it */
    void *listener;                   /* its data */
    GHashTable *launches;             /* ids of those under way, for it */
    uint32_t n_launches;
    uint32_t n_idle_calls; /* in a row, that wait for nothing */
    double seconds;
    bool lost_output;      /* of device printf, and that was said */
    bool halted;           /* at its target */
    uint64_t alone_cycles; /* for its target, with the GPU for itself; 0: not known */
    char *fault;           /* of a kernel of it that has failed while others went on; NULL */
};

/* All is borrowed; writer, features, sanitizer, listener, index and as_trace are for the caller
 * to set. */
void client_init(struct client *client, struct command_source *inner, const struct detail *detail);
void client_finish(struct client *client);

#endif
