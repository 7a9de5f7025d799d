/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_requests.h"
#include "models/l2/bank_internal.h"
#include "models/l2/bank_launch.h"
#include "models/l2/bank_mix.h"
#include "models/l2/bank_replies.h"
#include "models/l2/bank_victims.h"

/* ASSUMED: the packet before a request's last one may have been served at most so many cycles ago.
 * Four packets of each of twenty requests take so long. */
enum { EARLIEST = 80 };

/* ---- lines -------------------------------------------------------------------------------- */

/* Looks the line up once: while the first request waits, no line of the bank goes or is taken. */
static inline void look_up(const struct l2_bank *bank, struct bank_request *request, uint64_t cycle,
                           struct bank_lookup *lookup)
{
    const struct message *message = &request->message;
    lookup->request = request;
    lookup->address = message_address(message) & ~(uint64_t)(LINE_BYTES - 1);
    lookup->sectors = message->sectors;
    lookup->kind = message->kind;
    lookup->n_sectors = message_sector_count(message->sectors);
    lookup->cycle = cycle;
    lookup->written_back = 0;
    lookup->taken = false;
    lookup->place = bank->wait != BANK_WAIT_NONE
                        ? bank->waits_at
                        : bank_lines_find(&bank->lines, request->set, lookup->address);
    lookup->line = bank_lines_at(&bank->lines, lookup->place);
}

/* ---- requests: each returns BANK_WAIT_NONE when done, or has changed nothing ------------- */

G_NO_INLINE static void tell_access(struct l2_bank *bank, const struct bank_lookup *lookup,
                                    uint8_t missing, uint8_t merging)
{
    const struct l2_access access = {.cycle = lookup->cycle,
                                     .arrival = lookup->request->arrival,
                                     .request = &lookup->request->message,
                                     .bank = (uint16_t)bank->index,
                                     .hit = lookup->sectors & (uint8_t)~missing,
                                     .merged = merging,
                                     .missed = missing & (uint8_t)~merging};
    OBSERVERS_TELL(bank->observers, l2_access, &access);
}

/* The request goes through. missing: its sectors that are not there; merging: of these, those on
 * their way. */
static inline void count_sectors(struct l2_bank *bank, const struct bank_lookup *lookup,
                                 uint8_t missing, uint8_t merging)
{
    struct l2_bank_counters *counters = &bank->counters;
    const uint32_t n_missing = message_sector_count(missing), n = message_sector_count(merging);
    counters->access_hits += lookup->n_sectors - n_missing;
    counters->access_merges += n;
    counters->access_misses += n_missing - n;
    if (G_UNLIKELY(bank->observers != NULL))
        tell_access(bank, lookup, missing, merging);
}

/* count_sectors for a write. */
static void count_written(struct l2_bank *bank, const struct bank_lookup *lookup, uint8_t missing,
                          uint8_t merging)
{
    count_sectors(bank, lookup, missing, merging);
    bank->counters.access_writes += lookup->n_sectors;
    bank->counters.access_write_misses += message_sector_count((uint8_t)(missing & ~merging));
}

/* The request goes through: its reply will say what it has found. */
G_NO_INLINE static void note_found(struct l2_bank *bank, const struct bank_lookup *lookup,
                                   enum bank_presence presence)
{
    struct message *message = &lookup->request->message;
    message_set_found(message, bank_tags_find(bank->tags, message, lookup->place, presence));
}

static enum bank_wait hit(struct l2_bank *bank, const struct bank_lookup *lookup)
{
    if (bank_room(&bank->reply_port, lookup->cycle) == 0)
        return BANK_WAIT_REPLY;
    if (G_UNLIKELY(bank->tags != NULL))
        note_found(bank, lookup, BANK_LINE_THERE);
    count_sectors(bank, lookup, 0, 0);
    if (G_UNLIKELY(bank->round_at > 0))
        bank_split_reply(bank, &lookup->request->message, lookup->cycle);
    else
        bank_push_reply(bank, &lookup->request->message, lookup->cycle);
    bank->counters.hits++;
    return BANK_WAIT_NONE;
}

