/* SPDX-License-Identifier: BSD-3-Clause */
/* What the command ends with. */
#ifndef SIMGPU_CLI_EXIT_CODE_H
#define SIMGPU_CLI_EXIT_CODE_H

enum exit_code {
    EXIT_DONE,
    EXIT_CHECK_FAILED,
    EXIT_USAGE,
    EXIT_BAD_INPUT,
    EXIT_DEADLOCK,
    EXIT_LIMIT,
    EXIT_INTERRUPTED = 130
};

#endif
