/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer expressions of workload files: "(rows + block - 1) / block".
 *
 *     sum      = product { ("+" | "-") product }            binds tighter than the shifts, as in C
 *     shift    = sum { ("<<" | ">>") sum }                  the start symbol
 *     product  = unary { ("*" | "/" | "%") unary }
 *     unary    = { "-" } ( integer | name | "(" shift ")" | function "(" shift "," shift ")" )
 *     function = "min" | "max" | "ceildiv"
 *
 * Values are int64_t. Nothing wraps: an overflow, a division by zero and a shift by a negative
 * number or by 63 and more are errors. Division truncates towards zero and % has the sign of its
 * left side, as in C; a right shift rounds down; ceildiv rounds towards plus infinity.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_EXPRESSION_H
#define SIMGPU_WORKLOADS_LOADER_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

/* Looks a name up. False: *why (g_free) says why it has no integer value. */
typedef bool (*expression_lookup)(const void *names, const char *name, int64_t *value, char **why);

/* False: *why (g_free) is a message without file or path. */
bool expression_evaluate(const char *text, expression_lookup lookup, const void *names,
                         int64_t *value, char **why);

/* "min", "max" and "ceildiv" cannot be names of scalars or buffers. */
bool expression_is_reserved(const char *name);

#endif
