/* SPDX-License-Identifier: BSD-3-Clause */
/* What a process has in its memory, as /proc/self/maps says. Reading allocates nothing, so that it
 * changes nothing of what it reads. */
#ifndef SIMGPU_BASE_IMAGE_MEMORY_MAP_H
#define SIMGPU_BASE_IMAGE_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_PATH_BYTES = 512 };

enum memory_kind {
    MEMORY_ANONYMOUS, /* private, of no file */
    MEMORY_FILE,      /* private, of a file that is still what it was */
    MEMORY_COPIED,    /* private, of a file that may go: its bytes count */
    MEMORY_SHARED,    /* of a file that others may map, too */
    MEMORY_VDSO,      /* the kernel's code for programs */
    MEMORY_KERNELS    /* the kernel's other pages: each process has its own */
};

struct memory_region {
    uint64_t begin, end;
    uint64_t offset; /* in its file */
    uint64_t inode, device;
    uint64_t file_bytes, file_time_ns; /* of MEMORY_FILE: last changed */
    uint32_t protection;               /* PROT_ */
    enum memory_kind kind;
    char path[MEMORY_PATH_BYTES]; /* "": none */
};

/* Fills regions by address, without what begins in [skip, skip_end). text is room for reading.
 * copied: files in this folder may go; NULL. Returns how many there are, 0 if they do not fit or
 * can't be read. */
size_t memory_map_read(struct memory_region *regions, size_t max, char *text, size_t text_bytes,
                       uint64_t skip, uint64_t skip_end, const char *copied);

/* Whether the region's file is what it was. */
bool memory_map_same_file(const struct memory_region *region);

#endif
