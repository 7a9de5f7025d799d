/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/text/file_part.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

void file_part_set(struct file_part *part, int file, uint64_t begin, uint64_t end)
{
    bool there = file == part->file && begin >= part->from && begin - part->from <= part->n;
    if (there) {
        part->at = (size_t)(begin - part->from);
    } else {
        part->from = begin;
        part->at = part->n = 0;
    }
    part->file = file;
    part->end = end;
}

uint64_t file_part_at(const struct file_part *part)
{
    return part->from + part->at;
}

uint64_t file_part_left(const struct file_part *part)
{
    return part->end - file_part_at(part);
}

static bool refill(struct file_part *part)
{
    ssize_t n;
    part->from += part->n;
    do
        n = pread(part->file, part->buffer, FILE_PART_BYTES, (off_t)part->from);
    while (n < 0 && errno == EINTR);
    part->at = 0;
    part->n = n > 0 ? (size_t)n : 0;
    return part->n > 0;
}

const void *file_part_look(struct file_part *part, size_t *n)
{
    if (file_part_left(part) > 0 && part->at == part->n && !refill(part))
        return NULL;
    *n = (size_t)MIN(part->n - part->at, file_part_left(part));
    return part->buffer + part->at;
}

void file_part_skip(struct file_part *part, size_t n)
{
    g_assert(n <= part->n - part->at);
    part->at += n;
}

bool file_part_bytes(struct file_part *part, void *to, size_t n)
{
    uint8_t *out = to;
    while (n > 0) {
        size_t there;
        const void *from = file_part_look(part, &there);
        if (!from || there == 0)
            return false;
        there = MIN(there, n);
        memcpy(out, from, there);
        file_part_skip(part, there);
        out += there;
        n -= there;
    }
    return true;
}

bool file_part_u32(struct file_part *part, uint32_t *out)
{
    if (!file_part_bytes(part, out, sizeof *out))
        return false;
    *out = GUINT32_FROM_LE(*out);
    return true;
}

bool file_part_u64(struct file_part *part, uint64_t *out)
{
    if (!file_part_bytes(part, out, sizeof *out))
        return false;
    *out = GUINT64_FROM_LE(*out);
    return true;
}
