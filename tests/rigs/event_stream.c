/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/event_stream.h"

#include <string.h>

enum { GUARD_BYTES = 64, GUARD = 0xa5, MOST_BLOCK_WARPS = 6, PCS = 12, ADDRESSES = 40 };
enum { LINE_BYTES = 128, STEPS = 4000 };

#define TELL(stream_, event_, ...) SM_MEMBERS_TELL(&(stream_)->members, event_, __VA_ARGS__)

static void check(struct event_stream *stream, bool right, const char *problem)
{
    if (!right && !stream->problem)
        stream->problem = problem;
}

static uint64_t below(struct event_stream *stream, uint64_t n)
{
    stream->random = stream->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (stream->random >> 33) % n;
}

static void digest(struct event_stream *stream, uint64_t value)
{
    stream->digest = (stream->digest ^ value) * UINT64_C(0x100000001b3);
}

void event_stream_init(struct event_stream *stream, const struct sm_policy *policy,
                       const struct policy_values *values, uint64_t seed)
{
    const struct sm_policy_site facts = {
        .sm = 1, .n_sms = 4, .schedulers = 2, .warp_slots = STREAM_SLOTS, .l1_lines = STREAM_LINES};
    static const struct criticality nobody = {0};
    *stream = (struct event_stream){.policy = policy, .guarded = *policy, .random = seed};
    stream->next_age = 1;
    stream->view = (struct warp_view){.age = stream->ages,
                                      .on_memory = &stream->on_memory,
                                      .to_ldst = &stream->to_ldst,
                                      .criticality = &nobody};
    stream->guarded.head.state_bytes += GUARD_BYTES;
    sm_members_init(&stream->members, &facts);
    stream->state = sm_members_add(&stream->members, &stream->guarded.head, values);
    for (unsigned i = 0; i < GUARD_BYTES; i++)
        check(stream, stream->state[policy->head.state_bytes + i] == 0, "init writes behind state");
    memset(stream->state + policy->head.state_bytes, GUARD, GUARD_BYTES);
    sm_members_ready(&stream->members);
}

void event_stream_ask(struct event_stream *stream, const struct l1_bypass_ops *bypass)
{
    stream->bypass = bypass;
}

void event_stream_watch(struct event_stream *stream, const struct criticality_ops *criticality)
{
    if (criticality->published)
        stream->criticality = criticality->published(stream->state);
}

void event_stream_finish(struct event_stream *stream)
{
    sm_members_finish(&stream->members);
}

/* ---- blocks and warps -------------------------------------------------------------------------
 */

static void start_kernel(struct event_stream *stream)
{
    const struct warp_kernel kernel = {
        .launch = stream->launch, .name = "kernel", .block_warps = MOST_BLOCK_WARPS};
    memset(stream->lines, 0, sizeof stream->lines);
    TELL(stream, kernel_started, &kernel, &stream->view);
}

static uint64_t free_slots(const struct event_stream *stream, unsigned n)
{
    uint64_t free = ~stream->view.resident & ((UINT64_C(1) << STREAM_SLOTS) - 1), slots = 0;
    for (; n > 0 && free; n--, free &= free - 1)
        slots |= free & -free;
    return n == 0 ? slots : 0;
}

static void start_block(struct event_stream *stream, unsigned slot)
{
    struct warp_block *block = &stream->blocks[slot];
    uint64_t warps = free_slots(stream, (unsigned)below(stream, MOST_BLOCK_WARPS) + 1);
    if (block->warps || !warps)
        return;
    *block = (struct warp_block){.index = below(stream, 64),
                                 .launch = stream->launch,
                                 .slot = (uint8_t)slot,
                                 .warps = warps};
    TELL(stream, block_started, block, &stream->view);
    for (; warps; warps &= warps - 1) {
        stream->view.resident |= warps & -warps;
        stream->ages[warp_first(warps)] = stream->next_age++;
        TELL(stream, warp_started, warp_first(warps), &stream->view);
    }
}

static void finish_warp(struct event_stream *stream, unsigned slot)
{
    stream->view.resident &= ~warp_bit(slot);
    TELL(stream, warp_finished, slot, &stream->view);
    for (unsigned i = 0; i < STREAM_BLOCKS; i++) {
        struct warp_block *block = &stream->blocks[i];
        bool last = block->warps == warp_bit(slot);
        block->warps &= ~warp_bit(slot);
        if (!last)
            continue;
        const struct warp_block ended = {
            .index = block->index, .launch = block->launch, .slot = (uint8_t)i, .cycles = 100};
        TELL(stream, block_finished, &ended, &stream->view);
    }
    if (stream->view.resident == 0) {
        stream->launch++;
        start_kernel(stream);
    }
}

static void issue(struct event_stream *stream, unsigned slot)
{
    uint32_t pc = (uint32_t)below(stream, PCS);
    const struct warp_executed what = {.launch = stream->launch,
                                       .pc = pc,
                                       .next_pc = (uint32_t)below(stream, PCS),
                                       .loop = -1,
                                       .next_loop = -1,
                                       .is_branch = pc % 4 == 0,
                                       .mask = UINT32_MAX,
                                       .lanes = 32,
                                       .next_lanes = 32};
    TELL(stream, issued, slot % 2, slot, &stream->view);
    TELL(stream, executed, slot, &what, &stream->view);
}

/* ---- loads ------------------------------------------------------------------------------------
 */

