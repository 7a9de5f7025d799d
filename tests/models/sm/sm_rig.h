/* SPDX-License-Identifier: BSD-3-Clause */
/* One SM that runs a script of memory instructions, one warp, in front of a memory that answers
 * after a fixed time and writes down what it is asked. For test_l1d*.c.
 *
 * A reply has the bytes of the sectors that were asked for; the others are poisoned. Every
 * instruction waits for those before it, or for none, as its step says.
 */
#ifndef SIMGPU_TESTS_MODELS_SM_SM_RIG_H
#define SIMGPU_TESTS_MODELS_SM_SM_RIG_H

#include "models/core/message_dispatch.h"
#include "models/core/message_memory.h"
#include "models/gpu.h"
#include "tests/rigs/choices.h"
#include "tests/rigs/unit_rig.h"
#include "workloads/instruction_source.h"
#include <string.h>

enum { RIG_MEMORY = 1 << 20, RIG_STEPS = 64, RIG_POISON = 0xEE, RIG_HOP_CYCLES = 50 };

/* Lane i accesses DEVICE_MEMORY_BASE + base + i * stride. */
struct rig_step {
    enum op_class op; /* OP_LOAD, OP_STORE; OP_FENCE: an acquire */
    uint32_t base, stride;
    uint8_t bytes;           /* a lane; 0: 4 */
    uint8_t flags;           /* enum instruction_flag */
    bool waits;              /* for the last six loads before it */
    lane_mask lanes;         /* 0: all */
    uint32_t value;          /* stored: lane i's is value + i */
    enum memory_space space; /* 0: global */
};

struct rig_request {
    uint8_t kind, sectors;
    uint32_t offset; /* of the line */
    uint64_t cycle;  /* of its arrival */
    bool payload, mixes;
    uint8_t warp; /* message_warp() */
    uint32_t tag;
};

struct rig_bank {
    struct unit unit;
    struct wire *to_sm;
    uint8_t memory[RIG_MEMORY];
    GArray *requests; /* struct rig_request */
    const struct clock *clock;
    uint8_t found; /* enum warp_l2_found: what loads' replies say */
    bool pieces;   /* answers a read sector by sector, 10 ns apart */
};

struct rig {
    struct platform *platform;
    struct gpu_config config;
    struct policy_choices policies;
    struct device_memory *memory;
    struct engine *engine;
    struct rig_bank bank;
    struct probe dispatcher;
    struct wire *start; /* from the dispatcher */
    struct sm *sm;
    struct instruction instructions[RIG_STEPS + 1];
    struct rig_step steps[RIG_STEPS];
    struct kernel_code code;
    struct launch launch;
    uint32_t loaded[RIG_STEPS][WARP_LANES];
    uint64_t issued_at[RIG_STEPS + 1]; /* cycle */
    GArray *issues;                    /* uint64_t: the cycles of all issues, in order */
    uint8_t operand[WARP_LANES * 16];
};

/* ---- the memory -------------------------------------------------------------------------- */

static inline struct payload *rig_line(struct rig_bank *bank, uint32_t offset, uint8_t sectors)
{
    struct payload *payload = payload_take(&bank->unit.engine->payloads);
    memset(payload->bytes, RIG_POISON, LINE_BYTES);
    for (unsigned s = 0; s < 4; s++)
        if (sectors >> s & 1)
            memcpy(payload->bytes + 32 * s, bank->memory + offset + 32 * s, 32);
    return payload;
}

static inline void rig_write(struct rig_bank *bank, const struct message *message, uint32_t offset)
{
    const struct payload *payload = message->payload;
    for (unsigned i = 0; payload && payload->has_bytes && i < LINE_BYTES; i++)
        if (payload->written[i / 64] >> (i % 64) & 1)
            bank->memory[offset + i] = payload->bytes[i];
    payload_give_back(&bank->unit.engine->payloads, message->payload);
}

