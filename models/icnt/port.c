/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/port.h"

#define ROW(...) COUNTER_ROW(struct port_counters, __VA_ARGS__)

const struct counter port_counter_table[] = {
    ROW(packets, "packets", "Packets sent."),
    ROW(bytes, "bytes", "Bytes of these packets, headers included."),
    ROW(busy_cycles, "cycles",
        "Cycles in which a packet occupied the port. Here and below, ports that SMs share "
        "(`xbar.cluster`) count, too."),
    ROW(credit_stall_cycles, "cycles",
        "Cycles in which the port was idle because its destination's buffer was full."),
    ROW(queue_cycles, "cycles",
        "Cycles from a packet's arrival in the port to its start, summed over packets."),
    {0}};

static uint64_t bit_of(uint32_t index)
{
    return UINT64_C(1) << (index % 64);
}

static uint64_t cycle_of(const struct port *port, sim_time time)
{
    return clock_cycle_at_or_after(&port->config->clock, time);
}

/* ---- buffers: the inbox's queues ------------------------------------------------------ */

static inline const struct message *first_of(const struct port *port, uint32_t index)
{
    return ring_first(inbox_queue(&port->unit.inbox, index), sizeof(struct message));
}

/* Most ports have at most 64 inputs, one word of bits. Functions take the number of words, so that
 * the compiler makes a version for that case. */
static inline uint32_t word_of(uint32_t index, const uint32_t n_words)
{
    return n_words == 1 ? 0 : index / 64;
}

