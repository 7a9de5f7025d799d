/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank.h"
#include "models/l2/bank_internal.h"
#include "models/l2/bank_launch.h"
#include "models/l2/bank_mix.h"
#include "models/l2/bank_replies.h"
#include "models/l2/bank_report.h"
#include "models/l2/bank_requests.h"
#include "models/l2/bank_values.h"

/* The state machine; see bank.h. The order within a cycle is: a fill, the first request, the two
 * ports. So a request's messages may start in its own cycle. */

enum {
    PORT_QUEUE = 16, /* ASSUMED, see bank.h */
    /* ASSUMED: by so many cycles replies that mix are ahead of hits, since a line's sectors come
     * from DRAM one after another. */
    SECTORS_BEHIND = 2
};

/* ---- arrivals ------------------------------------------------------------------------ */

/* to: the bank's requests, or those on their way over. */
static inline struct bank_request *take_request(struct l2_bank *bank, const struct message *message,
                                                struct ring *to)
{
    g_assert(message->sectors != 0 && message->sectors <= ALL_SECTORS);
    struct bank_request *request = ring_push(to, sizeof *request);
    request->message = *message;
    request->arrival = bank_cycle_of(bank, message->arrival);
    request->cycles = 0;
    const uint64_t line = message_address(message) & ~(uint64_t)(LINE_BYTES - 1);
    request->set = bank_lines_set(&bank->lines, address_map_in_bank(bank->map, line));
    bank_set_ahead(bank, request->set);
    if (message->kind != MESSAGE_FETCH)
        bank_values_apply(bank, request);
    return request;
}

G_ALWAYS_INLINE static inline void take_fill(struct l2_bank *bank, const struct message *message)
{
    bank_fill_ahead(bank, message_miss(message));
    *(struct bank_fill *)ring_push(&bank->fills, sizeof(struct bank_fill)) =
        (struct bank_fill){.arrival = bank_cycle_of(bank, message->arrival),
                           .miss = message_miss(message),
                           .sectors = message->sectors,
                           .port = message->port,
                           .launch = message->launch};
}

/* Takes what arrives before `until`, in the order of arrival. Here requests take effect, and get
 * the cycle in which they have come. */
static inline void take_arrivals(struct l2_bank *bank, sim_time until)
{
    struct inbox *inbox = &bank->unit.inbox;
    if (bank->memory)
        bank_bytes_ahead(bank, until);
    while (inbox->head < until) {
        const struct message *message = inbox_peek(inbox);
        if (message->kind == MESSAGE_DRAM_DATA)
            take_fill(bank, message);
        else
            take_request(bank, message, &bank->requests);
        inbox_drop(inbox);
    }
}

/* One of two halves: the request comes now, or it goes over first. */
static void take_of_halves(struct l2_bank *bank, const struct message *message)
{
    struct bank_halves *halves = bank->halves;
    const uint64_t in_bank = address_map_in_bank(bank->map, message_address(message)),
                   cycle = bank_cycle_of(bank, message->arrival);
    bank_halves_move(halves, &bank->requests, cycle);
    const enum bank_way way = bank_halves_way(halves, message, in_bank, cycle);
    struct bank_request *request =
        take_request(bank, message, way == BANK_FAR ? &halves->far : &bank->requests);
    request->way = way;
    request->arrival += way == BANK_FAR ? halves->config->far_latency : 0;
}

/* take_arrivals for one of two halves: those that have gone over come among the others. */
G_NO_INLINE static void take_arrivals_of_halves(struct l2_bank *bank, sim_time until)
{
    struct inbox *inbox = &bank->unit.inbox;
    while (inbox->head < until) {
        const struct message *message = inbox_peek(inbox);
        if (message->kind == MESSAGE_DRAM_DATA)
            take_fill(bank, message);
        else
            take_of_halves(bank, message);
        inbox_drop(inbox);
    }
    for (uint64_t next; (next = bank_halves_next(bank->halves)) != CYCLE_NEVER;) {
        if (bank_edge_of(bank, next) >= until)
            break;
        bank_halves_move(bank->halves, &bank->requests, next);
    }
}

