/* SPDX-License-Identifier: BSD-3-Clause */
/* The exit codes of simgpu. A study reads them from the runs that it starts. */
#ifndef SIMGPU_BASE_EXIT_CODE_H
#define SIMGPU_BASE_EXIT_CODE_H

enum exit_code {
    EXIT_DONE,
    EXIT_CHECK_FAILED, /* of a check with --check; a point of a study, a trace or a diff likewise */
    EXIT_USAGE,        /* wrong command line */
    EXIT_BAD_INPUT,    /* or an output that can't be written */
    EXIT_DEADLOCK,
    EXIT_LIMIT,             /* --max-cycles has ended the run */
    EXIT_NOT_STARTED = 127, /* between fork and exec; as the shell has it */
    EXIT_INTERRUPTED = 130  /* by a signal, in good order */
};

#endif
