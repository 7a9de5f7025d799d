/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_posts.h"
#include "models/core/wire.h"
#include <string.h>

struct wire_credits {
    uint64_t sent;
    GArray *came;  /* sim_time: credits that no message has used */
    guint n_taken; /* from its beginning */
};

/* What leaves a unit towards one kind of unit. */
struct port_past {
    GArray *departures; /* sim_time, ascending: the last ones */
};

enum { DEPARTURES_KEPT = 4096 };

static void free_credits(gpointer data)
{
    struct wire_credits *credits = data;
    g_array_free(credits->came, TRUE);
    g_free(credits);
}

static void free_port(gpointer data)
{
    struct port_past *port = data;
    g_array_free(port->departures, TRUE);
    g_free(port);
}

void event_posts_init(struct event_posts *posts, const struct gpu_config *config)
{
    *posts = (struct event_posts){.config = config};
    posts->wires = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_credits);
    posts->ports = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_port);
}

void event_posts_finish(struct event_posts *posts)
{
    g_hash_table_destroy(posts->wires);
    g_hash_table_destroy(posts->ports);
}

/* ---- credits --------------------------------------------------------------------------------- */

static struct wire_credits *credits_of(struct event_posts *posts, const struct wire *wire)
{
    struct wire_credits *credits = g_hash_table_lookup(posts->wires, wire);
    if (!credits) {
        credits = g_new0(struct wire_credits, 1);
        credits->came = g_array_new(FALSE, FALSE, sizeof(sim_time));
        g_hash_table_insert(posts->wires, (gpointer)wire, credits);
    }
    return credits;
}

void event_posts_credit(struct event_posts *posts, const struct wire *wire, sim_time arrival)
{
    struct wire_credits *credits = credits_of(posts, wire);
    if (credits->n_taken > 0 && credits->n_taken == credits->came->len) {
        g_array_set_size(credits->came, 0);
        credits->n_taken = 0;
    }
    g_array_append_val(credits->came, arrival);
}

sim_time event_posts_send(struct event_posts *posts, const struct wire *wire, uint64_t *order)
{
    struct wire_credits *credits = credits_of(posts, wire);
    *order = credits->sent++;
    if (*order < wire->credits_total)
        return 0;
    g_assert(credits->n_taken < credits->came->len);
    return g_array_index(credits->came, sim_time, credits->n_taken++);
}

/* ---- ports ----------------------------------------------------------------------------------- */

static struct port_past *port_of(struct event_posts *posts, const struct wire *wire)
{
    static const char *const models[] = {"sm", "l2_bank", "dram_channel", "crossbar", "dispatcher"};
    gint64 key = (gint64)wire->sender->id << 8;
    for (unsigned i = 0; i < G_N_ELEMENTS(models); i++)
        if (strcmp(wire->receiver->ops->model, models[i]) == 0)
            key |= i + 1;
    /* Each of a switch's or cluster's outputs is a port of its own. */
    if (strcmp(wire->sender->ops->model, "crossbar") == 0)
        key |= (gint64)(wire->receiver->id + 1) << 32;
    struct port_past *port = g_hash_table_lookup(posts->ports, &key);
    if (!port) {
        port = g_new0(struct port_past, 1);
        port->departures = g_array_new(FALSE, FALSE, sizeof(sim_time));
        g_hash_table_insert(posts->ports, g_memdup2(&key, sizeof key), port);
    }
    return port;
}

static void add_departure(struct port_past *port, sim_time departure)
{
    if (port->departures->len == DEPARTURES_KEPT)
        g_array_remove_range(port->departures, 0, DEPARTURES_KEPT / 2);
    g_array_append_val(port->departures, departure);
}

/* The clock of the sender's port, and for how many of its cycles the message passes it. */
static const struct clock *passing(const struct gpu_config *config, const struct wire *wire,
                                   const struct message *message, uint32_t *cycles)
{
    const char *from = wire->sender->ops->model, *to = wire->receiver->ops->model;
    const uint32_t bytes = message->bytes;
    if (strcmp(from, "sm") == 0 && strcmp(to, "crossbar") == 0) {
        *cycles = flits(bytes, config->sm.inject_bytes_per_cycle);
        if (config->crossbar.requests.leads)
            *cycles = MIN(*cycles, 1);
        return &config->sm.clock;
    }
    if (strcmp(from, "l2_bank") == 0 && strcmp(to, "dram_channel") == 0) {
        *cycles = flits(bytes, config->bank.dram_width);
        return &config->bank.clock;
    }
    if (strcmp(from, "l2_bank") == 0) {
        *cycles = flits(flits(bytes, config->bank.replies.width), config->bank.reply_flits);
        if (config->crossbar.replies.leads)
            *cycles = MIN(*cycles, 1);
        return &config->bank.clock;
    }
    if (strcmp(from, "crossbar") == 0) {
        *cycles = flits(bytes, config->crossbar.requests.width);
        return &config->crossbar.clock;
    }
    if (strcmp(from, "dram_channel") == 0) {
        *cycles = flits(bytes, config->dram.l2_width);
        return &config->bank.clock;
    }
    *cycles = 0;
    return &config->sm.clock;
}

static sim_time length_of(const struct clock *clock, sim_time end, uint32_t cycles)
{
    const uint64_t last = clock_cycle_at_or_after(clock, end);
    return end - MIN(end, clock_edge(clock, last - MIN(last, cycles)));
}

void event_posts_explain(struct event_posts *posts, struct event *event, sim_time credit)
{
    struct event_posted *posted = &event->posted;
    uint32_t cycles;
    const struct clock *clock = passing(posts->config, posted->wire, &event->message, &cycles);
    struct port_past *port = port_of(posts, posted->wire);
    const sim_time departure = event->time;
    posted->number = ++posts->posted;
    posted->passing = length_of(clock, departure, cycles);
    if (posted->ready == SIM_TIME_NEVER || posted->ready > departure)
        posted->ready = departure - posted->passing;
    posted->passing = MIN(posted->passing, departure - posted->ready);
    const sim_time start = departure - posted->passing;
    sim_time at = posted->ready, last = 0;
    for (guint i = port->departures->len; i-- > 0;) {
        const sim_time earlier = g_array_index(port->departures, sim_time, i);
        if (earlier <= posted->ready)
            break;
        last = MAX(last, earlier);
        posted->behind++;
    }
    const sim_time free = CLAMP(last, at, start);
    posted->waited_port = free - at;
    at = free;
    const sim_time came = CLAMP(credit, at, start);
    posted->waited_credit = came - at;
    posted->waited_edge = start - came;
    add_departure(port, departure);
}
