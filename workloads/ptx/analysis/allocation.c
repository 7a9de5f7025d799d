/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/allocation.h"
#include <stdlib.h>

enum ptx_slot_class ptx_slot_class_of(enum ptx_type type)
{
    unsigned bytes = ptx_type_bytes(type);
    if (type == PTX_PRED)
        return PTX_SLOT_PRED;
    return bytes <= 4 ? PTX_SLOT_32 : PTX_SLOT_64;
}

/* A register and the point that it is sorted by. */
struct event {
    uint32_t point, reg;
};

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

/* Free slots of one class, the one freed first in front. */
struct queue {
    GArray *slots; /* uint32_t; those before `next` are taken */
    guint next;
};

static uint32_t new_slot(struct ptx_allocation *allocation, GArray *classes, GArray *ranks,
                         enum ptx_slot_class class)
{
    uint8_t class_byte = (uint8_t) class;
    uint32_t rank = allocation->n_of_class[class]++;
    g_array_append_val(classes, class_byte);
    g_array_append_val(ranks, rank);
    return allocation->n_slots++;
}

/* Runs through the starts of all intervals; before each one, slots whose interval has ended go
 * back to their queues. */
static void scan(struct ptx_allocation *allocation, const struct ptx_function *function,
                 const struct event *starts, const struct event *ends, uint32_t n)
{
    GArray *classes = g_array_new(FALSE, TRUE, sizeof(uint8_t));
    GArray *ranks = g_array_new(FALSE, TRUE, sizeof(uint32_t));
    struct queue queues[PTX_SLOT_CLASSES] = {0};
    uint32_t n_ended = 0;
    for (unsigned c = 0; c < PTX_SLOT_CLASSES; c++)
        queues[c].slots = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    new_slot(allocation, classes, ranks, PTX_SLOT_NONE);
    for (uint32_t i = 0; i < n; i++) {
        for (; ends[n_ended].point < starts[i].point; n_ended++) {
            uint32_t slot = allocation->slot_of[ends[n_ended].reg];
            uint8_t class = g_array_index(classes, uint8_t, slot);
            g_array_append_val(queues[class].slots, slot);
        }
        enum ptx_slot_class class = ptx_slot_class_of(function->registers[starts[i].reg].type);
        struct queue *queue = &queues[class];
        allocation->slot_of[starts[i].reg] =
            queue->next < queue->slots->len ? g_array_index(queue->slots, uint32_t, queue->next++)
                                            : new_slot(allocation, classes, ranks, class);
    }
    for (unsigned c = 0; c < PTX_SLOT_CLASSES; c++)
        g_array_free(queues[c].slots, TRUE);
    allocation->class_of = (uint8_t *)g_array_free(classes, FALSE);
    allocation->rank_of = (uint32_t *)(void *)g_array_free(ranks, FALSE);
}

struct ptx_allocation *ptx_allocation_new(const struct ptx_function *function,
                                          const struct ptx_liveness *liveness)
{
    struct ptx_allocation *allocation = g_new0(struct ptx_allocation, 1);
    g_autofree struct event *starts = g_new(struct event, (size_t)function->n_registers + 1);
    g_autofree struct event *ends = g_new(struct event, (size_t)function->n_registers + 1);
    uint32_t n = 0;
    for (uint32_t reg = 0; reg < function->n_registers; reg++) {
        const struct ptx_interval *interval = &liveness->intervals[reg];
        if (interval->start > interval->end)
            continue;
        starts[n] = (struct event){interval->start, reg};
        ends[n++] = (struct event){interval->end, reg};
    }
    qsort(starts, n, sizeof *starts, compare_events);
    qsort(ends, n, sizeof *ends, compare_events);
    allocation->slot_of = g_new0(uint32_t, function->n_registers);
    scan(allocation, function, starts, ends, n);
    return allocation;
}

void ptx_allocation_free(struct ptx_allocation *allocation)
{
    if (!allocation)
        return;
    g_free(allocation->slot_of);
    g_free(allocation->class_of);
    g_free(allocation->rank_of);
    g_free(allocation);
}
