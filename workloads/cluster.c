/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cluster.h"
#include <inttypes.h>

/* What the kernel's code says of its clusters and the launch does not obey. */
static char *broken_rule(const struct launch *launch)
{
    const struct kernel_code *code = launch->code;
    const uint32_t *is = launch->cluster, *must = code->cluster;
    const uint64_t blocks = cluster_blocks_given(launch);
    if (must[0] > 0 && (is[0] != must[0] || is[1] != must[1] || is[2] != must[2]))
        return g_strdup_printf("clusters of %u x %u x %u blocks, where the kernel requires "
                               "%u x %u x %u (.reqnctapercluster)",
                               is[0], is[1], is[2], must[0], must[1], must[2]);
    if (code->explicit_cluster && blocks == 0)
        return g_strdup("no cluster is given, and the kernel requires one (.explicitcluster)");
    if (code->max_cluster > 0 && blocks > code->max_cluster)
        return g_strdup_printf("clusters of %" PRIu64
                               " blocks, where the kernel allows %u (.maxclusterrank)",
                               blocks, code->max_cluster);
    return NULL;
}

char *cluster_problem(const struct launch *launch, uint32_t most)
{
    const uint32_t *cluster = launch->cluster, *grid = launch->grid;
    const uint64_t blocks = cluster_blocks_given(launch);
    char *broken = broken_rule(launch);
    if (broken || blocks <= 1)
        return broken;
    if (most <= 1)
        return g_strdup_printf("clusters of %" PRIu64 " blocks on a GPU that has no clusters",
                               blocks);
    if (blocks > most)
        return g_strdup_printf("clusters of %" PRIu64 " blocks, the most is %u", blocks, most);
    for (unsigned i = 0; i < 3; i++)
        if (grid[i] % cluster[i] != 0)
            return g_strdup_printf("a grid of %u x %u x %u blocks does not divide into clusters of "
                                   "%u x %u x %u",
                                   grid[0], grid[1], grid[2], cluster[0], cluster[1], cluster[2]);
    return NULL;
}
