/* SPDX-License-Identifier: BSD-3-Clause */
/* Locality graphs of hand-made blocks, and PAVER's algorithms on them. */
#include "policies/locality/block_groups.h"
#include "policies/locality/group_queue.h"
#include "policies/locality/metis_parts.h"
#include "policies/locality/sharing_measures.h"
#include "policies/locality/spanning_order.h"
#include "tests/rigs/suite.h"
#include <string.h>

/* An edge of so many lines, which the two blocks read and nobody else does. */
struct edge {
    uint32_t a, b, lines;
};

/* Lines of blocks that share what the edges say. block_lines_free. */
static struct block_lines *lines_of(uint32_t n, const struct edge *edges, size_t n_edges)
{
    struct block_lines *lines = calloc(1, sizeof *lines);
    uint64_t most = 0, at = 0;
    for (size_t e = 0; e < n_edges; e++)
        most += 2 * edges[e].lines;
    *lines = (struct block_lines){.n_blocks = n,
                                  .line_bytes = 128,
                                  .first = calloc(n + 1, sizeof *lines->first),
                                  .lines = calloc(most + 1, sizeof *lines->lines)};
    for (uint32_t block = 0; block < n; block++) {
        uint64_t line = 1000;
        for (size_t e = 0; e < n_edges; line += edges[e++].lines)
            for (uint32_t i = 0; i < edges[e].lines; i++)
                if (edges[e].a == block || edges[e].b == block)
                    lines->lines[at++] = line + i;
        lines->first[block + 1] = at;
    }
    return lines;
}

static struct block_graph *graph_of(uint32_t n, const struct edge *edges, size_t n_edges)
{
    struct block_lines *lines = lines_of(n, edges, n_edges);
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    block_lines_free(lines);
    return graph;
}

/* Blocks of a square grid, each of which reads the lines of its row and of its column: a matrix
 * product's. */
static struct block_lines *product_lines(uint32_t side, uint32_t lines_each)
{
    struct block_lines *lines = calloc(1, sizeof *lines);
    uint32_t n = side * side;
    uint64_t at = 0;
    *lines = (struct block_lines){.n_blocks = n,
                                  .line_bytes = 128,
                                  .first = calloc(n + 1, sizeof *lines->first),
                                  .lines = calloc(2 * n * lines_each, sizeof *lines->lines)};
    for (uint32_t block = 0; block < n; block++) {
        for (uint32_t i = 0; i < lines_each; i++)
            lines->lines[at++] = (uint64_t)(block / side) * lines_each + i;
        for (uint32_t i = 0; i < lines_each; i++)
            lines->lines[at++] = (uint64_t)(side + block % side) * lines_each + i;
        lines->first[block + 1] = at;
    }
    return lines;
}

static struct block_graph *product(uint32_t side)
{
    struct block_lines *lines = product_lines(side, 3);
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    block_lines_free(lines);
    return graph;
}

/* "0 4|1 5|2|" and so on. g_free. */
static char *text_of(const struct block_groups *groups)
{
    GString *text = g_string_new(NULL);
    for (uint32_t g = 0; g < groups->n; g++)
        for (uint32_t i = groups->first[g]; i < groups->first[g + 1]; i++)
            g_string_append_printf(text, "%u%c", groups->order[i],
                                   i + 1 == groups->first[g + 1] ? '|' : ' ');
    return g_string_free(text, FALSE);
}

static void expect_groups(const struct block_groups *groups, const char *expected)
{
    g_autofree char *text = text_of(groups);
    ck_assert_str_eq(text, expected);
}

/* Each block is in one group, once. */
static void assert_all_there(const struct block_groups *groups, uint32_t n)
{
    g_autofree bool *seen = g_new0(bool, n);
    ck_assert_uint_eq(groups->first[0], 0);
    ck_assert_uint_eq(groups->first[groups->n], n);
    for (uint32_t g = 0; g < groups->n; g++)
        ck_assert_uint_lt(groups->first[g], groups->first[g + 1]);
    for (uint32_t i = 0; i < n; i++) {
        ck_assert_uint_lt(groups->order[i], n);
        ck_assert(!seen[groups->order[i]]);
        seen[groups->order[i]] = true;
    }
}

