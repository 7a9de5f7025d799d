/* SPDX-License-Identifier: BSD-3-Clause */
/* What a film shows of a run: its events, the machine, and the lines of code, as JSON for the page
 * (film_page.h).
 *
 * A film holds a stretch of the run: a window that is asked for, or the first events, or, after a
 * deadlock, the last ones. What was there when it begins (warps, messages on their way, open rows)
 * is in it as events from before.
 */
#ifndef SIMGPU_TEACHING_FILM_FILM_H
#define SIMGPU_TEACHING_FILM_FILM_H

#include "models/gpu.h"
#include "teaching/events/event_log.h"

/* So many events make a page of some 5 MB. */
enum { FILM_MOST_EVENTS = 50000 };

struct film_options {
    const char *file;
    bool has_window;
    uint64_t from, until; /* SM cycles, without `until`: of the window */
    uint64_t most_events;
};

/* Who is in the film. */
struct film_title {
    const char *workload, *platform, *version;
    const char *policies; /* "warp scheduler gto" */
};

struct film;

/* config is borrowed until film_free. */
struct film *film_new(const struct film_options *options, const struct gpu_config *config,
                      GError **error);
/* NULL is fine. */
void film_free(struct film *film);

/* They hear for it. Valid as long as the film. */
unsigned film_observers(const struct film *film, const struct observer *observers[2]);
/* When the GPU is there; it is borrowed until film_end. */
void film_attach(struct film *film, const struct gpu *gpu);
/* After the run: writes the file. */
bool film_end(struct film *film, enum gpu_end end, const struct film_title *title, GError **error);

#endif