/* When the first of those that have gone over comes. */
static sim_time far_edge(const struct l2_bank *bank)
{
    const uint64_t next = bank_halves_next(bank->halves);
    return next == CYCLE_NEVER ? SIM_TIME_NEVER : bank_edge_of(bank, next);
}

/* ---- fills ------------------------------------------------------------------------------ */

static const struct bank_fill *first_fill(const struct l2_bank *bank)
{
    return ring_first(&bank->fills, sizeof(struct bank_fill));
}

/* Something has happened that may let the first request go on. */
static void retry_if(struct l2_bank *bank, unsigned waits)
{
    if (waits >> bank->wait & 1)
        bank->retry = true;
}

/* From now on the sectors are in the cache. The requests that have all they need are next. */
static void begin_fill(struct l2_bank *bank, const struct bank_fill *fill, uint64_t cycle)
{
    struct bank_miss *miss = &bank->misses.misses[fill->miss];
    bank_note_launch(bank, fill->launch);
    miss->waiting &= ~(255 * bank_miss_ones(fill->sectors));
    bank_waiters_serve(&bank->waiters, &miss->waiters, fill->sectors, &bank->served);
    if (bank_lines_fill(&bank->lines, miss->place, fill->sectors))
        bank_misses_end(&bank->misses, fill->miss);
    bank->counters.fills++;
    bank->counters.fill_bytes += message_sector_count(fill->sectors) * LINE_SECTOR_BYTES;
    bank->fill_busy_until = cycle + bank_data_cycles(bank, fill->sectors);
    bank->filling = true;
    const bool mixes = bank->config->mixes && bank->served.first != bank->served.last;
    if (G_UNLIKELY(mixes))
        bank_begin_rounds(bank);
    if (G_UNLIKELY(mixes) && bank->wait == BANK_WAIT_MERGE)
        bank->retry_cycle = cycle + SECTORS_BEHIND;
    else
        retry_if(bank, 1u << BANK_WAIT_MERGE | 1u << BANK_WAIT_VICTIM);
}

static void end_fill(struct l2_bank *bank, const struct bank_fill *fill)
{
    wire_return_credit(bank->unit.incoming[fill->port], bank->edge);
    bank->used_mshrs -= bank_units(bank, fill->sectors);
    ring_drop(&bank->fills);
    bank->filling = false;
    bank->round_at = 0;
    retry_if(bank, 1u << BANK_WAIT_MSHR);
}

/* When the first fill can go on; there must be one. */
static uint64_t next_fill(const struct l2_bank *bank)
{
    uint64_t cycle = bank->next_cycle;
    if (!bank->filling)
        cycle = MAX(cycle, MAX(first_fill(bank)->arrival, bank->fill_busy_until));
    return MAX(cycle, bank_room_cycle(&bank->reply_port, cycle));
}

static void step_fill(struct l2_bank *bank, uint64_t cycle)
{
    out_port_settle(&bank->reply_port, cycle);
    const struct bank_fill *fill = first_fill(bank);
    if (!bank->filling)
        begin_fill(bank, fill, cycle);
    if (G_UNLIKELY(bank->rounds > 0)) {
        bank_send_part(bank, cycle);
        return;
    }
    if (bank->served.first) {
        struct message request;
        bank_waiters_pop(&bank->waiters, &bank->served, &request);
        bank_note_launch(bank, request.launch);
        if (G_UNLIKELY(bank->round_at > 0))
            bank_push_last(bank, &request, cycle);
        else
            bank_push_reply(bank, &request, cycle);
    }
    if (!bank->served.first)
        end_fill(bank, fill);
}

/* ---- the loop ------------------------------------------------------------------------------ */

/* The next cycle with work, and when the first fill and the first request can go on as things
 * stand. */
struct next {
    uint64_t cycle, fill, request;
};

