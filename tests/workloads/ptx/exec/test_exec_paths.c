/* SPDX-License-Identifier: BSD-3-Clause */
/* How many instructions branches decide on. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/instruction_source.h"

#include <check.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"                                      \
    "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 10; setp.lt.u32 %p2, %r1, 20;\n"
#define TAIL "ret;\n}\n"

/* Conditional branches in their order; ends with taken UINT32_MAX. */
static void expect(const char *body, const struct branch_path *expected)
{
    struct harness h;
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    harness_init(&h, text, "k");
    const struct branch_path *paths = h.code->ops->branch_paths(h.code);
    ck_assert_ptr_nonnull(paths);
    ck_assert_ptr_eq(paths, h.code->ops->branch_paths(h.code));
    for (uint32_t pc = 0; pc < h.code->n_instructions; pc++) {
        if (paths[pc].taken == 0 && paths[pc].not_taken == 0)
            continue;
        ck_assert_msg(paths[pc].taken == expected->taken &&
                          paths[pc].not_taken == expected->not_taken,
                      "%s: %u and %u at %u for %u and %u", body, paths[pc].taken,
                      paths[pc].not_taken, pc, expected->taken, expected->not_taken);
        ck_assert_int_eq(h.code->instructions[pc].op_class, OP_BRANCH);
        expected++;
    }
    ck_assert_msg(expected->taken == UINT32_MAX, "%s: a branch too few", body);
    harness_finish(&h);
}

#define EXPECT(body, ...)                                                                          \
    expect(body, (const struct branch_path[]){__VA_ARGS__, {.taken = UINT32_MAX}})

/* Algorithm 5 of S.-Y. Lee's dissertation: PC 4 if it is taken, else PC 2 and 3. */
START_TEST(if_else)
{
    EXPECT("L0: @%p1 bra L2;\nL1: add.u32 %r1, %r1, 1;\nbra L3;\n"
           "L2: sub.u32 %r1, %r1, 1;\nL3: mov.u32 %r2, %r1;\n",
           {1, 2});
    EXPECT("@%p1 bra L;\nadd.u32 %r1, %r1, 1;\nL: mov.u32 %r2, %r1;\n", {0, 1});
}
END_TEST

/* What the inner branch decides on is its own. */
START_TEST(nested)
{
    EXPECT("@%p1 bra END;\nadd.u32 %r1, %r1, 1;\n@%p2 bra IN;\nadd.u32 %r1, %r1, 2;\n"
           "add.u32 %r1, %r1, 3;\nIN: add.u32 %r1, %r1, 4;\nEND: mov.u32 %r2, %r1;\n",
           {0, 3}, {0, 2});
}
END_TEST

/* One more round, with the branch that closes the loop. */
START_TEST(loops)
{
    EXPECT("LOOP: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 9;\n@%p1 bra LOOP;\n", {3, 0});
    EXPECT("LOOP: setp.gt.u32 %p1, %r1, 9;\n@%p1 bra OUT;\nadd.u32 %r1, %r1, 1;\nbra LOOP;\n"
           "OUT: mov.u32 %r2, %r1;\n",
           {0, 4});
    expect("LOOP: bra LOOP;\n", (const struct branch_path[]){{.taken = UINT32_MAX}});
}
END_TEST

/* A way that ends is counted with its end. */
START_TEST(exits)
{
    EXPECT("@%p1 bra MORE;\nret;\nMORE: add.u32 %r1, %r1, 1;\nadd.u32 %r1, %r1, 1;\n", {3, 1});
    EXPECT("@%p1 bra L;\n@%p2 ret;\nadd.u32 %r1, %r1, 1;\nL: mov.u32 %r2, %r1;\n", {2, 4});
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("branch paths");
    TCase *tests = tcase_create("paths");
    tcase_add_test(tests, if_else);
    tcase_add_test(tests, nested);
    tcase_add_test(tests, loops);
    tcase_add_test(tests, exits);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
