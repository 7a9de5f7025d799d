/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run observes beyond its counters: kinds of observers by name (--observe), each with a
 * state of its own and a member of the results.
 *
 * A kind is a row of the table in observation.c. Its state is made before the run, hears the events
 * of all units (models/core/observer.h), and is written as JSON after it. An observer that is not
 * asked for costs nothing.
 */
#ifndef SIMGPU_OBSERVERS_OBSERVATION_H
#define SIMGPU_OBSERVERS_OBSERVATION_H

#include "models/gpu.h"
#include <json-glib/json-glib.h>

/* What an observer may know of the run. Borrowed; `gpu` is there from the first event on. */
struct observer_site {
    const struct gpu_config *config;
};

struct observer_kind {
    const char *name;    /* of --observe, and of the member of the results */
    const char *meaning; /* one line */
    void *(*create)(const struct observer_site *site);
    /* Fills in the functions it needs; `data` is its state already. */
    void (*listen)(struct observer *observer);
    /* After the run: writes its value, whose member name has been set. */
    void (*write)(const void *state, const struct gpu *gpu, JsonBuilder *json);
    void (*destroy)(void *state);
};

/* The known kinds; a NULL ends them. */
extern const struct observer_kind *const observer_kinds[];

struct observation {
    unsigned n;
    const struct observer_kind *kinds[OBSERVERS_MAX];
    struct observer observers[OBSERVERS_MAX];
    struct observers list; /* what the units get; others may be added to it */
};

/* names: kinds with commas between them, "all", or NULL for none. The error names the known ones.
 */
struct observation *observation_new(const char *names, const struct observer_site *site,
                                    GError **error);
/* Another one, of the caller's: before observation_observers. */
void observation_add(struct observation *observation, const struct observer *observer);
/* NULL is fine. */
void observation_free(struct observation *observation);

/* The state of the kind; NULL if it is not observed. */
void *observation_state(const struct observation *observation, const struct observer_kind *kind);

/* What the units get: NULL if nothing is observed, which costs them nothing. */
const struct observers *observation_observers(const struct observation *observation);

/* A member for each that was asked for. */
void observation_write(const struct observation *observation, const struct gpu *gpu,
                       JsonBuilder *json);

/* "latency   what it is" lines. g_free. */
char *observation_list(void);

#endif
