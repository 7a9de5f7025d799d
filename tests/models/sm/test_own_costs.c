/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions that a platform gives another cost than their class: the uniform datapath, REDUX,
 * DPX. */
#include "models/sm/front/issue_facts.h"
#include <check.h>
#include <stdlib.h>

static struct sm_config config;

static void begin(void)
{
    config =
        (struct sm_config){.register_banks = 2,
                           .register_reads = 2,
                           .pipes = {[PIPE_INT] = 1, [PIPE_SFU] = 1, [PIPE_UNIFORM] = 1},
                           .ops = {[OP_INT] = {.pipe = PIPE_INT, .latency = 4, .interval = 2},
                                   [OP_CONVERT] = {.pipe = PIPE_SFU, .latency = 14, .interval = 8},
                                   [OP_FP64] = {.pipe = PIPE_DP, .latency = 8, .interval = 4}}};
}

static struct issue_facts facts_of(const struct instruction *instruction)
{
    const struct kernel_code code = {.n_instructions = 1};
    struct code_facts *facts = code_facts_new(&code, 0, &config);
    code_facts_make(facts, 0, instruction, &config);
    const struct issue_facts made = facts->facts[0];
    code_facts_free(facts);
    return made;
}

static void expect(uint8_t op_class, uint8_t flags, enum own_cost cost, unsigned pipe,
                   unsigned latency, unsigned interval)
{
    const struct instruction instruction = {
        .op_class = op_class, .flags = flags, .own_cost = (uint8_t)cost};
    const struct issue_facts facts = facts_of(&instruction);
    ck_assert_uint_eq(facts.pipe, pipe);
    ck_assert_uint_eq(facts.latency, latency);
    ck_assert_uint_eq(facts.busy, interval);
}

START_TEST(without_costs_the_class_counts)
{
    begin();
    expect(OP_INT, 0, COST_UNIFORM, PIPE_INT, 4, 2);
    expect(OP_CONVERT, 0, COST_UNIFORM, PIPE_SFU, 14, 8);
    expect(OP_CONVERT, 0, COST_REDUX, PIPE_SFU, 14, 8);
    expect(OP_INT, 0, COST_DPX, PIPE_INT, 4, 2);
}
END_TEST

START_TEST(costs_are_by_kind)
{
    begin();
    config.ops[OPS_OWN + COST_UNIFORM] = (struct op_timing){PIPE_UNIFORM, 6, 1};
    config.ops[OPS_OWN + COST_REDUX] = (struct op_timing){PIPE_SFU, 20, 16};
    config.ops[OPS_OWN + COST_DPX] = (struct op_timing){PIPE_INT, 9, 3};
    expect(OP_INT, 0, COST_UNIFORM, PIPE_UNIFORM, 6, 1);
    expect(OP_CONVERT, 0, COST_UNIFORM, PIPE_UNIFORM, 6, 1);
    expect(OP_CONVERT, 0, COST_REDUX, PIPE_SFU, 20, 16);
    expect(OP_INT, 0, COST_DPX, PIPE_INT, 9, 3);
    expect(OP_INT, 0, COST_OF_CLASS, PIPE_INT, 4, 2);
    /* The number is something else there: a step of groups, another class. */
    expect(OP_INT, INSTRUCTION_GROUP, (enum own_cost)GROUP_COMMIT, PIPE_INT, 4, 2);
    expect(OP_FP64, 0, COST_UNIFORM, PIPE_DP, 8, 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("own_costs");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, without_costs_the_class_counts);
    tcase_add_test(tests, costs_are_by_kind);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
