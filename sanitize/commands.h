/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of a program's commands: which launches and copies come after which.
 *
 * Commands that come one after the other are a chain; a command knows of each chain up to which of
 * its commands have ended before it begins (a vector clock by chain). What the host has waited for
 * is known to all that it asks for later.
 * Differs: a call that waits for nothing (a query of a stream) counts as one that has found all
 * ended that has ended.
 */
#ifndef SIMGPU_SANITIZE_COMMANDS_H
#define SIMGPU_SANITIZE_COMMANDS_H

#include "workloads/command.h"

struct commands;

/* Where a command stands. */
struct command_order {
    uint32_t chain, number; /* its own */
    uint32_t *knows;        /* by chain: up to which number; g_free */
    uint32_t n_knows;
};

struct commands *commands_new(void);
void commands_free(struct commands *commands);
void commands_issue(struct commands *commands, uint32_t client, const struct command *command);
void commands_end(struct commands *commands, uint32_t client, uint64_t id);
/* False if there is no such command under way. */
bool commands_order(const struct commands *commands, uint32_t client, uint64_t id,
                    struct command_order *out);
/* Whether the client's host has waited for this command of a chain. */
bool commands_host_knows(const struct commands *commands, uint32_t client, uint32_t chain,
                         uint32_t number);
/* Whether all that any host asks for later comes behind it. */
bool commands_all_know(const struct commands *commands, uint32_t chain, uint32_t number);

#endif
