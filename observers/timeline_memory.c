/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of the chosen SMs on their way to L2 and DRAM, and back. (SM, tag) names one that is
 * out; writes share tags, and are seen at L2 alone.
 */
#include "observers/timeline_internal.h"

static uint64_t transaction_key(uint32_t sm, uint32_t tag)
{
    return (uint64_t)sm << 32 | tag;
}

/* Lines are 128 bytes long: room for the bank. */
static uint64_t wish_key(uint32_t bank, uint64_t line)
{
    return line << 9 ^ bank;
}

static void *find(GHashTable *table, uint64_t key)
{
    return g_hash_table_lookup(table, &key);
}

static void insert(GHashTable *table, uint64_t key, void *value)
{
    g_hash_table_insert(table, g_memdup2(&key, sizeof key), value);
}

static uint64_t line_of(uint64_t address)
{
    return address & ~(uint64_t)(LINE_BYTES - 1);
}

/* ---- SM ---------------------------------------------------------------------------------------
 */

void timeline_sent(void *data, unsigned sm, uint64_t cycle, const struct message *request)
{
    struct timeline *timeline = data;
    struct timeline_sm *record = timeline_sm(timeline, sm);
    if (!record || request->kind == MESSAGE_WRITE || cycle < timeline->options.first ||
        cycle >= timeline->options.end)
        return;
    const struct transaction transaction = {.id =
                                                timeline_id(TIMELINE_ID_SM, sm, record->requests++),
                                            .address = message_address(request),
                                            .sent = cycle,
                                            .warp = WARP_SLOTS,
                                            .op = request->kind,
                                            .sectors = request->sectors,
                                            .arrival = SIM_TIME_NEVER,
                                            .service = SIM_TIME_NEVER};
    insert(timeline->transactions, transaction_key(sm, message_transaction_of(request)),
           g_memdup2(&transaction, sizeof transaction));
    if (record->sent_cycle != cycle)
        record->n_sent = 0;
    record->sent_cycle = cycle;
    if (record->n_sent < SENT_MAX)
        record->sent[record->n_sent++] = (struct sent_request){line_of(message_address(request)),
                                                               message_transaction_of(request)};
}

/* Whose the requests were that have just been sent. */
void timeline_l1_access(void *data, const struct l1_access *access)
{
    struct timeline *timeline = data;
    struct timeline_sm *record = timeline_sm(timeline, access->sm);
    if (!record || record->sent_cycle != access->cycle)
        return;
    for (unsigned i = 0; i < record->n_sent; i++) {
        if (record->sent[i].line != line_of(access->line))
            continue;
        struct transaction *transaction =
            find(timeline->transactions, transaction_key(access->sm, record->sent[i].tag));
        if (!transaction || transaction->warp < WARP_SLOTS)
            continue;
        transaction->warp = access->warp;
        transaction->pc = access->pc;
        transaction->issued = access->issued;
    }
}

/* From the cycle in which the load issued to the one before the reply takes part: both are in
 * slices of the warp, and the second is what the reply ends. */
static void add_arrow(struct timeline *timeline, uint32_t sm, uint64_t cycle,
                      const struct transaction *transaction)
{
    struct track *track = &timeline->sms[sm]->tracks[transaction->warp];
    if (!track->open || transaction->issued < timeline->options.first ||
        transaction->service == SIM_TIME_NEVER)
        return;
    const struct timeline_event arrow = {.unit = timeline_sm_order(sm),
                                         .kind = TIMELINE_ARROW,
                                         .warp = transaction->warp,
                                         .place = (uint16_t)sm,
                                         .from = timeline_edge(timeline, transaction->issued),
                                         .to = timeline_edge(timeline, cycle - 1),
                                         .id = transaction->id,
                                         .arrow = {transaction->service, transaction->bank}};
    if (!track->arrows)
        track->arrows = g_array_new(FALSE, FALSE, sizeof(struct timeline_event));
    g_array_append_val(track->arrows, arrow);
}

void timeline_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply)
{
    struct timeline *timeline = data;
    struct timeline_sm *record = timeline_sm(timeline, sm);
    uint64_t key = transaction_key(sm, message_transaction_of(reply));
    const struct transaction *transaction =
        record && reply->kind != MESSAGE_WRITE_ACK ? find(timeline->transactions, key) : NULL;
    if (!transaction)
        return;
    if (cycle < timeline->options.end) {
        sim_time now = timeline_edge(timeline, cycle);
        const struct timeline_event event = {.order = now,
                                             .unit = timeline_sm_order(sm),
                                             .kind = TIMELINE_SM_REQUEST,
                                             .op = transaction->op,
                                             .warp = transaction->warp,
                                             .place = (uint16_t)sm,
                                             .from = timeline_edge(timeline, transaction->sent),
                                             .to = now,
                                             .id = transaction->id,
                                             .request = {.address = transaction->address,
                                                         .pc = transaction->pc,
                                                         .sectors = transaction->sectors}};
        timeline_push(timeline, &event);
        if (transaction->warp < WARP_SLOTS)
            add_arrow(timeline, sm, cycle, transaction);
    }
    g_hash_table_remove(timeline->transactions, &key);
}

/* ---- L2 ---------------------------------------------------------------------------------------
 */

static enum timeline_result result_of(const struct l2_access *access)
{
    if (access->missed)
        return TIMELINE_MISS;
    return access->merged ? TIMELINE_MERGED : TIMELINE_HIT;
}

