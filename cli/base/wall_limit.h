/* SPDX-License-Identifier: BSD-3-Clause */
/* --max-wall: the run ends in good order after so much wall time, as if somebody had interrupted
 * it.
 *
 * A thread of its own waits for the time and sets the word that interrupts a run, unless it is set.
 */
#ifndef SIMGPU_CLI_BASE_WALL_LIMIT_H
#define SIMGPU_CLI_BASE_WALL_LIMIT_H

#include <glib.h>
#include <stdbool.h>

/* In signals.interrupted, beside 1 (a signal) and PROGRAM_DIED. */
enum { WALL_TIME_IS_OVER = 3 };

struct wall_limit;

/* "90", "90s", "15m", "1.5h": in seconds, at least `least`. option: for messages. */
bool wall_time_read(const char *option, const char *text, double least, double *seconds,
                    GError **error);
/* seconds: 0 for no limit; the answer is then NULL. interrupted: borrowed until wall_limit_end. */
struct wall_limit *wall_limit_start(double seconds, volatile int *interrupted);
/* Ends the thread, and begins it again. anew: with all of the time. NULL is fine. */
void wall_limit_pause(struct wall_limit *limit);
void wall_limit_resume(struct wall_limit *limit, bool anew);
/* NULL is fine. */
void wall_limit_end(struct wall_limit *limit);

#endif
