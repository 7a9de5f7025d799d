/* SPDX-License-Identifier: BSD-3-Clause */
/* Latency attribution against the plain way to do it: each cycle, each warp, one after the other.
 *
 * An observer beside the one under test asks in every cycle what every warp waits for and counts
 * that; it knows no masks, wheels or vertical counters. Both hear random scripts of many warps. */
#include "models/sm/sm_view.h"
#include "observers/latency.h"
#include "tests/models/sm/sm_rig.h"

enum { STEPS = 40, BLOCKS = 3 };

struct plain_warp {
    bool here; /* resident in the open cycle */
    enum warp_wait wait;
    bool missing, structural_is_mshr; /* in the open cycle */
    bool syncs;                       /* its last instruction was a barrier or a fence */
    uint64_t instructions;            /* issued when its wait began */
    uint64_t memory, after;           /* cycles of this wait, for a load, and for what it brought */
    bool stalled, missed;             /* this wait: has a first cycle, is for a miss */
    bool lost[RIG_STEPS + 2];         /* by register: its load has missed */
    uint64_t parts[LATENCY_PARTS];
};

struct plain {
    const struct sm *sm;
    struct plain_warp warps[WARP_SLOTS];
    bool open;
    uint64_t cycle, unvisited, picked, candidates;
    uint64_t parts[LATENCY_PARTS]; /* of all that have ended */
};

/* What this wait was for is known. */
static void settle(struct plain_warp *warp)
{
    unsigned part = warp->missed ? LATENCY_DATA_CACHE : LATENCY_DATA;
    warp->parts[part] += warp->memory + warp->after;
    warp->memory = warp->after = 0;
    warp->stalled = warp->missed = false;
}

static unsigned part_of(struct plain_warp *warp)
{
    static const uint8_t parts[WARP_WAITS] = {[WARP_WAITS_BARRIER] = LATENCY_SYNC,
                                              [WARP_WAITS_FENCE] = LATENCY_SYNC,
                                              [WARP_WAITS_FETCH] = LATENCY_FETCH,
                                              [WARP_DRAINS] = LATENCY_DRAIN};
    if (warp->wait == WARP_READY)
        return warp->structural_is_mshr ? LATENCY_MSHR : LATENCY_STRUCTURAL;
    if (warp->wait == WARP_WAITS_CONTROL)
        return warp->syncs ? LATENCY_SYNC : LATENCY_CONTROL;
    return parts[warp->wait];
}

static void count_visited(struct plain_warp *warp)
{
    if (warp->wait == WARP_WAITS_MEMORY && !warp->stalled) {
        warp->stalled = true;
        warp->parts[LATENCY_DATA]++;
    } else if (warp->wait == WARP_WAITS_MEMORY) {
        warp->memory++;
    } else if (warp->wait == WARP_WAITS_DATA) {
        warp->after++;
    } else {
        warp->parts[part_of(warp)]++;
    }
}

static void ask(struct plain *plain, uint64_t cycle)
{
    const struct sm_masks masks = sm_view_masks(plain->sm);
    uint64_t mshr = sm_view_mshr_waiters(plain->sm, cycle);
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++) {
        struct plain_warp *warp = &plain->warps[slot];
        warp->here = masks.resident >> slot & 1;
        if (!warp->here)
            continue;
        const struct warp_identity who = sm_view_warp(plain->sm, slot);
        if (who.instructions != warp->instructions)
            settle(warp);
        warp->instructions = who.instructions;
        warp->wait = sm_view_state(plain->sm, slot, cycle).wait;
        warp->syncs |= warp->wait == WARP_WAITS_BARRIER || warp->wait == WARP_WAITS_FENCE;
        warp->structural_is_mshr = mshr >> slot & 1;
        uint16_t registers[INSTRUCTION_MAX_REGISTERS];
        unsigned n =
            warp->wait == WARP_WAITS_MEMORY ? sm_view_awaited(plain->sm, slot, registers) : 0;
        for (unsigned i = 0; i < n; i++)
            warp->missed |= warp->lost[registers[i]];
    }
}

static void close_cycle(struct plain *plain)
{
    for (unsigned slot = 0; plain->open && slot < WARP_SLOTS; slot++) {
        struct plain_warp *warp = &plain->warps[slot];
        if (!warp->here)
            continue;
        bool draining = warp->wait == WARP_DRAINS;
        if (plain->picked >> slot & 1)
            warp->parts[LATENCY_EXECUTION]++;
        else if ((plain->unvisited >> slot & 1) && !draining)
            warp->parts[LATENCY_SCHEDULING]++;
        else if (warp->wait == WARP_READY && (plain->candidates >> slot & 1))
            warp->parts[LATENCY_SCHEDULING]++;
        else
            count_visited(warp);
    }
    plain->open = false;
}

static void cycle(void *data, const struct sm *sm)
{
    struct plain *plain = data;
    plain->sm = sm;
    close_cycle(plain);
    plain->cycle = sm_view_cycle(sm);
    ask(plain, plain->cycle);
    plain->unvisited = plain->picked = plain->candidates = 0;
    plain->open = true;
}

static void gap(void *data, const struct sm *sm, uint64_t first, uint64_t span)
{
    struct plain *plain = data;
    plain->sm = sm;
    close_cycle(plain);
    for (uint64_t i = 0; i < span && sm_view_masks(sm).resident; i++) {
        ask(plain, first + i);
        plain->unvisited = plain->picked = plain->candidates = 0;
        plain->open = true;
        close_cycle(plain);
    }
}

