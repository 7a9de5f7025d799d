/* SPDX-License-Identifier: BSD-3-Clause */
/* Small arithmetic, for what a lesson expects: "two.cycles - one.cycles", "min(a, 3) <= 1.02 * b".
 *
 *   or        a or b            0 or 1
 *   and       a and b
 *   compare   a == b, !=, <, <=, >, >=
 *   sum       a + b, a - b
 *   product   a * b, a / b
 *   value     number, name, -value, (expression), not value
 *             min(a, ...), max(a, ...), round(a), floor(a), ceil(a), abs(a)
 *
 * A name is letters, digits, _ and points: a parameter, or RUN.METRIC. Values are doubles.
 */
#ifndef SIMGPU_TEACHING_GRADE_ARITHMETIC_H
#define SIMGPU_TEACHING_GRADE_ARITHMETIC_H

#include <glib.h>
#include <stdbool.h>

/* Looks up a name. False, with an error that says what is wrong, if nobody knows it. */
typedef bool arithmetic_lookup(void *data, const char *name, double *value, GError **error);

/* Errors are in the domain INPUT_ERROR; they say where in the text, and name no file. Division by
 * zero is an error. */
bool arithmetic_evaluate(const char *text, arithmetic_lookup *lookup, void *data, double *value,
                         GError **error);

#endif
