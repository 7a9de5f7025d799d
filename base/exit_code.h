/* SPDX-License-Identifier: BSD-3-Clause */
/* The exit codes of simgpu. A study reads them from the runs that it starts. */
#ifndef SIMGPU_BASE_EXIT_CODE_H
#define SIMGPU_BASE_EXIT_CODE_H

enum exit_code {
    EXIT_DONE,
    EXIT_CHECK_FAILED, /* a check with --check failed, or a point of a study, a trace or a diff */
    EXIT_USAGE,        /* wrong command line */
    EXIT_BAD_INPUT,    /* or simgpu cannot write an output */
    EXIT_DEADLOCK,
    EXIT_LIMIT,             /* --max-cycles has ended the run */
    EXIT_NOT_STARTED = 127, /* failed between fork and exec; the shell has the same code */
    EXIT_INTERRUPTED = 130  /* ended by a signal, in good order */
};

#endif
