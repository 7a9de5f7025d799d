/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of a trace: registers, places, and the shortest form of addresses. */
#include "workloads/instruction_source.h"
#include "workloads/trace_writer/line_text.h"
#include <check.h>
#include <stdlib.h>

static char *addresses(lane_mask mask, const uint64_t *address)
{
    GString *text = g_string_new(NULL);
    line_addresses_append(text, mask, address);
    return g_string_free(text, FALSE);
}

START_TEST(neighbours_have_base_and_stride)
{
    uint64_t address[WARP_LANES] = {0};
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = 0x1000000000 + 4 * i;
    g_autofree char *full = addresses(UINT32_MAX, address);
    ck_assert_str_eq(full, "1 0x1000000000 4");
    g_autofree char *middle = addresses(0x0000ff00, address);
    ck_assert_str_eq(middle, "1 0x1000000020 4");
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = 0x2000 - 8 * i;
    g_autofree char *down = addresses(UINT32_MAX, address);
    ck_assert_str_eq(down, "1 0x2000 -8");
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = 0x2000;
    g_autofree char *same = addresses(UINT32_MAX, address);
    ck_assert_str_eq(same, "1 0x2000 0");
}
END_TEST

/* Behind a hole in the mask, readers differ about base and stride. */
START_TEST(a_hole_means_deltas)
{
    uint64_t address[WARP_LANES] = {0};
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = 0x4000 + 4 * i;
    g_autofree char *hole = addresses(0xd, address);
    ck_assert_str_eq(hole, "2 0x4000 8 4");
    g_autofree char *one = addresses(1u << 31, address);
    ck_assert_str_eq(one, "2 0x407c");
    g_autofree char *none = addresses(0, address);
    ck_assert_str_eq(none, "1 0x0 0");
}
END_TEST

START_TEST(far_apart_means_a_list)
{
    const uint64_t address[WARP_LANES] = {0x10, 0xffffffffffff, 0x20, 0xfffffffffff0};
    g_autofree char *list = addresses(0xf, address);
    ck_assert_str_eq(list, "0 0x10 0xffffffffffff 0x20 0xfffffffffff0");
}
END_TEST

static const char *words;

static void describe(const struct kernel_code *code, uint32_t pc, struct instruction_text *out)
{
    (void)code, (void)pc;
    *out = (struct instruction_text){.opcode = words, .immediate = 2};
}

/* The line of an instruction of a kernel in which slot 2 is a predicate. */
static char *line_of(const struct sass_isa *isa, uint32_t pc, const struct instruction *facts,
                     const char *in_ptx, lane_mask mask)
{
    static const bool predicates[] = {false, false, true, false, false, false, false, false};
    static const struct instruction_source_ops ops = {.describe = describe};
    struct instruction instructions[8] = {{0}};
    instructions[pc] = *facts;
    const struct kernel_code code = {.ops = &ops,
                                     .instructions = instructions,
                                     .n_instructions = 8,
                                     .predicate_slots = predicates,
                                     .n_register_slots = 8};
    g_autofree uint16_t *registers = line_text_registers(&code);
    struct line_text line;
    words = in_ptx;
    line_text_make(&line, isa, &code, registers, pc, 5);
    GString *text = g_string_new(NULL);
    line_text_append(text, &line, mask, "1 0x40 4", strlen("1 0x40 4"));
    line_text_finish(&line);
    return g_string_free(text, FALSE);
}

START_TEST(arithmetic_has_registers_without_predicates)
{
    const struct instruction add = {
        .op_class = OP_FP32, .n_destinations = 1, .n_sources = 3, .registers = {1, 2, 3, 4}};
    g_autofree char *line = line_of(&volta_isa, 3, &add, "add.f32", 0xff);
    ck_assert_str_eq(line, "0030 000000ff 1 R0 FADD 2 R1 R2 0 0\n");
    const struct instruction compare = {
        .op_class = OP_INT, .n_destinations = 1, .n_sources = 2, .registers = {2, 5, 0}};
    g_autofree char *set = line_of(&volta_isa, 0, &compare, "setp.ge.s32", 0);
    ck_assert_str_eq(set, "0000 00000000 0 ISETP 1 R3 0 0\n");
}
END_TEST

START_TEST(only_the_first_destination_and_four_sources)
{
    const struct instruction load = {.op_class = OP_LOAD,
                                     .space = SPACE_GLOBAL,
                                     .access_bytes = 8,
                                     .n_destinations = 2,
                                     .n_sources = 1,
                                     .registers = {3, 4, 5}};
    g_autofree char *line = line_of(&volta_isa, 1, &load, "ld.global.v2.f32", UINT32_MAX);
    ck_assert_str_eq(line, "0010 ffffffff 1 R1 LDG.E.64.SYS 1 R3 8 1 0x40 4 0\n");
    const struct instruction store = {.op_class = OP_STORE,
                                      .space = SPACE_SHARED,
                                      .access_bytes = 16,
                                      .n_sources = 5,
                                      .registers = {7, 3, 4, 5, 6}};
    g_autofree char *four = line_of(&volta_isa, 1, &store, "st.shared.v4.f32", UINT32_MAX);
    ck_assert_str_eq(four, "0010 ffffffff 0 STS.128 4 R5 R1 R2 R3 16 1 0x40 4 0\n");
}
END_TEST

/* Pascal has three instructions in four slots of eight bytes, the first of which is none. */
START_TEST(places_leave_out_scheduling_information)
{
    const struct instruction move = {.op_class = OP_INT};
    static const char *const places[] = {"0008", "0010", "0018", "0028", "0030", "0038", "0048"};
    for (uint32_t pc = 0; pc < G_N_ELEMENTS(places); pc++) {
        g_autofree char *line = line_of(&pascal_isa, pc, &move, "mov.u32", 1);
        g_autofree char *expected = g_strdup_printf("%s 00000001 0 MOV 0 0 0\n", places[pc]);
        ck_assert_str_eq(line, expected);
        ck_assert_uint_eq(sass_ordinal(&pascal_isa, g_ascii_strtoull(line, NULL, 16)), pc);
    }
}
END_TEST

START_TEST(a_wait_for_copies_has_their_groups)
{
    const struct instruction wait = {.op_class = OP_FENCE};
    g_autofree char *line = line_of(&ampere_isa, 0, &wait, "cp.async.wait_group", UINT32_MAX);
    ck_assert_str_eq(line, "0000 ffffffff 0 DEPBAR.LE 0 0 2\n");
}
END_TEST

START_TEST(registers_begin_anew_behind_the_last)
{
    const struct kernel_code code = {.n_register_slots = 300};
    g_autofree uint16_t *registers = line_text_registers(&code);
    ck_assert_uint_eq(registers[0], LINE_NO_REGISTER);
    ck_assert_uint_eq(registers[1], 0);
    ck_assert_uint_eq(registers[255], 254);
    ck_assert_uint_eq(registers[256], 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("line_text");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, neighbours_have_base_and_stride);
    tcase_add_test(tests, a_hole_means_deltas);
    tcase_add_test(tests, far_apart_means_a_list);
    tcase_add_test(tests, arithmetic_has_registers_without_predicates);
    tcase_add_test(tests, only_the_first_destination_and_four_sources);
    tcase_add_test(tests, places_leave_out_scheduling_information);
    tcase_add_test(tests, a_wait_for_copies_has_their_groups);
    tcase_add_test(tests, registers_begin_anew_behind_the_last);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
