/* SPDX-License-Identifier: BSD-3-Clause */
/* --checkpoint: images of the run in a folder, from which a run with the same command goes on.
 *
 *     DIR/image      the process at the end of a launch (base/image/image.h); the last one only
 *     DIR/calls-N    what program N has asked and heard (workloads/cuda_process/calls)
 *     DIR/lock       held by the process that uses the folder
 *
 * The state at a launch's end is the whole process: clocks, caches, queues, counters, policies,
 * observers. So the run goes on as if nothing had happened, and its results are byte for byte those
 * of a run that was not interrupted. Programs are processes of their own. They begin anew, and
 * their calls up to the image are answered from the log.
 */
#ifndef SIMGPU_CLI_RUN_CHECKPOINT_H
#define SIMGPU_CLI_RUN_CHECKPOINT_H

#include "cli/base/wall_limit.h"
#include "cli/run/clients/programs.h"
#include "cli/run/watch/progress.h"

struct checkpoint;

/* Takes the folder. If there is an image of the same command, the process goes on there and this
 * does not return. programs: NULL-terminated words of each program; NULL: none runs. inherited:
 * int, descriptors that the process was started with; taken over. `every`: seconds between images;
 * negative: as often as costs 5 % of the time. NULL with an error. */
struct checkpoint *checkpoint_begin(const char *folder, double every, GArray *inherited,
                                    const char *const *const *programs, uint32_t n_programs,
                                    GError **error);
/* Where a program's calls are kept; g_free. */
char *checkpoint_calls(const struct checkpoint *checkpoint, uint32_t program);
/* What must rest while an image is made. All borrowed; NULL: there is none. */
void checkpoint_attach(struct checkpoint *checkpoint, struct programs *programs,
                       struct progress *progress, struct wall_limit *limit);
/* A launch has ended, and its changes of memory are done. Makes an image if it is time. data: the
 * checkpoint; see client.h. */
void checkpoint_launch_ended(void *data);
/* Seconds that nobody has simulated, since the run was killed; and what images have taken. */
double checkpoint_lost_s(const struct checkpoint *checkpoint);
/* The run is over. done: its images go. Otherwise a run with the same command goes on. */
void checkpoint_end(struct checkpoint *checkpoint, bool done);
/* NULL is fine. */
void checkpoint_free(struct checkpoint *checkpoint);

#endif
