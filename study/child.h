/* SPDX-License-Identifier: BSD-3-Clause */
/* A run of simgpu as a process: starts it, collects its output, and tells how it ended.
 *
 * The process leads a group of its own. So a time-out also ends the programs that it has started.
 * The system kills it when the thread that started it ends. It writes its result into a pipe,
 * /dev/fd/3. Its standard output is dropped.
 */
#ifndef SIMGPU_STUDY_CHILD_H
#define SIMGPU_STUDY_CHILD_H

#include "study/store.h"
#include <poll.h>
#include <sys/types.h>

enum { CHILD_FILES = 3 }; /* number of files that child_watch fills in */

struct child {
    pid_t pid;
    int end; /* readable when the process has ended (pidfd) */
    int result_file, message_file;
    GString *result, *messages;
    gint64 start_us;
    GDateTime *started;
    bool timed_out;
    const struct study_point *point;
};

/* Starts the running executable. executable: its path. If a new build has replaced the file there,
 * it still starts the running one. threads: how many the simulation may use. NULL on error. */
struct child *child_start(const char *executable, const struct study_point *point, unsigned threads,
                          GError **error);
/* Kills the process if it still runs, and waits for it. */
void child_free(struct child *child);

/* Fills in the files to poll. */
void child_watch(const struct child *child, struct pollfd files[CHILD_FILES]);
/* Reads new output. True: the process has ended. */
bool child_look(struct child *child);
double child_seconds(const struct child *child);
/* Kills the process, because it takes too long. */
void child_time_out(struct child *child);

/* Waits for a process that has ended. *run: a row about its end, without key and version; clear it.
 */
void child_finish(struct child *child, const char *executable, struct store_run *run);

#endif
