/* SPDX-License-Identifier: BSD-3-Clause */
/* A CUDA program as a child process, and the conversation with its runtime library
 * (runtime/protocol.h).
 *
 * Reading waits in real time: simulated time stands still while the program computes.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROCESS_H
#define SIMGPU_WORKLOADS_PROGRAM_PROCESS_H

#include "base/status_request.h"
#include "runtime/protocol.h"
#include "workloads/cuda_process/process_watch.h"
#include <glib.h>
#include <stdbool.h>

struct process {
    char *name;       /* argv[0] */
    GPid pid;         /* 0: not started, or over */
    GPid speaker;     /* who has sent the last request: the child, or one that it has started */
    unsigned n_calls; /* requests that wait for their answers */
    int socket;
    int status;                /* as of waitpid, once it is over */
    volatile int *interrupted; /* borrowed; may be NULL; see process_watch.h */
    const struct status_request *question;
    struct process_watch watch;
};

struct process_start {
    const char *const *argv;    /* NULL-terminated */
    const char *library_folder; /* goes in front of LD_LIBRARY_PATH; NULL: none */
    int device_file, host_file; /* memory files; the child gets duplicates */
    uint32_t program;           /* its number */
    volatile int *interrupted;
    const struct status_request *question; /* may be NULL */
};

/* False with an error if the program can't be started. */
bool process_start(struct process *process, const struct process_start *start, GError **error);

enum process_read {
    PROCESS_REQUEST,    /* *request and *payload (g_free) are filled */
    PROCESS_CLOSED,     /* the program has ended, whatever it had asked, or closed its side */
    PROCESS_NONSENSE,   /* what came is no request; the conversation is over for both sides */
    PROCESS_INTERRUPTED /* *interrupted became true meanwhile */
};

enum process_read process_read(struct process *process, struct protocol_request *request,
                               uint8_t **payload);
/* Is there something to read, within so many microseconds? */
bool process_has_input(const struct process *process, long wait_us);
/* The process whose threads ask; 0: not known. */
GPid process_speaker(const struct process *process);
bool process_interrupted(const struct process *process);
/* Ends the conversation for both sides. */
void process_shut(struct process *process);
/* A program that is gone is not told. */
void process_answer(struct process *process, const struct protocol_answer *answer,
                    const void *payload);

/* Ends the thread that watches it, and begins one again. Another process may have taken the
 * program's place at the same socket meanwhile. */
void process_pause(struct process *process);
void process_resume(struct process *process, GPid pid, GPid speaker);

/* Waits for the program's end; its exit code, or 128 + the signal that ended it. A program that
 * has closed its side but goes on computing is waited for; once *interrupted is true, it is
 * killed. */
int process_wait(struct process *process);
/* Ends it in the middle of what it does. */
void process_kill(struct process *process);
/* Whether it has ended; it may still have to be waited for. */
bool process_over(const struct process *process);
/* Of one that has ended: by a signal? */
bool process_was_killed(const struct process *process);
/* "./kmeans exited with code 1", "./kmeans was ended by signal 11 (Segmentation fault)". g_free. */
char *process_describe_end(const struct process *process);
/* Closes the conversation and frees everything. A program that waits for an answer ends of its own
 * accord, so what it has written is not lost; one that does not, soon, is killed. */
void process_finish(struct process *process);

#endif
