/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/pace.h"

double pace_left_s(struct pace *pace, guint64 done, guint64 all, gint64 now_us)
{
    double elapsed = (double)(now_us - pace->since_us) * 1e-6;
    if (all != pace->all) {
        const double earlier =
            done > pace->done && pace->all > 0 ? (double)(done - pace->done) / elapsed : 0;
        *pace = (struct pace){.all = all,
                              .done = done,
                              .since_us = now_us,
                              .earlier = earlier > 0 ? earlier : pace->earlier};
        elapsed = 0;
    }
    if (done > pace->done)
        return elapsed * (double)(all - done) / (double)(done - pace->done);
    if (all == 0 || pace->earlier == 0)
        return -1;
    return MAX((double)(all - done) / pace->earlier - elapsed, 0);
}

char *pace_text(double seconds)
{
    if (seconds < 0)
        return g_strdup("?");
    const unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        return g_strdup_printf("%lu h %02lu min", s / 3600, s / 60 % 60);
    return s >= 60 ? g_strdup_printf("%lu min %02lu s", s / 60, s % 60)
                   : g_strdup_printf("%lu s", s);
}
