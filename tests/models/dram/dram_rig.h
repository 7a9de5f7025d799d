/* SPDX-License-Identifier: BSD-3-Clause */
/* A DRAM channel between two probes that stand for L2 banks.
 *
 * Unless a test says otherwise both clocks are 1 GHz, so that cycle k is at k ns. Every wire takes
 * 10 cycles, and the timing parameters are those of the GTX 480 platform. */
#ifndef SIMGPU_TESTS_MODELS_DRAM_DRAM_RIG_H
#define SIMGPU_TESTS_MODELS_DRAM_DRAM_RIG_H

#include "models/core/message_memory.h"
#include "models/core/payload.h"
#include "models/dram/channel.h"
#include "models/dram/timing_issue.h"
#include "tests/rigs/unit_rig.h"

/* The first cycle in which a command may come. READ and WRITE need an open row, ACTIVATE a bank
 * without one. */
static inline uint64_t earliest_cycle(const struct dram_banks *banks, enum dram_command command,
                                      uint32_t bank)
{
    return banks->base + dram_first_cycle(banks, command, bank);
}

/* Carries out a command in a cycle that must be allowed. */
static inline void issue_allowed(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                                 uint64_t row, uint64_t cycle)
{
    ck_assert_uint_ge(dram_distance(banks, cycle), dram_first_cycle(banks, command, bank));
    dram_issue(banks, command, bank, row, cycle);
}

enum { NS = 1000, BANKS = 2, STRIPE = 4 * 4096 };

static const struct dram_timing gtx480 = {.banks = 16,
                                          .groups = 4,
                                          .burst = 2,
                                          .cl = 12,
                                          .wl = 4,
                                          .rcd = 12,
                                          .rcdw = 12,
                                          .ras = 28,
                                          .rp = 12,
                                          .rc = 40,
                                          .rrd = 6,
                                          .rrdl = 6,
                                          .faw = 24,
                                          .ccd = 2,
                                          .ccdl = 3,
                                          .rtw = 12,
                                          .wtr = 5,
                                          .wtrl = 5,
                                          .wr = 12,
                                          .rtp = 2,
                                          .rtpl = 1};

/* A pseudo-channel pair of HBM2 as GPGPU-Sim's QV100 configuration has it, at 850 MHz there. */
static const struct dram_timing qv100 = {.banks = 16,
                                         .groups = 4,
                                         .burst = 1,
                                         .cl = 12,
                                         .wl = 2,
                                         .rcd = 12,
                                         .rcdw = 9,
                                         .ras = 28,
                                         .rp = 12,
                                         .rc = 40,
                                         .rrd = 3,
                                         .rrdl = 3,
                                         .faw = 12,
                                         .ccd = 1,
                                         .ccdl = 2,
                                         .rtw = 13,
                                         .wtr = 3,
                                         .wtrl = 3,
                                         .wr = 10,
                                         .rtp = 3,
                                         .rtpl = 3};

/* ---- rig ---------------------------------------------------------------------------------- */

struct rig {
    struct engine *engine;
    struct dram_config config;
    struct address_map map;
    struct dram_channel channel;
    struct probe bank[BANKS];
    struct wire *to_dram[BANKS];
};

static inline struct dram_config plain_config(void)
{
    struct dram_config config = {.timing = gtx480,
                                 .geometry = {2, 2, 7, 12, true},
                                 .queue = 128,
                                 .row_hit_cap = 16,
                                 .drained = true,
                                 .l2_width = 32};
    dram_config_set_bursts(&config, 64, DRAM_BURST_SHARED);
    clock_init(&config.clock, 1000000000);
    clock_init(&config.l2_clock, 1000000000);
    return config;
}

