/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel that runs a row of the conformance suite.
 *
 * Its data are arrays of ROW_ARRAY 64-bit cells, one cell a vector of operands: destinations,
 * then sources, then the guard. Threads take the vectors in turn.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_KERNEL_TEXT_H
#define SIMGPU_TESTS_CONFORMANCE_KERNEL_TEXT_H

#include "tests/conformance/conformance.h"

#include <glib.h>

enum { ROW_ARRAY = 8192, ROW_THREADS = 1024, ROW_GUARD = ROW_DESTINATIONS + ROW_SOURCES };

/* A row's operand types, parsed. */
struct row_types {
    unsigned n_destinations, n_sources;
    struct operand_type destination[ROW_DESTINATIONS], source[ROW_SOURCES];
};

/* False: the row's operands are no types. */
bool row_types_parse(const struct conformance_row *row, struct row_types *types);

/* How a row is run. */
struct row_variant {
    int alias;      /* the source that destination 0 is; -1: guarded, destinations set before */
    int immediate;  /* the source that is a number in the text; -1: none. Not both. */
    uint64_t value; /* of the immediate */
};

char *kernel_text(const struct conformance_row *row, const struct row_types *types,
                  const struct row_variant *variant);

#endif
