/* SPDX-License-Identifier: BSD-3-Clause */
/* How an L2 bank serves its first request: hit, merge, miss, or wait. See bank.h. */
#include "models/l2/bank_internal.h"

/* ASSUMED: so many cycles ago at most may the packet before a request's last one have been served:
 * what four packets of twenty requests take. */
enum { EARLIEST = 80 };

/* Up to three are asked for: a dirty victim, a write that goes on, a read. */
static uint32_t room(struct out_port *port, uint64_t cycle)
{
    if (out_port_room(port) < 3)
        out_port_settle(port, cycle);
    return out_port_room(port);
}

/* ---- lines -------------------------------------------------------------------------------- */

/* Where a request stands. */
struct lookup {
    const struct bank_request *request;
    uint64_t address; /* of its line */
    struct bank_place place;
    struct bank_line line; /* as it is there; nothing, if it isn't */
    uint8_t sectors;       /* that it is about */
    uint64_t cycle;
    uint8_t written_back; /* sectors of a line that made room */
    bool taken;           /* the line, for this request */
};

static struct bank_place find_line(const struct l2_bank *bank, uint64_t address)
{
    uint32_t set = bank_lines_set(&bank->lines, address_map_in_bank(bank->map, address));
    return bank_lines_find(&bank->lines, set, address);
}

/* While the first request waits, no line of the bank goes and none is taken. */
static struct lookup look_up(const struct l2_bank *bank, const struct bank_request *request,
                             uint64_t cycle)
{
    const struct message *message = &request->message;
    struct lookup lookup = {.request = request,
                            .address = message->address & ~(uint64_t)(LINE_BYTES - 1),
                            .sectors = message->sectors,
                            .cycle = cycle};
    lookup.place = bank->wait != BANK_WAIT_NONE ? bank->waits_at : find_line(bank, lookup.address);
    lookup.line = bank_lines_at(&bank->lines, lookup.place);
    return lookup;
}

static void push_to_dram(struct l2_bank *bank, const struct message *message, uint64_t cycle)
{
    out_port_push(&bank->dram_port, bank->to_dram, message, cycle);
}

/* launch: whose request needs the room. */
static void write_back(struct l2_bank *bank, uint64_t address, uint8_t dirty, uint32_t launch,
                       uint64_t cycle)
{
    uint32_t bytes = message_sector_count(dirty) * LINE_SECTOR_BYTES;
    push_to_dram(bank,
                 &(struct message){.kind = MESSAGE_DRAM_WRITE,
                                   .sectors = dirty,
                                   .address = address,
                                   .launch = launch,
                                   .requester = (uint16_t)bank->index,
                                   .bytes = (uint16_t)bytes},
                 cycle);
    bank->counters.write_backs++;
    bank->counters.write_back_bytes += bytes;
}

/* Who asks for what. */
static void describe_access(struct l2_bank *bank, const struct lookup *lookup)
{
    uint8_t kind = lookup->request->message.kind;
    bank->replacer->access =
        (struct replacement_access){.line = lookup->address,
                                    .slot = WARP_NONE,
                                    .is_write = kind == MESSAGE_WRITE || kind == MESSAGE_ATOMIC};
}

G_NO_INLINE static struct bank_place ask_replacer(struct l2_bank *bank, const struct lookup *lookup)
{
    describe_access(bank, lookup);
    return bank_lines_ask_replacer(&bank->lines, lookup->place.set);
}

/* The line there is about to go for the replacer's present access. */
G_NO_INLINE static void tell_loss(struct l2_bank *bank, struct bank_place place, uint64_t address)
{
    if (bank->tags)
        bank_tags_lose(bank->tags, place, address);
    if (bank->replacer)
        bank_lines_tell_taking(&bank->lines, place);
}

/* Finds a line for the request, with room left in the port to DRAM for `messages` more. */
static enum bank_wait allocate(struct l2_bank *bank, struct lookup *lookup, uint32_t messages)
{
    struct bank_place place = G_UNLIKELY(bank->replacer != NULL)
                                  ? ask_replacer(bank, lookup)
                                  : bank_lines_victim(&bank->lines, lookup->place.set);
    if (place.way < 0)
        return BANK_WAIT_VICTIM;
    struct bank_line victim = bank_lines_at(&bank->lines, place);
    uint8_t dirty = bank_widen(victim.dirty, bank->config->sector_bytes);
    if (room(&bank->dram_port, lookup->cycle) < messages + (dirty != 0))
        return BANK_WAIT_DRAM;
    if (dirty)
        write_back(bank, victim.address, dirty, lookup->request->message.launch, lookup->cycle);
    if (G_UNLIKELY(bank->lines_told))
        tell_loss(bank, place, victim.address);
    bank_lines_take(&bank->lines, place, lookup->address);
    lookup->place = place;
    lookup->written_back = dirty;
    lookup->taken = true;
    return BANK_WAIT_NONE;
}