/* ---- graphs -----------------------------------------------------------------------------------
 */

START_TEST(edges_are_what_both_read)
{
    static const struct edge edges[] = {{0, 1, 4}, {1, 2, 1}, {0, 3, 2}};
    struct block_graph *graph = graph_of(4, edges, G_N_ELEMENTS(edges));
    static const uint64_t first[] = {0, 2, 4, 5, 6};
    static const uint32_t to[] = {1, 3, 0, 2, 1, 0}, weight[] = {4, 2, 4, 1, 1, 2};
    ck_assert_int_eq(memcmp(graph->first, first, sizeof first), 0);
    ck_assert_int_eq(memcmp(graph->to, to, sizeof to), 0);
    ck_assert_int_eq(memcmp(graph->weight, weight, sizeof weight), 0);
    ck_assert_uint_eq(graph->common, 0);
    block_graph_free(graph);
}
END_TEST

/* 9 blocks of a product: each shares three lines with four others, as many counted one by one. */
START_TEST(lines_of_many_blocks_join_all_pairs)
{
    struct block_graph *graph = product(3);
    for (uint32_t i = 0; i < 9; i++) {
        ck_assert_uint_eq(graph->first[i + 1] - graph->first[i], 4);
        for (uint64_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
            uint32_t j = graph->to[e];
            ck_assert(i != j && (i / 3 == j / 3 || i % 3 == j % 3));
            ck_assert_uint_eq(graph->weight[e], 3);
        }
    }
    block_graph_free(graph);
}
END_TEST

/* The parts and orders of a graph with lines that all read are those without them. */
START_TEST(lines_of_all_blocks_change_nothing)
{
    static const struct group_target target = {.n_sms = 3, .capacity = 4};
    static group_maker *const makers[] = {spanning_groups, kway_groups, bisected_groups};
    struct block_lines *lines = product_lines(5, 2), *more = product_lines(5, 3);
    for (uint32_t block = 0; block < 25; block++)
        for (uint32_t i = 0; i < 6; i++) { /* the third line of a row or a column: everybody's */
            uint64_t *line = &more->lines[block * 6 + i], *same = &lines->lines[block * 4];
            *line = i % 3 == 2 ? 999 + i : same[i / 3 * 2 + i % 3];
        }
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    struct block_graph *with = block_graph_new(more, BLOCK_GRAPH_ENTRIES);
    ck_assert_uint_eq(graph->common, 0);
    ck_assert_uint_eq(with->common, 2);
    for (size_t i = 0; i < G_N_ELEMENTS(makers); i++) {
        struct block_groups groups, others;
        struct sharing_measures measures;
        makers[i](&groups, graph, &target);
        makers[i](&others, with, &target);
        g_autofree char *expected = text_of(&groups);
        expect_groups(&others, expected);
        sharing_measure(&measures, with, &others, &target);
        ck_assert_uint_eq(measures.pairs, 25 * 24 / 2);
        ck_assert_uint_eq(measures.weight, 25 * 24 / 2 * 2 + 25 * 8 / 2 * 2);
        block_groups_finish(&groups);
        block_groups_finish(&others);
    }
    block_graph_free(graph);
    block_graph_free(with);
    block_lines_free(lines);
    block_lines_free(more);
}
END_TEST

/* With few entries each block of a row or a column of 8 is linked with those 1, 2 and 4 places away
 * only, with weights that sum to 7 lines each. */
START_TEST(many_readers_are_thinned_out)
{
    struct block_lines *lines = product_lines(8, 12);
    struct block_graph *graph = block_graph_new(lines, 64 * 12);
    ck_assert_uint_eq(graph->thinned, 16 * 12);
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t sum = 0;
        for (uint64_t e = graph->first[i]; e < graph->first[i + 1]; e++)
            sum += graph->weight[e];
        ck_assert_uint_eq(graph->first[i + 1] - graph->first[i], 10);
        ck_assert_uint_eq(sum, 2 * 7 * 12);
    }
    block_graph_free(graph);
    block_lines_free(lines);
}
END_TEST

/* ---- groups -----------------------------------------------------------------------------------
 */

