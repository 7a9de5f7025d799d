/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/feature_sets.h"
#include <string.h>

#define CPU                                                                                        \
    "threads,cpu_scalar_alu,cpu_scalar_mem,cpu_vector_alu,cpu_vector_mem,cpu_branch,cpu_atomic"
#define GPU "threads,gpu_mem,gpu_int,gpu_fp,gpu_math,gpu_branch,gpu_barrier"

static const struct {
    const char *name, *words;
} sets[] = {{"cpu_alone", CPU ",buffer_bytes"},
            {"gpu_alone", GPU ",buffer_bytes"},
            {"cpu_colocated", CPU ",buffer_bytes,llc_misses,dram_bandwidth"},
            {"gpu_colocated", GPU ",buffer_bytes,dram_bandwidth"}};

const char feature_set_names[] = "cpu_alone, gpu_alone, cpu_colocated or gpu_colocated";

GStrv feature_set_words(const char *text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++)
        if (strcmp(sets[i].name, text) == 0)
            return g_strsplit(sets[i].words, ",", -1);
    return g_strsplit(text, ",", -1);
}