/* True if some unit that is on its way has as many requests as its MSHR holds. */
static bool merges_are_full(const struct l2_bank *bank, struct bank_place place, uint8_t merging)
{
    const struct bank_miss *miss = &bank->misses.misses[bank_misses_number(&bank->misses, place)];
    for (uint32_t s = 0; s < LINE_SECTORS; s++)
        if ((merging >> s & 1) && (miss->waiting >> 8 * s & 255) >= bank->config->mshr_merges)
            return true;
    return false;
}

static void fetch(struct l2_bank *bank, const struct bank_lookup *lookup, uint8_t sectors,
                  uint32_t miss_number)
{
    bank_lines_fetch(&bank->lines, lookup->place, sectors);
    bank->used_mshrs += bank_units(bank, sectors);
    const struct dram_message what = {
        .address = lookup->address,
        .sectors = sectors,
        .miss = miss_number,
        .launch = lookup->request->message.launch,
        .bank = (uint16_t)bank->index,
        .bytes = (uint16_t)bank->config->replies.header_bytes,
    };
    const struct message read = message_to_dram(MESSAGE_DRAM_READ, &what);
    bank_push_to_dram(bank, &read, lookup->cycle);
}

/* The request waits for sectors that are all on their way. */
static void wait_for(struct l2_bank *bank, const struct bank_lookup *lookup, uint8_t missing,
                     uint32_t miss_number)
{
    struct bank_miss *miss = &bank->misses.misses[miss_number];
    miss->waiting += bank_miss_ones(bank_widen(missing, bank->config->fetch_bytes));
    bank_waiters_add(&bank->waiters, &miss->waiters, &lookup->request->message, missing);
}

static enum bank_wait miss(struct l2_bank *bank, struct bank_lookup *lookup, uint8_t missing)
{
    uint8_t pending = lookup->line.pending;
    uint8_t merging = missing & pending;
    uint8_t fetched = bank_widen((uint8_t)(missing & ~pending), bank->config->fetch_bytes);
    if (merging && merges_are_full(bank, lookup->place, merging))
        return BANK_WAIT_MERGE;
    if (bank->used_mshrs > 0 && bank->used_mshrs + bank_units(bank, fetched) > bank->config->mshrs)
        return BANK_WAIT_MSHR;
    enum bank_presence presence = BANK_LINE_THERE;
    if (lookup->place.way < 0) {
        enum bank_wait wait = bank_allocate(bank, lookup, 1);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.misses++;
        presence = BANK_LINE_MISSING;
    } else if (fetched) {
        if (bank_room(&bank->dram_port, lookup->cycle) == 0)
            return BANK_WAIT_DRAM;
        bank->counters.sector_misses++;
        presence = BANK_LINE_IN_PART;
    } else {
        bank->counters.merges++;
    }
    if (G_UNLIKELY(bank->tags != NULL))
        note_found(bank, lookup, presence);
    uint32_t number = pending ? bank_misses_number(&bank->misses, lookup->place)
                              : bank_misses_begin(&bank->misses, lookup->place);
    if (fetched)
        fetch(bank, lookup, fetched, number);
    wait_for(bank, lookup, missing, number);
    count_sectors(bank, lookup, missing, merging);
    return BANK_WAIT_NONE;
}

/* A read, a fetch or an atomic needs all of its sectors. An atomic writes values that follow from
 * the old ones. So its sectors are dirty, but not valid before they have come. */
static enum bank_wait try_read(struct l2_bank *bank, struct bank_lookup *lookup)
{
    static const uint64_t no_bytes[MASK_WORDS];
    uint8_t missing = lookup->sectors & (uint8_t)~lookup->line.valid;
    enum bank_wait wait = missing ? miss(bank, lookup, missing) : hit(bank, lookup);
    if (G_UNLIKELY(lookup->kind == MESSAGE_ATOMIC) && wait == BANK_WAIT_NONE)
        bank_lines_write(&bank->lines, lookup->place, lookup->sectors, no_bytes);
    return wait;
}