/* A graph whose tree is walked as in Figure 7 (a): two SMs of two blocks each give the
 * publication's six groups (section 4.1). */
START_TEST(spanning_tree_of_the_publication)
{
    static const struct edge edges[] = {{0, 4, 9}, {4, 1, 8}, {1, 5, 7}, {5, 2, 6}, {2, 3, 5},
                                        {3, 7, 4}, {7, 6, 3}, {0, 3, 1}, {4, 6, 2}, {1, 2, 1}};
    static const struct group_target target = {.n_sms = 2, .capacity = 2};
    struct block_graph *graph = graph_of(8, edges, G_N_ELEMENTS(edges));
    struct block_groups groups;
    spanning_groups(&groups, graph, &target);
    expect_groups(&groups, "0 4|1 5|2|3|7|6|");
    block_groups_finish(&groups);
    block_graph_free(graph);
}
END_TEST

/* Prim's order is no walk: 3 hangs on 0, behind all of 1's branch. Equals come by their numbers,
 * and what hangs on nothing at the end. */
START_TEST(spanning_order_of_a_tree)
{
    static const struct edge edges[] = {{0, 1, 5}, {0, 3, 2}, {1, 2, 4}, {1, 5, 4}, {3, 2, 3}};
    static const uint32_t expected[] = {0, 1, 2, 5, 3, 4, 6};
    struct block_graph *graph = graph_of(7, edges, G_N_ELEMENTS(edges));
    uint32_t order[7];
    spanning_order(graph, order);
    ck_assert_int_eq(memcmp(order, expected, sizeof expected), 0);
    block_graph_free(graph);
}
END_TEST

/* Four triangles, in a chain by thin edges: blocks b, b + 4 and b + 8 share most. */
static struct block_graph *four_triangles(void)
{
    struct edge edges[16];
    size_t n = 0;
    for (uint32_t b = 0; b < 4; b++) {
        edges[n++] = (struct edge){b, b + 4, 10};
        edges[n++] = (struct edge){b + 4, b + 8, 10};
        edges[n++] = (struct edge){b, b + 8, 12};
    }
    edges[n++] = (struct edge){0, 1, 3};
    edges[n++] = (struct edge){1, 2, 1};
    edges[n++] = (struct edge){2, 3, 3};
    return graph_of(12, edges, n);
}

static bool is_triangle(const struct block_groups *groups, uint32_t g)
{
    const uint32_t *order = groups->order + groups->first[g];
    return groups->first[g + 1] - groups->first[g] == 3 && order[0] % 4 == order[1] % 4 &&
           order[1] % 4 == order[2] % 4;
}

/* Algorithm 1: 12 blocks are halved along the thinnest edge, the halves of 6 again; parts of three
 * are below a capacity of 4. Leaves of one half are neighbours in the list. */
START_TEST(bisection_finds_triangles)
{
    static const struct group_target target = {.n_sms = 2, .capacity = 4};
    struct block_graph *graph = four_triangles();
    struct block_groups groups;
    bisected_groups(&groups, graph, &target);
    assert_all_there(&groups, 12);
    ck_assert_uint_eq(groups.n, 4);
    for (uint32_t g = 0; g < 4; g++)
        ck_assert(is_triangle(&groups, g));
    for (uint32_t g = 0; g < 4; g += 2) /* 0 and 1 make one half, 2 and 3 the other one */
        ck_assert_uint_eq(groups.order[3 * g] % 4 / 2, groups.order[3 * g + 3] % 4 / 2);
    block_groups_finish(&groups);
    block_graph_free(graph);
}
END_TEST

/* Line 8 of Algorithm 1 says "less than": parts of exactly the capacity are halved, unless they
 * are to be full, as in Figure 7 (c). Capacity, groups, full groups. */
START_TEST(bisection_stops_below_the_capacity)
{
    static const uint32_t counts[][3] = {{2, 12, 8}, {3, 8, 4}, {4, 4, 4},
                                         {6, 4, 2},  {7, 2, 2}, {8, 2, 2}};
    struct block_graph *graph = four_triangles();
    for (size_t i = 0; i < 2 * G_N_ELEMENTS(counts); i++) {
        const struct group_target target = {
            .n_sms = 2, .capacity = counts[i / 2][0], .full = i % 2};
        struct block_groups groups;
        bisected_groups(&groups, graph, &target);
        assert_all_there(&groups, 12);
        ck_assert_uint_eq(groups.n, counts[i / 2][1 + i % 2]);
        block_groups_finish(&groups);
    }
    block_graph_free(graph);
}
END_TEST

