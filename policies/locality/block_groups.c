/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/block_groups.h"
#include "policies/locality/metis_parts.h"
#include "policies/locality/spanning_order.h"
#include <string.h>

/* Room for so many groups at most. */
static void begin(struct block_groups *groups, uint32_t n_blocks, uint32_t n_groups)
{
    *groups = (struct block_groups){.first = g_new0(uint32_t, n_groups + 1),
                                    .order = g_new(uint32_t, n_blocks)};
}

/* The blocks behind the last group's are one, if there are any. */
static void end_group(struct block_groups *groups, uint32_t end)
{
    if (end > groups->first[groups->n])
        groups->first[++groups->n] = end;
}

void block_groups_finish(struct block_groups *groups)
{
    g_clear_pointer(&groups->first, g_free);
    g_clear_pointer(&groups->order, g_free);
    groups->n = 0;
}

void single_groups(struct block_groups *groups, uint32_t n_blocks)
{
    begin(groups, n_blocks, n_blocks);
    for (uint32_t block = 0; block < n_blocks; block++) {
        groups->order[block] = block;
        end_group(groups, block + 1);
    }
}

void spanning_groups(struct block_groups *groups, const struct block_graph *graph,
                     const struct group_target *target)
{
    begin(groups, graph->n, graph->n);
    spanning_order(graph, groups->order);
    for (uint32_t at = 0; at < graph->n;) {
        uint32_t size = groups->n < target->n_sms ? target->capacity : 1;
        at += MIN(size, graph->n - at);
        end_group(groups, at);
    }
}

/* ---- parts ------------------------------------------------------------------------------------
 */

/* The blocks of one part, as many as are returned. */
static uint32_t members_of(const uint32_t *part, uint32_t n, uint32_t wanted, uint32_t *members)
{
    uint32_t found = 0;
    for (uint32_t block = 0; block < n; block++)
        if (part[block] == wanted)
            members[found++] = block;
    return found;
}

void kway_groups(struct block_groups *groups, const struct block_graph *graph,
                 const struct group_target *target)
{
    g_autofree uint32_t *part = g_new(uint32_t, graph->n);
    g_autofree uint32_t *members = g_new(uint32_t, graph->n);
    uint32_t at = 0;
    begin(groups, graph->n, target->n_sms);
    metis_parts(graph, target->n_sms, part);
    for (uint32_t p = 0; p < target->n_sms; p++) {
        uint32_t n = members_of(part, graph->n, p, members);
        struct block_graph *inside = block_graph_part(graph, members, n);
        spanning_order(inside, groups->order + at);
        for (uint32_t i = 0; i < n; i++)
            groups->order[at + i] = members[groups->order[at + i]];
        block_graph_free(inside);
        at += n;
        end_group(groups, at);
    }
}

/* A part: its graph, and what its blocks are called in the whole one. */
struct piece {
    struct block_graph *graph; /* owned */
    uint32_t *blocks;
    uint32_t n;
};

static struct piece *piece_new(const struct piece *whole, const uint32_t *members, uint32_t n)
{
    struct piece *piece = g_new(struct piece, 1);
    *piece = (struct piece){block_graph_part(whole->graph, members, n), g_new(uint32_t, n), n};
    for (uint32_t i = 0; i < n; i++)
        piece->blocks[i] = whole->blocks[members[i]];
    return piece;
}

static void piece_free(struct piece *piece)
{
    block_graph_free(piece->graph);
    g_free(piece->blocks);
    g_free(piece);
}

/* A half without blocks would be halved for ever. */
static void bisect(const struct block_graph *graph, uint32_t *part)
{
    metis_parts(graph, 2, part);
    uint32_t second = 0;
    for (uint32_t i = 0; i < graph->n; i++)
        second += part[i];
    if (second == 0 || second == graph->n)
        for (uint32_t i = 0; i < graph->n; i++)
            part[i] = i >= graph->n / 2;
}

static void add_group(struct block_groups *groups, const struct piece *piece)
{
    uint32_t at = groups->first[groups->n];
    memcpy(groups->order + at, piece->blocks, piece->n * sizeof *piece->blocks);
    end_group(groups, at + piece->n);
}

/* Lines 8 to 17 of Algorithm 1: the piece becomes a group, or its halves are next, the first one
 * before the second. */
static void place(struct block_groups *groups, GQueue *stack, const struct piece *piece, bool whole,
                  const struct group_target *target)
{
    if (piece->n <= 1 || (!whole && piece->n < target->capacity + target->full)) {
        add_group(groups, piece);
        return;
    }
    g_autofree uint32_t *part = g_new(uint32_t, piece->n);
    g_autofree uint32_t *members = g_new(uint32_t, piece->n);
    bisect(piece->graph, part);
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t n = members_of(part, piece->n, half, members);
        g_queue_push_head(stack, piece_new(piece, members, n));
    }
}

void bisected_groups(struct block_groups *groups, const struct block_graph *graph,
                     const struct group_target *target)
{
    g_autoptr(GQueue) stack = g_queue_new();
    g_autofree uint32_t *members = g_new(uint32_t, graph->n);
    struct piece *all = g_new(struct piece, 1);
    begin(groups, graph->n, graph->n);
    for (uint32_t block = 0; block < graph->n; block++)
        members[block] = block;
    *all = (struct piece){block_graph_part(graph, members, graph->n),
                          g_memdup2(members, graph->n * sizeof *members), graph->n};
    bool whole = true;
    g_queue_push_head(stack, all);
    for (struct piece *piece; (piece = g_queue_pop_head(stack)); piece_free(piece), whole = false)
        place(groups, stack, piece, whole, target);
}
