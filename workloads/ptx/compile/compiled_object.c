/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/compiled_object.h"
#include "workloads/ptx/compile/kept/cache.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <utime.h>

/* The file may have been made long ago; that it is used keeps it. */
static bool load(struct compiled_object *o, const char *path)
{
    o->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!o->library)
        return false;
    o->state = OBJECT_LOADED;
    g_utime(path, NULL);
    return true;
}

/* From the file that the text says. */
static void load_made(struct compiled_object *o)
{
    if (!load(o, o->path))
        o->state = OBJECT_NEVER;
    else if (o->link)
        kernel_cache_link(o->link, o->path);
}

bool compiled_object_find(struct compiled_object *o, char *link)
{
    o->link = link;
    return link && load(o, link);
}

void compiled_object_write(struct compiled_object *o, char *text)
{
    g_autofree char *folder = kernel_cache_folder();
    o->text = text;
    o->state = OBJECT_NEVER;
    if (!folder)
        return;
    g_autofree char *digest = kernel_builder_digest(text);
    o->path = kernel_cache_path(folder, digest);
    o->state = OBJECT_NOT_CACHED;
    if (g_file_test(o->path, G_FILE_TEST_EXISTS))
        load_made(o);
}

void compiled_object_build(struct compiled_object *o)
{
    o->builder = kernel_builder_new(o->text, o->path);
    o->state = o->builder ? OBJECT_BUILDING : OBJECT_NEVER;
    g_clear_pointer(&o->text, g_free);
}

void compiled_object_look(struct compiled_object *o, bool wait)
{
    const enum kernel_build how = kernel_builder_look(o->builder, wait);
    if (how == BUILD_RUNS)
        return;
    g_clear_pointer(&o->builder, kernel_builder_free);
    o->state = OBJECT_NEVER;
    o->refused = how == BUILD_REFUSED;
    if (how == BUILD_DONE)
        load_made(o);
}

void compiled_object_finish(struct compiled_object *o)
{
    if (o->builder)
        kernel_builder_free(o->builder);
    if (o->library)
        dlclose(o->library);
    g_free(o->text);
    g_free(o->path);
    g_free(o->link);
}
