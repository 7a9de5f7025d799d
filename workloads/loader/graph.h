/* SPDX-License-Identifier: BSD-3-Clause */
/* Seeded random graphs in compressed sparse row form.
 *
 * A graph has vertices+1 offsets and an entry of `columns` for each edge; the neighbours of v are
 * columns[offsets[v]] to columns[offsets[v + 1] - 1], ascending.
 *
 * uniform: every vertex has `degree` different neighbours, drawn from all vertices, itself
 * included (R. Floyd's sampling, in J. Bentley, "A sample of brilliance", CACM 30(9), 1987).
 *
 * rmat: each edge picks a quadrant of the adjacency matrix with the probabilities a, b, c and
 * 1-a-b-c, and again within it, down to one entry (D. Chakrabarti, Y. Zhan, C. Faloutsos, "R-MAT: a
 * recursive model for graph mining", SDM 2004, section 3). Repeated edges and self-loops are
 * kept, as the Graph500 generator does, so that there are exactly as many edges as asked for.
 * Differs: no noise is added to the probabilities, and vertices are not renumbered, so
 * low numbers have the high degrees.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_GRAPH_H
#define SIMGPU_WORKLOADS_LOADER_GRAPH_H

#include "workloads/loader/scalars.h"

enum graph_kind { GRAPH_UNIFORM, GRAPH_RMAT };

struct graph {
    char *name; /* first: see named_find */
    enum graph_kind kind;
    char *path; /* for messages */
    /* As the file has them; size is the degree or the number of edges. */
    struct operand vertices_operand, size_operand, seed_operand;
    struct operand probability_operands[3]; /* a, b, c */
    /* From graph_evaluate. */
    int64_t vertices, edges, seed;
    double probabilities[3];
    /* From graph_build. */
    int32_t *offsets, *columns;
};

/* Reads one entry of "graphs". NULL on error. */
struct graph *graph_read(const struct json_place *place, const char *name, JsonNode *node,
                         GError **error);
void graph_free(struct graph *graph);
bool graph_evaluate(struct graph *graph, const struct scalars *scalars, GError **error);
/* Makes offsets and columns if they are not there yet. */
void graph_build(struct graph *graph);

#endif
