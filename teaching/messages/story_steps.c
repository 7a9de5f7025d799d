/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/story_steps.h"
#include "models/core/payload.h"
#include "models/core/wire.h"
#include "teaching/events/event_names.h"
#include "workloads/instruction_names.h"

/* ---- which events are its own ------------------------------------------------------------------
 */

static bool same_owner(const struct event_owner *a, const struct event_owner *b)
{
    return a->warp == b->warp && a->sm == b->sm && a->pc == b->pc && a->issued == b->issued;
}

static bool about_its_line(const struct access_life *life, const struct event *event)
{
    switch ((enum event_kind)event->kind) {
    case EVENT_RECEIVED:
    case EVENT_QUEUED:
    case EVENT_SERVED:
    case EVENT_BURST:
    case EVENT_POSTED:
        return event->message.kind <= MESSAGE_DRAM_DATA &&
               event->message.kind != MESSAGE_REPLY_PART &&
               (message_address(&event->message) ^ life->lookup.looked_up.line) < LINE_BYTES;
    default:
        return false;
    }
}

bool access_life_hear(struct access_life *life, const struct event *event)
{
    if (!about_its_line(life, event))
        return false;
    const bool own = same_owner(&event->owner, &life->lookup.owner);
    const bool arrives = event->kind == EVENT_RECEIVED && event->unit == life->lookup.unit;
    if (!own && !(arrives && !life->asked))
        return false;
    life->asked |= own;
    g_array_append_val(life->events, *event);
    if (arrives)
        life->open &= (uint8_t)~event->message.sectors;
    return true;
}

bool access_life_ended(const struct access_life *life)
{
    return life->open == 0;
}

/* ---- what the time went for --------------------------------------------------------------------
 */

enum step_kind { STEP_SM, STEP_WAITS, STEP_PORTS, STEP_WIRES, STEP_L2, STEP_DRAM, STEP_KINDS };

static const char *const step_names[STEP_KINDS] = {[STEP_SM] = "in the SM",
                                                   [STEP_WAITS] = "waiting for others",
                                                   [STEP_PORTS] = "passing ports",
                                                   [STEP_WIRES] = "on wires",
                                                   [STEP_L2] = "in L2",
                                                   [STEP_DRAM] = "in DRAM"};

struct teller {
    const struct access_life *life;
    const struct gpu *gpu;
    const struct clock *clock;
    GString *text;
    sim_time at; /* up to which it is told */
    sim_time sums[STEP_KINDS];
};

static const char *unit_name(const struct teller *teller, uint32_t unit)
{
    return ((const struct unit *)g_ptr_array_index(gpu_engine(teller->gpu)->units, unit))->name;
}

/* "      325      10  ": the time at its end, what it took. */
static void put_times(const struct teller *teller, sim_time until, sim_time took)
{
    g_autoptr(GString) end = g_string_new(NULL), length = g_string_new(NULL);
    event_cycles(end, teller->clock, until);
    event_cycles(length, teller->clock, took);
    g_string_append_printf(teller->text, "  %8s %7s  ", end->str, length->str);
}

static void step(struct teller *teller, enum step_kind kind, sim_time until, const char *format,
                 ...) G_GNUC_PRINTF(4, 5);

/* Edges of clocks are whole picoseconds: less than this is rounding, and goes to the next step. */
enum { LEAST_STEP_PS = 4 };

/* Tells what took until then; nothing if it took no time. */
static void step(struct teller *teller, enum step_kind kind, sim_time until, const char *format,
                 ...)
{
    if (until < teller->at + LEAST_STEP_PS)
        return;
    va_list arguments;
    put_times(teller, until, until - teller->at);
    va_start(arguments, format);
    g_string_append_vprintf(teller->text, format, arguments);
    va_end(arguments);
    g_string_append_c(teller->text, '\n');
    teller->sums[kind] += until - teller->at;
    teller->at = until;
}