/* The bank asks DRAM for them. */
static void wish(struct timeline *timeline, const struct l2_access *access)
{
    uint64_t key = wish_key(access->bank, line_of(message_address(access->request)));
    struct dram_wish *wish = find(timeline->wishes, key);
    if (!wish) {
        wish = g_new0(struct dram_wish, 1);
        insert(timeline->wishes, key, wish);
    }
    wish->sectors |= access->missed;
}

static void push_service(struct timeline *timeline, const struct l2_access *access, sim_time begin)
{
    sim_time end = clock_edge(&timeline->config->bank.clock, access->cycle + 1);
    const struct timeline_event event = {.order = begin,
                                         .unit = timeline_bank_order(timeline, access->bank),
                                         .kind = TIMELINE_L2_SERVICE,
                                         .op = access->request->kind,
                                         .result = (uint8_t)result_of(access),
                                         .place = access->bank,
                                         .sm = access->request->requester,
                                         .from = begin,
                                         .to = MIN(end, timeline->end_ps)};
    timeline_push(timeline, &event);
}

/* The window is the same for SMs, whose time it counts, and for banks. */
void timeline_l2_access(void *data, const struct l2_access *access)
{
    struct timeline *timeline = data;
    const struct clock *clock = &timeline->config->bank.clock;
    const struct message *request = access->request;
    sim_time arrival = clock_edge(clock, access->arrival);
    sim_time service = clock_edge(clock, access->cycle);
    if (timeline->over || !timeline->sms[request->requester] || arrival < timeline->first_ps ||
        service >= timeline->end_ps)
        return;
    if (request->kind == MESSAGE_WRITE) {
        timeline->write_arrivals[access->bank] = arrival;
        timeline->write_results[access->bank] = (uint8_t)result_of(access);
        push_service(timeline, access, service);
        return;
    }
    struct transaction *transaction =
        find(timeline->transactions,
             transaction_key(request->requester, message_transaction_of(request)));
    if (!transaction)
        return;
    transaction->bank = access->bank;
    transaction->arrival = arrival;
    transaction->service = service;
    transaction->result = (uint8_t)result_of(access);
    if (access->missed)
        wish(timeline, access);
    push_service(timeline, access, service);
}

void timeline_l2_replied(void *data, unsigned bank, uint64_t cycle, const struct message *request)
{
    struct timeline *timeline = data;
    sim_time now = clock_edge(&timeline->config->bank.clock, cycle);
    sim_time end = clock_edge(&timeline->config->bank.clock, cycle + 1);
    bool write = request->kind == MESSAGE_WRITE;
    if (timeline->over || !timeline->sms[request->requester] || end > timeline->end_ps)
        return;
    const struct transaction *transaction =
        write ? NULL
              : find(timeline->transactions,
                     transaction_key(request->requester, message_transaction_of(request)));
    sim_time arrival = write         ? timeline->write_arrivals[bank]
                       : transaction ? transaction->arrival
                                     : SIM_TIME_NEVER;
    timeline->write_arrivals[bank] = write ? SIM_TIME_NEVER : timeline->write_arrivals[bank];
    if (arrival == SIM_TIME_NEVER)
        return;
    const struct timeline_event event = {
        .order = now,
        .unit = timeline_bank_order(timeline, bank),
        .kind = TIMELINE_L2_REQUEST,
        .op = request->kind,
        .result = write ? timeline->write_results[bank] : transaction->result,
        .place = (uint16_t)bank,
        .sm = request->requester,
        .from = arrival,
        .to = end,
        .id = timeline_id(TIMELINE_ID_L2, bank, timeline->l2_numbers[bank]++),
        .request = {.address = message_address(request), .sectors = request->sectors}};
    timeline_push(timeline, &event);
}

/* ---- DRAM -------------------------------------------------------------------------------------
 */

/* A read is of a chosen SM; of writes, whose lines came from anybody, all are if all SMs are. */
static bool is_wanted(struct timeline *timeline, const struct message *request)
{
    if (timeline->all)
        return true;
    uint64_t key = wish_key(request->requester, line_of(message_address(request)));
    struct dram_wish *wish =
        request->kind == MESSAGE_DRAM_READ ? find(timeline->wishes, key) : NULL;
    if (!wish || !(wish->sectors & request->sectors))
        return false;
    wish->sectors &= (uint8_t)~request->sectors;
    if (wish->sectors == 0)
        g_hash_table_remove(timeline->wishes, &key);
    return true;
}

void timeline_dram_access(void *data, const struct dram_access *access)
{
    struct timeline *timeline = data;
    const struct message *request = access->request;
    if (timeline->over || !is_wanted(timeline, request) ||
        access->arrival_ps < timeline->first_ps || access->data_end_ps > timeline->end_ps)
        return;
    const struct timeline_event event = {.order = access->issue_ps,
                                         .unit = timeline_channel_order(timeline, access->channel),
                                         .kind = TIMELINE_DRAM_REQUEST,
                                         .op = request->kind,
                                         .result = access->row_state,
                                         .place = access->channel,
                                         .from = access->arrival_ps,
                                         .to = access->data_end_ps,
                                         .id =
                                             timeline_id(TIMELINE_ID_DRAM, access->channel,
                                                         timeline->dram_numbers[access->channel]++),
                                         .request = {.address = message_address(request),
                                                     .sectors = request->sectors,
                                                     .dram_bank = access->bank,
                                                     .row = access->row}};
    timeline_push(timeline, &event);
}
