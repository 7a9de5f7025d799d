/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas of derived metrics: the text that documents one is the text that is computed.
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
    FORMULA_ABSENT     /* it has a name that is not there */
};

/* False if there is no such name. The name has `length` characters. */
typedef bool (*formula_lookup)(const void *data, const char *name, gsize length, double *value);

/* The text must be a formula. */
enum formula_result formula_evaluate(const char *text, formula_lookup lookup, const void *data,
                                     double *value);

#endif
