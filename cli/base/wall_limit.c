/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/wall_limit.h"
#include <string.h>

struct wall_limit {
    volatile int *interrupted;
    double seconds;
    gint64 until;
    GThread *thread;
    GMutex mutex;
    GCond ended;
    bool end;
};

bool wall_time_read(const char *option, const char *text, double least, double *seconds,
                    GError **error)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
    char *end;
    const double number = g_ascii_strtod(text, &end);
    for (size_t i = 0; end != text && i < G_N_ELEMENTS(units); i++)
        if (strcmp(end, units[i].unit) == 0 && number >= least && number < 1e9) {
            *seconds = number * units[i].seconds;
            return true;
        }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s wants a time such as 90s, 15m or 1.5h, not %s", option, text);
    return false;
}

static gpointer wait_for_it(gpointer data)
{
    struct wall_limit *limit = data;
    g_mutex_lock(&limit->mutex);
    while (!limit->end && g_cond_wait_until(&limit->ended, &limit->mutex, limit->until))
        continue;
    if (!limit->end && !*limit->interrupted)
        *limit->interrupted = WALL_TIME_IS_OVER;
    g_mutex_unlock(&limit->mutex);
    return NULL;
}

static void start_thread(struct wall_limit *limit)
{
    limit->end = false;
    limit->thread = g_thread_new("wall-limit", wait_for_it, limit);
}

static void set_time(struct wall_limit *limit)
{
    limit->until = g_get_monotonic_time() + (gint64)(limit->seconds * G_TIME_SPAN_SECOND);
}

struct wall_limit *wall_limit_start(double seconds, volatile int *interrupted)
{
    if (seconds <= 0)
        return NULL;
    struct wall_limit *limit = g_new0(struct wall_limit, 1);
    limit->interrupted = interrupted;
    limit->seconds = seconds;
    set_time(limit);
    g_mutex_init(&limit->mutex);
    g_cond_init(&limit->ended);
    start_thread(limit);
    return limit;
}

void wall_limit_pause(struct wall_limit *limit)
{
    if (!limit)
        return;
    g_mutex_lock(&limit->mutex);
    limit->end = true;
    g_cond_signal(&limit->ended);
    g_mutex_unlock(&limit->mutex);
    g_thread_join(limit->thread);
}

void wall_limit_resume(struct wall_limit *limit, bool anew)
{
    if (limit && anew)
        set_time(limit);
    if (limit)
        start_thread(limit);
}

void wall_limit_end(struct wall_limit *limit)
{
    if (!limit)
        return;
    wall_limit_pause(limit);
    g_mutex_clear(&limit->mutex);
    g_cond_clear(&limit->ended);
    g_free(limit);
}
