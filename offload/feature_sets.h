/* SPDX-License-Identifier: BSD-3-Clause */
/* The features of HeteroPDP's four models, by the names of the columns that --features writes.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), Table 6.4. Tables A.1
 *   to A.4 have each model's features, in their order.
 */
#ifndef SIMGPU_OFFLOAD_FEATURE_SETS_H
#define SIMGPU_OFFLOAD_FEATURE_SETS_H

#include <glib.h>

/* cpu_alone, gpu_alone, cpu_colocated, gpu_colocated, as a text for people. */
extern const char feature_set_names[];

/* text: the name of a set. Returns the set's names. Of any other text it returns the words between
 * commas. g_strfreev. */
GStrv feature_set_words(const char *text);

#endif
