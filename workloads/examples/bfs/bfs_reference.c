/* SPDX-License-Identifier: BSD-3-Clause */
/* What bfs must leave in level and visited: the distance of each vertex from vertex 0, and whether
 * there is one. Sweeps over all vertices once a level, which needs no queue. */
#include "workloads/reference.h"

void bfs_reference(struct reference_case *c);

void bfs_reference(struct reference_case *c)
{
    size_t vertices = 0;
    const int32_t *offsets = reference_buffer(c, "offsets", NULL);
    const int32_t *neighbours = reference_buffer(c, "neighbours", NULL);
    int32_t *visited = reference_buffer(c, "visited", NULL);
    int32_t *level = reference_buffer(c, "level", &vertices);
    bool again = true;

    for (int32_t depth = 0; again; depth++) {
        again = false;
        for (size_t vertex = 0; vertex < vertices; vertex++) {
            if (level[vertex] != depth)
                continue;
            for (int32_t edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
                const int32_t neighbour = neighbours[edge];

                if (visited[neighbour])
                    continue;
                visited[neighbour] = 1;
                level[neighbour] = depth + 1;
                again = true;
            }
        }
    }
}
