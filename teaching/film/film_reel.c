/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/film/film_reel.h"
#include "models/core/wire.h"

/* Of a reel, its `late` are at most so many parts of its events. */
enum { LATE_SHARE = 5, CREDITS_DROPPED = 4096, SENT_SWEPT = 4096 };

/* Arrivals of credits, of which the first is that of the wire's message number `first`. */
struct reel_credits {
    uint64_t first;
    uint64_t wanted; /* messages with lower numbers are kept */
    GArray *came;    /* sim_time */
};

static void free_credits(gpointer data)
{
    struct reel_credits *credits = data;
    g_array_free(credits->came, TRUE);
    g_free(credits);
}

void film_reel_init(struct film_reel *reel, sim_time from, sim_time until, guint most,
                    bool keeps_last)
{
    *reel =
        (struct film_reel){.from = from, .until = until, .most = most, .keeps_last = keeps_last};
    reel->warps = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    reel->rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    reel->wires = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_credits);
}

void film_reel_finish(struct film_reel *reel)
{
    if (!reel->warps)
        return;
    g_queue_clear_full(&reel->events, g_free);
    g_queue_clear_full(&reel->late, g_free);
    g_queue_clear_full(&reel->sent, g_free);
    g_hash_table_destroy(reel->warps);
    g_hash_table_destroy(reel->rows);
    g_hash_table_destroy(reel->wires);
}

/* ---- credits --------------------------------------------------------------------------------- */

static struct reel_credits *credits_of(struct film_reel *reel, const struct wire *wire)
{
    struct reel_credits *credits = g_hash_table_lookup(reel->wires, wire);
    if (!credits) {
        credits = g_new0(struct reel_credits, 1);
        credits->came = g_array_new(FALSE, FALSE, sizeof(sim_time));
        g_hash_table_insert(reel->wires, (gpointer)wire, credits);
    }
    return credits;
}

void film_reel_credited(struct film_reel *reel, const struct wire *wire, sim_time arrival)
{
    struct reel_credits *credits = credits_of(reel, wire);
    if (!reel->full || credits->first + credits->came->len < credits->wanted)
        g_array_append_val(credits->came, arrival);
}

sim_time film_reel_back(const struct film_reel *reel, const struct event *event)
{
    const struct reel_credits *credits = g_hash_table_lookup(reel->wires, event->posted.wire);
    if (!credits || event->order < credits->first || (reel->full && event->time >= reel->end) ||
        event->order - credits->first >= credits->came->len)
        return SIM_TIME_NEVER;
    return g_array_index(credits->came, sim_time, event->order - credits->first);
}

/* The credits of messages up to this one are of no use any more. */
static void drop_credits(struct film_reel *reel, const struct event *event)
{
    struct reel_credits *credits = credits_of(reel, event->posted.wire);
    const uint64_t n = event->order + 1 - credits->first;
    if (event->order + 1 < credits->first + CREDITS_DROPPED || n > credits->came->len)
        return;
    g_array_remove_range(credits->came, 0, (guint)n);
    credits->first += n;
}

/* ---- the scene ------------------------------------------------------------------------------- */

static void set(GHashTable *table, gint64 key, const struct event *event)
{
    g_hash_table_replace(table, g_memdup2(&key, sizeof key), g_memdup2(event, sizeof *event));
}

static gint64 warp_key(const struct event *event, enum event_kind kind)
{
    return (gint64)event->owner.sm << 16 | event->owner.warp << 8 | kind;
}

/* Messages that have gone, and whose credits are back, leave the scene. */
static void forget_old(struct film_reel *reel, sim_time now)
{
    if (reel->sent.length < reel->sweep)
        return;
    for (GList *link = reel->sent.head, *next; link; link = next) {
        next = link->next;
        if (film_reel_back(reel, link->data) >= now)
            continue;
        drop_credits(reel, link->data);
        g_free(link->data);
        g_queue_delete_link(&reel->sent, link);
    }
    reel->sweep = MAX(SENT_SWEPT, 2 * reel->sent.length);
}

