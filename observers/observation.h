/* SPDX-License-Identifier: BSD-3-Clause */
/* The observers of a run, beyond its counters: kinds of observers by name (--observe). Each has a
 * state of its own and a member of the results.
 *
 * A kind is a row of the table in observation.c. Its state is made before the run, hears the events
 * of all units (models/core/observer.h), and is written as JSON after the run. An observer costs
 * nothing if nobody asks for it.
 */
#ifndef SIMGPU_OBSERVERS_OBSERVATION_H
#define SIMGPU_OBSERVERS_OBSERVATION_H

#include "models/gpu.h"
#include <json-glib/json-glib.h>

/* Facts about the run for an observer. Borrowed; `gpu` is there from the first event on. */
struct observer_site {
    const struct gpu_config *config;
};

struct observer_kind {
    const char *name;    /* of --observe, and of the member of the results */
    const char *meaning; /* one line */
    void *(*create)(const struct observer_site *site);
    /* Fills in the functions that it needs. `data` is already its state. */
    void (*listen)(struct observer *observer);
    /* After the run: writes its value. The member's name is already set. */
    void (*write)(const void *state, const struct gpu *gpu, JsonBuilder *json);
    void (*destroy)(void *state);
};

/* The known kinds; a NULL ends them. */
extern const struct observer_kind *const observer_kinds[];

struct observation {
    unsigned n;
    const struct observer_kind *kinds[OBSERVERS_MAX];
    struct observer observers[OBSERVERS_MAX];
    struct observers list; /* for the units; you may add others to it */
};

/* names: kinds with commas between them, "all", or NULL for none. The error names the known ones.
 */
struct observation *observation_new(const char *names, const struct observer_site *site,
                                    GError **error);
/* Adds an observer of the caller. Call it before observation_observers. */
void observation_add(struct observation *observation, const struct observer *observer);
/* NULL is fine. */
void observation_free(struct observation *observation);

/* The state of the kind; NULL if it is not observed. */
void *observation_state(const struct observation *observation, const struct observer_kind *kind);

/* The observers for the units. NULL: there are none, which costs the units nothing. */
const struct observers *observation_observers(const struct observation *observation);

/* Writes a member for each observer that the user asked for. */
void observation_write(const struct observation *observation, const struct gpu *gpu,
                       JsonBuilder *json);

/* Lines with each kind's name and meaning. g_free. */
char *observation_list(void);

#endif
