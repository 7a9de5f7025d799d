/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/spanning_order.h"

/* A block that shares so much with one of the tree. */
struct reach {
    uint32_t weight, block;
};

/* A binary heap whose first one comes next; blocks are in it once for each time that they were
 * found to share more. */
struct heap {
    struct reach *list;
    size_t n, capacity;
};

static bool before(const struct reach *a, const struct reach *b)
{
    return a->weight != b->weight ? a->weight > b->weight : a->block < b->block;
}

static void swap(struct heap *heap, size_t a, size_t b)
{
    struct reach kept = heap->list[a];
    heap->list[a] = heap->list[b];
    heap->list[b] = kept;
}

static void push(struct heap *heap, struct reach reach)
{
    if (heap->n == heap->capacity) {
        heap->capacity = MAX(heap->capacity * 2, 64);
        heap->list = g_renew(struct reach, heap->list, heap->capacity);
    }
    size_t at = heap->n++;
    heap->list[at] = reach;
    for (; at > 0 && before(&heap->list[at], &heap->list[(at - 1) / 2]); at = (at - 1) / 2)
        swap(heap, at, (at - 1) / 2);
}

static struct reach pop(struct heap *heap)
{
    const struct reach first = heap->list[0];
    heap->list[0] = heap->list[--heap->n];
    for (size_t at = 0;;) {
        size_t next = 2 * at + 1;
        if (next + 1 < heap->n && before(&heap->list[next + 1], &heap->list[next]))
            next++;
        if (next >= heap->n || before(&heap->list[at], &heap->list[next]))
            return first;
        swap(heap, at, next);
        at = next;
    }
}

static void reach_from(const struct block_graph *graph, uint32_t block, const bool *taken,
                       uint32_t *best, struct heap *heap)
{
    for (uint64_t e = graph->first[block]; e < graph->first[block + 1]; e++) {
        uint32_t to = graph->to[e];
        if (taken[to] || graph->weight[e] <= best[to])
            continue;
        best[to] = graph->weight[e];
        push(heap, (struct reach){best[to], to});
    }
}

void spanning_order(const struct block_graph *graph, uint32_t *order)
{
    g_autofree bool *taken = g_new0(bool, graph->n);
    g_autofree uint32_t *best = g_new0(uint32_t, graph->n);
    struct heap heap = {0};
    uint32_t n = 0;
    for (uint32_t root = 0; root < graph->n; root++) {
        if (taken[root])
            continue;
        push(&heap, (struct reach){0, root});
        while (heap.n > 0) {
            uint32_t block = pop(&heap).block;
            if (taken[block])
                continue;
            taken[block] = true;
            order[n++] = block;
            reach_from(graph, block, taken, best, &heap);
        }
    }
    g_free(heap.list);
}