static inline void rig_init(struct rig *rig, sim_time window, const struct dram_config *config,
                            uint32_t slots, uint32_t back_slots)
{
    memset(rig, 0, sizeof *rig);
    const struct wire_shape there = {10 * NS, 10 * NS, slots},
                            back = {10 * NS, 10 * NS, back_slots};
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    rig->config = *config;
    address_map_init(&rig->map, 256, BANKS, 1, ADDRESS_HASH_NONE);
    for (unsigned i = 0; i < BANKS; i++)
        probe_init(&rig->bank[i], rig->engine, i == 0 ? "l2-0" : "l2-1");
    const struct dram_channel_site site = {.config = &rig->config, .map = &rig->map};
    dram_channel_init(&rig->channel, rig->engine, "dram-0", "host", &site);
    struct wire *to_banks[BANKS];
    for (unsigned i = 0; i < BANKS; i++) {
        rig->to_dram[i] = wire_new(&rig->bank[i].unit, &rig->channel.unit, &there);
        to_banks[i] = wire_new(&rig->channel.unit, &rig->bank[i].unit, &back);
    }
    dram_channel_connect(&rig->channel, to_banks, BANKS);
}

static inline void rig_start(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < BANKS; i++)
        probe_start(&rig->bank[i]);
}

static inline void rig_run(struct rig *rig)
{
    rig_start(rig);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
    engine_finish_units(rig->engine, 1000000 * NS);
}

static inline void rig_release(struct rig *rig)
{
    dram_channel_finish(&rig->channel);
    for (unsigned i = 0; i < BANKS; i++)
        probe_finish(&rig->bank[i]);
    engine_free(rig->engine);
}

static inline void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    const struct dram_counters *c = &rig->channel.counters;
    ck_assert_uint_eq(c->reads, rig->bank[0].received->len + rig->bank[1].received->len);
    ck_assert_uint_eq(c->reads + c->writes, rig->bank[0].sent->len + rig->bank[1].sent->len);
    ck_assert_uint_eq(c->reads + c->writes, c->row_hits + c->row_misses + c->row_conflicts);
    rig_release(rig);
}

static inline void send_message(struct rig *rig, unsigned bank, sim_time time,
                                enum message_kind kind, struct dram_message message)
{
    message.miss = rig->bank[bank].script->len;
    message.bank = (uint16_t)bank;
    probe_send(&rig->bank[bank], time, rig->to_dram[bank], message_to_dram(kind, &message));
}

static inline void send_sectors(struct rig *rig, unsigned bank, sim_time time,
                                enum message_kind kind, uint64_t address, uint8_t sectors)
{
    send_message(rig, bank, time, kind,
                 (struct dram_message){.address = address,
                                       .sectors = sectors,
                                       .bytes = kind == MESSAGE_DRAM_READ ? 8 : 32});
}

/* `bytes` from `address` on; a read is for the whole line. */
static inline void send(struct rig *rig, unsigned bank, sim_time time, enum message_kind kind,
                        uint64_t address, uint16_t bytes)
{
    uint32_t offset = address % LINE_BYTES, first = offset / LINE_SECTOR_BYTES;
    uint32_t last = (offset + bytes - 1) / LINE_SECTOR_BYTES;
    uint32_t sectors = kind == MESSAGE_DRAM_READ ? 0xf : (2u << last) - (1u << first);
    send_sectors(rig, bank, time, kind, address, (uint8_t)sectors);
}

static inline void send_read(struct rig *rig, unsigned bank, sim_time time, uint64_t address)
{
    send(rig, bank, time, MESSAGE_DRAM_READ, address, 8);
}

static inline void check_sectors(const struct rig *rig, unsigned bank, guint i, uint32_t tag,
                                 uint32_t sectors, sim_time arrival)
{
    const struct message *m = probe_received(&rig->bank[bank], i);
    ck_assert_uint_eq(m->kind, MESSAGE_DRAM_DATA);
    ck_assert_uint_eq(m->bytes, sectors * 32);
    ck_assert_uint_eq(message_miss(m), tag);
    ck_assert_uint_eq(m->arrival, arrival);
}

static inline void check_data(const struct rig *rig, unsigned bank, guint i, uint32_t tag,
                              sim_time arrival)
{
    check_sectors(rig, bank, i, tag, 4, arrival);
}

#endif
