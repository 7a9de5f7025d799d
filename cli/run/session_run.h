/* SPDX-License-Identifier: BSD-3-Clause */
/* The simulation, how it ended, and the files that are written at its end. */
#ifndef SIMGPU_CLI_RUN_SESSION_RUN_H
#define SIMGPU_CLI_RUN_SESSION_RUN_H

#include "cli/run/session.h"

/* Simulates and carries out the checks. False on bad input found on the way. */
bool session_run(struct session *session, GError **error);

#endif
