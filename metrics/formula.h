/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas of derived metrics. The text that documents a metric is also computed.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ("*" | "/") factor }
 *   factor  = number | name | "(" sum ")"
 *
 * A number is digits; a name is letters, digits, "_" and ".".
 */
#ifndef SIMGPU_METRICS_FORMULA_H
#define SIMGPU_METRICS_FORMULA_H

#include <glib.h>
#include <stdbool.h>

enum formula_result {
    FORMULA_VALUE,
    FORMULA_UNDEFINED, /* it divides by zero */
    FORMULA_ABSENT     /* it has an unknown name */
};

/* Looks up a name of `length` characters; false: there is none. */
typedef bool (*formula_lookup)(const void *data, const char *name, gsize length, double *value);

/* The text must be a formula. */
enum formula_result formula_evaluate(const char *text, formula_lookup lookup, const void *data,
                                     double *value);

#endif
