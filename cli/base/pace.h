/* SPDX-License-Identifier: BSD-3-Clause */
/* How long what is left will take, at the pace of what has been done since it last grew; before
 * anything has, at the pace before that. */
#ifndef SIMGPU_CLI_BASE_PACE_H
#define SIMGPU_CLI_BASE_PACE_H

#include <glib.h>

/* Zeroed, it has seen nothing. */
struct pace {
    guint64 all, done; /* when `all` last changed, */
    gint64 since_us;   /* which was then */
    double earlier;    /* the pace before, in a second; 0: unknown */
};

/* Seconds, negative as long as nobody can say. Call it now and then; now_us: any steady clock. */
double pace_left_s(struct pace *pace, guint64 done, guint64 all, gint64 now_us);

/* "2 h 05 min", "3 min 20 s", "12 s", "?" of a negative number. g_free. */
char *pace_text(double seconds);

#endif