/* Asks twice; the state must stay as it is. */
static bool decide(struct event_stream *stream,
                   bool (*decision)(const void *, const struct bypass_request *,
                                    const struct warp_view *),
                   const struct bypass_request *request)
{
    size_t bytes = stream->policy->head.state_bytes;
    if (!decision)
        return false;
    g_autofree uint8_t *before = g_memdup2(stream->state, bytes);
    bool answer = decision(stream->state, request, &stream->view);
    check(stream, decision(stream->state, request, &stream->view) == answer,
          "it decides otherwise when asked again");
    check(stream, bytes == 0 || memcmp(before, stream->state, bytes) == 0,
          "it changes its state while deciding");
    digest(stream, answer);
    return answer;
}

static void bring(struct event_stream *stream, struct warp_line *line,
                  const struct bypass_request *request)
{
    if (line->owner.age)
        TELL(stream, evicted, line, &stream->view);
    *line = (struct warp_line){.line = request->line,
                               .owner = {.age = stream->ages[request->slot], .slot = request->slot},
                               .pc = request->pc};
    TELL(stream, filled, line, &stream->view);
}

static void load(struct event_stream *stream, unsigned slot)
{
    const struct bypass_request request = {.line = below(stream, ADDRESSES) * LINE_BYTES,
                                           .launch = stream->launch,
                                           .pc = (uint32_t)below(stream, PCS),
                                           .slot = (uint8_t)slot};
    const struct l1_bypass_ops *ops = stream->bypass;
    struct warp_line *line = &stream->lines[request.line / LINE_BYTES % STREAM_LINES];
    bool hits = line->owner.age && line->line == request.line;
    struct warp_access access = {.line = request.line,
                                 .launch = request.launch,
                                 .pc = request.pc,
                                 .slot = request.slot,
                                 .outcome = WARP_ACCESS_BYPASSED,
                                 .owner = {.slot = WARP_NONE}};
    bool around = ops && decide(stream, ops->around, &request);
    stream->asked++;
    if (!around && hits) {
        line->uses++;
        access.owner = line->owner;
        access.outcome = WARP_ACCESS_HIT;
    } else if (!around && !(ops && decide(stream, ops->on_miss, &request))) {
        access.outcome = WARP_ACCESS_MISS;
        bring(stream, line, &request);
    }
    stream->bypassed += access.outcome == WARP_ACCESS_BYPASSED;
    TELL(stream, accessed, &access, &stream->view);
}

/* ---- steps ------------------------------------------------------------------------------------
 */

static void look(struct event_stream *stream)
{
    const uint8_t *guard = stream->state + stream->policy->head.state_bytes;
    for (unsigned i = 0; i < GUARD_BYTES; i++)
        check(stream, guard[i] == GUARD, "it writes behind its state");
    const struct criticality *published = stream->criticality;
    if (!published)
        return;
    check(stream, !(published->critical & ~stream->view.resident),
          "a warp that is not there is critical");
    digest(stream, published->critical);
    for (uint64_t left = stream->view.resident; left; left &= left - 1)
        digest(stream, published->score[warp_first(left)]);
}

/* A resident warp; WARP_NONE: none. */
static unsigned any_warp(struct event_stream *stream)
{
    uint64_t warps = stream->view.resident;
    if (!warps)
        return WARP_NONE;
    for (uint64_t n = below(stream, (uint64_t)__builtin_popcountll(warps)); n > 0; n--)
        warps &= warps - 1;
    return warp_first(warps);
}

void event_stream_run(struct event_stream *stream, unsigned n)
{
    if (stream->view.cycle == 0 && n > 0)
        start_kernel(stream);
    for (; n > 0; n--) {
        unsigned warp = any_warp(stream);
        uint64_t what = below(stream, 100);
        stream->view.cycle++;
        if (warp == WARP_NONE || what < 5)
            start_block(stream, (unsigned)below(stream, STREAM_BLOCKS));
        else if (what < 10)
            finish_warp(stream, warp);
        else if (what < 50)
            issue(stream, warp);
        else
            load(stream, warp);
        look(stream);
    }
}

/* ---- contracts --------------------------------------------------------------------------------
 */

static const char *run_and_compare(struct event_stream streams[3])
{
    const char *problem = NULL;
    for (unsigned i = 0; i < STEPS; i++) {
        event_stream_run(&streams[0], 1);
        event_stream_run(&streams[1], 1);
    }
    event_stream_run(&streams[2], STEPS);
    for (unsigned i = 0; i < 3; i++) {
        if (!problem)
            problem = streams[i].problem;
        if (!problem && streams[i].digest != streams[0].digest)
            problem = "the same events on fresh states give different answers";
        event_stream_finish(&streams[i]);
    }
    return problem;
}

const char *event_stream_bypass_problem(const struct l1_bypass_ops *ops,
                                        const struct policy_values *values, uint64_t seed)
{
    struct event_stream streams[3];
    for (unsigned i = 0; i < 3; i++) {
        event_stream_init(&streams[i], &ops->policy, values, seed);
        event_stream_ask(&streams[i], ops);
    }
    return run_and_compare(streams);
}

const char *event_stream_criticality_problem(const struct criticality_ops *ops,
                                             const struct policy_values *values, uint64_t seed)
{
    struct event_stream streams[3];
    for (unsigned i = 0; i < 3; i++) {
        event_stream_init(&streams[i], &ops->policy, values, seed);
        event_stream_watch(&streams[i], ops);
    }
    return run_and_compare(streams);
}
