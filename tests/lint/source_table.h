/* SPDX-License-Identifier: BSD-3-Clause */
/* platforms/SOURCES.md as a table: which property of which platform file has which value and
 * origin. That file says on its top how its tables are read. */
#ifndef SIMGPU_TESTS_LINT_SOURCE_TABLE_H
#define SIMGPU_TESTS_LINT_SOURCE_TABLE_H

#include <glib.h>

struct source_row {
    unsigned line;
    char *group; /* that its section is about; NULL: the row names it */
    char *names, *values, *origin;
};

/* What there is about a platform file. */
struct source_section {
    char *file;
    char *base;      /* the file that has everything else; NULL */
    GPtrArray *rows; /* struct source_row * */
};

/* All sections of a text: struct source_section *, owned by the array. */
GPtrArray *source_table_parse(const char *text);

/* NULL if there is none. */
const struct source_section *source_table_find(const GPtrArray *sections, const char *file);

#endif
