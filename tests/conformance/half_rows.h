/* SPDX-License-Identifier: BSD-3-Clause */
/* What the conformance tests of 16-bit floats share: formats, modifiers, pairs. */
#ifndef SIMGPU_TESTS_CONFORMANCE_HALF_ROWS_H
#define SIMGPU_TESTS_CONFORMANCE_HALF_ROWS_H

#include "tests/conformance/conformance.h"

enum half_modifier {
    HALF_FTZ = 1,
    HALF_SAT = 2,
    HALF_RELU = 4,
    HALF_TAKES_NAN = 8, /* .NaN */
    HALF_XORSIGN_ABS = 16,
    HALF_SATFINITE = 32
};

/* A row's data: an operation on single halves, which a row of pairs does twice. */
struct half_row {
    const struct float_format *format;
    unsigned modifiers; /* enum half_modifier */
    bool pair;
    /* From halves to a half. */
    uint64_t (*compute)(const struct half_row *row, const uint64_t in[]);
    unsigned operation; /* for compute */
};

/* A reference: compute of every half. */
void half_expected(const struct conformance_row *row, const uint64_t in[], uint64_t out[]);

/* Source k of half h of a row's sources. */
void half_sources(const struct half_row *row, const uint64_t in[], unsigned h, uint64_t half[]);

/* Clamps negative values to +0; any NaN becomes the canonical one. */
uint64_t half_relu(const struct float_format *format, uint64_t bits);

/* The modifiers' words in PTX's order, as in ".ftz.sat"; g_free. */
char *half_modifier_words(unsigned modifiers);

/* Runs opcode + modifiers + type with n sources, for a single and for a pair. */
void half_check(struct conformance *c, const char *opcode, struct half_row row, unsigned n_sources,
                conformance_domain *domain);

#endif
