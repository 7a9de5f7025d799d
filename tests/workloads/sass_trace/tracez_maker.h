/* SPDX-License-Identifier: BSD-3-Clause */
/* Packs the text of a .traceg as a .tracez. */
#ifndef SIMGPU_TESTS_TRACEZ_MAKER_H
#define SIMGPU_TESTS_TRACEZ_MAKER_H

#include <stdbool.h>
#include <stdint.h>

struct tracez_shape {
    uint32_t piece_lines;
    bool dictionary; /* one is trained on the text, as Accel-Sim does */
};

void tracez_make(const char *path, const char *text, const struct tracez_shape *shape);

#endif
