/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/output_file.h"
#include "base/input_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_TRIED = 100, PERMISSIONS = 0666, ALL_PERMISSIONS = 07777 };

struct output_file {
    char *path;      /* as given */
    char *target;    /* behind links; NULL: written in place */
    char *temporary; /* NULL: has no name yet */
    FILE *stream;
    int problem; /* errno of the first write that failed */
};

/* Where a whole file can take the place of what is there: NULL if it can't. g_free. */
static char *find_target(const char *path, struct stat *status)
{
    *status = (struct stat){0};
    if (stat(path, status) == 0) {
        g_autofree char *real = S_ISREG(status->st_mode) ? realpath(path, NULL) : NULL;
        return g_strdup(real);
    }
    struct stat link;
    return lstat(path, &link) == 0 ? NULL : g_strdup(path);
}

static char *another_name(const char *target)
{
    return g_strdup_printf("%s.%08x", target, g_random_int());
}

static int open_named(struct output_file *file)
{
    int descriptor = -1;
    for (int i = 0; descriptor < 0 && i < NAMES_TRIED; i++) {
        g_free(file->temporary);
        file->temporary = another_name(file->target);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor < 0)
        g_clear_pointer(&file->temporary, g_free);
    return descriptor;
}

static int open_beside(struct output_file *file, const struct stat *old)
{
    g_autofree char *folder = g_path_get_dirname(file->target);
    int descriptor = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, PERMISSIONS);
    if (descriptor < 0)
        descriptor = open_named(file);
    if (descriptor >= 0 && old->st_mode != 0)
        (void)!fchmod(descriptor, old->st_mode & ALL_PERMISSIONS);
    return descriptor;
}

static struct output_file *open_file(const char *path, int in_place, GError **error)
{
    struct stat old;
    struct output_file *file = g_new0(struct output_file, 1);
    file->path = g_strdup(path);
    file->target = find_target(path, &old);
    int descriptor = file->target ? open_beside(file, &old) : -1;
    if (descriptor < 0 && (!file->target || old.st_mode != 0)) {
        g_clear_pointer(&file->target, g_free);
        descriptor = open(path, O_WRONLY | O_CLOEXEC | in_place, PERMISSIONS);
    }
    file->stream = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file->stream)
        return file;
    input_error_at(error, path, 0, "can't be written: %s", g_strerror(errno));
    output_file_discard(file);
    return NULL;
}

struct output_file *output_file_open(const char *path, GError **error)
{
    return open_file(path, O_CREAT | O_TRUNC, error);
}

void output_file_write(struct output_file *file, const char *bytes, gsize n_bytes)
{
    errno = 0;
    if (file->problem == 0 && fwrite(bytes, 1, n_bytes, file->stream) != n_bytes)
        file->problem = errno != 0 ? errno : EIO;
}

static gboolean give_name(struct output_file *file)
{
    g_autofree char *nameless = g_strdup_printf("/proc/self/fd/%d", fileno(file->stream));
    for (int i = 0; !file->temporary && i < NAMES_TRIED; i++) {
        g_autofree char *name = another_name(file->target);
        if (linkat(AT_FDCWD, nameless, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
            file->temporary = g_steal_pointer(&name);
        else if (errno != EEXIST)
            break;
    }
    return file->temporary != NULL;
}

/* 0, or why not all of it is there. */
static int put_in_place(struct output_file *file)
{
    if (file->problem != 0)
        return file->problem;
    if (fflush(file->stream) != 0)
        return errno;
    if (file->target && !give_name(file))
        return errno;
    int closed = fclose(file->stream);
    file->stream = NULL;
    if (closed != 0)
        return errno;
    if (file->target && rename(file->temporary, file->target) != 0)
        return errno;
    g_clear_pointer(&file->temporary, g_free);
    return 0;
}

gboolean output_file_close(struct output_file *file, GError **error)
{
    int problem = put_in_place(file);
    if (problem != 0)
        input_error_at(error, file->path, 0, "could not be written: %s", g_strerror(problem));
    output_file_discard(file);
    return problem == 0;
}

void output_file_discard(struct output_file *file)
{
    if (!file)
        return;
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    g_free(file->temporary);
    g_free(file->target);
    g_free(file->path);
    g_free(file);
}

gboolean output_file_check(const char *path, GError **error)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return access(path, W_OK) == 0 || /* opening a pipe would wait for its reader */
               input_error_at(error, path, 0, "can't be written: %s", g_strerror(errno));
    struct output_file *file = open_file(path, 0, error);
    gboolean good = file != NULL;
    output_file_discard(file);
    return good;
}
