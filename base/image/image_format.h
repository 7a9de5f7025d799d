/* SPDX-License-Identifier: BSD-3-Clause */
/* What is in an image file: a header, and behind it packed (packed_stream.h) the regions of memory,
 * the open files, and runs of bytes of both. The end is a run of kind IMAGE_END.
 *
 * Writer and reader are the same executable on the same machine: structs are written as they are.
 */
#ifndef SIMGPU_BASE_IMAGE_FORMAT_H
#define SIMGPU_BASE_IMAGE_FORMAT_H

#include "base/image/image.h"
#include "base/image/image_context.h"

#define IMAGE_MAGIC "simgpu image 1"

enum { IMAGE_PAGE = 4096, IMAGE_CPU_WORDS = 6, IMAGE_MAX_REGIONS = 65536 };

struct image_header {
    char magic[16];
    uint32_t header_bytes;
    uint32_t cpu[IMAGE_CPU_WORDS]; /* of CPUID: libraries have chosen code for this one */
    uint32_t n_regions, n_files;
    uint64_t thread_pointer;
    uint64_t handover; /* where struct image_handover is, in the image */
    struct image_context context;
    struct image_note note;
};

enum image_run_kind { IMAGE_OF_REGION, IMAGE_OF_FILE, IMAGE_END };

/* In front of bytes. */
struct image_run {
    enum image_run_kind kind;
    uint32_t index;
    uint64_t at; /* an address, or an offset */
    uint64_t bytes;
};

/* What the process that restores an image gives to the one that goes on. */
struct image_handover {
    uint64_t arena, arena_bytes; /* to be unmapped */
    uint8_t news[IMAGE_NEWS_BYTES];
};

#endif