static inline struct next find_next(const struct l2_bank *bank)
{
    const uint64_t request = bank_has_request(bank) ? bank_next_request(bank) : CYCLE_NEVER;
    const uint64_t fill = bank->fills.count > 0 ? next_fill(bank) : CYCLE_NEVER;
    uint64_t cycle = MIN(request, fill);
    if (G_UNLIKELY(out_port_has_unsent(&bank->reply_port)))
        cycle = MIN(cycle, out_port_next_unsent(&bank->reply_port));
    if (G_UNLIKELY(out_port_has_unsent(&bank->dram_port)))
        cycle = MIN(cycle, out_port_next_unsent(&bank->dram_port));
    return (struct next){MAX(cycle, bank->next_cycle), fill, request};
}

/* The same, after the arrival of the first request has been found. */
static inline struct next find_next_entered(struct l2_bank *bank)
{
    if (G_UNLIKELY(bank->config->entry.latency > 0) && bank_entry_knows_none(&bank->entry))
        bank_entry_begin(&bank->entry, MAX(bank->next_cycle, 1) - 1);
    return find_next(bank);
}

/* The port's turn: a packet that it sends makes room. */
static inline void step_port(struct l2_bank *bank, struct out_port *port, uint64_t cycle,
                             enum bank_wait wait)
{
    if (G_UNLIKELY(out_port_next_unsent(port) <= cycle) && out_port_step(port, cycle))
        retry_if(bank, 1u << wait);
}

static sim_time bank_advance(struct unit *unit, sim_time until)
{
    struct l2_bank *bank = (struct l2_bank *)unit;
    out_port_refresh(&bank->reply_port);
    out_port_refresh(&bank->dram_port);
    if (G_UNLIKELY(bank->halves != NULL))
        take_arrivals_of_halves(bank, until);
    else
        take_arrivals(bank, until);
    struct next next = find_next_entered(bank);
    sim_time edge;
    while ((edge = bank_edge_of(bank, next.cycle)) < until) {
        const uint64_t cycle = next.cycle;
        bank->edge = edge;
        bank->next_cycle = cycle;
        if (next.fill <= cycle) {
            step_fill(bank, cycle); /* which may change when the request can go on */
            next.request = bank_has_request(bank) ? bank_next_request(bank) : CYCLE_NEVER;
        }
        if (next.request <= cycle)
            bank_step_request(bank, cycle);
        bank->next_cycle = cycle + 1;
        step_port(bank, &bank->reply_port, cycle, BANK_WAIT_REPLY);
        step_port(bank, &bank->dram_port, cycle, BANK_WAIT_DRAM);
        next = find_next_entered(bank);
    }
    return G_UNLIKELY(bank->halves != NULL) ? MIN(edge, far_edge(bank)) : edge;
}

static void bank_account(struct unit *unit, sim_time end)
{
    struct l2_bank *bank = (struct l2_bank *)unit;
    struct l2_bank_counters *counters = &bank->counters;
    uint64_t cycle = bank_cycle_of(bank, end);
    if (bank->wait != BANK_WAIT_NONE && bank->waits_since < cycle)
        counters->stall_cycles[bank->wait] += cycle - bank->waits_since;
    bank_turn(bank, bank->meter.launch);
    out_port_account(&bank->reply_port, cycle);
    out_port_account(&bank->dram_port, cycle);
    bank_mirror_ports(bank);
    launch_meter_close(&bank->meter);
}

/* ---- life ------------------------------------------------------------------------------------ */

static const struct unit_ops bank_ops = {.model = "l2_bank",
                                         .advance = bank_advance,
                                         .finish = bank_account,
                                         .snapshot = bank_snapshot,
                                         .describe_waits = bank_describe_waits};

