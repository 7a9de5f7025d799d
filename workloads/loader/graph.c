/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/graph.h"

#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/random.h"
#include "workloads/loader/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ASSUMED: offsets are 32-bit, and a graph has to fit host memory anyway. */
#define MAX_EDGES INT64_C(0x7fffffff)
enum { MAX_VERTICES = 1 << 30 };

static bool read_kind(const struct json_place *place, JsonNode *node, enum graph_kind *kind,
                      GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonNode *member = json_object_get_member(json_node_get_object(node), "kind");
    if (!member)
        return json_place_error(place, error, "member \"kind\" is missing");
    const struct json_place here = json_place_member(place, "kind");
    const char *name;
    if (!json_read_string(&here, member, &name, error))
        return false;
    if (strcmp(name, "uniform") == 0)
        *kind = GRAPH_UNIFORM;
    else if (strcmp(name, "rmat") == 0)
        *kind = GRAPH_RMAT;
    else
        return json_place_error(&here, error, "unknown kind \"%s\"; known: uniform, rmat", name);
    return true;
}

static bool read_members(struct graph *graph, const struct json_place *place, JsonNode *node,
                         GError **error)
{
    JsonObject *object;
    if (!read_kind(place, node, &graph->kind, error))
        return false;
    const bool rmat = graph->kind == GRAPH_RMAT;
    if (!json_read_object(place, node, shape_get(rmat ? SHAPE_GRAPH_RMAT : SHAPE_GRAPH_UNIFORM),
                          &object, NULL, error) ||
        !operand_read_member(place, object, "vertices", &graph->vertices_operand, error) ||
        !operand_read_member(place, object, rmat ? "edges" : "degree", &graph->size_operand,
                             error) ||
        !operand_read_member(place, object, "seed", &graph->seed_operand, error))
        return false;
    static const char *const names[] = {"a", "b", "c"};
    for (unsigned i = 0; i < 3; i++) {
        if (!operand_read_member(place, object, names[i], &graph->probability_operands[i], error))
            return false;
    }
    return true;
}

struct graph *graph_read(const struct json_place *place, const char *name, JsonNode *node,
                         GError **error)
{
    struct graph *graph = g_new0(struct graph, 1);
    graph->name = g_strdup(name);
    graph->path = json_place_text(place);
    if (!read_members(graph, place, node, error))
        g_clear_pointer(&graph, graph_free);
    return graph;
}

void graph_free(struct graph *graph)
{
    if (!graph)
        return;
    g_free(graph->name);
    g_free(graph->path);
    operand_finish(&graph->vertices_operand);
    operand_finish(&graph->size_operand);
    operand_finish(&graph->seed_operand);
    for (unsigned i = 0; i < 3; i++)
        operand_finish(&graph->probability_operands[i]);
    g_free(graph->offsets);
    g_free(graph->columns);
    g_free(graph);
}

static bool evaluate_uniform(struct graph *graph, const struct scalars *scalars, GError **error)
{
    int64_t degree;
    if (!operand_integer(&graph->size_operand, scalars, 0, graph->vertices, &degree, error))
        return false;
    graph->edges = graph->vertices * degree;
    if (graph->edges > MAX_EDGES)
        return input_error_in(error, scalars->file, graph->path,
                              "%" G_GINT64_FORMAT " edges are more than the %" G_GINT64_FORMAT
                              " possible",
                              graph->edges, MAX_EDGES);
    return true;
}

static bool evaluate_rmat(struct graph *graph, const struct scalars *scalars, GError **error)
{
    if ((graph->vertices & (graph->vertices - 1)) != 0)
        return input_error_in(error, scalars->file, graph->vertices_operand.path,
                              "an rmat graph needs a power of two, found %" G_GINT64_FORMAT,
                              graph->vertices);
    if (!operand_integer(&graph->size_operand, scalars, 0, MAX_EDGES, &graph->edges, error))
        return false;
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (!operand_real(&graph->probability_operands[i], scalars, 0, 1, &graph->probabilities[i],
                          error))
            return false;
        sum += graph->probabilities[i];
    }
    if (sum > 1)
        return input_error_in(error, scalars->file, graph->path, "a + b + c = %g exceeds 1", sum);
    return true;
}

