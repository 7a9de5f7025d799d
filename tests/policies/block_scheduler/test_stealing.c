/* SPDX-License-Identifier: BSD-3-Clause */
/* How an SM steals blocks: by words that take them from the donor, which acknowledges it, and give
 * them to the SM (PAVER, section 5.2 and Algorithm 2). Two SMs run two blocks each; of eight blocks
 * 0 to 3 share lines, and 4 to 7. */
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/dispatcher_members.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/rigs/suite.h"
#include <string.h>

enum { LAUNCH = 7, BLOCKS = 8, SMS = 2, CAPACITY = 2 };

struct rig {
    struct dispatcher_members members;
    struct policy_values *values;
    const struct block_scheduler_ops *ops;
    void *state, *own;
    uint32_t room[SMS], running[SMS];
    uint64_t sent, cycle;
};

static const struct policy_head *find(const char *name)
{
    for (unsigned i = 0; block_scheduler_table[i]; i++)
        if (strcmp(block_scheduler_table[i]->name, name) == 0)
            return block_scheduler_table[i];
    g_assert_not_reached();
}

static void begin(struct rig *rig, const char *name)
{
    const struct dispatcher_policy_site facts = {.n_sms = SMS, .n_schedulers = 2};
    uint64_t first[BLOCKS + 1] = {0}, lines[BLOCKS];
    for (uint64_t block = 0; block < BLOCKS; block++) {
        lines[block] = block / 4;
        first[block + 1] = block + 1;
    }
    const struct block_lines reads = {
        .n_blocks = BLOCKS, .line_bytes = 128, .first = first, .lines = lines};
    const struct dispatched_kernel kernel = {.launch = LAUNCH,
                                             .name = "kernel",
                                             .grid = {BLOCKS, 1, 1},
                                             .block = {32, 1, 1},
                                             .n_blocks = BLOCKS,
                                             .capacity = CAPACITY,
                                             .reads = &reads};
    *rig = (struct rig){.values = policy_values_new(find(name)), .room = {2, 2}};
    dispatcher_members_init(&rig->members, &facts);
    rig->ops = (const struct block_scheduler_ops *)rig->values->policy;
    rig->state = dispatcher_members_add(&rig->members, rig->values->policy, rig->values);
    rig->own = g_malloc0(rig->ops->kernel_bytes);
    rig->ops->kernel_begin(rig->state, rig->own, &kernel);
}

static void end(struct rig *rig)
{
    rig->ops->kernel_end(rig->state, rig->own);
    g_free(rig->own);
    dispatcher_members_finish(&rig->members);
    policy_values_free(rig->values);
}

/* The SM that gets a block, and no other one may; -1: none. */
static int send(struct rig *rig, uint64_t *block)
{
    const struct block_scheduler_view view = {.launch = LAUNCH,
                                              .n_sms = SMS,
                                              .room = rig->room,
                                              .running = rig->running,
                                              .n_blocks = BLOCKS,
                                              .blocks_left = 1,
                                              .cycle = rig->cycle++};
    struct block_choice choice;
    if (!rig->ops->choose(rig->state, rig->own, &view, &choice))
        return -1;
    ck_assert(rig->room[choice.sm] > 0 && !(rig->sent >> choice.block & 1));
    rig->sent |= UINT64_C(1) << choice.block;
    rig->room[choice.sm]--;
    rig->running[choice.sm]++;
    *block = choice.block;
    return (int)choice.sm;
}

static void both_done(struct rig *rig, uint32_t sm)
{
    ck_assert_uint_eq(rig->running[sm], 2);
    rig->running[sm] = 0;
    rig->room[sm] = 2;
}

/* All that policies have said; they have, exactly that. */
static void expect_word(struct rig *rig, uint16_t to, uint16_t topic, uint16_t other,
                        uint32_t blocks)
{
    struct policy_outbox *outbox = &rig->members.outbox;
    ck_assert_uint_eq(outbox->n, 1);
    ck_assert_uint_eq(outbox->words[0].to, to);
    ck_assert_uint_eq(outbox->words[0].topic, topic);
    ck_assert_uint_eq(outbox->words[0].value, policy_blocks_word(LAUNCH, other, blocks));
    outbox->n = 0;
}

/* SM 0 runs two of its four blocks, SM 1 has run all of its own. */
static void empty_one(struct rig *rig)
{
    uint64_t block;
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_ge(send(rig, &block), 0);
    both_done(rig, 1);
    ck_assert_int_eq(send(rig, &block), 1);
    ck_assert_int_eq(send(rig, &block), 1);
    both_done(rig, 1);
    ck_assert_uint_eq(rig->members.outbox.n, 0);
}

/* Two wait, one on average: one is taken, the last one. */
START_TEST(stolen_by_messages)
{
    struct rig rig;
    uint64_t block = 99;
    begin(&rig, "kway_ts");
    empty_one(&rig);
    ck_assert_int_eq(send(&rig, &block), -1);
    expect_word(&rig, 0, POLICY_TOPIC_BLOCKS_TAKEN, 1, 1);
    ck_assert_int_eq(send(&rig, &block), -1); /* it is on its way, and none is asked for again */
    ck_assert_uint_eq(rig.members.outbox.n, 0);

    const struct policy_word answer = {.value = policy_blocks_word(LAUNCH, 1, 1),
                                       .topic = POLICY_TOPIC_BLOCKS_TAKEN,
                                       .from = 0,
                                       .to = POLICY_TO_DISPATCHER};
    DISPATCHER_MEMBERS_TELL(&rig.members, word, &answer, rig.cycle);
    expect_word(&rig, 1, POLICY_TOPIC_BLOCKS_GIVEN, 0, 1);
    ck_assert_int_eq(send(&rig, &block), 1);
    both_done(&rig, 0);
    ck_assert_int_eq(send(&rig, &block), 0);
    ck_assert_uint_eq(rig.sent, 0xff);
    end(&rig);
}
END_TEST

/* An answer about a launch that has ended, and words about other things, change nothing. */
START_TEST(late_answers)
{
    struct rig rig;
    uint64_t block;
    begin(&rig, "rb_ts");
    const struct policy_word words[] = {
        {policy_blocks_word(LAUNCH + 1, 1, 1), POLICY_TOPIC_BLOCKS_TAKEN, 0, POLICY_TO_DISPATCHER},
        {policy_blocks_word(LAUNCH, 1, 1), 300, 0, POLICY_TO_DISPATCHER}};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
        DISPATCHER_MEMBERS_TELL(&rig.members, word, &words[i], rig.cycle);
    ck_assert_uint_eq(rig.members.outbox.n, 0);
    ck_assert_int_ge(send(&rig, &block), 0);
    end(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stealing");
    TCase *tests = tcase_create("words");
    tcase_add_test(tests, stolen_by_messages);
    tcase_add_test(tests, late_answers);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