/* The lowest and the highest block of a group, or of some behind each other. */
struct stretch {
    uint32_t low, high;
};

/* Leaves of a chain, which isn't halved evenly, so that some are deeper than others. From left to
 * right those of each part are behind each other: neighbouring stretches can be joined to
 * neighbours until all are one. */
START_TEST(leaves_from_left_to_right)
{
    enum { BLOCKS = 200 };
    static const struct group_target target = {.n_sms = 4, .capacity = 7};
    struct edge edges[BLOCKS - 1];
    struct stretch stack[BLOCKS];
    unsigned n = 0;
    for (uint32_t i = 0; i + 1 < BLOCKS; i++)
        edges[i] = (struct edge){i, i + 1, 1};
    struct block_graph *graph = graph_of(BLOCKS, edges, BLOCKS - 1);
    struct block_groups groups;
    bisected_groups(&groups, graph, &target);
    assert_all_there(&groups, BLOCKS);
    for (uint32_t g = 0; g < groups.n; g++) {
        struct stretch one = {UINT32_MAX, 0};
        for (uint32_t i = groups.first[g]; i < groups.first[g + 1]; i++) {
            one.low = MIN(one.low, groups.order[i]);
            one.high = MAX(one.high, groups.order[i]);
        }
        ck_assert_uint_eq(one.high - one.low + 1, groups.first[g + 1] - groups.first[g]);
        for (; n > 0 && (stack[n - 1].high + 1 == one.low || one.high + 1 == stack[n - 1].low); n--)
            one =
                (struct stretch){MIN(one.low, stack[n - 1].low), MAX(one.high, stack[n - 1].high)};
        stack[n++] = one;
    }
    ck_assert_uint_eq(n, 1);
    block_groups_finish(&groups);
    block_graph_free(graph);
}
END_TEST

/* A part for each SM; in each Prim's order, which begins with its first block: 0, then 8, to which
 * there are 12 lines, then 4. */
START_TEST(kway_parts_in_the_order_of_a_tree)
{
    static const struct group_target target = {.n_sms = 4, .capacity = 2};
    struct block_graph *graph = four_triangles();
    struct block_groups groups;
    kway_groups(&groups, graph, &target);
    assert_all_there(&groups, 12);
    ck_assert_uint_eq(groups.n, 4);
    for (uint32_t g = 0; g < 4; g++) {
        const uint32_t *order = groups.order + 3 * g;
        ck_assert(is_triangle(&groups, g));
        ck_assert_uint_eq(order[1], order[0] + 8);
        ck_assert_uint_eq(order[2], order[0] + 4);
    }
    block_groups_finish(&groups);
    block_graph_free(graph);
}
END_TEST

/* Any size, also more SMs than blocks, blocks that share nothing, and everything. */
START_TEST(groups_have_every_block_once)
{
    static group_maker *const makers[] = {spanning_groups, kway_groups, bisected_groups};
    for (uint32_t side = 1; side <= 9; side++) {
        struct block_graph *graph = _i == 0 ? product(side) : graph_of(side * side, NULL, 0);
        for (uint32_t sms = 1; sms <= 81; sms = sms * 2 + 1) {
            const struct group_target target = {.n_sms = sms, .capacity = 1 + sms % 5};
            for (size_t i = 0; i < G_N_ELEMENTS(makers); i++) {
                struct block_groups groups;
                makers[i](&groups, graph, &target);
                assert_all_there(&groups, side * side);
                block_groups_finish(&groups);
            }
        }
        block_graph_free(graph);
    }
}
END_TEST

START_TEST(metis_gives_the_same_parts)
{
    struct block_graph *graph = product(20), *other = product(13);
    for (uint32_t parts = 2; parts <= 32; parts *= 2) {
        uint32_t once[400], between[169], twice[400];
        metis_parts(graph, parts, once);
        metis_parts(other, parts, between);
        metis_parts(graph, parts, twice);
        ck_assert_int_eq(memcmp(once, twice, sizeof once), 0);
    }
    block_graph_free(graph);
    block_graph_free(other);
}
END_TEST

