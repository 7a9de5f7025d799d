/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SIMGPU_CLI_SESSION_FILES_H
#define SIMGPU_CLI_SESSION_FILES_H

#include "cli/session.h"

/* All that the session's options name. */
bool session_read_files(struct session *session, GError **error);

#endif