/* write_miss=read_line: the write goes on to DRAM, and its line is read. */
G_NO_INLINE static enum bank_wait write_on(struct l2_bank *bank, struct bank_lookup *lookup,
                                           uint8_t missing)
{
    uint8_t pending = lookup->line.pending, merging = missing & pending;
    uint8_t fetched = bank_widen((uint8_t)(missing & ~pending), bank->config->fetch_bytes);
    if (fetched && bank->used_mshrs > 0 &&
        bank->used_mshrs + bank_units(bank, fetched) > bank->config->mshrs)
        return BANK_WAIT_MSHR;
    if (lookup->place.way < 0) {
        enum bank_wait wait = bank_allocate(bank, lookup, 2);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.write_allocations++;
    } else if (bank_room(&bank->dram_port, lookup->cycle) < 2) {
        return BANK_WAIT_DRAM;
    } else {
        bank->counters.write_hits++;
    }
    bank_write_back(bank, lookup->address, bank_widen(lookup->sectors, bank->config->sector_bytes),
                    lookup->request->message.launch, lookup->cycle);
    if (fetched) {
        uint32_t number = pending ? bank_misses_number(&bank->misses, lookup->place)
                                  : bank_misses_begin(&bank->misses, lookup->place);
        fetch(bank, lookup, fetched, number);
        bank->counters.write_fetches++;
    }
    count_written(bank, lookup, missing, merging);
    bank_push_reply(bank, &lookup->request->message, lookup->cycle);
    return BANK_WAIT_NONE;
}

/* For a write, a sector is there if it has been written, even in part. */
static enum bank_wait try_write(struct l2_bank *bank, struct bank_lookup *lookup)
{
    if (bank_room(&bank->reply_port, lookup->cycle) == 0)
        return BANK_WAIT_REPLY;
    if (G_UNLIKELY(bank->config->write_reads) && (lookup->sectors & ~lookup->line.valid))
        return write_on(bank, lookup, lookup->sectors & (uint8_t)~lookup->line.valid);
    if (lookup->place.way < 0) {
        enum bank_wait wait = bank_allocate(bank, lookup, 0);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.write_allocations++;
    } else {
        bank->counters.write_hits++;
    }
    uint8_t missing = lookup->sectors & (uint8_t) ~(lookup->line.valid | lookup->line.dirty);
    count_written(bank, lookup, missing, missing & lookup->line.pending);
    bank_lines_write(&bank->lines, lookup->place, lookup->sectors, lookup->request->mask);
    if (G_LIKELY(message_number(&lookup->request->message) != MESSAGE_NO_WARP))
        bank_push_reply(bank, &lookup->request->message, lookup->cycle);
    return BANK_WAIT_NONE;
}

G_NO_INLINE static void count_way(struct l2_bank *bank, enum bank_way way)
{
    bank->counters.far_requests += way == BANK_FAR;
    bank->counters.copy_hits += way == BANK_COPY;
}

static inline void count_request(struct l2_bank *bank, const struct bank_lookup *lookup)
{
    struct l2_bank_counters *counters = &bank->counters;
    if (lookup->kind == MESSAGE_READ)
        counters->reads++;
    else if (lookup->kind == MESSAGE_FETCH)
        counters->fetches++;
    else if (lookup->kind == MESSAGE_WRITE)
        counters->writes++;
    else
        counters->atomics++;
    counters->atomic_cycles += lookup->request->cycles;
    counters->accesses += lookup->n_sectors;
    if (G_UNLIKELY(bank->halves != NULL))
        count_way(bank, lookup->request->way);
}

uint64_t bank_next_request(const struct l2_bank *bank)
{
    if (G_UNLIKELY(bank->split_left > 0))
        return bank_room_cycle(&bank->reply_port, bank->next_cycle);
    if (bank->requests.count == 0)
        return CYCLE_NEVER;
    if (bank->wait != BANK_WAIT_NONE)
        return bank->retry ? bank->next_cycle : bank->retry_cycle;
    uint64_t arrival = bank_first_request(bank)->arrival;
    return MAX(MAX(arrival, bank->busy_until), bank->next_cycle);
}

