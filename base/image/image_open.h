/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads an image and goes on in it: see image.h. */
#ifndef SIMGPU_BASE_IMAGE_OPEN_H
#define SIMGPU_BASE_IMAGE_OPEN_H

#include "base/image/image.h"
#include <glib.h>

struct image;

/* Reads what is in front. NULL with an error: it is no image, not whole, or of another machine or
 * executable. */
struct image *image_open(const char *path, GError **error);
const struct image_note *image_note(const struct image *image);
/* A new file for that which had this number, still empty if the image keeps its bytes. It belongs
 * to the image. -1 with an error. */
int image_file(struct image *image, int number, GError **error);
/* The file that had this number is to be this one. Takes it over. */
void image_give(struct image *image, int number, int file);
/* Bytes [begin, end) of the file that had this number are right already. */
void image_spare(struct image *image, int number, uint64_t begin, uint64_t end);
/* NULL is fine. */
void image_free(struct image *image);

#endif
