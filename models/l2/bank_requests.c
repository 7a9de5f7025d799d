/* SPDX-License-Identifier: BSD-3-Clause */
/* How an L2 bank serves its first request: hit, merge, miss, or wait. See bank.h. */
#include "models/l2/bank_internal.h"
#include "workloads/atomic.h"

/* ---- replies ---------------------------------------------------------------------------- */

void bank_push_reply(struct l2_bank *bank, const struct message *request, uint64_t cycle)
{
    struct message reply = *request;
    uint32_t bytes = bank->config->header_bytes;
    switch (request->kind) {
    case MESSAGE_READ:
        reply.kind = MESSAGE_READ_REPLY;
        bytes += LINE_BYTES;
        break;
    case MESSAGE_WRITE:
        reply.kind = MESSAGE_WRITE_ACK;
        break;
    case MESSAGE_ATOMIC:
        reply.kind = MESSAGE_ATOMIC_REPLY;
        if (request->payload)
            bytes += request->payload->n_lanes * atomic_type_bytes(request->payload->type);
        break;
    default:
        reply.kind = MESSAGE_FETCH_REPLY;
        bytes += LINE_BYTES;
    }
    reply.bytes = (uint16_t)bytes;
    g_assert(request->requester < bank->n_sms);
    out_port_push(&bank->reply_port, bank->to_sms[request->requester], &reply, cycle);
    bank->counters.replies++;
}

/* ---- misses ----------------------------------------------------------------------------- */

static uint64_t line_in_bank(const struct l2_bank *bank, const struct message *message)
{
    return address_map_in_bank(bank->map, message->address & ~(uint64_t)(LINE_BYTES - 1));
}

static void push_to_dram(struct l2_bank *bank, const struct message *message, uint64_t cycle)
{
    out_port_push(&bank->dram_port, bank->to_dram, message, cycle);
}

static void write_back(struct l2_bank *bank, int victim, struct dirty_span span, uint64_t cycle)
{
    uint64_t line =
        address_map_from_bank(bank->map, bank->index, tag_array_address(&bank->lines.tags, victim));
    push_to_dram(bank,
                 &(struct message){.kind = MESSAGE_DRAM_WRITE,
                                   .address = line + span.offset,
                                   .requester = (uint16_t)bank->index,
                                   .bytes = (uint16_t)span.bytes},
                 cycle);
    bank->counters.write_backs++;
    bank->counters.write_back_bytes += span.bytes;
}

/* Gives a line to the request's address, with room left in the port to DRAM for `messages` more;
 * BANK_WAIT_NONE and *index, or what it waits for. */
static enum bank_wait allocate(struct l2_bank *bank, const struct message *request,
                               uint32_t messages, uint64_t cycle, int *index)
{
    uint64_t address = line_in_bank(bank, request);
    int victim = tag_array_choose_victim(&bank->lines.tags, address);
    if (victim < 0)
        return BANK_WAIT_VICTIM;
    struct dirty_span span = {0};
    if (tag_array_state(&bank->lines.tags, victim) == TAG_VALID)
        span = bank_lines_dirty_span(&bank->lines, victim);
    if (out_port_room(&bank->dram_port) < messages + (span.bytes > 0))
        return BANK_WAIT_DRAM;
    if (span.bytes > 0)
        write_back(bank, victim, span, cycle);
    bank_lines_reserve(&bank->lines, victim, address);
    *index = victim;
    return BANK_WAIT_NONE;
}

/* The line is reserved: fetch it for the request. */
static void fetch_line(struct l2_bank *bank, int index, const struct message *request,
                       uint64_t cycle)
{
    uint32_t number = bank_mshrs_take(&bank->mshrs, index);
    bank->lines.lines[index].mshr = number;
    bank_mshrs_add(&bank->mshrs, number, request);
    push_to_dram(bank,
                 &(struct message){.kind = MESSAGE_DRAM_READ,
                                   .address = request->address & ~(uint64_t)(LINE_BYTES - 1),
                                   .tag = number,
                                   .launch = request->launch,
                                   .requester = (uint16_t)bank->index,
                                   .bytes = (uint16_t)bank->config->header_bytes},
                 cycle);
}

/* ---- requests: each returns BANK_WAIT_NONE when done, or has changed nothing ------------- */

static enum bank_wait try_present(struct l2_bank *bank, const struct bank_request *request,
                                  int index, uint64_t cycle)
{
    if (bank_lines_complete(&bank->lines, index)) {
        if (out_port_room(&bank->reply_port) == 0)
            return BANK_WAIT_REPLY;
        tag_array_touch(&bank->lines.tags, index);
        bank_push_reply(bank, &request->message, cycle);
        bank->counters.hits++;
        return BANK_WAIT_NONE;
    }
    if (bank->mshrs.n_free == 0)
        return BANK_WAIT_MSHR;
    if (out_port_room(&bank->dram_port) == 0)
        return BANK_WAIT_DRAM;
    tag_array_reserve_again(&bank->lines.tags, index);
    fetch_line(bank, index, &request->message, cycle);
    bank->counters.sector_misses++;
    return BANK_WAIT_NONE;
}