/* ---- requests: each returns BANK_WAIT_NONE when done, or has changed nothing ------------- */

G_NO_INLINE static void tell_access(struct l2_bank *bank, const struct lookup *lookup,
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

/* The request goes through. Of its sectors, these are not there, and these on their way. */
static void count_sectors(struct l2_bank *bank, const struct lookup *lookup, uint8_t missing,
                          uint8_t merging)
{
    struct l2_bank_counters *counters = &bank->counters;
    counters->access_hits += message_sector_count((uint8_t)(lookup->sectors & ~missing));
    counters->access_merges += message_sector_count(merging);
    counters->access_misses += message_sector_count((uint8_t)(missing & ~merging));
    if (G_UNLIKELY(bank->observers != NULL))
        tell_access(bank, lookup, missing, merging);
}

/* count_sectors, of a write. */
static void count_written(struct l2_bank *bank, const struct lookup *lookup, uint8_t missing,
                          uint8_t merging)
{
    count_sectors(bank, lookup, missing, merging);
    bank->counters.access_writes += message_sector_count(lookup->sectors);
    bank->counters.access_write_misses += message_sector_count((uint8_t)(missing & ~merging));
}

/* The request goes through: its reply will say what it found. */
G_NO_INLINE static void note_found(struct l2_bank *bank, const struct lookup *lookup,
                                   enum bank_presence presence)
{
    struct message *message =
        &((struct bank_request *)ring_first(&bank->requests, sizeof(struct bank_request)))->message;
    message->found = bank_tags_find(bank->tags, message, lookup->place, presence);
}

static enum bank_wait hit(struct l2_bank *bank, const struct lookup *lookup)
{
    if (room(&bank->reply_port, lookup->cycle) == 0)
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
        if ((merging >> s & 1) && miss->waiting[s] >= bank->config->mshr_merges)
            return true;
    return false;
}

static void fetch(struct l2_bank *bank, const struct lookup *lookup, uint8_t sectors,
                  uint32_t miss_number)
{
    bank_lines_fetch(&bank->lines, lookup->place, sectors);
    bank->used_mshrs += bank_units(bank, sectors);
    push_to_dram(bank,
                 &(struct message){.kind = MESSAGE_DRAM_READ,
                                   .sectors = sectors,
                                   .address = lookup->address,
                                   .tag = miss_number,
                                   .launch = lookup->request->message.launch,
                                   .requester = (uint16_t)bank->index,
                                   .bytes = (uint16_t)bank->config->replies.header_bytes},
                 lookup->cycle);
}

/* The request waits for sectors that are all on their way. */
static void wait_for(struct l2_bank *bank, const struct lookup *lookup, uint8_t missing,
                     uint32_t miss_number)
{
    struct bank_miss *miss = &bank->misses.misses[miss_number];
    uint8_t units = bank_widen(missing, bank->config->fetch_bytes);
    for (uint32_t s = 0; s < LINE_SECTORS; s++)
        miss->waiting[s] += units >> s & 1;
    bank_waiters_add(&bank->waiters, &miss->waiters, &lookup->request->message, missing);
}

static enum bank_wait miss(struct l2_bank *bank, struct lookup *lookup, uint8_t missing)
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
        enum bank_wait wait = allocate(bank, lookup, 1);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.misses++;
        presence = BANK_LINE_MISSING;
    } else if (fetched) {
        if (room(&bank->dram_port, lookup->cycle) == 0)
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

/* A read, a fetch or an atomic: needs all of its sectors. */
static enum bank_wait try_read(struct l2_bank *bank, struct lookup *lookup)
{
    uint8_t missing = lookup->sectors & (uint8_t)~lookup->line.valid;
    enum bank_wait wait = missing ? miss(bank, lookup, missing) : hit(bank, lookup);
    if (wait == BANK_WAIT_NONE && lookup->request->message.kind == MESSAGE_ATOMIC)
        bank_lines_write(&bank->lines, lookup->place, lookup->request->mask);
    return wait;
}

/* write_miss=read_line: the write goes on to DRAM, and its line is read. */
G_NO_INLINE static enum bank_wait write_on(struct l2_bank *bank, struct lookup *lookup,
                                           uint8_t missing)
{
    uint8_t pending = lookup->line.pending, merging = missing & pending;
    uint8_t fetched = bank_widen((uint8_t)(missing & ~pending), bank->config->fetch_bytes);
    if (fetched && bank->used_mshrs > 0 &&
        bank->used_mshrs + bank_units(bank, fetched) > bank->config->mshrs)
        return BANK_WAIT_MSHR;
    if (lookup->place.way < 0) {
        enum bank_wait wait = allocate(bank, lookup, 2);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.write_allocations++;
    } else if (room(&bank->dram_port, lookup->cycle) < 2) {
        return BANK_WAIT_DRAM;
    } else {
        bank->counters.write_hits++;
    }
    write_back(bank, lookup->address, bank_widen(lookup->sectors, bank->config->sector_bytes),
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

/* A sector that has been written, even in part, is there for a write. */
static enum bank_wait try_write(struct l2_bank *bank, struct lookup *lookup)
{
    if (room(&bank->reply_port, lookup->cycle) == 0)
        return BANK_WAIT_REPLY;
    if (G_UNLIKELY(bank->config->write_reads) && (lookup->sectors & ~lookup->line.valid))
        return write_on(bank, lookup, lookup->sectors & (uint8_t)~lookup->line.valid);
    if (lookup->place.way < 0) {
        enum bank_wait wait = allocate(bank, lookup, 0);
        if (wait != BANK_WAIT_NONE)
            return wait;
        bank->counters.write_allocations++;
    } else {
        bank->counters.write_hits++;
    }
    uint8_t missing = lookup->sectors & (uint8_t) ~(lookup->line.valid | lookup->line.dirty);
    count_written(bank, lookup, missing, missing & lookup->line.pending);
    bank_lines_write(&bank->lines, lookup->place, lookup->request->mask);
    if (G_LIKELY(lookup->request->message.number != MESSAGE_NO_WARP))
        bank_push_reply(bank, &lookup->request->message, lookup->cycle);
    return BANK_WAIT_NONE;
}

static void count_request(struct l2_bank *bank, const struct bank_request *request)
{
    struct l2_bank_counters *counters = &bank->counters;
    counters->reads += request->message.kind == MESSAGE_READ;
    counters->writes += request->message.kind == MESSAGE_WRITE;
    counters->atomics += request->message.kind == MESSAGE_ATOMIC;
    counters->fetches += request->message.kind == MESSAGE_FETCH;
    counters->atomic_cycles += request->cycles;
    counters->accesses += message_sector_count(request->message.sectors);
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

static void wait_because(struct l2_bank *bank, enum bank_wait wait, uint64_t cycle)
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
G_NO_INLINE static void tell_use(struct l2_bank *bank, const struct lookup *lookup)
{
    describe_access(bank, lookup);
    bank_lines_tell_use(&bank->lines, lookup->place);
}

/* Packets that mix with others on their way come long before the request's last one, each about a
 * sector, and are served as they come: what of them fits into the bank's idle cycles takes none
 * now.
 */
G_NO_INLINE static uint32_t served_early(struct l2_bank *bank, uint32_t data, bool waited,
                                         uint64_t cycle)
{
    uint64_t idle = bank->idle + cycle - bank->busy_until;
    uint32_t early = waited ? 0 : (uint32_t)MIN(idle, data - 1);
    bank->idle = waited ? 0 : (uint32_t)MIN(idle - early, EARLIEST);
    return early;
}

void bank_step_request(struct l2_bank *bank, uint64_t cycle)
{
    if (bank_next_request(bank) > cycle)
        return;
    if (G_UNLIKELY(bank->split_left > 0)) {
        bank_step_split(bank, cycle);
        return;
    }
    const struct bank_request *request = bank_first_request(bank);
    bank_note_launch(bank, request->message.launch);
    struct lookup lookup = look_up(bank, request, cycle);
    bool write = request->message.kind == MESSAGE_WRITE;
    bool waited = bank->wait != BANK_WAIT_NONE;
    wait_because(bank, write ? try_write(bank, &lookup) : try_read(bank, &lookup), cycle);
    if (bank->wait != BANK_WAIT_NONE) {
        bank->waits_at = lookup.place;
        return;
    }
    bank_lines_use(&bank->lines, lookup.place);
    if (G_UNLIKELY(bank->replacer != NULL) && !lookup.taken)
        tell_use(bank, &lookup);
    count_request(bank, request);
    uint32_t data = bank_data_cycles(bank, lookup.sectors);
    if (G_UNLIKELY(bank->config->early))
        data -= served_early(bank, data, waited, cycle);
    uint32_t busy = MAX(request->cycles, data);
    if (lookup.written_back)
        busy += bank_data_cycles(bank, lookup.written_back) - 1;
    bank->busy_until = cycle + busy;
    wire_return_credit(bank->unit.incoming[request->message.port], bank->edge);
    ring_drop(&bank->requests);
}
