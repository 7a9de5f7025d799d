/* SPDX-License-Identifier: BSD-3-Clause */
/* What text_source.c asks of an unpacker. */
#ifndef SIMGPU_SASS_TRACE_TEXT_PACKING_H
#define SIMGPU_SASS_TRACE_TEXT_PACKING_H

#include <glib.h>
#include <stdbool.h>

/* Packed bytes at `in`, room for text at `out`; both move on with what is used. */
struct packed_step {
    const void *in;
    size_t in_left;
    char *out;
    size_t out_left;
    bool at_end; /* no packed bytes follow those at `in` */
};

struct text_packing {
    const char *suffix;
    void *(*open)(void);
    void (*close)(void *state);
    /* Unpacks some. *finished: the packed text is complete. False: *problem says what is wrong. */
    bool (*step)(void *state, struct packed_step *step, bool *finished, const char **problem);
};

extern const struct text_packing xz_packing, zstd_packing;

#endif