static void tell_posted(struct teller *teller, const struct event *event)
{
    const struct event_posted *posted = &event->posted;
    const char *from = unit_name(teller, event->unit), *to = posted->wire->receiver->name;
    sim_time at = posted->ready + posted->waited_port;
    step(teller, STEP_WAITS, at, "%s: waits for the port, behind %u %s", from, posted->behind,
         posted->behind == 1 ? "message" : "messages");
    at += posted->waited_credit;
    step(teller, STEP_WAITS, at, "%s: waits for a credit, since the buffer of %s is full", from,
         to);
    at += posted->waited_edge;
    step(teller, STEP_PORTS, at, "%s: until its turn, with the port's next cycle", from);
    step(teller, STEP_PORTS, event->time, "%s: its %u bytes pass the port", from,
         event->message.bytes);
    step(teller, STEP_WIRES, event->message.arrival, "on the wire to %s", to);
}

static void tell_served(struct teller *teller, const struct event *event)
{
    const char *bank = unit_name(teller, event->unit);
    step(teller, STEP_L2, event->time, "%s: waits to be looked up", bank);
}

static void tell_burst(struct teller *teller, const struct event *event)
{
    const char *channel = unit_name(teller, event->unit);
    step(teller, STEP_DRAM, event->time, "%s: waits for bank %u and its turn (row %s)", channel,
         event->burst.bank, event_row_name(event->burst.row_state));
    step(teller, STEP_DRAM, event->burst.data_end, "%s: the column's bytes come out", channel);
}

static bool is_reply(const struct message *message)
{
    return message->kind >= MESSAGE_READ_REPLY && message->kind <= MESSAGE_FETCH_REPLY;
}

static bool is_of_dram(const struct event *event)
{
    return event->kind == EVENT_BURST || event->message.kind == MESSAGE_DRAM_READ ||
           event->message.kind == MESSAGE_DRAM_DATA || event->message.kind == MESSAGE_DRAM_WRITE;
}

/* The last data from DRAM that arrived before the bank's reply; NULL: it asked for none. */
static const struct event *last_data(const struct access_life *life, const struct event *reply)
{
    const struct event *last = NULL;
    for (guint i = 0; i < life->events->len; i++) {
        const struct event *event = &g_array_index(life->events, struct event, i);
        if (event->kind == EVENT_POSTED && event->message.kind == MESSAGE_DRAM_DATA &&
            event->message.arrival <= reply->time)
            last = event;
    }
    return last;
}

/* Those of the request whose reply came last. data: the DRAM_DATA that it waited for. */
static bool on_the_way(const struct event *event, const struct event *end, const struct event *data)
{
    if (is_of_dram(event))
        return data && event->message.sectors == data->message.sectors &&
               event->message.kind != MESSAGE_DRAM_WRITE;
    return event->message.sectors == end->message.sectors;
}

static const struct event *bank_reply(const struct access_life *life, const struct event *end)
{
    for (guint i = life->events->len; i-- > 0;) {
        const struct event *event = &g_array_index(life->events, struct event, i);
        if (event->kind == EVENT_QUEUED && event->unit != life->lookup.unit &&
            event->message.sectors == end->message.sectors)
            return event;
    }
    return NULL;
}

static void tell_own_way(struct teller *teller, const struct event *end)
{
    const struct access_life *life = teller->life;
    const struct event *reply = bank_reply(life, end);
    const struct event *data = reply ? last_data(life, reply) : NULL;
    bool merged = false;
    for (guint i = 0; i < life->events->len; i++) {
        const struct event *event = &g_array_index(life->events, struct event, i);
        if (!on_the_way(event, end, data))
            continue;
        if (event->kind == EVENT_POSTED)
            tell_posted(teller, event);
        else if (event->kind == EVENT_SERVED) {
            merged |= event->served.merged != 0;
            tell_served(teller, event);
        } else if (event->kind == EVENT_BURST)
            tell_burst(teller, event);
        else if (event == reply)
            step(teller, STEP_L2, event->time,
                 data     ? "%s: takes the bytes in and answers"
                 : merged ? "%s: answers, after another request has brought the bytes"
                          : "%s: answers",
                 unit_name(teller, event->unit));
    }
}

