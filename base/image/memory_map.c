/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/memory_map.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t NS_PER_S = 1000000000;

static uint64_t number(const char **at, int base)
{
    char *end;
    const uint64_t value = strtoull(*at, &end, base);
    *at = end;
    return value;
}

static uint64_t time_of(const struct stat *file)
{
    return (uint64_t)file->st_mtim.tv_sec * NS_PER_S + (uint64_t)file->st_mtim.tv_nsec;
}

static bool same_inode(const struct memory_region *region, const struct stat *file)
{
    return file->st_ino == region->inode && S_ISREG(file->st_mode);
}

bool memory_map_same_file(const struct memory_region *region)
{
    struct stat file;
    return stat(region->path, &file) == 0 && same_inode(region, &file) &&
           (uint64_t)file.st_size == region->file_bytes && time_of(&file) == region->file_time_ns;
}

static bool is_in(const char *path, const char *folder)
{
    const size_t length = folder ? strlen(folder) : 0;
    return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static enum memory_kind kind_of(struct memory_region *region, bool shared, const char *copied)
{
    struct stat file;
    if (strcmp(region->path, "[vdso]") == 0)
        return MEMORY_VDSO;
    if (strncmp(region->path, "[v", 2) == 0)
        return MEMORY_KERNELS;
    if (region->inode == 0)
        return MEMORY_ANONYMOUS;
    if (shared)
        return MEMORY_SHARED;
    if (is_in(region->path, copied) || stat(region->path, &file) != 0 || !same_inode(region, &file))
        return MEMORY_COPIED;
    region->file_bytes = (uint64_t)file.st_size;
    region->file_time_ns = time_of(&file);
    return MEMORY_FILE;
}

/* A line: "begin-end rwxp offset major:minor inode   path". False: the path is too long. */
static bool read_line(struct memory_region *region, const char *line, const char *copied)
{
    const char *at = line;
    memset(region, 0, sizeof *region);
    region->begin = number(&at, 16);
    at++;
    region->end = number(&at, 16);
    region->protection = (at[1] == 'r' ? PROT_READ : 0) | (at[2] == 'w' ? PROT_WRITE : 0) |
                         (at[3] == 'x' ? PROT_EXEC : 0);
    const bool shared = at[4] == 's';
    at += 5;
    region->offset = number(&at, 16);
    region->device = number(&at, 16) << 32;
    at++;
    region->device |= number(&at, 16);
    region->inode = number(&at, 10);
    at += strspn(at, " ");
    if (strlen(at) >= MEMORY_PATH_BYTES)
        return false;
    strcpy(region->path, at);
    region->kind = kind_of(region, shared, copied);
    return true;
}

static size_t read_text(char *text, size_t room)
{
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t got = 1;
    while (file >= 0 && got > 0 && length + 1 < room) {
        got = read(file, text + length, room - length - 1);
        length += got > 0 ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return got == 0 ? length : 0;
}

size_t memory_map_read(struct memory_region *regions, size_t max, char *text, size_t text_bytes,
                       uint64_t skip, uint64_t skip_end, const char *copied)
{
    size_t n = 0;
    if (read_text(text, text_bytes) == 0)
        return 0;
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n');
        if (!end || n == max)
            return 0;
        *end = '\0';
        if (!read_line(&regions[n], line, copied))
            return 0;
        n += regions[n].begin < skip || regions[n].begin >= skip_end;
        line = end + 1;
    }
    return n;
}
