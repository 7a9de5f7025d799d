/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of the conformance suite that differ only in a type.
 *
 * In its texts, @ stands for the type and # for the one of twice its width.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_FAMILY_H
#define SIMGPU_TESTS_CONFORMANCE_FAMILY_H

#include "tests/conformance/conformance.h"

struct row_family {
    const char *form;     /* "mul.wide.@" */
    const char *types;    /* "u16 s16 u32 s32" */
    const char *operands; /* "# = @ @" */
    conformance_reference *expected;
    conformance_domain *domain;
    const char *suffix, *body, *functions;
};

/* A family's row has the width of its type in detail[0], and 1 in detail[1] if it is signed. */
void conformance_check_families(struct conformance *c, const struct row_family *families,
                                unsigned n);

/* Source k of a row of a family as a number. */
__int128 family_value(const struct conformance_row *row, uint64_t bits);

#endif
