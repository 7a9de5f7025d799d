/* SPDX-License-Identifier: BSD-3-Clause */
/* The inside of image_open.h, for image_enter.c. */
#ifndef SIMGPU_BASE_IMAGE_PRIVATE_H
#define SIMGPU_BASE_IMAGE_PRIVATE_H

#include "base/image/image_arena.h"
#include "base/image/image_format.h"
#include "base/image/memory_map.h"
#include "base/image/open_files.h"
#include "base/image/packed_stream.h"
#include <glib.h>
#include <stdbool.h>

/* Files of an image get numbers from here on until all are there, so that none is in the way of
 * another. */
enum { IMAGE_HIGH_FILE = 400 };

/* Of a file: it keeps these bytes. */
struct spared {
    uint32_t index;
    uint64_t begin, end;
};

struct image {
    char *path;
    struct image_header header;
    struct memory_region *regions;
    uint64_t *staged; /* by region: where its pages wait; of files, what has been changed */
    struct open_file *files;
    int *numbers;   /* by file: the new one, -1: none yet */
    GArray *spared; /* struct spared */
    struct packed_stream stream;
    void *room;
    int file;
    struct image_arena arena;
    GArray *copies; /* struct restorer_step, by region in `index` order */
    GArray *steps;  /* struct restorer_step */
};

bool image_not_whole(const struct image *image, GError **error);
/* The new file, opened if it isn't yet. -1 with an error. */
int image_file_at(struct image *image, uint32_t index, GError **error);

#endif