static void picked(void *data, const struct sm *sm, unsigned scheduler, uint64_t candidates,
                   unsigned slot)
{
    struct plain *plain = data;
    plain->candidates |= candidates;
    plain->picked |= UINT64_C(1) << slot;
    plain->unvisited |=
        sm_view_scheduler_warps(sm, scheduler) & ~sm_view_visited(sm, scheduler, slot);
}

static void issued(void *data, unsigned sm, uint64_t at, unsigned slot, uint32_t pc,
                   const struct issued *what)
{
    (void)sm, (void)at, (void)what;
    struct plain *plain = data;
    const struct instruction *instruction = &sm_view_code(plain->sm, slot)->instructions[pc];
    plain->warps[slot].syncs =
        instruction->op_class == OP_BARRIER || instruction->op_class == OP_FENCE;
    if (instruction->op_class == OP_LOAD)
        plain->warps[slot].lost[instruction->registers[0]] = false;
}

static void l1_access(void *data, const struct l1_access *access)
{
    struct plain *plain = data;
    const struct kernel_code *code = sm_view_code(plain->sm, access->warp);
    if (access->op_class == OP_LOAD && (access->missed | access->merged | access->bypasses))
        plain->warps[access->warp].lost[code->instructions[access->pc].registers[0]] = true;
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    (void)sm;
    ((struct plain *)data)->warps[slot] = (struct plain_warp){0};
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    struct plain *plain = data;
    struct plain_warp *warp = &plain->warps[slot];
    if (plain->open && plain->cycle < sm_view_cycle(sm))
        close_cycle(plain);
    else if (plain->open) /* with its exit */
        warp->parts[LATENCY_EXECUTION]++;
    settle(warp);
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        plain->parts[i] += warp->parts[i];
    warp->here = false;
}

/* ---- random scripts ---------------------------------------------------------------------------
 */

static uint32_t below(uint64_t *seed, uint32_t n)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % n;
}

static struct rig_step random_step(uint64_t *seed)
{
    static const uint8_t ops[] = {OP_LOAD, OP_LOAD,     OP_LOAD, OP_STORE,   OP_INT,   OP_INT,
                                  OP_INT,  OP_FP32_DIV, OP_SFU,  OP_BARRIER, OP_FENCE, OP_BRANCH};
    struct rig_step step = {.op = ops[below(seed, G_N_ELEMENTS(ops))],
                            .base = below(seed, 12) * 128,
                            .stride = below(seed, 3) ? 4 : 128,
                            .lanes = below(seed, 4) ? 0 : 0xF,
                            .waits = below(seed, 2)};
    if (step.op == OP_FENCE)
        step.flags = INSTRUCTION_RELEASE | (below(seed, 2) ? INSTRUCTION_ACQUIRE : 0);
    else if (step.op == OP_LOAD && below(seed, 8) == 0)
        step.flags = INSTRUCTION_UNCACHED;
    return step;
}

static const char *const platforms[][5] = {
    {NULL},
    {"sm.schedulers=1", "sm.ldst.queue=1", "sm.l1d.mshrs=2", NULL},
    {"sm.schedulers=4", "sm.units.private=yes", "sm.units.queue=3", "sm.issue.width=2", NULL},
    {"sm.fetch.latency=9cycles", "sm.issue.order=rotate", "sm.l1d.sector=32B", "sm.l1d.banks=4"},
};

START_TEST(as_the_plain_way)
{
    static const struct gpu_config one_sm = {.n_sms = 1};
    static const struct observer_site site = {&one_sm};
    static const char *const schedulers[] = {"lrr", "gto", "gto keep=true"};
    uint64_t seed = (uint64_t)_i * 977 + 5;
    struct rig_step steps[STEPS];
    for (unsigned i = 0; i < STEPS; i++)
        steps[i] = random_step(&seed);
    struct plain *plain = g_new0(struct plain, 1);
    const struct observer plainly = {.data = plain,
                                     .cycle = cycle,
                                     .gap = gap,
                                     .picked = picked,
                                     .issued = issued,
                                     .l1_access = l1_access,
                                     .warp_started = warp_started,
                                     .warp_ended = warp_ended};
    struct observer tested = {.data = latency_kind.create(&site)};
    latency_kind.listen(&tested);
    const struct observers both = {2, {&plainly, &tested}};
    const char *const *sets = platforms[(unsigned)_i % G_N_ELEMENTS(platforms)];
    struct rig *rig = rig_new_observed(steps, STEPS, false, sets, SIM_TIME_NEVER,
                                       schedulers[(unsigned)_i % G_N_ELEMENTS(schedulers)], &both);
    rig->launch.block[0] = WARP_LANES * (1 + below(&seed, 24));
    rig_run(rig, BLOCKS);
    const struct latency_kernel *kernel = latency_kernel(tested.data, 0);
    uint64_t sum = 0;
    for (unsigned i = 0; i < LATENCY_PARTS; i++) {
        ck_assert_msg(kernel->parts[i] == plain->parts[i],
                      "%s: %" G_GUINT64_FORMAT ", plainly %" G_GUINT64_FORMAT, latency_part_name(i),
                      kernel->parts[i], plain->parts[i]);
        sum += kernel->parts[i];
    }
    ck_assert_uint_eq(sum, kernel->elapsed);
    rig_free(rig);
    latency_kind.destroy(tested.data);
    g_free(plain);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("latency_plainly");
    TCase *tests = tcase_create("random scripts");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, as_the_plain_way, 0, 24);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