/* Of a product's 16 blocks: 6 pairs in each row and column, of 3 lines. */
START_TEST(measures)
{
    static const struct group_target target = {.n_sms = 4, .capacity = 2};
    struct block_graph *graph = product(4);
    struct block_groups groups;
    struct sharing_measures m;
    single_groups(&groups, 16);
    /* The rows as groups: 0 to 3 and so on. */
    groups.n = 4;
    for (uint32_t g = 0; g <= 4; g++)
        groups.first[g] = 4 * g;
    sharing_measure(&m, graph, &groups, &target);
    ck_assert_uint_eq(m.pairs, 48);
    ck_assert_uint_eq(m.sharing_blocks, 16);
    ck_assert_uint_eq(m.weight, 48 * 3);
    ck_assert_uint_eq(m.in_group, 24 * 3);
    ck_assert_uint_eq(m.together, 8 * 3); /* 0 with 1, 2 with 3, ... */
    ck_assert_uint_eq(m.in_turn, 8 * 3);  /* 0 with 4, 8 with 12: the same column */
    ck_assert_uint_eq(m.matrix[1], 3);    /* row 1, column 0 */
    ck_assert_uint_eq(m.matrix[0], 0);
    ck_assert_uint_eq(m.matrix[5 * 6 / 2], 0); /* 5 and 0 */
    block_groups_finish(&groups);
    block_graph_free(graph);
}
END_TEST

/* ---- the runtime ------------------------------------------------------------------------------
 */

/* Four blocks wait at one of two SMs: two of them are stolen, the last ones (section 5.3). */
START_TEST(stealing_of_the_publication)
{
    uint32_t first[] = {0, 4}, order[] = {10, 11, 12, 13};
    const struct block_groups groups = {1, first, order};
    struct group_queue queue;
    uint32_t donor = 99;
    group_queue_init(&queue, &groups, 2);
    ck_assert(group_queue_assign(&queue, 0));
    ck_assert(!group_queue_assign(&queue, 1));
    ck_assert_uint_eq(group_queue_donor(&queue, NULL, &donor), 2);
    ck_assert_uint_eq(donor, 0);
    ck_assert_uint_eq(group_queue_steal(&queue, 1, NULL, &donor), 2);
    ck_assert(!group_queue_has(&queue, 1));
    group_queue_arrived(&queue, 1);
    ck_assert(group_queue_has(&queue, 1));
    ck_assert_uint_eq(group_queue_waiting(&queue, 0), 2);
    ck_assert_uint_eq(group_queue_waiting(&queue, 1), 2);
    ck_assert_uint_eq(group_queue_take(&queue, 1), 12);
    ck_assert_uint_eq(group_queue_take(&queue, 0), 10);
    ck_assert_uint_eq(group_queue_take(&queue, 0), 11);
    ck_assert_uint_eq(group_queue_take(&queue, 1), 13);
    ck_assert_uint_eq(group_queue_steal(&queue, 0, NULL, &donor), 0);
    ck_assert_uint_eq(queue.steals, 1);
    ck_assert_uint_eq(queue.stolen_blocks, 2);
    group_queue_finish(&queue);
}
END_TEST

/* Algorithm 2: of 7, 3, 0 and 1 blocks the first SM gives 7 - 11 / 4 = 5. */
START_TEST(the_fullest_gives)
{
    struct group_cursor sms[] = {{0, 7, false}, {10, 13, false}, {20, 20, false}, {30, 31, false}};
    const bool locked[4] = {true};
    struct group_queue queue = {.n_sms = 4, .sms = sms};
    uint32_t donor = 99;
    ck_assert_uint_eq(group_queue_donor(&queue, NULL, &donor), 5);
    ck_assert_uint_eq(donor, 0);
    ck_assert_uint_eq(group_queue_donor(&queue, locked, &donor), 1); /* 3 - 11 / 4 */
    ck_assert_uint_eq(donor, 1);
}
END_TEST