bool graph_evaluate(struct graph *graph, const struct scalars *scalars, GError **error)
{
    if (!operand_integer(&graph->vertices_operand, scalars, 1, MAX_VERTICES, &graph->vertices,
                         error) ||
        !operand_integer(&graph->seed_operand, scalars, 0, INT64_MAX, &graph->seed, error))
        return false;
    return graph->kind == GRAPH_RMAT ? evaluate_rmat(graph, scalars, error)
                                     : evaluate_uniform(graph, scalars, error);
}

/* Puts x into the ascending row of n different numbers, or returns false if it is there. */
static bool insert_new(int32_t *row, uint32_t n, int32_t x)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (row[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < n && row[low] == x)
        return false;
    memmove(row + low + 1, row + low, (n - low) * sizeof *row);
    row[low] = x;
    return true;
}

/* Floyd: for j = n-degree .. n-1, take a random t <= j, or j itself if t is taken. */
static void build_uniform(struct graph *graph, struct random *random)
{
    const uint32_t n = (uint32_t)graph->vertices;
    const uint32_t degree = (uint32_t)(graph->edges / graph->vertices);
    for (uint32_t v = 0; v <= n; v++)
        graph->offsets[v] = (int32_t)((uint64_t)v * degree);
    for (uint32_t v = 0; v < n; v++) {
        int32_t *row = graph->columns + graph->offsets[v];
        for (uint32_t k = 0; k < degree; k++) {
            const uint32_t j = n - degree + k;
            if (!insert_new(row, k, (int32_t)random_below(random, (uint64_t)j + 1)))
                row[k] = (int32_t)j; /* larger than all drawn so far */
        }
    }
}

static void rmat_edge(const struct graph *graph, struct random *random, int32_t *from, int32_t *to)
{
    const double a = graph->probabilities[0], ab = a + graph->probabilities[1],
                 abc = ab + graph->probabilities[2];
    *from = *to = 0;
    for (int64_t bit = graph->vertices >> 1; bit > 0; bit >>= 1) {
        const double draw = random_unit(random);
        if (draw >= ab)
            *from |= (int32_t)bit;
        if ((draw >= a && draw < ab) || draw >= abc)
            *to |= (int32_t)bit;
    }
}

static int compare_columns(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

static void build_rmat(struct graph *graph, struct random *random)
{
    const size_t n = (size_t)graph->vertices, edges = (size_t)graph->edges;
    g_autofree int32_t *from = g_new(int32_t, edges), *to = g_new(int32_t, edges);
    memset(graph->offsets, 0, (n + 1) * sizeof *graph->offsets);
    for (size_t i = 0; i < edges; i++) {
        rmat_edge(graph, random, &from[i], &to[i]);
        graph->offsets[from[i] + 1]++;
    }
    for (size_t v = 0; v < n; v++)
        graph->offsets[v + 1] += graph->offsets[v];
    g_autofree int32_t *fill = g_memdup2(graph->offsets, (n + 1) * sizeof *fill);
    for (size_t i = 0; i < edges; i++)
        graph->columns[fill[from[i]]++] = to[i];
    for (size_t v = 0; v < n; v++) {
        const size_t degree = (size_t)(graph->offsets[v + 1] - graph->offsets[v]);
        if (degree > 1)
            qsort(graph->columns + graph->offsets[v], degree, sizeof *graph->columns,
                  compare_columns);
    }
}

void graph_build(struct graph *graph)
{
    if (graph->offsets)
        return;
    graph->offsets = g_new(int32_t, (size_t)graph->vertices + 1);
    graph->columns = g_new(int32_t, MAX((size_t)graph->edges, 1));
    struct random random;
    random_init(&random, (uint64_t)graph->seed);
    if (graph->kind == GRAPH_RMAT)
        build_rmat(graph, &random);
    else
        build_uniform(graph, &random);
}
