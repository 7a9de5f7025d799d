/* SPDX-License-Identifier: BSD-3-Clause */
/* Values to try an instruction with. */
#ifndef SIMGPU_TESTS_CONFORMANCE_VALUES_H
#define SIMGPU_TESTS_CONFORMANCE_VALUES_H

#include "tests/conformance/operand_type.h"

#include <glib.h>

/* A seeded generator (Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators").
 */
struct value_generator {
    uint64_t state;
};

uint64_t value_next(struct value_generator *generator);

/* The edge values of a type; GArray of uint64_t, of at least one element. */
GArray *value_edges(const struct operand_type *type);

/* Any value of the type: uniform bits, or of a plain size, or an edge. */
uint64_t value_random(struct value_generator *generator, const struct operand_type *type,
                      const GArray *edges);

#endif
