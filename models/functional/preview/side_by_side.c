/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/preview/side_by_side.h"

enum {
    STEP = 8,              /* warp instructions that are one slot of time. ASSUMED */
    SLOTS = 1 << 14,       /* slots ahead of `now`; a power of two */
    MOST_WAITING = 1 << 20 /* touches. ASSUMED: 40 MB of the host's memory */
};
static const uint32_t NONE = UINT32_MAX;

struct waiting {
    struct touch touch;
    uint32_t next;
};

static struct waiting *waiting_at(const struct side_by_side *order, uint32_t i)
{
    return &g_array_index(order->waiting, struct waiting, i);
}

void side_by_side_init(struct side_by_side *order, void *data,
                       void (*each)(void *data, const struct touch *touch))
{
    *order = (struct side_by_side){.data = data,
                                   .each = each,
                                   .ends = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
                                   .warps = g_array_new(FALSE, TRUE, sizeof(uint64_t)),
                                   .waiting = g_array_new(FALSE, FALSE, sizeof(struct waiting)),
                                   .first = g_new(uint32_t, SLOTS),
                                   .last = g_new(uint32_t, SLOTS)};
    side_by_side_begin(order, 1);
}

void side_by_side_finish(struct side_by_side *order)
{
    g_array_free(order->ends, TRUE);
    g_array_free(order->warps, TRUE);
    g_array_free(order->waiting, TRUE);
    g_free(order->first);
    g_free(order->last);
}

void side_by_side_begin(struct side_by_side *order, uint64_t room)
{
    g_array_set_size(order->ends, 0);
    g_array_set_size(order->warps, 0);
    g_array_set_size(order->warps, 1);
    g_array_set_size(order->waiting, 0);
    for (unsigned i = 0; i < SLOTS; i++)
        order->first[i] = NONE;
    order->room = room;
    order->any = false;
    order->begun = order->longest = order->now = order->n = 0;
    order->warp = 0;
    order->free = NONE;
}

/* ---- blocks on the GPU: a heap of their ends --------------------------------------------------
 */

static uint64_t *end_at(const struct side_by_side *order, guint i)
{
    return &g_array_index(order->ends, uint64_t, i);
}

static void swap(uint64_t *a, uint64_t *b)
{
    const uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

static void add_end(struct side_by_side *order, uint64_t end)
{
    guint at = order->ends->len;
    g_array_append_val(order->ends, end);
    for (; at > 0 && *end_at(order, (at - 1) / 2) > *end_at(order, at); at = (at - 1) / 2)
        swap(end_at(order, (at - 1) / 2), end_at(order, at));
}

static uint64_t take_end(struct side_by_side *order)
{
    const uint64_t first = *end_at(order, 0);
    const guint n = order->ends->len - 1;
    *end_at(order, 0) = *end_at(order, n);
    g_array_set_size(order->ends, n);
    for (guint at = 0, child = 1; child < n; at = child, child = 2 * at + 1) {
        if (child + 1 < n && *end_at(order, child + 1) < *end_at(order, child))
            child++;
        if (*end_at(order, at) <= *end_at(order, child))
            break;
        swap(end_at(order, at), end_at(order, child));
    }
    return first;
}

/* ---- touches that wait ------------------------------------------------------------------------
 */

/* Those of the next slot come out. */
static void let_out(struct side_by_side *order)
{
    const uint64_t slot = order->now & (SLOTS - 1);
    for (uint32_t i = order->first[slot]; i != NONE;) {
        struct waiting *waiting = waiting_at(order, i);
        const uint32_t next = waiting->next;
        order->each(order->data, &waiting->touch);
        waiting->next = order->free;
        order->free = i;
        i = next;
        order->n--;
    }
    order->first[slot] = NONE;
    order->now++;
}

/* All slots before that one come out. */
static void let_out_before(struct side_by_side *order, uint64_t slot)
{
    while (order->now < slot && order->n > 0)
        let_out(order);
    order->now = MAX(order->now, slot);
}

static uint32_t take_place(struct side_by_side *order)
{
    const uint32_t free = order->free;
    if (free != NONE) {
        order->free = waiting_at(order, free)->next;
        return free;
    }
    g_array_set_size(order->waiting, order->waiting->len + 1);
    return order->waiting->len - 1;
}

void side_by_side_add(struct side_by_side *order, const struct touch *touch)
{
    const uint64_t time = order->begun + g_array_index(order->warps, uint64_t, order->warp);
    const uint64_t slot = MAX(time / STEP, order->now);
    while (order->n >= MOST_WAITING)
        let_out(order);
    if (slot >= order->now + SLOTS)
        let_out_before(order, slot - SLOTS + 1);
    const uint32_t place = take_place(order);
    uint32_t *first = &order->first[slot & (SLOTS - 1)], *last = &order->last[slot & (SLOTS - 1)];
    *waiting_at(order, place) = (struct waiting){*touch, NONE};
    if (*first == NONE)
        *first = place;
    else
        waiting_at(order, *last)->next = place;
    *last = place;
    order->n++;
}

/* ---- the run ----------------------------------------------------------------------------------
 */

void side_by_side_turn(struct side_by_side *order, uint64_t block, unsigned warp)
{
    if (order->any)
        order->longest = MAX(order->longest, g_array_index(order->warps, uint64_t, order->warp));
    if (!order->any || block != order->block) {
        if (order->any)
            add_end(order, order->begun + order->longest);
        order->begun = order->ends->len < order->room ? 0 : take_end(order);
        let_out_before(order, order->begun / STEP);
        g_array_set_size(order->warps, 0);
        order->longest = 0;
        order->block = block;
        order->any = true;
    }
    order->warp = warp;
    if (warp >= order->warps->len)
        g_array_set_size(order->warps, warp + 1);
}

void side_by_side_end(struct side_by_side *order)
{
    while (order->n > 0)
        let_out(order);
}
