/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the suite's programs at their tiny size, on the GTX 480.
 *
 * Environment beyond that of tests/rigs/command.h, set by meson.build:
 *   SIMGPU_TEST_PROGRAMS  the folder with the executables
 */
#ifndef SIMGPU_TESTS_SUITE_PROGRAMS_H
#define SIMGPU_TESTS_SUITE_PROGRAMS_H

#include "tests/rigs/result.h"
#include "workloads/suite/suite_list.h"

/* The list as it is in the tree. g_ptr_array_unref. */
GPtrArray *suite_of_tests(void);

/* Runs program number `index` of the list with an option of simgpu (NULL: none) and returns the
 * JSON result. The program must have found its results right, and nothing may be on standard
 * error. json_node_unref. */
JsonNode *run_program(int index, const char *option);

/* A loop test over all programs. */
void add_test_of_all(Suite *suite, const char *name, const TTest *test);

#endif
