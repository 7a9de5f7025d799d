/* SPDX-License-Identifier: BSD-3-Clause */
/* Public configurations of the peer, as tests/import/configurations.txt has their options. */
#ifndef SIMGPU_TESTS_IMPORT_CONFIGURATION_TABLE_H
#define SIMGPU_TESTS_IMPORT_CONFIGURATION_TABLE_H

#include "tests/rigs/command.h"

enum { CONFIGURATIONS = 21 };

struct configuration {
    char *name, *expected; /* expected: with its mark, '>' or '!' */
    GString *options;
};

struct configuration_table {
    struct configuration all[CONFIGURATIONS];
};

/* Ends the test if there are others than CONFIGURATIONS. */
void configuration_table_read(struct configuration_table *table);
void configuration_table_clear(struct configuration_table *table);
/* Ends the test if there is none of that name. */
const struct configuration *configuration_named(const struct configuration_table *table,
                                                const char *name);
/* Runs import-config on these options; platform.xml is in the folder then. */
void configuration_import(const char *folder, const char *options, struct outcome *outcome);

#endif
