/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/order.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/order_sync.h"

enum { LANE_PAIRS = WARP_LANES * WARP_LANES };

void order_init(struct order *order)
{
    *order = (struct order){.now = 1,
                            .clocks = clocks_new(),
                            .launches = g_array_new(FALSE, TRUE, sizeof(struct order_launch))};
}

void order_finish(struct order *order)
{
    for (guint i = 0; order->launches && i < order->launches->len; i++) {
        const struct order_launch *launch = &g_array_index(order->launches, struct order_launch, i);
        clock_unref(launch->inherited);
        clock_unref(launch->left);
        g_free(launch->knows);
    }
    if (order->launches)
        g_array_free(order->launches, TRUE);
    clocks_free(order->clocks);
    *order = (struct order){0};
}

/* ---- launches ------------------------------------------------------------------------------ */

static bool covers(const struct order_launch *launch, const struct order_launch *earlier)
{
    return earlier->chain < launch->n_knows && launch->knows[earlier->chain] >= earlier->number;
}

static struct order_launch *launch_at(const struct order *order, guint i)
{
    return &g_array_index(order->launches, struct order_launch, i);
}

uint32_t order_launch(struct order *order, uint32_t chain, uint32_t number, uint32_t *knows,
                      uint32_t n_knows)
{
    struct order_launch launch = {.first_warp = order->next_warp,
                                  .chain = chain,
                                  .number = number,
                                  .knows = knows,
                                  .n_knows = n_knows,
                                  .begun = order->now,
                                  .base = order->now};
    const guint n = order->launches->len;
    for (guint i = n; i-- > 0;)
        if (!covers(&launch, launch_at(order, i)))
            launch.base = 0; /* then each mark's launch is asked for */
        else if (launch_at(order, i)->base > 0 && launch.base > 0)
            break; /* what that one knew is known as well */
    for (guint i = n; launch.base == 0 && i-- > order->n_settled;)
        if (launch_at(order, i)->left && covers(&launch, launch_at(order, i)))
            clock_join(&launch.inherited, launch_at(order, i)->left);
    launch.left = clock_ref(launch.inherited);
    order->now++;
    g_array_append_val(order->launches, launch);
    return n;
}

void order_settle(struct order *order, guint n)
{
    for (; order->n_settled < n; order->n_settled++)
        clock_set(&launch_at(order, order->n_settled)->left, NULL);
    order->settled = n < order->launches->len ? launch_at(order, n)->begun : order->now;
}

const struct order_launch *order_launch_of(const struct order *order, uint32_t warp)
{
    guint low = 0, high = order->launches->len;
    if (high > 0 && launch_at(order, high - 1)->first_warp <= warp) /* the one that runs, mostly */
        low = high;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (launch_at(order, middle)->first_warp <= warp)
            low = middle + 1;
        else
            high = middle;
    }
    g_assert(low > 0);
    return launch_at(order, low - 1);
}

uint32_t order_block_of(const struct order *order, uint32_t warp)
{
    const struct order_launch *launch = order_launch_of(order, warp);
    return warp - (warp - launch->first_warp) % launch->block_warps;
}

/* ---- blocks -------------------------------------------------------------------------------- */

struct order_block *order_block_new(struct order *order, uint32_t launch, uint32_t threads)
{
    struct order_block *block = g_new0(struct order_block, 1);
    block->n_warps = (threads + WARP_LANES - 1) / WARP_LANES;
    block->first = order->next_warp;
    block->launch = launch;
    block->begun = ++order->now;
    block->warp = g_new0(struct order_warp, block->n_warps);
    for (uint32_t i = 0; i < block->n_warps; i++) {
        const uint32_t left = threads - i * WARP_LANES;
        block->warp[i].live = left >= WARP_LANES ? UINT32_MAX : (1u << left) - 1;
    }
    order->next_warp += block->n_warps;
    if (launch_at(order, launch)->block_warps == 0) /* once: threads of a team read it */
        launch_at(order, launch)->block_warps = block->n_warps;
    return block;
}

/* Of a launch that knows all before it, nothing is needed: whoever knows it knows them. */
void order_block_end(struct order *order, struct order_block *block)
{
    struct order_launch *launch = launch_at(order, block->launch);
    if (launch->base == 0 && block->uses_clocks)
        order_acquired(block, &launch->left);
}

void order_block_free(struct order_block *block)
{
    if (!block)
        return;
    order_forget_clocks(block);
    for (uint32_t i = 0; i < block->n_warps; i++) {
        g_free(block->warp[i].met);
        g_free(block->warp[i].lane);
    }
    for (unsigned i = 0; i < ORDER_BARRIERS; i++) {
        g_free(block->of[i].arrived);
        g_free(block->of[i].pc);
    }
    g_free(block->met);
    g_free(block->warp);
    g_free(block);
}

/* ---- knowledge ----------------------------------------------------------------------------- */

static bool knows_launch(const struct order *order, const struct order_block *block,
                         const struct mark *mark)
{
    const struct order_launch *own = launch_at(order, block->launch);
    const struct order_launch *other = order_launch_of(order, mark->warp);
    return other != own && covers(own, other);
}