/* The request waits for this reason, from now on or again, until something changes. */
G_NO_INLINE static void wait_because(struct l2_bank *bank, enum bank_wait wait, uint64_t cycle)
{
    if (bank->wait != wait) {
        if (bank->wait != BANK_WAIT_NONE)
            bank->counters.stall_cycles[bank->wait] += cycle - bank->waits_since;
        bank->waits_since = cycle;
        bank->wait = wait;
    }
    bank->retry = false;
    bank->retry_cycle = CYCLE_NEVER;
    if (wait == BANK_WAIT_REPLY || wait == BANK_WAIT_DRAM) {
        const struct out_port *port =
            wait == BANK_WAIT_REPLY ? &bank->reply_port : &bank->dram_port;
        if (port->sent > 0)
            bank->retry_cycle = out_port_next(port) + 1;
    }
}

/* The request goes through, and has found its line. */
G_NO_INLINE static void tell_use(struct l2_bank *bank, const struct bank_lookup *lookup)
{
    bank_describe_access(bank, lookup);
    bank_lines_tell_use(&bank->lines, lookup->place);
}

/* How many cycles of service a request saves because its packets came early. Packets that mix with
 * others on their way come long before the request's last one. Each is about a sector and is served
 * as it comes. So the packets that fit into the bank's idle cycles take none now. */
G_NO_INLINE static uint32_t served_early(struct l2_bank *bank, uint32_t data, bool waited,
                                         uint64_t cycle)
{
    uint64_t idle = bank->idle + cycle - bank->busy_until;
    uint32_t early = waited ? 0 : (uint32_t)MIN(idle, data - 1);
    bank->idle = waited ? 0 : (uint32_t)MIN(idle - early, EARLIEST);
    return early;
}

/* For how many cycles the sectors pass, if their bytes aren't whole cycles: those of a request that
 * had to wait begin in what the last one has left of its last cycle. */
G_NO_INLINE static uint32_t shared_cycles(struct l2_bank *bank, uint32_t n_sectors, uint64_t cycle)
{
    const uint32_t width = bank->config->data_width;
    const uint32_t bytes = n_sectors * LINE_SECTOR_BYTES;
    const uint32_t left = cycle == bank->busy_until ? MIN(bank->data_left, bytes) : 0;
    const uint32_t cycles = MAX(flits(bytes - left, width), 1);
    bank->data_left = MIN(left + cycles * width - bytes, width - 1);
    return cycles;
}

/* The request has gone through. Returns for how many cycles it keeps the bank busy. */
static inline uint32_t busy_cycles(struct l2_bank *bank, const struct bank_lookup *lookup,
                                   bool waited)
{
    uint32_t data = bank->data_cycles[lookup->n_sectors];
    if (G_UNLIKELY(bank->data_shared))
        data = shared_cycles(bank, lookup->n_sectors, lookup->cycle);
    if (G_UNLIKELY(bank->config->early))
        data -= served_early(bank, data, waited, lookup->cycle);
    uint32_t busy = MAX(lookup->request->cycles, data);
    if (lookup->written_back)
        busy += bank_data_cycles(bank, lookup->written_back) - 1;
    return busy;
}

void bank_step_request(struct l2_bank *bank, uint64_t cycle)
{
    if (G_UNLIKELY(bank->split_left > 0)) {
        bank_step_split(bank, cycle);
        return;
    }
    struct bank_request *request = ring_first(&bank->requests, sizeof *request);
    bank_note_launch(bank, request->message.launch);
    struct bank_lookup lookup;
    look_up(bank, request, cycle, &lookup);
    const bool waited = bank->wait != BANK_WAIT_NONE;
    const enum bank_wait wait =
        lookup.kind == MESSAGE_WRITE ? try_write(bank, &lookup) : try_read(bank, &lookup);
    if (wait != BANK_WAIT_NONE || waited)
        wait_because(bank, wait, cycle);
    if (wait != BANK_WAIT_NONE) {
        bank->waits_at = lookup.place;
        return;
    }
    bank_lines_use(&bank->lines, lookup.place);
    if (G_UNLIKELY(bank->replacer != NULL) && !lookup.taken)
        tell_use(bank, &lookup);
    count_request(bank, &lookup);
    bank->busy_until = cycle + busy_cycles(bank, &lookup, waited);
    wire_return_credit(bank->unit.incoming[request->message.port], bank->edge);
    if (G_UNLIKELY(bank->config->entry.latency > 0)) {
        bank_entry_run(&bank->entry, cycle);
        bank_entry_leaves(&bank->entry, cycle);
    }
    ring_drop(&bank->requests);
}
