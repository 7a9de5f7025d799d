/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a drawing as a PNG. */
#ifndef SIMGPU_REPORT_PNG_H
#define SIMGPU_REPORT_PNG_H

#include <glib.h>
#include <stdbool.h>

/* scale: pixels for each unit of the drawing. */
bool png_write(const char *svg, double scale, const char *path, GError **error);

#endif