/* The first input with a packet after the one served last, in a circle; one must have one. */
static inline uint32_t next_input(const struct port *port, const uint32_t n_words)
{
    uint32_t start = port->last + 1;
    uint32_t word = start / 64 < n_words ? word_of(start, n_words) : 0;
    uint64_t bits = port->waiting[word] & (UINT64_MAX << (start % 64));
    if (n_words == 1 && !bits)
        return (uint32_t)__builtin_ctzll(port->waiting[0]);
    while (!bits) {
        word = word + 1 < n_words ? word + 1 : 0;
        bits = port->waiting[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* The input's head arrives before the end of this turn. */
static inline void expect(struct port *port, uint32_t index, sim_time arrival,
                          const uint32_t n_words)
{
    const uint64_t cycle = port->arrivals[index] = cycle_of(port, arrival);
    port->coming[word_of(index, n_words)] |= bit_of(index);
    port->next_arrival = MIN(port->next_arrival, cycle);
}

/* Heads that have arrived by `cycle` wait from now on. There are few others, mostly no more than
 * the port can send in a turn. */
static inline void take_arrivals(struct port *port, uint64_t cycle, const uint32_t n_words)
{
    if (port->next_arrival > cycle)
        return;
    uint64_t next = CYCLE_NEVER;
    for (uint32_t word = 0; word < n_words; word++) {
        uint64_t arrived = 0;
        for (uint64_t left = port->coming[word]; left; left &= left - 1) {
            const uint64_t arrival = port->arrivals[word * 64 + (uint32_t)__builtin_ctzll(left)];
            if (arrival > cycle) {
                next = MIN(next, arrival);
            } else {
                arrived |= left & -left;
                port->n_waiting++;
            }
        }
        port->coming[word] ^= arrived;
        port->waiting[word] |= arrived;
    }
    port->next_arrival = next;
}

/* Takes the heads of queues that were empty, if they arrive before `until`. */
static inline void take_fresh(struct port *port, sim_time until, const uint32_t n_words)
{
    struct inbox *inbox = &port->unit.inbox;
    if (inbox->head >= until)
        return;
    inbox_forget_head(inbox);
    for (uint32_t word = 0; word < n_words; word++)
        for (uint64_t left = inbox_take_fresh(inbox, word); left; left &= left - 1) {
            const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(left);
            const sim_time arrival = first_of(port, index)->arrival;
            if (arrival < until)
                expect(port, index, arrival, n_words);
            else
                inbox_mark_fresh(inbox, index, arrival);
        }
}

/* ---- acting --------------------------------------------------------------------------- */

/* Sends the head of a waiting input. Then it is known when the input's next packet may follow. */
static inline void send(struct port *port, uint32_t index, uint64_t cycle, sim_time until,
                        const uint32_t n_words)
{
    struct inbox *inbox = &port->unit.inbox;
    const struct ring *queue = inbox_queue(inbox, index);
    const struct message *packet = ring_first(queue, sizeof *packet);
    const uint64_t cycles = clock_divide(packet->bytes + port->width.value - 1, &port->width);
    const sim_time departure = clock_edge(&port->config->clock, cycle + cycles);
    port->counters.bytes += packet->bytes;
    port->counters.busy_cycles += cycles;
    port->counters.queue_cycles += cycle - port->arrivals[index];
    port->free_cycle = cycle + cycles;
    port->last = index;
    port->waiting[word_of(index, n_words)] &= ~bit_of(index);
    port->n_waiting--;
    if (G_LIKELY(packet->kind != MESSAGE_REPLY_PART)) {
        port->counters.packets++;
        wire_send(port->out, departure, packet);
    }
    wire_return_credit(port->unit.incoming[index], departure);
    inbox_drop_from_queue(inbox, index);
    if (queue->count == 0)
        return;
    packet = ring_first(queue, sizeof *packet);
    if (packet->arrival < until)
        expect(port, index, packet->arrival, n_words);
    else
        inbox_mark_fresh(inbox, index, packet->arrival);
}

/* Asks whether the destination has room in this cycle, after it had none or has none at hand. If
 * not, *retry is the cycle to ask again. */
G_NO_INLINE static bool has_credit_again(struct port *port, uint64_t cycle, uint64_t *retry)
{
    const struct clock *clock = &port->config->clock;
    sim_time when;
    if (!wire_has_credit(port->out, clock_edge(clock, cycle), &when)) {
        if (port->blocked_since == CYCLE_NEVER)
            port->blocked_since = cycle;
        *retry = clock_cycle_at_or_after(clock, when);
        return false;
    }
    if (port->blocked_since != CYCLE_NEVER)
        port->counters.credit_stall_cycles += cycle - port->blocked_since;
    port->blocked_since = CYCLE_NEVER;
    return true;
}

static inline bool has_credit(struct port *port, uint64_t cycle, uint64_t *retry)
{
    return (port->blocked_since == CYCLE_NEVER && wire_credit_at_hand(port->out)) ||
           has_credit_again(port, cycle, retry);
}

/* The first cycle in which a packet could start, as far as is known. */
static inline uint64_t next_cycle(const struct port *port)
{
    return port->n_waiting > 0 ? port->free_cycle : MAX(port->free_cycle, port->next_arrival);
}

/* A packet is chosen in the cycle in which it starts, among all that have arrived by then. */
G_ALWAYS_INLINE static inline sim_time run(struct port *port, sim_time until,
                                           const uint32_t n_words)
{
    take_fresh(port, until, n_words);
    uint64_t cycle = next_cycle(port);
    sim_time edge;
    while ((edge = clock_edge(&port->config->clock, cycle)) < until) {
        take_arrivals(port, cycle, n_words);
        if (has_credit(port, cycle, &cycle)) {
            send(port, next_input(port, n_words), cycle, until, n_words);
            cycle = next_cycle(port);
        }
    }
    return edge;
}

static sim_time port_advance(struct unit *unit, sim_time until)
{
    struct port *port = (struct port *)unit;
    return port->n_words == 1 ? run(port, until, 1) : run(port, until, port->n_words);
}

/* ---- the rest ---------------------------------------------------------------------------- */

static void port_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct port *port = (const struct port *)unit;
    struct port_counters *out = counters;
    uint64_t cycle = cycle_of(port, time);
    *out = port->counters;
    if (port->free_cycle > cycle)
        out->busy_cycles -= port->free_cycle - cycle;
    if (port->blocked_since != CYCLE_NEVER && port->blocked_since < cycle)
        out->credit_stall_cycles += cycle - port->blocked_since;
}

static void port_account(struct unit *unit, sim_time end)
{
    struct port *port = (struct port *)unit;
    struct port_counters counters;
    port_snapshot(unit, end, &counters);
    port->counters = counters;
}

static void port_describe_waits(struct unit *unit, GString *text)
{
    const struct port *port = (const struct port *)unit;
    if (port->n_waiting > 0)
        g_string_append_printf(
            text, "%s: %u packets queued, the next of %s waits for a slot at %s\n", unit->name,
            unit->inbox.count, unit->incoming[next_input(port, port->n_words)]->sender->name,
            port->out->receiver->name);
}

static const struct unit_ops port_ops = {.model = "crossbar",
                                         .advance = port_advance,
                                         .finish = port_account,
                                         .snapshot = port_snapshot,
                                         .describe_waits = port_describe_waits};

void port_init(struct port *port, struct engine *engine, const char *name, const char *host,
               const struct crossbar_config *config)
{
    uint32_t width = config->requests.width; /* as the replies' */
    *port = (struct port){.config = config,
                          .width = {width, UINT64_MAX / width},
                          .blocked_since = CYCLE_NEVER,
                          .next_arrival = CYCLE_NEVER};
    unit_init(&port->unit, &port_ops, engine, name, host);
}

void port_connect(struct port *port, struct wire *out)
{
    uint32_t n = port->unit.n_incoming;
    g_assert(!port->arrivals && n > 0 && n <= PORT_MAX_INPUTS);
    port->out = out;
    port->last = n - 1;
    port->n_words = (n + 63) / 64;
    port->arrivals = g_new0(uint64_t, n);
    inbox_use_queues(&port->unit.inbox, n);
}

void port_finish(struct port *port)
{
    for (uint32_t i = 0; port->arrivals && i < port->unit.n_incoming; i++)
        while (inbox_queue(&port->unit.inbox, i)->count > 0) {
            const struct message *message = first_of(port, i);
            if (message_has_payload(message))
                payload_give_back(port->unit.payloads, message->payload);
            inbox_drop_from_queue(&port->unit.inbox, i);
        }
    g_free(port->arrivals);
    unit_finish(&port->unit);
}
