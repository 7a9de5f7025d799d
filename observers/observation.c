/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/observation.h"
#include "base/input_error.h"
#include "observers/block_lines.h"
#include "observers/latency.h"
#include "observers/locality.h"
#include "observers/pattern.h"
#include "observers/reuse.h"
#include "observers/sharing.h"
#include <string.h>

const struct observer_kind *const observer_kinds[] = {
    &latency_kind, &locality_kind,    &reuse_kind, &sharing_kind,
    &pattern_kind, &block_lines_kind, NULL};

static const struct observer_kind *find(const char *name)
{
    for (const struct observer_kind *const *kind = observer_kinds; *kind; kind++)
        if (strcmp((*kind)->name, name) == 0)
            return *kind;
    return NULL;
}

static void add(struct observation *observation, const struct observer_kind *kind,
                const struct observer_site *site)
{
    if (observation_state(observation, kind))
        return;
    g_assert(observation->n < OBSERVERS_MAX && observation->list.n < OBSERVERS_MAX);
    struct observer *observer = &observation->observers[observation->n];
    observation->kinds[observation->n++] = kind;
    observer->data = kind->create(site);
    kind->listen(observer);
    observation->list.list[observation->list.n++] = observer;
}

static bool add_named(struct observation *observation, const char *name,
                      const struct observer_site *site, GError **error)
{
    if (strcmp(name, "all") == 0) {
        for (const struct observer_kind *const *kind = observer_kinds; *kind; kind++)
            add(observation, *kind, site);
        return true;
    }
    const struct observer_kind *kind = find(name);
    if (kind) {
        add(observation, kind, site);
        return true;
    }
    g_autofree char *known = observation_list();
    return input_error_at(error, "--observe", 0, "unknown observer \"%s\"; known: all\n%s", name,
                          known);
}

struct observation *observation_new(const char *names, const struct observer_site *site,
                                    GError **error)
{
    struct observation *observation = g_new0(struct observation, 1);
    g_auto(GStrv) words = g_strsplit(names ? names : "", ",", -1);
    for (char **word = words; *word; word++)
        if (!add_named(observation, *word, site, error)) {
            observation_free(observation);
            return NULL;
        }
    if (names && !*names && !add_named(observation, "", site, error))
        g_clear_pointer(&observation, observation_free);
    return observation;
}

void observation_add(struct observation *observation, const struct observer *observer)
{
    g_assert(observation->list.n < OBSERVERS_MAX);
    observation->list.list[observation->list.n++] = observer;
}

void observation_free(struct observation *observation)
{
    for (unsigned i = 0; observation && i < observation->n; i++)
        observation->kinds[i]->destroy(observation->observers[i].data);
    g_free(observation);
}

void *observation_state(const struct observation *observation, const struct observer_kind *kind)
{
    for (unsigned i = 0; i < observation->n; i++)
        if (observation->kinds[i] == kind)
            return observation->observers[i].data;
    return NULL;
}

const struct observers *observation_observers(const struct observation *observation)
{
    return observation->list.n > 0 ? &observation->list : NULL;
}

void observation_write(const struct observation *observation, const struct gpu *gpu,
                       JsonBuilder *json)
{
    for (unsigned i = 0; i < observation->n; i++) {
        json_builder_set_member_name(json, observation->kinds[i]->name);
        observation->kinds[i]->write(observation->observers[i].data, gpu, json);
    }
}

char *observation_list(void)
{
    GString *text = g_string_new(NULL);
    for (const struct observer_kind *const *kind = observer_kinds; *kind; kind++)
        g_string_append_printf(text, "  %-10s %s\n", (*kind)->name, (*kind)->meaning);
    return g_string_free(text, FALSE);
}
