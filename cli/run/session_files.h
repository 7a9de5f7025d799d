/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SIMGPU_CLI_RUN_SESSION_FILES_H
#define SIMGPU_CLI_RUN_SESSION_FILES_H

#include "cli/run/session.h"

/* All that the session's options name. */
bool session_read_files(struct session *session, GError **error);

#endif