/* Fills in the tables of what 0 to 4 sectors cost. */
static void set_costs(struct l2_bank *bank)
{
    const struct l2_bank_config *config = bank->config;
    for (uint32_t n = 0; n <= LINE_SECTORS; n++) {
        uint8_t sectors = (uint8_t)((1 << n) - 1);
        uint32_t bytes = n * LINE_SECTOR_BYTES;
        bank->data_cycles[n] = (uint8_t)MAX(flits(bytes, config->data_width), 1);
        bank->reply_bytes[n] = (uint16_t)packets_bytes(&config->replies, sectors, bytes);
        bank->ack_bytes[n] = (uint16_t)packets_bytes(&config->replies, sectors, 0);
    }
    bank->data_shared = config->data_width % LINE_SECTOR_BYTES != 0;
    bank->packet_bytes = (uint16_t)(flits(config->replies.header_bytes + config->replies.data_bytes,
                                          config->replies.width) *
                                    config->replies.width);
}

static void init_lines(struct l2_bank *bank, const struct l2_bank_site *site)
{
    const struct bank_shape *shape = &site->config->shape;
    const struct replacement_site facts = {
        .sets = shape->sets, .ways = shape->ways, .cache = site->index};
    if (site->replacement)
        bank->replacer = replacer_new(site->replacement, NULL, &facts);
    bank_lines_init(&bank->lines, bank->unit.engine->arena, shape, bank->replacer);
}

void l2_bank_init(struct l2_bank *bank, struct engine *engine, const char *name, const char *host,
                  const struct l2_bank_site *site)
{
    const struct l2_bank_config *config = site->config;
    *bank = (struct l2_bank){.config = config,
                             .map = site->map,
                             .memory = site->memory,
                             .observers = site->observers,
                             .index = site->index};
    unit_init(&bank->unit, &bank_ops, engine, name, host);
    init_lines(bank, site);
    bank_misses_init(&bank->misses, &config->shape);
    bank_waiters_init(&bank->waiters);
    if (site->tags)
        bank->tags = bank_tags_new(&config->shape);
    bank->halves = bank_halves_new(&config->halves, &site->halves, engine->arena);
    bank->lines_told = bank->tags || bank->replacer;
    launch_meter_init(&bank->meter, site->ledger, &bank->counters, sizeof bank->counters);
    bank_entry_init(&bank->entry, &config->entry, &bank->requests);
    set_costs(bank);
    out_port_init(&bank->reply_port, &config->clock, config->replies.width, PORT_QUEUE);
    out_port_widen(&bank->reply_port, config->reply_flits);
    if (config->replies.leads)
        out_port_lead(&bank->reply_port);
    out_port_init(&bank->dram_port, &config->clock, config->dram_width, PORT_QUEUE);
}

void l2_bank_connect(struct l2_bank *bank, struct wire *const *to_sms, uint32_t n_sms,
                     struct wire *to_dram)
{
    bank->to_sms = g_memdup2(to_sms, n_sms * sizeof *to_sms);
    bank->n_sms = n_sms;
    bank->to_dram = to_dram;
}

void l2_bank_connect_peers(struct l2_bank *bank, struct wire *to_peers)
{
    bank->to_peers = to_peers;
}

void l2_bank_finish(struct l2_bank *bank)
{
    struct payload_pool *pool = bank->unit.payloads;
    for (uint32_t i = 0; i < bank->requests.count; i++) {
        const struct bank_request *request = ring_at(&bank->requests, i, sizeof *request);
        payload_give_back(pool, request->message.payload);
    }
    for (uint32_t i = 0; bank->halves && i < bank->halves->far.count; i++) {
        const struct bank_request *request = ring_at(&bank->halves->far, i, sizeof *request);
        payload_give_back(pool, request->message.payload);
    }
    if (bank->split_left > 0)
        payload_give_back(pool, bank->split.payload);
    out_port_finish(&bank->reply_port, pool);
    out_port_finish(&bank->dram_port, pool);
    bank_waiters_finish(&bank->waiters, pool);
    bank_misses_finish(&bank->misses);
    replacer_free(bank->replacer);
    bank_tags_free(bank->tags);
    bank_halves_free(bank->halves);
    bank_entry_finish(&bank->entry);
    ring_finish(&bank->requests);
    ring_finish(&bank->fills);
    g_free(bank->to_sms);
    launch_meter_finish(&bank->meter);
    unit_finish(&bank->unit);
}
