/* SPDX-License-Identifier: BSD-3-Clause */
/* The JSON result of a run. A path is member names and array indices: "per_sm.3.warps". */
#ifndef SIMGPU_TESTS_RIGS_RESULT_H
#define SIMGPU_TESTS_RIGS_RESULT_H

#include "tests/rigs/command.h"
#include <json-glib/json-glib.h>

/* Runs the command with "--json -". It must end with this code; a code of 0 must leave
 * standard error empty, but for warnings of
 * properties that make no sense together. json_node_unref. */
JsonNode *run_for_result(GPtrArray *command, int exit_code);

/* Reads JSON and nothing but JSON. json_node_unref. */
JsonNode *result_parse(const char *text);

/* What must be there. */
JsonNode *result_at(JsonNode *root, const char *path);
uint64_t result_number(JsonNode *root, const char *path);
double result_double(JsonNode *root, const char *path);
bool result_flag(JsonNode *root, const char *path);
const char *result_text(JsonNode *root, const char *path);
unsigned result_length(JsonNode *root, const char *path); /* of an array */

/* The sum of a member over all entries of an array: result_sum(root, "per_sm", "warps"). */
uint64_t result_sum(JsonNode *root, const char *array, const char *member);

/* In each SM the issue slots' reasons sum to schedulers times elapsed cycles. */
void assert_slots_are_accounted(JsonNode *root);

/* Every counter of SMs, L2 and DRAM, and all energy: the kernels and what is outside them sum to
 * the totals, and so do the streams. Each kernel has the instructions, blocks and warps that it
 * must have. */
void assert_kernels_add_up(JsonNode *root);

/* Everything but the objects "host", which says how the machine fared, and "provenance", which says
 * how the result was asked for. g_free. */
char *result_without_host(JsonNode *root);

/* Two such texts must be the same; names the first line that is not. */
void assert_same_result(const char *expected, const char *actual, const char *what);

#endif
