/* SPDX-License-Identifier: BSD-3-Clause */
/* One simulation: what the command line asks for, made from its files. session_run.h runs it. */
#ifndef SIMGPU_CLI_RUN_SESSION_H
#define SIMGPU_CLI_RUN_SESSION_H

#include "cli/base/signals.h"
#include "cli/run/outcome.h"
#include "cli/run/running.h"
#include "cli/run/setup.h"
#include "cli/run/watch/watch.h"

/* Up to so many kernels have their counters in any case; those that come later are summed up by
 * name if nothing asks for each. */
enum { SESSION_KERNELS_WITH_COUNTERS = 256 };

struct session {
    struct run_setup setup;     /* what was asked for and read */
    struct running running;     /* what runs */
    struct run_watch watch;     /* what looks on */
    struct run_outcome outcome; /* what came of it */
};

/* Reads the files that the options name, and applies --set and --policy. To be cleared in any case;
 * a workload may be missing if a platform is dumped. */
bool session_read(struct session *session, const struct options *options,
                  const struct policy_registry *policies, struct signals *signals, GError **error);
/* Prepares all the rest, SimGrid included, which takes over the signal handlers; nothing is
 * simulated yet. program: argv[0]. */
bool session_prepare(struct session *session, const char *program, struct signals *signals,
                     GError **error);
void session_clear(struct session *session);
/* Whether the run is done, and a trace's opcodes were guessed that nobody has allowed to be. */
bool session_guesses(const struct session *session);

#endif