/* Takes the event. */
static void fold(struct film_reel *reel, struct event *event)
{
    gint64 key;
    reel->before++;
    switch ((enum event_kind)event->kind) {
    case EVENT_WARP_STARTED:
    case EVENT_WARP_WAITS:
        set(reel->warps, warp_key(event, event->kind), event);
        break;
    case EVENT_WARP_ENDED:
        key = warp_key(event, EVENT_WARP_STARTED);
        g_hash_table_remove(reel->warps, &key);
        key = warp_key(event, EVENT_WARP_WAITS);
        g_hash_table_remove(reel->warps, &key);
        break;
    case EVENT_BURST:
        set(reel->rows, (gint64)event->unit << 8 | event->burst.bank, event);
        break;
    case EVENT_POSTED:
        g_queue_push_tail(&reel->sent, event);
        forget_old(reel, event->time);
        return;
    default:
        break;
    }
    g_free(event);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void want_credit(struct film_reel *reel, const struct event *event)
{
    if (event->kind == EVENT_POSTED)
        credits_of(reel, event->posted.wire)->wanted = event->order + 1;
}

static void hear_late(struct film_reel *reel, const struct event *event)
{
    reel->behind++;
    if (event->kind != EVENT_POSTED || event->posted.ready >= reel->end ||
        reel->late.length * LATE_SHARE >= reel->most)
        return;
    g_queue_push_tail(&reel->late, g_memdup2(event, sizeof *event));
}

void film_reel_hear(struct film_reel *reel, const struct event *event)
{
    if (!reel->full &&
        (event->time >= reel->until || (!reel->keeps_last && reel->events.length == reel->most))) {
        reel->full = true;
        reel->end = event->time;
    }
    if (reel->full) {
        hear_late(reel, event);
        return;
    }
    struct event *copy = g_memdup2(event, sizeof *event);
    want_credit(reel, event);
    if (event->time < reel->from) {
        fold(reel, copy);
        return;
    }
    g_queue_push_tail(&reel->events, copy);
    if (reel->events.length > reel->most)
        fold(reel, g_queue_pop_head(&reel->events));
}

static int in_order(gconstpointer a, gconstpointer b)
{
    const struct event *x = *(struct event *const *)a, *y = *(struct event *const *)b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == EVENT_POSTED)
        return x->posted.number < y->posted.number ? -1 : 1;
    if (x->owner.warp != y->owner.warp)
        return x->owner.warp < y->owner.warp ? -1 : 1;
    return (int)x->burst.bank - (int)y->burst.bank;
}

static void add_all(GPtrArray *all, GHashTable *table)
{
    GHashTableIter iter;
    gpointer event;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, NULL, &event))
        g_ptr_array_add(all, event);
}

static void add_queue(GPtrArray *all, const GQueue *queue)
{
    for (GList *link = queue->head; link; link = link->next)
        g_ptr_array_add(all, link->data);
}

sim_time film_reel_begin(const struct film_reel *reel)
{
    const GList *first = reel->events.head;
    return first ? ((const struct event *)first->data)->time : SIM_TIME_NEVER;
}

GPtrArray *film_reel_events(const struct film_reel *reel, guint *n_scene, guint *n_late)
{
    GPtrArray *all = g_ptr_array_new();
    const sim_time begin = film_reel_begin(reel);
    add_all(all, reel->warps);
    add_all(all, reel->rows);
    for (GList *link = reel->sent.head; link; link = link->next)
        if (film_reel_back(reel, link->data) >= begin)
            g_ptr_array_add(all, link->data);
    g_ptr_array_sort(all, in_order);
    *n_scene = all->len;
    add_queue(all, &reel->events);
    add_queue(all, &reel->late);
    *n_late = reel->late.length;
    return all;
}