/* From the reply's arrival to the register. */
static void tell_end(struct teller *teller, const struct event *end)
{
    const struct sm_config *sm = &gpu_config_of(teller->gpu)->sm;
    const struct l1_access *access = &teller->life->lookup.looked_up;
    const char *name = unit_name(teller, teller->life->lookup.unit);
    if (!end) { /* a hit in L1 */
        const uint64_t cycles =
            access->space == SPACE_TEXTURE ? sm->texture_latency : sm->l1d_latency;
        step(teller, STEP_SM, clock_edge(&sm->clock, access->cycle + cycles),
             "%s: L1 has the bytes; then the register has its value", name);
        return;
    }
    step(teller, STEP_SM, end->time, "%s: until its next cycle", name);
    if (is_reply(&end->message) && access->op_class != OP_STORE) {
        const uint64_t cycle = clock_cycle_at_or_after(&sm->clock, end->time);
        const uint64_t cycles =
            access->space == SPACE_TEXTURE ? sm->texture_latency : sm->l1d_fill_latency;
        step(teller, STEP_SM, clock_edge(&sm->clock, cycle + cycles),
             "%s: the reply fills L1; then the register has its value", name);
    }
}

static void put_title(const struct teller *teller, unsigned number)
{
    const struct l1_access *access = &teller->life->lookup.looked_up;
    char sectors[5];
    event_sectors(access->sectors, sectors);
    const char *space = memory_space_name(access->space);
    g_string_append_printf(teller->text,
                           "%u. Warp %u of sm%u: %s%s%s, line 0x%" G_GINT64_MODIFIER
                           "x, sectors %s, pc %u, launch %u\n",
                           number, access->warp, access->sm, op_class_name(access->op_class),
                           *space ? " of " : "", space, access->line, sectors, access->pc,
                           access->launch);
}

static const char *found(const struct l1_access *access)
{
    if (access->op_class == OP_STORE)
        return "the store goes on to L2";
    if (access->bypasses)
        return "it passes L1";
    if (access->missed)
        return access->hit ? "a part misses" : "a miss";
    return access->merged ? "the line is on its way already" : "a hit";
}

static void put_sums(struct teller *teller, sim_time issued)
{
    put_times(teller, teller->at, teller->at - issued);
    g_string_append(teller->text, "in all:");
    const char *before = " ";
    for (unsigned i = 0; i < STEP_KINDS; i++) {
        if (teller->sums[i] == 0)
            continue;
        g_string_append(teller->text, before);
        event_cycles(teller->text, teller->clock, teller->sums[i]);
        g_string_append_printf(teller->text, " %s", step_names[i]);
        before = ", ";
    }
    g_string_append(teller->text, "\n\n");
}

void access_life_tell(const struct access_life *life, const struct gpu *gpu, unsigned number,
                      GString *text)
{
    const struct l1_access *access = &life->lookup.looked_up;
    const struct clock *clock = &gpu_config_of(gpu)->sm.clock;
    const sim_time issued = clock_edge(clock, access->issued);
    struct teller teller = {.life = life, .gpu = gpu, .clock = clock, .text = text, .at = issued};
    const struct event *end = NULL;
    for (guint i = 0; i < life->events->len; i++) {
        const struct event *event = &g_array_index(life->events, struct event, i);
        end = event->kind == EVENT_RECEIVED ? event : end;
    }
    put_title(&teller, number);
    put_times(&teller, issued, 0);
    g_string_append(text, "issues\n");
    const char *name = unit_name(&teller, life->lookup.unit);
    step(&teller, STEP_SM, life->lookup.time, "%s: through the load/store queue to L1: %s", name,
         found(access));
    if (end && same_owner(&end->owner, &life->lookup.owner))
        tell_own_way(&teller, end);
    else if (end)
        step(&teller, STEP_WAITS, end->time, "%s: waits for the request of warp %u", name,
             end->owner.warp);
    if (life->open) {
        g_string_append(text, "                    it has not come back when the run ends\n\n");
        return;
    }
    tell_end(&teller, end);
    put_sums(&teller, issued);
}
