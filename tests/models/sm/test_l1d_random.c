/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D, any script, any policy: one warp's loads see its own stores before them and none after them,
 * whatever is in the cache, on its way, cut off, waiting aside (mascar's loads do), or fetched past
 * the cache by a bypass policy; and the lookahead changes nothing. */
#include "tests/models/sm/scripted_bypass.h"
#include "tests/models/sm/sm_rig.h"
#include <check.h>

/* Values are judged without the sanitizers, which are there for accesses. */
#ifdef __SANITIZE_ADDRESS__
enum { SCRIPTS = 48 };
#else
enum { SCRIPTS = 180 };
#endif
enum { WORDS = 4096 };

static const char *const sectors[] = {"sm.l1d.sector=32B", "sm.l1d.sector=128B"};
static const char *const writes[] = {"sm.l1d.write=evict", "sm.l1d.write=through",
                                     "sm.l1d.write=allocate"};
static const char *const allocates[] = {"sm.l1d.allocate=miss", "sm.l1d.allocate=fill"};
static const char *const banks[] = {"sm.l1d.banks=1", "sm.l1d.banks=4"};
/* One set of four lines, so that lines go all the time; few MSHRs. */
static const char *const sizes[] = {"sm.l1d.size=512B", "sm.l1d.size=16KiB"};
static const char *const mshrs[] = {"sm.l1d.mshrs=3", "sm.l1d.mshrs=64"};

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static uint64_t random_bits(uint64_t *state)
{
    uint64_t high = next_random(state);
    return high << 33 ^ next_random(state);
}

/* Some lines, which are touched again and again. */
static struct rig_step random_step(uint64_t *state, unsigned number)
{
    static const uint32_t strides[] = {0, 1, 1, 1, 2, 5, 8, 33};
    struct rig_step step = {.op = next_random(state) % 3 ? OP_LOAD : OP_STORE};
    step.bytes = (uint8_t)(4 << next_random(state) % 2);
    step.stride = step.bytes * strides[next_random(state) % G_N_ELEMENTS(strides)];
    step.base = next_random(state) % 64 * step.bytes;
    uint32_t lanes = next_random(state) ^ next_random(state) << 16;
    step.lanes = next_random(state) % 2 ? UINT32_MAX : lanes | 1;
    step.waits = next_random(state) % 3 == 0;
    step.value = (number + 1) << 16;
    if (next_random(state) % 12 == 0)
        step.flags = INSTRUCTION_STRONG;
    if (next_random(state) % 16 == 0)
        step = (struct rig_step){.op = OP_FENCE, .flags = INSTRUCTION_ACQUIRE};
    return step;
}

/* Carries the script out on `memory`, and compares what the rig has loaded. */
static void check_values(const struct rig *rig, unsigned n)
{
    static uint32_t memory[WORDS];
    for (uint32_t i = 0; i < WORDS; i++)
        memory[i] = i;
    for (unsigned i = 0; i < n; i++) {
        const struct rig_step *step = &rig->steps[i];
        for (lane_mask lanes = step->lanes; step->op != OP_FENCE && lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctz(lanes);
            uint32_t word = (step->base + lane * step->stride) / 4;
            ck_assert_uint_lt(word + 1, WORDS);
            if (step->op == OP_LOAD) {
                ck_assert_msg(rig->loaded[i][lane] == memory[word],
                              "step %u, lane %u: loaded %x, not %x", i, lane, rig->loaded[i][lane],
                              memory[word]);
                continue;
            }
            memory[word] = step->value + lane;
            if (step->bytes == 8)
                memory[word + 1] = 0;
        }
    }
    ck_assert_mem_eq(rig->bank.memory, memory, sizeof memory);
}

static void describe(const struct rig *rig, GString *text)
{
    for (guint i = 0; i < rig->bank.requests->len; i++) {
        const struct rig_request *request = rig_request(rig, i);
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " kind %u 0x%x sectors %u\n",
                               request->cycle, request->kind, request->offset, request->sectors);
    }
    counters_write(sm_counter_table, sm_counters(rig->sm), text);
}

/* The sums that hold for every script. */
static void check_sums(const struct sm_counters *c)
{
    ck_assert_uint_eq(c->l1.loads,
                      c->l1.hits + c->l1.misses + c->l1.merges + c->l1.uncached + c->l1.bypassed);
    ck_assert_uint_eq(c->reads_sent, c->l1.misses + c->l1.uncached + c->l1.bypassed);
    ck_assert_uint_eq(c->writes_sent, c->l1.stores);
    ck_assert_uint_eq(c->read_replies, c->reads_sent);
    ck_assert_uint_le(c->l1.sector_store_misses, c->l1.sector_stores);
}

START_TEST(loads_see_the_stores_before_them)
{
    uint64_t state = (uint64_t)_i + 1;
    struct rig_step steps[RIG_STEPS];
    for (unsigned i = 0; i < RIG_STEPS; i++)
        steps[i] = random_step(&state, i);
    unsigned choice = (unsigned)_i / 2;
    const char *const sets[] = {writes[choice % 3],
                                sectors[choice / 3 % 2],
                                allocates[choice / 6 % 2],
                                banks[next_random(&state) % 2],
                                sizes[next_random(&state) % 2],
                                mshrs[next_random(&state) % 2],
                                next_random(&state) % 2 ? "sm.l1d.mshr_merges=1"
                                                        : "sm.l1d.mshr_merges=8",
                                NULL};
    const char *scheduler = _i % 2 ? "mascar" : "lrr";
    struct scripted_bypass bypass = {random_bits(&state), random_bits(&state)};
    static const sim_time windows[] = {SIM_TIME_NEVER, 4287, 1429};
    g_autoptr(GString) expected = g_string_new(NULL);
    for (unsigned w = 0; w < G_N_ELEMENTS(windows); w++) {
        struct rig *rig =
            rig_new_observed(steps, RIG_STEPS, false, sets, windows[w], scheduler, NULL);
        if (_i >= SCRIPTS / 2)
            rig_bypass(rig, &bypass);
        rig_run(rig, 1);
        check_values(rig, RIG_STEPS);
        check_sums(sm_counters(rig->sm));
        g_autoptr(GString) text = g_string_new(NULL);
        describe(rig, text);
        if (w == 0)
            g_string_assign(expected, text->str);
        check_same_text(text->str, expected->str);
        rig_free(rig);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("l1d random");
    TCase *tcase = tcase_create("l1d random");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, loads_see_the_stores_before_them, 0, SCRIPTS);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
