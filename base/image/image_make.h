/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes an image of this process, and is where the process that goes on begins: see image.h. */
#ifndef SIMGPU_BASE_IMAGE_MAKE_H
#define SIMGPU_BASE_IMAGE_MAKE_H

#include "base/image/image.h"
#include <glib.h>

struct image_setup {
    const char *path; /* written aside and renamed */
    const struct image_note *note;
    const GArray *inherited; /* int: descriptors that this process was started with */
    const GArray *given;     /* int: descriptors that whoever restores the image gives anew */
    const char *copied;      /* files in this folder may go: their mapped bytes are kept; NULL */
};

enum image_end { IMAGE_FAILED, IMAGE_MADE, IMAGE_RESTORED };

/* Why images can't be made here; NULL: they can. */
const char *image_problem(void);

/* IMAGE_MADE: *bytes is the file's size. IMAGE_RESTORED: this process goes on from an image; news
 * is what image_enter was given. IMAGE_FAILED: *error says why; nothing has changed. */
enum image_end image_make(const struct image_setup *setup, uint64_t *bytes,
                          uint8_t news[IMAGE_NEWS_BYTES], GError **error);

#endif
