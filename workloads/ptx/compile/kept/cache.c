/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/kept/cache.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX      ".so"
#define LINK_SUFFIX ".link"

char *kernel_cache_place(void)
{
    return g_build_filename(g_get_user_cache_dir(), "simgpu", "kernels", NULL);
}

bool kernel_cache_make(const char *folder)
{
    return g_mkdir_with_parents(folder, 0700) == 0;
}

char *kernel_cache_folder(void)
{
    char *folder = kernel_cache_place();
    if (kernel_cache_make(folder))
        return folder;
    g_free(folder);
    return NULL;
}

char *kernel_cache_path(const char *folder, const char *digest)
{
    g_autofree char *name = g_strconcat(digest, SUFFIX, NULL);
    return g_build_filename(folder, name, NULL);
}

char *kernel_cache_link_path(const char *folder, const char *name)
{
    g_autofree char *file = g_strconcat(name, LINK_SUFFIX, NULL);
    return g_build_filename(folder, file, NULL);
}

/* Another process may do the same at the same time: then its link is as good. */
void kernel_cache_link(const char *link, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    g_unlink(link);
    if (symlink(name, link) != 0)
        g_debug("%s is not made", link);
}

struct cached_file {
    char *path;
    guint64 bytes;
    struct timespec used;
};

static void cached_file_free(gpointer data)
{
    struct cached_file *file = data;
    g_free(file->path);
    g_free(file);
}

static gint older_first(gconstpointer a, gconstpointer b)
{
    const struct cached_file *x = *(struct cached_file *const *)a,
                             *y = *(struct cached_file *const *)b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->path, y->path);
}

static GPtrArray *list_files(const char *folder, guint64 *total)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(cached_file_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    *total = 0;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        struct stat found;
        if (!g_str_has_suffix(name, SUFFIX) || stat(path, &found) != 0)
            continue;
        struct cached_file *file = g_new0(struct cached_file, 1);
        file->path = g_steal_pointer(&path);
        file->bytes = (guint64)found.st_size;
        file->used = found.st_mtim; /* a file is touched when it is used */
        *total += file->bytes;
        g_ptr_array_add(files, file);
    }
    g_ptr_array_sort(files, older_first);
    return files;
}

void kernel_cache_remove_folder(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

/* Folders of builders that were killed, and links to nothing. */
static void remove_left_behind(const char *folder)
{
    enum { AN_HOUR = 3600 };
    const gint64 now = g_get_real_time() / G_USEC_PER_SEC;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        struct stat found;
        if (g_str_has_suffix(name, LINK_SUFFIX) && stat(path, &found) != 0)
            g_unlink(path);
        if (strstr(name, SUFFIX ".") && stat(path, &found) == 0 && S_ISDIR(found.st_mode) &&
            now - found.st_mtim.tv_sec > AN_HOUR)
            kernel_cache_remove_folder(path);
    }
}

void kernel_cache_trim(const char *folder, guint64 limit)
{
    guint64 total;
    g_autoptr(GPtrArray) files = list_files(folder, &total);
    for (guint i = 0; i < files->len && total > limit; i++) {
        const struct cached_file *file = files->pdata[i];
        if (g_unlink(file->path) == 0)
            total -= file->bytes;
    }
    remove_left_behind(folder);
}
