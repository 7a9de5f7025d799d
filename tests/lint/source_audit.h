/* SPDX-License-Identifier: BSD-3-Clause */
/* A platform file against its section in platforms/SOURCES.md. */
#ifndef SIMGPU_TESTS_LINT_SOURCE_AUDIT_H
#define SIMGPU_TESTS_LINT_SOURCE_AUDIT_H

#include "tests/lint/source_table.h"

/* What is wrong, a line each; "" if every property has a row with its value and an origin, or is as
 * in the file that the section names, and every row is about a property. In a file without a
 * section every property must have its origin in a comment behind it. g_free. */
char *source_audit(const GPtrArray *sections, const char *file);

#endif
