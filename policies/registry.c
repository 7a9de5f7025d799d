/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of known policies. */
#include "policies/registry.h"

#include "base/input_error.h"
#include "base/nearest_name.h"
#include "policies/parameter_text.h"
#include "policies/plugin.h"

#include <string.h>

struct entry {
    const struct policy_kind *kind;
    const struct policy_head *policy;
    char *origin;    /* the plug-in's file; NULL when built in */
    GModule *module; /* NULL when built in */
};

struct policy_registry {
    const struct policy_kind *const *kinds;
    GArray *entries; /* of struct entry */
};

static void entry_clear(gpointer data)
{
    struct entry *entry = data;
    g_free(entry->origin);
    if (entry->module != NULL)
        g_module_close(entry->module);
}

static const struct entry *entry_at(const struct policy_registry *registry, unsigned index)
{
    return &g_array_index(registry->entries, struct entry, index);
}

/* Shares its kind's interface and can't serve it: L1's policies at L2. */
static bool is_refused(const struct entry *entry)
{
    return entry->kind->refused && entry->kind->refused(entry->policy);
}

static const struct entry *find_entry(const struct policy_registry *registry,
                                      const struct policy_kind *kind, const char *name)
{
    for (unsigned i = 0; i < registry->entries->len; i++) {
        const struct entry *entry = entry_at(registry, i);
        if (entry->kind == kind && strcmp(entry->policy->name, name) == 0)
            return entry;
    }
    return NULL;
}

struct policy_registry *policy_registry_new(const struct policy_kind *const *kinds)
{
    struct policy_registry *registry = g_new0(struct policy_registry, 1);
    registry->kinds = kinds;
    registry->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_array_set_clear_func(registry->entries, entry_clear);
    for (size_t k = 0; kinds[k] != NULL; k++)
        for (size_t i = 0; kinds[k]->built_in[i] != NULL; i++) {
            struct entry entry = {kinds[k], kinds[k]->built_in[i], NULL, NULL};
            g_assert(find_entry(registry, entry.kind, entry.policy->name) == NULL);
            g_array_append_val(registry->entries, entry);
        }
    return registry;
}

void policy_registry_free(struct policy_registry *registry)
{
    if (registry == NULL)
        return;
    g_array_unref(registry->entries);
    g_free(registry);
}

/* The one of that name that is there already, in any kind with the interface; NULL. */
static const struct entry *find_same(const struct policy_registry *registry, const char *plugs,
                                     const char *name)
{
    const struct entry *same = NULL;
    for (size_t k = 0; registry->kinds[k] != NULL && !same; k++)
        if (strcmp(registry->kinds[k]->plugs, plugs) == 0)
            same = find_entry(registry, registry->kinds[k], name);
    return same;
}

bool policy_registry_load_plugin(struct policy_registry *registry, const char *path, GError **error)
{
    struct entry entry = {.origin = g_canonicalize_filename(path, NULL)};
    if (!plugin_open(entry.origin, registry->kinds, &entry.module, &entry.kind, &entry.policy,
                     error)) {
        entry_clear(&entry);
        return false;
    }
    const char *plugs = entry.kind->plugs;
    const struct entry *same = find_same(registry, plugs, entry.policy->name);
    if (same != NULL) {
        input_error_at(error, entry.origin, 0, "there is a %s called \"%s\" already (%s)",
                       entry.kind->title, entry.policy->name,
                       same->origin != NULL ? same->origin : "built in");
        entry_clear(&entry);
        return false;
    }
    g_array_append_val(registry->entries, entry);
    for (size_t k = 0; registry->kinds[k] != NULL; k++) {
        struct entry other = {.kind = registry->kinds[k], .policy = entry.policy};
        if (other.kind == entry.kind || strcmp(other.kind->plugs, plugs) != 0)
            continue;
        other.origin = g_strdup(entry.origin);
        g_array_append_val(registry->entries, other);
    }
    return true;
}

const struct policy_head *policy_registry_find(const struct policy_registry *registry,
                                               const struct policy_kind *kind, const char *name,
                                               GError **error)
{
    const struct entry *found = find_entry(registry, kind, name);
    if (found != NULL)
        return found->policy;
    g_autoptr(GString) known = g_string_new(NULL);
    g_autofree const struct policy_head **policies = policy_registry_list(registry, kind);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (size_t i = 0; policies[i] != NULL; i++) {
        if (kind->refused && kind->refused(policies[i]))
            continue;
        g_string_append_printf(known, "%s%s", known->len > 0 ? ", " : "", policies[i]->name);
        g_ptr_array_add(names, (char *)policies[i]->name);
    }
    g_autofree char *hint = nearest_hint(name, names);
    input_error_at(error, kind->title, 0, "none is called \"%s\"; known: %s%s", name, known->str,
                   hint);
    return NULL;
}

const struct policy_head **policy_registry_list(const struct policy_registry *registry,
                                                const struct policy_kind *kind)
{
    const struct policy_head **list =
        g_new0(const struct policy_head *, registry->entries->len + 1);
    size_t count = 0;
    for (unsigned i = 0; i < registry->entries->len; i++)
        if (entry_at(registry, i)->kind == kind)
            list[count++] = entry_at(registry, i)->policy;
    return list;
}

void policy_registry_describe(const struct policy_registry *registry, GString *text)
{
    for (size_t k = 0; registry->kinds[k] != NULL; k++) {
        g_string_append_printf(text, "%s:\n", registry->kinds[k]->title);
        for (unsigned i = 0; i < registry->entries->len; i++) {
            const struct entry *entry = entry_at(registry, i);
            if (entry->kind == registry->kinds[k] && !is_refused(entry))
                policy_describe(entry->policy, entry->origin, text);
        }
    }
}
