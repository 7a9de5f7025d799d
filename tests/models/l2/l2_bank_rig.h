/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 bank between three probes that stand for SMs, and a DRAM that answers after a while.
 *
 * The clock is 1 GHz, so that cycle k is at k ns. Every wire takes 10 cycles, ports are 32 bytes
 * wide and headers 8 bytes long; DRAM answers a read after 30 cycles. */
#ifndef SIMGPU_TESTS_MODELS_L2_L2_BANK_RIG_H
#define SIMGPU_TESTS_MODELS_L2_L2_BANK_RIG_H

#include "models/core/message_memory.h"
#include "models/l2/bank.h"
#include "tests/rigs/unit_rig.h"
#include "workloads/atomic.h"

enum { NS = 1000, MAX_SMS = 3, BUFFER_BYTES = 1 << 16 };

/* ---- a DRAM that takes all and answers reads after a while -------------------------------- */

struct fake_dram {
    struct unit unit;
    struct wire *to_bank;
    sim_time delay;
    GArray *requests; /* struct message */
    guint answered;
};

static inline sim_time fake_dram_advance(struct unit *unit, sim_time until)
{
    struct fake_dram *dram = (struct fake_dram *)unit;
    while (unit->inbox.head < until) {
        struct message message = *inbox_peek(&unit->inbox);
        inbox_drop(&unit->inbox);
        g_array_append_val(dram->requests, message);
    }
    for (; dram->answered < dram->requests->len; dram->answered++) {
        struct message data = g_array_index(dram->requests, struct message, dram->answered);
        sim_time time = data.arrival + dram->delay, when;
        if (time >= until)
            return time;
        wire_return_credit(unit->incoming[0], time);
        if (data.kind == MESSAGE_DRAM_WRITE)
            continue;
        ck_assert(wire_has_credit(dram->to_bank, time, &when));
        data.kind = MESSAGE_DRAM_DATA;
        data.bytes = (uint16_t)(message_sector_count(data.sectors) * LINE_SECTOR_BYTES);
        wire_send(dram->to_bank, time, &data);
    }
    return SIM_TIME_NEVER;
}

static const struct unit_ops fake_dram_ops = {
    .model = "fake_dram", .advance = fake_dram_advance, .describe_waits = probe_describe_waits};

/* ---- rig --------------------------------------------------------------------------------- */

struct rig {
    struct engine *engine;
    struct l2_bank_config config;
    struct address_map map;
    struct device_memory *memory;
    uint64_t buffer;
    struct l2_bank bank;
    struct fake_dram dram;
    struct probe sm[MAX_SMS];
    struct wire *to_bank[MAX_SMS];
};

static inline struct l2_bank_config small_config(void)
{
    struct l2_bank_config config = {.sector_bytes = 32,
                                    .fetch_bytes = LINE_BYTES,
                                    .data_width = LINE_BYTES,
                                    .mshrs = 8,
                                    .mshr_merges = 4,
                                    .atomic_interval = 2,
                                    .replies = {32, 8, LINE_BYTES, false},
                                    .reply_flits = 1,
                                    .dram_width = 32};
    bank_shape_init(&config.shape, 4096, 4, BANK_SETS_LINEAR); /* 8 sets */
    clock_init(&config.clock, 1000000000);
    return config;
}

/* Sectors that come one by one, through a port of a sector a cycle, in packets of a sector each. */
static inline struct l2_bank_config sector_config(void)
{
    struct l2_bank_config config = small_config();
    config.fetch_bytes = LINE_SECTOR_BYTES;
    config.data_width = LINE_SECTOR_BYTES;
    config.replies.width = 40;
    config.replies.data_bytes = LINE_SECTOR_BYTES;
    return config;
}

