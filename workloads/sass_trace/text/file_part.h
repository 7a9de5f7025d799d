/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of a file, read from its begin to its end through a small buffer, whatever other parts of
 * the same file are read meanwhile. Numbers are little-endian. */
#ifndef SIMGPU_SASS_TRACE_FILE_PART_H
#define SIMGPU_SASS_TRACE_FILE_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_PART_BYTES = 1 << 14 };

struct file_part {
    int file;      /* borrowed */
    uint64_t end;  /* where the part ends */
    uint64_t from; /* place of what the buffer has, which may reach beyond the end */
    size_t at, n;  /* of the buffer: what is looked at next, and what is there */
    uint8_t buffer[FILE_PART_BYTES];
};

/* What the buffer has of the new part stays: neighbouring parts are read at once. */
void file_part_set(struct file_part *part, int file, uint64_t begin, uint64_t end);
/* The place in the file of what comes next; how many bytes are left of the part. */
uint64_t file_part_at(const struct file_part *part);
uint64_t file_part_left(const struct file_part *part);
/* Some of what comes next, at least a byte unless the part has ended; NULL if it can't be read. */
const void *file_part_look(struct file_part *part, size_t *n);
/* n: at most what file_part_look has shown. */
void file_part_skip(struct file_part *part, size_t n);
/* The next n bytes, or number. False if the part ends before. */
bool file_part_bytes(struct file_part *part, void *to, size_t n);
bool file_part_u32(struct file_part *part, uint32_t *out);
bool file_part_u64(struct file_part *part, uint64_t *out);

#endif