static inline void rig_answer(struct rig_bank *bank, const struct message *message)
{
    struct message reply = *message;
    bool device = message_address(message) >= DEVICE_MEMORY_BASE;
    uint32_t offset = device ? (uint32_t)(message_address(message) - DEVICE_MEMORY_BASE) : 0;
    struct rig_request request = {message->kind,
                                  message->sectors,
                                  offset,
                                  clock_cycle_at_or_after(bank->clock, message->arrival),
                                  message->payload != NULL,
                                  message->mixes,
                                  message_warp(message),
                                  message_transaction_of(message)};
    if (device)
        g_array_append_val(bank->requests, request);
    reply.payload = NULL;
    switch (message->kind) {
    case MESSAGE_READ:
        reply.kind = MESSAGE_READ_REPLY;
        reply.payload = rig_line(bank, offset, message->sectors);
        message_set_found(&reply, bank->found);
        break;
    case MESSAGE_WRITE:
        reply.kind = MESSAGE_WRITE_ACK;
        rig_write(bank, message, offset);
        break;
    default:
        ck_assert_int_eq(message->kind, MESSAGE_FETCH);
        reply.kind = MESSAGE_FETCH_REPLY;
    }
    sim_time when, time = message->arrival;
    for (; bank->pieces && reply.payload && (reply.sectors & (reply.sectors - 1)); time += 10000) {
        struct message piece = reply;
        piece.sectors &= (uint8_t)-piece.sectors;
        piece.payload = rig_line(bank, offset, piece.sectors);
        reply.sectors &= (uint8_t)~piece.sectors;
        ck_assert(wire_has_credit(bank->to_sm, time, &when));
        wire_send(bank->to_sm, time, &piece);
    }
    if (bank->pieces && reply.payload) {
        payload_give_back(&bank->unit.engine->payloads, reply.payload);
        reply.payload = rig_line(bank, offset, reply.sectors);
    }
    ck_assert(wire_has_credit(bank->to_sm, time, &when));
    wire_send(bank->to_sm, time, &reply);
}

static inline sim_time rig_bank_advance(struct unit *unit, sim_time until)
{
    struct rig_bank *bank = (struct rig_bank *)unit;
    while (unit->inbox.head < until) {
        struct message message = *inbox_peek(&unit->inbox);
        inbox_drop(&unit->inbox);
        wire_return_credit(unit->incoming[message.port], message.arrival);
        rig_answer(bank, &message);
    }
    return SIM_TIME_NEVER;
}

static const struct unit_ops rig_bank_ops = {
    .model = "bank", .advance = rig_bank_advance, .describe_waits = probe_describe_waits};

/* ---- the program ------------------------------------------------------------------------- */

static inline struct rig *rig_of(const struct warp_context *w)
{
    return (struct rig *)w->code->impl;
}

static inline void rig_warp_start(struct warp_context *w)
{
    w->pc = 0;
    w->active = UINT32_MAX;
}

static inline bool rig_issue(struct warp_context *w, uint64_t cycle, struct issued *out)
{
    struct rig *rig = rig_of(w);
    uint32_t pc = w->pc++;
    rig->issued_at[pc] = cycle;
    g_array_append_val(rig->issues, cycle);
    *out = (struct issued){.active = UINT32_MAX};
    if (pc + 1 == rig->code.n_instructions) {
        w->active = 0;
        return true;
    }
    const struct rig_step *step = &rig->steps[pc];
    out->active = step->lanes ? step->lanes : UINT32_MAX;
    out->space = (uint8_t)(step->space ? step->space : SPACE_GLOBAL);
    out->element_bytes = (uint8_t)MIN(rig->instructions[pc].access_bytes, 8);
    out->elements = rig->instructions[pc].access_bytes == 16 ? 2 : 1;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        out->address[lane] = (out->space == SPACE_GLOBAL ? DEVICE_MEMORY_BASE : 0) + step->base +
                             (uint64_t)lane * step->stride;
        uint64_t value = step->value + lane;
        memcpy(rig->operand + 8 * lane, &value, 8);
    }
    out->value[0] = out->value[1] = (struct lane_operand){rig->operand, 8};
    return true;
}