/* slots: of every wire but DRAM's way back. */
static inline void rig_init(struct rig *rig, sim_time window, const struct l2_bank_config *config,
                            uint32_t slots)
{
    memset(rig, 0, sizeof *rig);
    const struct wire_shape shape = {10 * NS, 10 * NS, slots}, back = {10 * NS, 10 * NS, 64};
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    rig->config = *config;
    address_map_init(&rig->map, 256, 2, 1, ADDRESS_HASH_NONE);
    rig->memory = device_memory_new(1 << 20, 0, NULL);
    rig->buffer = device_memory_allocate(rig->memory, "buffer", BUFFER_BYTES, NULL);
    for (unsigned i = 0; i < MAX_SMS; i++)
        probe_init(&rig->sm[i], rig->engine, "sm");
    l2_bank_init(&rig->bank, rig->engine, "l2-0", "host",
                 &(struct l2_bank_site){.config = &rig->config,
                                        .map = &rig->map,
                                        .memory = rig->memory,
                                        .halves = {.second_sm = 1}});
    unit_init(&rig->dram.unit, &fake_dram_ops, rig->engine, "dram-0", "host");
    rig->dram.requests = g_array_new(FALSE, FALSE, sizeof(struct message));
    rig->dram.delay = 30 * NS;
    struct wire *to_sms[MAX_SMS];
    for (unsigned i = 0; i < MAX_SMS; i++) {
        rig->to_bank[i] = wire_new(&rig->sm[i].unit, &rig->bank.unit, &shape);
        to_sms[i] = wire_new(&rig->bank.unit, &rig->sm[i].unit, &shape);
    }
    rig->dram.to_bank = wire_new(&rig->dram.unit, &rig->bank.unit, &back);
    l2_bank_connect(&rig->bank, to_sms, MAX_SMS,
                    wire_new(&rig->bank.unit, &rig->dram.unit, &shape));
}

static inline void rig_start(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < MAX_SMS; i++)
        probe_start(&rig->sm[i]);
}

static inline void rig_run(struct rig *rig)
{
    rig_start(rig);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
    engine_finish_units(rig->engine, 1000000 * NS);
}

static inline void check_conservation(const struct rig *rig)
{
    const struct l2_bank_counters *c = &rig->bank.counters;
    ck_assert_uint_eq(c->replies, c->reads + c->writes + c->atomics + c->fetches);
    ck_assert_uint_eq(c->reads + c->atomics + c->fetches,
                      c->hits + c->merges + c->sector_misses + c->misses);
    ck_assert_uint_eq(c->writes, c->write_hits + c->write_allocations);
    ck_assert_uint_eq(c->fills, c->misses + c->sector_misses + c->write_fetches);
    ck_assert_uint_eq(c->accesses, c->access_hits + c->access_merges + c->access_misses);
    uint64_t reads = 0, read = 0, written = 0;
    for (guint i = 0; i < rig->dram.requests->len; i++) {
        const struct message *m = &g_array_index(rig->dram.requests, struct message, i);
        uint32_t bytes = message_sector_count(m->sectors) * LINE_SECTOR_BYTES;
        reads += m->kind == MESSAGE_DRAM_READ;
        read += m->kind == MESSAGE_DRAM_READ ? bytes : 0;
        written += m->kind == MESSAGE_DRAM_WRITE ? bytes : 0;
    }
    ck_assert_uint_eq(reads, c->fills);
    ck_assert_uint_eq(read, c->fill_bytes);
    ck_assert_uint_eq(written, c->write_back_bytes);
}

static inline void rig_release(struct rig *rig)
{
    l2_bank_finish(&rig->bank);
    for (unsigned i = 0; i < MAX_SMS; i++)
        probe_finish(&rig->sm[i]);
    g_array_free(rig->dram.requests, TRUE);
    unit_finish(&rig->dram.unit);
    device_memory_free(rig->memory);
    ck_assert_uint_eq(engine_payloads_in_use(rig->engine), 0);
    engine_free(rig->engine);
}

static inline void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    check_conservation(rig);
    rig_release(rig);
}

/* Line n of bank 0: it has every other piece of two lines. */
static inline uint64_t line(const struct rig *rig, unsigned n)
{
    return rig->buffer + n / 2 * 512 + n % 2 * 128;
}

static inline void send_sectors(struct rig *rig, unsigned sm, sim_time time, enum message_kind kind,
                                uint64_t address, uint8_t sectors, uint16_t bytes,
                                struct payload *payload)
{
    probe_send(
        &rig->sm[sm], time, rig->to_bank[sm],
        message_memory_request(&(struct memory_request){.kind = kind,
                                                        .sectors = sectors,
                                                        .address = address,
                                                        .transaction = rig->sm[sm].script->len,
                                                        .launch = 7,
                                                        .sm = (uint16_t)sm,
                                                        .bytes = bytes,
                                                        .payload = payload}));
}