static enum bank_wait try_merge(struct l2_bank *bank, const struct bank_request *request, int index)
{
    uint32_t number = bank->lines.lines[index].mshr;
    if (!bank_mshrs_has_room(&bank->mshrs, number))
        return BANK_WAIT_MERGE;
    bank_mshrs_add(&bank->mshrs, number, &request->message);
    bank->counters.merges++;
    return BANK_WAIT_NONE;
}

/* A read, a fetch or an atomic: needs the whole line. */
static enum bank_wait try_read(struct l2_bank *bank, const struct bank_request *request,
                               uint64_t cycle)
{
    int index = tag_array_find(&bank->lines.tags, line_in_bank(bank, &request->message));
    enum bank_wait wait;
    if (index < 0) {
        if (bank->mshrs.n_free == 0)
            return BANK_WAIT_MSHR;
        wait = allocate(bank, &request->message, 1, cycle, &index);
        if (wait == BANK_WAIT_NONE) {
            fetch_line(bank, index, &request->message, cycle);
            bank->counters.misses++;
        }
    } else if (tag_array_state(&bank->lines.tags, index) == TAG_RESERVED) {
        wait = try_merge(bank, request, index);
    } else {
        wait = try_present(bank, request, index, cycle);
    }
    if (wait == BANK_WAIT_NONE && request->message.kind == MESSAGE_ATOMIC)
        bank_lines_write(&bank->lines, index, request->mask);
    return wait;
}

static enum bank_wait try_write(struct l2_bank *bank, const struct bank_request *request,
                                uint64_t cycle)
{
    if (out_port_room(&bank->reply_port) == 0)
        return BANK_WAIT_REPLY;
    int index = tag_array_find(&bank->lines.tags, line_in_bank(bank, &request->message));
    if (index < 0) {
        enum bank_wait wait = allocate(bank, &request->message, 0, cycle, &index);
        if (wait != BANK_WAIT_NONE)
            return wait;
        tag_array_fill(&bank->lines.tags, index);
        bank->counters.write_allocations++;
    } else {
        if (tag_array_state(&bank->lines.tags, index) == TAG_VALID)
            tag_array_touch(&bank->lines.tags, index);
        bank->counters.write_hits++;
    }
    bank_lines_write(&bank->lines, index, request->mask);
    bank_push_reply(bank, &request->message, cycle);
    return BANK_WAIT_NONE;
}

static void count_request(struct l2_bank *bank, const struct bank_request *request)
{
    struct l2_bank_counters *counters = &bank->counters;
    counters->reads += request->message.kind == MESSAGE_READ;
    counters->writes += request->message.kind == MESSAGE_WRITE;
    counters->atomics += request->message.kind == MESSAGE_ATOMIC;
    counters->fetches += request->message.kind == MESSAGE_FETCH;
    counters->atomic_cycles += request->message.kind == MESSAGE_ATOMIC ? request->cycles : 0;
}

uint64_t bank_next_request(const struct l2_bank *bank)
{
    if (bank->n_requests == 0)
        return CYCLE_NEVER;
    if (bank->wait != BANK_WAIT_NONE)
        return bank->retry ? bank->next_cycle : CYCLE_NEVER;
    uint64_t arrival = bank_cycle_of(bank, bank->requests[bank->first_request].message.arrival);
    return MAX(MAX(arrival, bank->busy_until), bank->next_cycle);
}

void bank_step_request(struct l2_bank *bank, uint64_t cycle)
{
    if (bank_next_request(bank) > cycle)
        return;
    const struct bank_request *request = &bank->requests[bank->first_request];
    bool write = request->message.kind == MESSAGE_WRITE;
    enum bank_wait wait = write ? try_write(bank, request, cycle) : try_read(bank, request, cycle);
    if (bank->wait != wait) {
        if (bank->wait != BANK_WAIT_NONE)
            bank->counters.stall_cycles[bank->wait] += cycle - bank->waits_since;
        bank->waits_since = cycle;
        bank->wait = wait;
    }
    bank->retry = false;
    if (wait != BANK_WAIT_NONE)
        return;
    count_request(bank, request);
    bank->busy_until = cycle + request->cycles;
    wire_return_credit(bank->unit.incoming[request->message.port], bank_edge_of(bank, cycle));
    bank->first_request = bank_ring_slot(bank, bank->first_request, 1);
    bank->n_requests--;
}
