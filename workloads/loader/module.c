/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/module.h"

#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/find_file.h"
#include "workloads/loader/shapes.h"

#include <string.h>

/* What a source of each language is called; the build makes STEM.ptx of STEM.cu and STEM.cl. */
static const struct {
    const char *language, *suffix;
    bool compiled;
} languages[] = {{"cuda", ".cu", true}, {"opencl", ".cl", true}, {"ptx", ".ptx", false}};

static bool read_members(struct module *module, const struct json_place *place, JsonNode *node,
                         GError **error)
{
    JsonObject *object;
    const char *language, *file;
    if (!json_read_object(place, node, shape_get(SHAPE_MODULE), &object, &language, error) ||
        !json_read_string_member(place, object, language, &file, error))
        return false;
    unsigned i = 0;
    while (strcmp(languages[i].language, language) != 0)
        i++;
    if (!g_str_has_suffix(file, languages[i].suffix)) {
        const struct json_place here = json_place_member(place, language);
        return json_place_error(&here, error, "expected a file name that ends in %s, found \"%s\"",
                                languages[i].suffix, file);
    }
    if (languages[i].compiled)
        module->source = g_strdup(file);
    int stem = (int)(strlen(file) - strlen(languages[i].suffix));
    module->ptx = g_strdup_printf("%.*s.ptx", stem, file);
    return true;
}

struct module *module_read(const struct json_place *place, const char *name, JsonNode *node,
                           GError **error)
{
    struct module *module = g_new0(struct module, 1);
    module->name = g_strdup(name);
    module->path = json_place_text(place);
    module->registers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!read_members(module, place, node, error))
        g_clear_pointer(&module, module_free);
    return module;
}

void module_free(struct module *module)
{
    if (!module)
        return;
    if (module->handle)
        module->provider->close(module->provider->data, module->handle);
    g_hash_table_unref(module->registers);
    g_free(module->name);
    g_free(module->path);
    g_free(module->source);
    g_free(module->ptx);
    g_free(module);
}

bool module_open(struct module *module, const struct kernel_provider *provider, const char *file,
                 const char *directory, const char *const *search, GError **error)
{
    g_autofree char *looked = NULL;
    g_autofree char *found = find_built_file(directory, search, module->ptx, &looked);
    if (!found && module->source)
        return input_error_in(
            error, file, module->path,
            "%s is missing; the build makes it from %s; looked for: %s; in simgpu's top folder, "
            "ninja -C build makes the files of its own workloads",
            module->ptx, module->source, looked);
    if (!found)
        return input_error_in(error, file, module->path, "%s is not there; looked for: %s",
                              module->ptx, looked);
    module->provider = provider;
    return provider->open(provider->data, found, &module->handle, error);
}

const struct kernel_code *module_kernel(struct module *module, const char *file, const char *path,
                                        const char *name, uint32_t registers, GError **error)
{
    uint32_t stated = GPOINTER_TO_UINT(g_hash_table_lookup(module->registers, name));
    if (registers != 0 && stated != 0 && registers != stated) {
        input_error_in(error, file, path,
                       "%u registers for kernel \"%s\", but an earlier launch states %u", registers,
                       name, stated);
        return NULL;
    }
    if (registers != 0)
        g_hash_table_insert(module->registers, g_strdup(name), GUINT_TO_POINTER(registers));
    g_autoptr(GError) reason = NULL;
    const struct kernel_code *code =
        module->provider->kernel(module->handle, name, registers, &reason);
    if (!code)
        input_error_in(error, file, path, "%s", reason->message);
    return code;
}