static inline void rig_deliver(struct warp_context *w, uint32_t pc, lane_mask lanes,
                               const uint8_t *data, const uint16_t offset[WARP_LANES])
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        memcpy(&rig_of(w)->loaded[pc][lane], data + offset[lane], 4);
    }
}

static const struct instruction_source_ops rig_source = {
    .name = "rig", .warp_start = rig_warp_start, .issue = rig_issue, .deliver = rig_deliver};

/* Each load writes a register of its own; a step that waits reads those of the last loads. */
static inline void rig_make_code(struct rig *rig, const struct rig_step *steps, unsigned n,
                                 bool traced)
{
    ck_assert_uint_le(n, RIG_STEPS);
    for (unsigned i = 0; i < n; i++) {
        const struct rig_step *step = &steps[i];
        rig->steps[i] = *step;
        rig->instructions[i] =
            (struct instruction){.op_class = (uint8_t)step->op,
                                 .space = (uint8_t)(step->space ? step->space : SPACE_GLOBAL),
                                 .flags = step->flags,
                                 .access_bytes = step->bytes ? step->bytes : 4,
                                 .n_destinations = step->op == OP_LOAD};
        struct instruction *instruction = &rig->instructions[i];
        instruction->registers[0] = step->op == OP_LOAD ? (uint16_t)(i + 1) : 0;
        for (unsigned j = i, at = instruction->n_destinations; step->waits && j-- > 0;)
            if (steps[j].op == OP_LOAD && at < INSTRUCTION_MAX_REGISTERS) {
                instruction->registers[at++] = (uint16_t)(j + 1);
                instruction->n_sources++;
            }
    }
    rig->instructions[n] = (struct instruction){.op_class = OP_EXIT};
    rig->code = (struct kernel_code){.name = "script",
                                     .file = "script",
                                     .ops = &rig_source,
                                     .instructions = rig->instructions,
                                     .n_instructions = n + 1,
                                     .n_register_slots = RIG_STEPS + 2,
                                     .registers_per_thread = 16,
                                     .local_bytes_per_thread = 64,
                                     .warp_state_bytes = 64,
                                     .traced = traced,
                                     .impl = rig};
    rig->launch =
        (struct launch){.code = &rig->code, .grid = {1, 1, 1}, .block = {32, 1, 1}, .n_sms = 1};
}

/* ---- the whole ----------------------------------------------------------------------------- */

static inline void rig_configure(struct rig *rig, const char *const *sets)
{
    GError *error = NULL;
    rig->platform = platform_load("platforms/fermi-gtx480.xml", &error);
    ck_assert_msg(rig->platform != NULL, "%s", error ? error->message : "");
    for (; sets && *sets; sets++)
        ck_assert_msg(platform_set(rig->platform, *sets, &error), "%s", error->message);
    ck_assert_msg(gpu_config_read(&rig->config, rig->platform, &error), "%s",
                  error ? error->message : "");
}

static inline void rig_wire(struct rig *rig)
{
    sim_time hop = clock_edge(&rig->config.sm.clock, RIG_HOP_CYCLES);
    const struct wire_shape shape = {.latency = hop, .credit_latency = hop, .credits = 4096};
    struct unit *sm = sm_unit(rig->sm);
    g_autofree struct wire **to_banks = g_new(struct wire *, rig->config.n_banks);
    for (uint32_t i = 0; i < rig->config.n_banks; i++)
        to_banks[i] = wire_new(sm, &rig->bank.unit, &shape);
    sm_connect(rig->sm, wire_new(sm, &rig->dispatcher.unit, &shape), to_banks, rig->config.n_banks);
    rig->bank.to_sm = wire_new(&rig->bank.unit, sm, &shape);
    rig->start = wire_new(&rig->dispatcher.unit, sm, &shape);
}

