/* SPDX-License-Identifier: BSD-3-Clause */
/* What a command does to memory when it ends. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_EFFECT_H
#define SIMGPU_WORKLOADS_PROGRAM_EFFECT_H

#include <stdint.h>

struct effect {
    enum effect_kind { EFFECT_COPY, EFFECT_SET, EFFECT_CONSTANT, EFFECT_RELEASE } kind;
    uint8_t *to;                                  /* COPY, SET, CONSTANT */
    const uint8_t *from;                          /* COPY, CONSTANT */
    uint64_t to_pitch, from_pitch, width, height; /* bytes; width in a row */
    uint32_t value, element_bytes;                /* SET */
    uint64_t address, bytes;                      /* device memory that changes; 0 bytes: none */
    uint8_t *owned;                               /* inline bytes, kernel parameters; g_free */
};

void effect_apply(const struct effect *effect);

#endif