static inline void send(struct rig *rig, unsigned sm, sim_time time, enum message_kind kind,
                        uint64_t address, uint16_t bytes, struct payload *payload)
{
    send_sectors(rig, sm, time, kind, address, ALL_SECTORS, bytes, payload);
}

static inline void send_read(struct rig *rig, unsigned sm, sim_time time, unsigned n)
{
    send(rig, sm, time, MESSAGE_READ, line(rig, n), 8, NULL);
}

static inline void read_sectors(struct rig *rig, unsigned sm, sim_time time, unsigned n,
                                uint8_t sectors)
{
    send_sectors(rig, sm, time, MESSAGE_READ, line(rig, n), sectors, 8, NULL);
}

/* Writes `count` bytes of `value` from `offset` on, in a message of these sectors. */
static inline void send_write_of(struct rig *rig, unsigned sm, sim_time time, unsigned n,
                                 unsigned offset, unsigned count, uint8_t value, uint8_t sectors)
{
    struct payload *payload = payload_take(&rig->engine->payloads);
    memset(payload->bytes, 0xee, LINE_BYTES);
    memset(payload->written, 0, sizeof payload->written);
    payload->has_bytes = true;
    for (unsigned i = offset; i < offset + count; i++) {
        payload->bytes[i] = value;
        payload->written[i / 64] |= UINT64_C(1) << i % 64;
    }
    send_sectors(rig, sm, time, MESSAGE_WRITE, line(rig, n), sectors,
                 (uint16_t)(8 + (count + 31) / 32 * 32), payload);
}

/* ... of those that have bytes. */
static inline void send_write(struct rig *rig, unsigned sm, sim_time time, unsigned n,
                              unsigned offset, unsigned count, uint8_t value)
{
    unsigned first = offset / 32, last = (offset + count - 1) / 32;
    send_write_of(rig, sm, time, n, offset, count, value, (uint8_t)((2u << last) - (1u << first)));
}

/* Adds `operand` to the 32-bit words at the offsets. */
static inline void send_add(struct rig *rig, unsigned sm, sim_time time, unsigned n, unsigned lanes,
                            const uint8_t *offsets, uint32_t operand)
{
    struct payload *payload = payload_take(&rig->engine->payloads);
    payload->op = ATOMIC_ADD;
    payload->type = ATOMIC_U32;
    payload->n_lanes = (uint8_t)lanes;
    unsigned sectors = 0;
    for (unsigned i = 0; i < lanes; i++) {
        payload->lanes[i] =
            (struct atomic_lane){.a = operand, .lane = (uint8_t)i, .offset = offsets[i]};
        sectors |= 1u << offsets[i] / 32;
    }
    send_sectors(rig, sm, time, MESSAGE_ATOMIC, line(rig, n), (uint8_t)sectors,
                 (uint16_t)(8 + 8 * lanes), payload);
}

static inline void check_reply(const struct rig *rig, unsigned sm, guint i, enum message_kind kind,
                               uint32_t tag, uint16_t bytes, sim_time arrival)
{
    const struct message *m = probe_received(&rig->sm[sm], i);
    ck_assert_uint_eq(m->kind, kind);
    ck_assert_uint_eq(message_transaction_of(m), tag);
    ck_assert_uint_eq(m->bytes, bytes);
    ck_assert_uint_eq(m->launch, 7);
    ck_assert_uint_eq(m->requester, sm);
    ck_assert_uint_eq(m->arrival, arrival);
}

static inline void check_dram(const struct rig *rig, guint i, enum message_kind kind,
                              uint64_t address, uint16_t bytes, sim_time arrival)
{
    ck_assert_uint_lt(i, rig->dram.requests->len);
    const struct message *m = &g_array_index(rig->dram.requests, struct message, i);
    ck_assert_uint_eq(m->kind, kind);
    ck_assert_uint_eq(message_address(m), address);
    ck_assert_uint_eq(m->bytes, bytes);
    ck_assert_uint_eq(m->arrival, arrival);
}

static inline uint8_t dram_sectors(const struct rig *rig, guint i)
{
    ck_assert_uint_lt(i, rig->dram.requests->len);
    return g_array_index(rig->dram.requests, struct message, i).sectors;
}

#endif
