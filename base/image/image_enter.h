/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts an image in the place of this process: see image.h. */
#ifndef SIMGPU_BASE_IMAGE_ENTER_H
#define SIMGPU_BASE_IMAGE_ENTER_H

#include "base/image/image_open.h"

/* Goes on in the image. Returns only with an error, before anything has changed for good. */
void image_enter(struct image *image, const uint8_t news[IMAGE_NEWS_BYTES], GError **error);

#endif
