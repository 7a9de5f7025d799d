/* SPDX-License-Identifier: BSD-3-Clause */
/* What a command does to memory when it ends, and what the program then does itself. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_EFFECT_H
#define SIMGPU_WORKLOADS_PROGRAM_EFFECT_H

#include "workloads/cuda_process/program_setup.h"

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

void effect_apply(const struct effect *effect, const struct program_memory *memory);

/* Bytes that a caller of the program moves between its own memory and the device's, behind the
 * answer to a blocking copy and before its next request. */
struct moved_bytes {
    uint64_t caller, address, written; /* 0 written: it reads them */
    bool under_way;                    /* it has its answer */
};

/* The caller is about to have its answer. moved: struct moved_bytes. */
void moved_bytes_begin(GArray *moved, const struct program_memory *memory, uint64_t caller);
/* The caller asks for something else: all that it has moved is there. */
void moved_bytes_note(GArray *moved, const struct program_memory *memory, uint64_t caller);

#endif
