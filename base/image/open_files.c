/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/open_files.h"
#include "base/input_error.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 3, MODE = 0666 };

static const char MEMORY_NAME[] = "/memfd:", DELETED[] = " (deleted)", UNNAMED[] = "/#";

GArray *open_files_numbers(void)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(int));
    DIR *folder = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL) {
        const int number = atoi(entry->d_name);
        if (number >= FIRST && number != dirfd(folder))
            g_array_append_val(numbers, number);
    }
    if (folder)
        closedir(folder);
    return numbers;
}

static bool has(const GArray *numbers, int number)
{
    for (guint i = 0; numbers && i < numbers->len; i++)
        if (g_array_index(numbers, int, i) == number)
            return true;
    return false;
}

/* What is left of the text without an end; false if it has not got it. */
static bool cut_end(char *text, const char *end)
{
    if (!g_str_has_suffix(text, end))
        return false;
    text[strlen(text) - strlen(end)] = '\0';
    return true;
}

static bool read_one(struct open_file *file, int number, bool given, GError **error)
{
    char link[32], path[OPEN_FILE_PATH_BYTES] = "";
    struct stat status;
    *file = (struct open_file){.number = number,
                               .kind = given ? OPEN_FILE_GIVEN : OPEN_FILE_NAMED,
                               .flags = fcntl(number, F_GETFL),
                               .descriptor_flags = fcntl(number, F_GETFD)};
    if (given)
        return true;
    g_snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || (size_t)length == sizeof path - 1 || fstat(number, &status) != 0)
        return input_error_at(error, "--checkpoint", 0, "can't see what descriptor %d is", number);
    const off_t at = S_ISREG(status.st_mode) ? lseek(number, 0, SEEK_CUR) : 0;
    file->at = at > 0 ? (uint64_t)at : 0;
    file->bytes = (uint64_t)status.st_size;
    file->inode = status.st_ino;
    const bool deleted = cut_end(path, DELETED);
    char *unnamed = strrchr(path, '/');
    if (g_str_has_prefix(path, MEMORY_NAME)) {
        file->kind = OPEN_FILE_MEMORY;
        file->seals = fcntl(number, F_GET_SEALS);
        memmove(path, path + strlen(MEMORY_NAME), strlen(path) + 1 - strlen(MEMORY_NAME));
    } else if (deleted && unnamed && g_str_has_prefix(unnamed, UNNAMED)) {
        file->kind = OPEN_FILE_UNNAMED;
        *unnamed = '\0';
    } else if (deleted || *path != '/') {
        return input_error_at(error, "--checkpoint", 0,
                              "the run has %s open, which another process can't open", path);
    }
    g_strlcpy(file->path, path, sizeof file->path);
    return true;
}

GArray *open_files_read(const GArray *inherited, const GArray *given, GError **error)
{
    GArray *files = g_array_new(FALSE, TRUE, sizeof(struct open_file));
    g_autoptr(GArray) numbers = open_files_numbers();
    for (guint i = 0; i < numbers->len; i++) {
        const int number = g_array_index(numbers, int, i);
        struct open_file file;
        if (has(inherited, number))
            continue;
        if (!read_one(&file, number, has(given, number), error)) {
            g_array_free(files, TRUE);
            return NULL;
        }
        g_array_append_val(files, file);
    }
    return files;
}

static int open_file(const struct open_file *file)
{
    const int access = file->flags & (O_ACCMODE | O_APPEND | O_NONBLOCK);
    int number = -1;
    switch (file->kind) {
    case OPEN_FILE_MEMORY:
        number = memfd_create(file->path, MFD_CLOEXEC | MFD_ALLOW_SEALING);
        break;
    case OPEN_FILE_UNNAMED:
        return open(file->path, access | O_TMPFILE | O_CLOEXEC, MODE);
    case OPEN_FILE_NAMED:
        return open(file->path, access | O_CLOEXEC);
    case OPEN_FILE_GIVEN:
        errno = EBADF;
    }
    return number;
}

/* Its size, position and seals. A device has none of them. */
static bool adjust(const struct open_file *file, int number)
{
    struct stat status;
    const bool writes = (file->flags & O_ACCMODE) != O_RDONLY;
    if (fstat(number, &status) != 0)
        return false;
    if (!S_ISREG(status.st_mode))
        return true;
    if (writes && file->kind == OPEN_FILE_NAMED && (uint64_t)status.st_size < file->bytes) {
        errno = ENODATA;
        return false;
    }
    return (!writes || ftruncate(number, (off_t)file->bytes) == 0) &&
           lseek(number, (off_t)file->at, SEEK_SET) >= 0 &&
           (file->kind != OPEN_FILE_MEMORY || file->seals <= 0 ||
            fcntl(number, F_ADD_SEALS, file->seals) == 0);
}

int open_files_again(const struct open_file *file, int least, GError **error)
{
    const int number = open_file(file);
    if (number >= 0 && adjust(file, number)) {
        const int high = fcntl(number, F_DUPFD_CLOEXEC, least);
        close(number);
        return high;
    }
    input_error_at(error, file->path, 0, "can't go on with this file: %s", g_strerror(errno));
    if (number >= 0)
        close(number);
    return -1;
}
