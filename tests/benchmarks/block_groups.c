/* SPDX-License-Identifier: BSD-3-Clause */
/* What it takes to make groups of 30,000 blocks from the lines that they read: of a stencil, whose
 * blocks share with their four neighbours, and of a matrix product, where each shares with all of
 * its row and its column. PAVER's largest kernel has 32,768 blocks (Table 2). Times of a core.
 */
#include "policies/locality/block_groups.h"
#include "tests/benchmarks/figures.h"

#include <stdio.h>
#include <time.h>

enum { SIDE = 173, BLOCKS = SIDE * SIDE, CAPACITY = 8, TILE = 16, DEPTH = 352 };

static double core_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static struct block_lines *lines_new(uint64_t most)
{
    struct block_lines *lines = calloc(1, sizeof *lines);
    *lines = (struct block_lines){.n_blocks = BLOCKS,
                                  .line_bytes = 128,
                                  .first = calloc(BLOCKS + 1, sizeof *lines->first),
                                  .lines = calloc(BLOCKS * most, sizeof *lines->lines)};
    return lines;
}

/* Tiles of 16 x 32 words, a line a row, with a row above and below and a line left and right. */
static struct block_lines *stencil(void)
{
    enum { ROWS = TILE + 2 };
    struct block_lines *lines = lines_new(3 * ROWS);
    uint64_t at = 0;
    for (uint64_t block = 0; block < BLOCKS; block++) {
        for (uint64_t row = 0; row < ROWS; row++)
            for (uint64_t column = 0; column < 3; column++)
                lines->lines[at++] =
                    (block / SIDE * TILE + row) * (SIDE + 2) + block % SIDE + column;
        lines->first[block + 1] = at;
    }
    return lines;
}

/* Of matrices of 2,768 x 352 and 352 x 2,768 words, a tile of 16 x 16 a block: 16 rows of one
 * matrix, 11 lines each, and a stripe of the other one, half a line wide. */
static struct block_lines *product(void)
{
    enum { LINES_A_ROW = DEPTH / 32, LINES_ACROSS = (SIDE + 1) / 2 };
    struct block_lines *lines = lines_new(TILE * LINES_A_ROW + DEPTH);
    uint64_t at = 0, second = (uint64_t)SIDE * TILE * LINES_A_ROW;
    for (uint64_t block = 0; block < BLOCKS; block++) {
        for (uint64_t i = 0; i < TILE * LINES_A_ROW; i++)
            lines->lines[at++] = block / SIDE * TILE * LINES_A_ROW + i;
        for (uint64_t row = 0; row < DEPTH; row++)
            lines->lines[at++] = second + row * LINES_ACROSS + block % SIDE / 2;
        lines->first[block + 1] = at;
    }
    return lines;
}

static void measure(struct figures *figures, const char *kernel, struct block_lines *lines,
                    const struct target *target)
{
    static const struct {
        const char *name;
        group_maker *make;
        uint32_t n_sms;
    } makers[] = {{"mst_ts", spanning_groups, 15},
                  {"kway_ts_15", kway_groups, 15},
                  {"kway_ts_240", kway_groups, 240},
                  {"rb_ts", bisected_groups, 15}};
    double begin = core_seconds();
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    double made = core_seconds() - begin;
    g_autofree char *name = g_strdup_printf("block_groups.%s.graph", kernel);
    printf("  %s: %u blocks, %.0f lines of blocks, %.0f edges\n", kernel, graph->n,
           (double)lines->first[BLOCKS], (double)graph->first[graph->n] / 2);
    figures_add(figures, name, made, "s", (const struct target){0});
    for (size_t i = 0; i < G_N_ELEMENTS(makers); i++) {
        const struct group_target wanted = {.n_sms = makers[i].n_sms, .capacity = CAPACITY};
        g_autofree char *what = g_strdup_printf("block_groups.%s.%s", kernel, makers[i].name);
        struct block_groups groups;
        begin = core_seconds();
        makers[i].make(&groups, graph, &wanted);
        figures_add(figures, what, core_seconds() - begin, "s", *target);
        block_groups_finish(&groups);
    }
    block_graph_free(graph);
    block_lines_free(lines);
}

int main(void)
{
    static const struct target second = {.at_most = 1}, none = {0};
    struct figures *figures = figures_new("groups of 30,000 blocks from the lines that they read");
    measure(figures, "stencil", stencil(), &second);
    measure(figures, "product", product(), &none);
    return figures_free(figures) ? 0 : 1;
}
