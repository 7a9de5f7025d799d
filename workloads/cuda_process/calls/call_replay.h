/* SPDX-License-Identifier: BSD-3-Clause */
/* Brings a program that was started anew to where a log of its calls ends: each of its calls is
 * answered from there. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_REPLAY_H
#define SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_REPLAY_H

#include "runtime/protocol.h"
#include <glib.h>
#include <stdbool.h>

struct call_replay {
    const char *path;   /* of the log */
    const char *name;   /* of the program, for messages */
    uint64_t n_records; /* how many count */
    int files[2];       /* by enum program_file: those of the new process */
    uint64_t device_base, device_bytes;
    void *data; /* for the functions below */
    /* The program's next call; *payload: g_free. False: it has ended. */
    bool (*read)(void *data, struct protocol_request *request, uint8_t **payload);
    void (*answer)(void *data, const struct protocol_answer *answer, const void *payload);
};

/* In the device's file. */
struct call_range {
    uint64_t begin, end;
};

/* shown: gets a struct call_range for each part of the device's memory that the program looks at
 * itself; with the program's own writes it is now as it was, and so is all pinned memory. False
 * with an error: the program doesn't ask what it asked before, or the log is not whole. */
bool call_replay_run(const struct call_replay *replay, GArray *shown, GError **error);

#endif
