/* SPDX-License-Identifier: BSD-3-Clause */
/* Replaces a process's memory by that of an image, and goes on there.
 *
 * Its code is copied to where neither the process nor the image has anything, with the plan. It
 * calls nothing and has no data, since the C library goes away under it. A step that fails ends the
 * process with the plan's message and exit code 3.
 */
#ifndef SIMGPU_BASE_IMAGE_RESTORER_H
#define SIMGPU_BASE_IMAGE_RESTORER_H

#include "base/image/image_context.h"

enum restorer_kind {
    RESTORER_UNMAP,   /* to, bytes */
    RESTORER_MOVE,    /* pages from `from` to `to` */
    RESTORER_MAP,     /* at `to`: `file` from `from`, with protection and flags */
    RESTORER_COPY,    /* bytes from `from` to `to` */
    RESTORER_PROTECT, /* to, bytes, protection */
    RESTORER_CLOSE    /* file */
};

struct restorer_step {
    enum restorer_kind kind;
    int protection, flags, file;
    uint64_t to, from, bytes;
};

struct restorer_plan {
    const struct restorer_step *steps;
    uint64_t n_steps;
    uint64_t thread_pointer;
    struct image_context context;
    char message[128];
    uint64_t message_bytes;
};

/* What is to be copied: from the first of these to the second. */
extern const char __start_image_restorer[], __stop_image_restorer[];
/* Never returns. In the copy it is as far behind the begin as it is here. */
void image_restorer_run(const struct restorer_plan *plan);

#endif
