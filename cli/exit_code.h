/* SPDX-License-Identifier: BSD-3-Clause */
/* What the command ends with. */
#ifndef SIMGPU_CLI_EXIT_CODE_H
#define SIMGPU_CLI_EXIT_CODE_H

#include "cli/base/output.h"
#include <glib.h>
#include <stdio.h>

enum exit_code {
    EXIT_DONE,
    EXIT_CHECK_FAILED,
    EXIT_USAGE,
    EXIT_BAD_INPUT,
    EXIT_DEADLOCK,
    EXIT_LIMIT,
    EXIT_INTERRUPTED = 130
};

/* Tells the error; returns the code. */
static inline int exit_code_with(const GError *error, int code)
{
    output_line(stderr, "simgpu: %s", error->message);
    return code;
}

#endif
