/* SPDX-License-Identifier: BSD-3-Clause */
/* Plug-ins: shared libraries with one policy each, behind the symbol simgpu_plugin.
 *
 * The checks go from the outside in: nothing of a plug-in is read before the ABI says that it has
 * the meaning this simgpu gives it.
 */
#include "policies/plugin.h"

#include "base/input_error.h"
#include "policies/policy_problem.h"

#include <string.h>

static const char SYMBOL[] = "simgpu_plugin";

static const struct policy_kind *find_kind(const struct policy_kind *const *kinds, const char *name)
{
    for (size_t i = 0; name != NULL && kinds[i] != NULL; i++)
        if (strcmp(kinds[i]->plugs, name) == 0)
            return kinds[i];
    return NULL;
}

static bool unknown_kind(const char *path, const struct policy_kind *const *kinds, const char *name,
                         GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (size_t i = 0; kinds[i] != NULL; i++)
        if (find_kind(kinds, kinds[i]->plugs) == kinds[i])
            g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", kinds[i]->plugs);
    return input_error_at(error, path, 0, "no kind of policy is called \"%s\"; known: %s",
                          name != NULL ? name : "(NULL)", known->str);
}

/* Checks what the symbol points to; `kind` is the one it names. */
static bool check_plugin(const char *path, const struct policy_plugin *plugin,
                         const struct policy_kind *kind, GError **error)
{
    if (plugin->policy == NULL)
        return input_error_at(error, path, 0, "%s names no policy: its pointer is NULL", SYMBOL);
    g_autofree char *problem = policy_problem(plugin->policy);
    if (problem == NULL)
        problem = g_strdup(kind->problem(plugin->policy));
    if (problem != NULL)
        return input_error_at(error, path, 0, "%s \"%s\": %s", kind->title,
                              plugin->policy->name != NULL ? plugin->policy->name : "(NULL)",
                              problem);
    return true;
}

bool plugin_open(const char *path, const struct policy_kind *const *kinds, GModule **module,
                 const struct policy_kind **kind, const struct policy_head **policy, GError **error)
{
    /* g_module_open() would try other names for a file that is not there. */
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return input_error_at(error, path, 0, "there is no such file");
    GModule *opened = g_module_open(path, G_MODULE_BIND_LOCAL);
    if (opened == NULL)
        return input_error_at(error, path, 0, "this plug-in can't be loaded: %s", g_module_error());
    gpointer symbol = NULL;
    if (!g_module_symbol(opened, SYMBOL, &symbol) || symbol == NULL) {
        input_error_at(error, path, 0, "it does not define the symbol %s", SYMBOL);
        g_module_close(opened);
        return false;
    }
    const struct policy_plugin *plugin = symbol;
    if (plugin->abi != POLICY_ABI) {
        input_error_at(
            error, path, 0,
            "it was built with other headers (%08x) than this simgpu's (%08x): compile it again",
            plugin->abi, POLICY_ABI);
        g_module_close(opened);
        return false;
    }
    const struct policy_kind *named = find_kind(kinds, plugin->kind);
    if (named == NULL ? unknown_kind(path, kinds, plugin->kind, error)
                      : check_plugin(path, plugin, named, error)) {
        *module = opened;
        *kind = named;
        *policy = plugin->policy;
        return true;
    }
    g_module_close(opened);
    return false;
}