static bool knows_in_block(const struct order *order, const struct order_block *block,
                           unsigned warp, unsigned lane, const struct mark *mark)
{
    const unsigned other = mark->warp - block->first;
    const struct order_warp *own = &block->warp[warp];
    if (mark->stamp <= block->barrier)
        return true;
    if (other != warp)
        return block->met && mark->stamp <= block->met[warp * block->n_warps + other];
    if (mark_lane(mark) == lane || mark->stamp <= own->sync)
        return true;
    if (order->lock_step && mark->stamp < order->now)
        return true;
    return own->met && mark->stamp <= own->met[lane * WARP_LANES + mark_lane(mark)];
}

enum order_kind order_known(const struct order *order, const struct order_block *block,
                            unsigned warp, unsigned lane, const struct mark *mark, bool strong)
{
    if (mark->place & MARK_PENDING)
        return ORDER_NONE;
    if (order_same_block(block, mark)) {
        if (knows_in_block(order, block, warp, lane, mark))
            return ORDER_FIRM;
    } else if (mark->stamp <= launch_at(order, block->launch)->base ||
               knows_launch(order, block, mark)) {
        return ORDER_FIRM;
    }
    const bool clocks = block->uses_clocks || launch_at(order, block->launch)->inherited;
    return clocks && order_knows_by_clock(order, block, warp, lane, mark, strong) ? ORDER_BY_CLOCK
                                                                                  : ORDER_NONE;
}

/* ---- barriers ------------------------------------------------------------------------------ */

void order_arrive(struct order *order, struct order_block *block, uint32_t id, unsigned warp,
                  uint32_t pc)
{
    struct order_barrier *barrier = &block->of[id % ORDER_BARRIERS];
    if (!barrier->arrived) {
        barrier->arrived = g_new0(uint32_t, block->n_warps);
        barrier->pc = g_new0(uint32_t, block->n_warps);
    }
    barrier->arrived[warp] = order->now++;
    barrier->pc[warp] = pc;
}

/* Each of `warps` then knows the arrivals of all, and what those that arrived knew. */
static void meet(struct order_block *block, const uint32_t *arrived, uint64_t warps)
{
    const uint32_t n = block->n_warps;
    if (!block->met)
        block->met = g_new0(uint32_t, n * n);
    g_autofree uint32_t *all = g_new0(uint32_t, n);
    for (uint32_t a = 0; a < n; a++) {
        if (arrived[a] == 0)
            continue;
        for (uint32_t v = 0; v < n; v++)
            all[v] = MAX(all[v], block->met[a * n + v]);
        all[a] = MAX(all[a], arrived[a]);
    }
    for (; warps; warps &= warps - 1) {
        uint32_t *row = &block->met[(uint32_t)__builtin_ctzll(warps) * n];
        for (uint32_t v = 0; v < n; v++)
            row[v] = MAX(row[v], all[v]);
    }
}

void order_open(struct order *order, struct order_block *block, uint32_t id, uint64_t warps)
{
    struct order_barrier *barrier = &block->of[id % ORDER_BARRIERS];
    const bool whole = (uint32_t)__builtin_popcountll(warps) == block->n_warps;
    if (whole)
        block->barrier = order->now++;
    else if (barrier->arrived)
        meet(block, barrier->arrived, warps);
    /* All lanes of a warp come to its barrier. */
    for (uint64_t left = whole || !barrier->arrived ? 0 : warps; left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left);
        block->warp[warp].sync = MAX(block->warp[warp].sync, barrier->arrived[warp]);
    }
    if (block->uses_clocks && barrier->arrived)
        order_meet_clocks(order, block, barrier->arrived, warps, whole);
    for (uint32_t i = 0; barrier->arrived && i < block->n_warps; i++)
        barrier->arrived[i] = 0;
    order->now++;
}

static void meet_lanes(struct order *order, struct order_warp *warp, lane_mask lanes)
{
    if (!warp->met)
        warp->met = g_new0(uint32_t, LANE_PAIRS);
    uint32_t all[WARP_LANES] = {0};
    for (unsigned i = 0; i < WARP_LANES; i++)
        for (unsigned k = 0; lanes >> i & 1 && k < WARP_LANES; k++)
            all[k] = MAX(all[k], k == i ? order->now : warp->met[i * WARP_LANES + k]);
    for (unsigned i = 0; i < WARP_LANES; i++)
        for (unsigned k = 0; lanes >> i & 1 && k < WARP_LANES; k++)
            warp->met[i * WARP_LANES + k] = MAX(warp->met[i * WARP_LANES + k], all[k]);
}

void order_warp_sync(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes)
{
    struct order_warp *own = &block->warp[warp];
    if ((lanes & own->live) == own->live)
        own->sync = order->now;
    else
        meet_lanes(order, own, lanes);
    if (block->uses_clocks)
        order_meet_lanes(order, block, warp, lanes);
    order->now++;
}