/* observers: NULL, or those of the SM. */
static inline struct rig *rig_new_observed(const struct rig_step *steps, unsigned n, bool traced,
                                           const char *const *sets, sim_time window,
                                           const char *scheduler, const struct observers *observers)
{
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    struct rig *rig = g_new0(struct rig, 1);
    rig->issues = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    rig_configure(rig, sets);
    rig_make_code(rig, steps, n, traced);
    rig->policies = choices_with(scheduler);
    rig->memory = device_memory_new(2 * RIG_MEMORY, 0, NULL);
    device_memory_allocate(rig->memory, "all", RIG_MEMORY, NULL);
    rig->engine = engine_new(&options);
    const struct sm_site site = {.config = &rig->config.sm,
                                 .memory = rig->memory,
                                 .map = &rig->config.map,
                                 .n_sms = 1,
                                 .policies = &rig->policies,
                                 .observers = observers};
    unit_init(&rig->bank.unit, &rig_bank_ops, rig->engine, "bank", "host");
    rig->bank.clock = &rig->config.sm.clock;
    rig->bank.requests = g_array_new(FALSE, FALSE, sizeof(struct rig_request));
    for (uint32_t i = 0; i < RIG_MEMORY / 4; i++)
        memcpy(rig->bank.memory + (size_t)4 * i, &i, 4);
    probe_init(&rig->dispatcher, rig->engine, "dispatcher");
    rig->sm = sm_new(rig->engine, "sm", "host", &site);
    rig_wire(rig);
    return rig;
}

static inline struct rig *rig_new(const struct rig_step *steps, unsigned n, bool traced,
                                  const char *const *sets, sim_time window)
{
    return rig_new_observed(steps, n, traced, sets, window, "lrr", NULL);
}

/* Blocks of the script's launch, one after the other, far apart. */
static inline void rig_run(struct rig *rig, unsigned blocks)
{
    for (unsigned i = 0; i < blocks; i++)
        probe_send(
            &rig->dispatcher, i * SIM_TIME_PER_SECOND / 1000, rig->start,
            message_block_start(&(struct block_start){.launch = &rig->launch, .capacity = 1}));
    engine_start(rig->engine);
    probe_start(&rig->dispatcher);
    enum engine_end end = engine_run_plain(rig->engine);
    ck_assert_msg(end == ENGINE_QUIET, "%s",
                  rig->engine->error ? rig->engine->error->message : "did not end");
    g_autofree char *waits = engine_describe_waits(rig->engine);
    ck_assert_msg(rig->dispatcher.received->len == blocks, "%s", waits);
}

static inline void rig_free(struct rig *rig)
{
    sm_free(rig->sm);
    ck_assert_uint_eq(engine_payloads_in_use(rig->engine), 0);
    g_array_free(rig->bank.requests, TRUE);
    g_array_free(rig->issues, TRUE);
    unit_finish(&rig->bank.unit);
    probe_finish(&rig->dispatcher);
    engine_free(rig->engine);
    device_memory_free(rig->memory);
    policy_choices_clear(&rig->policies);
    gpu_config_clear(&rig->config);
    platform_free(rig->platform);
    g_free(rig);
}

static inline const struct rig_request *rig_request(const struct rig *rig, guint i)
{
    ck_assert_uint_lt(i, rig->bank.requests->len);
    return &g_array_index(rig->bank.requests, struct rig_request, i);
}

/* The i-th request of the memory was this one. */
static inline void rig_expect(const struct rig *rig, guint i, enum message_kind kind,
                              uint32_t offset, uint8_t sectors)
{
    const struct rig_request *request = rig_request(rig, i);
    ck_assert_int_eq(request->kind, kind);
    ck_assert_uint_eq(request->offset, offset);
    ck_assert_uint_eq(request->sectors, sectors);
}

#endif
