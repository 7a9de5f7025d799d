/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of a platform file by the names that --set uses, read apart from the simulator's own
 * reader, so that expectations don't depend on it. */
#ifndef SIMGPU_TESTS_RIGS_PLATFORM_VALUES_H
#define SIMGPU_TESTS_RIGS_PLATFORM_VALUES_H

#include <stdbool.h>
#include <stdint.h>

struct platform_values;

/* path: in the source tree. */
struct platform_values *platform_values_new(const char *path);
void platform_values_free(struct platform_values *values);

/* The number of "group.property", which must have this unit ("cycles" also takes "1cycle"). */
uint64_t platform_number(const struct platform_values *values, const char *key, const char *unit);

/* The file, in the source tree, that this one is based on; NULL. Its values are among the values.
 */
const char *platform_base(const struct platform_values *values);

/* All in file order: 0 <= i < platform_values_count. A cluster's hosts are "cluster.radical", and
 * the attributes of a host and a link of its own are among its properties: "pcie.latency". */
unsigned platform_values_count(const struct platform_values *values);
const char *platform_value_key(const struct platform_values *values, unsigned i);

/* Whether the file itself says it, and not the one that it is based on. */
bool platform_value_is_own(const struct platform_values *values, unsigned i);

/* The text of "group.property"; NULL if there is none. */
const char *platform_text(const struct platform_values *values, const char *key);

/* All "group.property" whose last word (after '.' or '_') is one of these; g_strfreev. */
char **platform_keys_ending_in(const struct platform_values *values, const char *const *words);

/* Hosts of a cluster with one range "0-N" as its radical. */
uint64_t platform_hosts(const struct platform_values *values, const char *cluster);

#endif
