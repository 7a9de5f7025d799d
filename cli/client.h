/* SPDX-License-Identifier: BSD-3-Clause */
/* A client of the simulated host as the command line wants it: which of its launches are simulated
 * in detail, and how much wall time its own work takes (making a workload's data, running a
 * program), which is no part of the simulation. */
#ifndef SIMGPU_CLI_CLIENT_H
#define SIMGPU_CLI_CLIENT_H

#include "cli/detail.h"
#include "workloads/command.h"

struct client {
    struct command_source source; /* what the host model pulls from */
    struct command_source *inner;
    const struct detail *detail;
    uint32_t n_launches;
    double seconds;
};

/* inner and detail are borrowed. */
void client_init(struct client *client, struct command_source *inner, const struct detail *detail);

#endif