/* What is on its way is not stolen again. */
START_TEST(stolen_blocks_take_a_while)
{
    uint32_t first[] = {0, 8}, order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const struct block_groups groups = {1, first, order};
    struct group_queue queue;
    uint32_t donor = 99;
    group_queue_init(&queue, &groups, 3);
    ck_assert(group_queue_assign(&queue, 0));
    ck_assert_uint_eq(group_queue_steal(&queue, 1, NULL, &donor), 6); /* 8 - 2 */
    ck_assert(!group_queue_has(&queue, 1));
    ck_assert_uint_eq(group_queue_donor(&queue, NULL, &donor), 0); /* 2 of the other are no more */
    group_queue_arrived(&queue, 1);
    ck_assert(group_queue_has(&queue, 1));
    ck_assert_uint_eq(group_queue_donor(&queue, NULL, &donor), 4);
    ck_assert_uint_eq(donor, 1);
    group_queue_finish(&queue);
}
END_TEST

/* SMs ask at random, and what they steal comes at random: each block is sent once, and none is
 * lost.
 */
START_TEST(stealing_keeps_every_block)
{
    g_autoptr(GRand) random = g_rand_new_with_seed((guint32)_i);
    uint32_t n = (uint32_t)g_rand_int_range(random, 1, 300), sent = 0, coming = 0;
    uint32_t sms = (uint32_t)g_rand_int_range(random, 1, 20);
    g_autofree bool *seen = g_new0(bool, n);
    struct block_groups groups;
    struct group_queue queue;
    single_groups(&groups, n);
    for (uint32_t at = 0, g = groups.n = 0; at < n; g = ++groups.n) {
        uint32_t size = (uint32_t)g_rand_int_range(random, 1, 40);
        at = MIN(at + size, n);
        groups.first[g + 1] = at;
    }
    group_queue_init(&queue, &groups, sms);
    while (sent < n) {
        uint32_t sm = (uint32_t)g_rand_int_range(random, 0, (gint32)sms), donor;
        if (group_queue_waiting(&queue, sm) == 0 && !group_queue_assign(&queue, sm))
            coming += group_queue_steal(&queue, sm, NULL, &donor) > 0;
        if (!group_queue_has(&queue, sm)) {
            /* Nobody has anything, but for what is on its way. */
            ck_assert_uint_gt(coming, 0);
            if (group_queue_waiting(&queue, sm) > 0 && g_rand_boolean(random)) {
                group_queue_arrived(&queue, sm);
                coming--;
            }
            continue;
        }
        uint32_t block = group_queue_take(&queue, sm);
        ck_assert(!seen[block]);
        seen[block] = true;
        sent++;
    }
    ck_assert_uint_eq(coming, 0);
    for (uint32_t sm = 0, donor; sm < sms; sm++)
        ck_assert(!group_queue_assign(&queue, sm) &&
                  group_queue_steal(&queue, sm, NULL, &donor) == 0);
    group_queue_finish(&queue);
    block_groups_finish(&groups);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("locality");
    TCase *tests = tcase_create("graphs");
    tcase_add_test(tests, edges_are_what_both_read);
    tcase_add_test(tests, lines_of_many_blocks_join_all_pairs);
    tcase_add_test(tests, lines_of_all_blocks_change_nothing);
    tcase_add_test(tests, many_readers_are_thinned_out);
    tcase_add_test(tests, spanning_tree_of_the_publication);
    tcase_add_test(tests, spanning_order_of_a_tree);
    tcase_add_test(tests, bisection_finds_triangles);
    tcase_add_test(tests, bisection_stops_below_the_capacity);
    tcase_add_test(tests, leaves_from_left_to_right);
    tcase_add_test(tests, kway_parts_in_the_order_of_a_tree);
    tcase_add_loop_test(tests, groups_have_every_block_once, 0, 2);
    tcase_add_test(tests, metis_gives_the_same_parts);
    tcase_add_test(tests, measures);
    tcase_add_test(tests, stealing_of_the_publication);
    tcase_add_test(tests, the_fullest_gives);
    tcase_add_test(tests, stolen_blocks_take_a_while);
    tcase_add_loop_test(tests, stealing_keeps_every_block, 0, 200);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
