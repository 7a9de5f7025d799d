/* SPDX-License-Identifier: BSD-3-Clause */
/* Every form of an instruction line, against expectations written by hand. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"

#include <check.h>

static char *folder;
static struct trace_player player;

static void set_up(void)
{
    folder = trace_folder_new();
}

static void tear_down(void)
{
    trace_player_close(&player);
    trace_folder_remove(folder);
    g_free(folder);
}

/* Opens a trace of one warp with these lines and starts it. */
static void play(const struct trace_shape *shape, const char *lines)
{
    GError *error = NULL;
    g_autofree char *text = trace_one_warp(shape, lines);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    trace_player_start(&player, 0, 0);
}

static const struct trace_shape volta = {0};

/* Issues the next line and compares mask and space. */
static const struct instruction *expect(lane_mask active, enum memory_space space)
{
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.issued.active, active);
    ck_assert_uint_eq(player.issued.space, space);
    return trace_player_facts(&player);
}

static void expect_addresses(const uint64_t *expected, unsigned n)
{
    unsigned i = 0;
    for (lane_mask left = player.issued.active; left; left &= left - 1, i++) {
        ck_assert_uint_lt(i, n);
        ck_assert_uint_eq(player.issued.address[__builtin_ctz(left)], expected[i]);
    }
    ck_assert_uint_eq(i, n);
}

START_TEST(arithmetic)
{
    play(&volta, "0000 ffffffff 1 R6 FFMA 3 R4 R5 R255 0 0\n"
                 "0010 0000ffff 0 ISETP.GE.AND 2 R0 R255 0\n"
                 "0020 00000000 1 R255 IMAD.MOV.U32 0 0 0\n");
    const struct instruction *facts = expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.pc, 0);
    ck_assert_uint_eq(facts->op_class, OP_FP32);
    ck_assert_uint_eq(facts->n_destinations, 1);
    ck_assert_uint_eq(facts->n_sources, 2); /* R255 is zero */
    ck_assert_uint_eq(facts->registers[0], 7);
    ck_assert_uint_eq(facts->registers[1], 5);
    ck_assert_uint_eq(facts->registers[2], 6);
    ck_assert_uint_eq(facts->access_bytes, 0);
    facts = expect(0x0000ffff, SPACE_NONE);
    ck_assert_uint_eq(player.pc, 1);
    ck_assert_uint_eq(facts->op_class, OP_INT);
    facts = expect(0, SPACE_NONE);
    ck_assert_uint_eq(facts->op_class, OP_INT_MUL);
    ck_assert_uint_eq(facts->n_destinations, 0);
    ck_assert(!trace_player_step(&player)); /* EXIT */
    ck_assert_uint_eq(trace_player_facts(&player)->op_class, OP_EXIT);
    ck_assert_uint_eq(player.pc, 0xff);
}
END_TEST

START_TEST(base_and_stride)
{
    play(&volta, "0000 ffffffff 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f5000000000 8 0\n"
                 "0010 000000f0 0 STG.E 2 R2 R4 4 1 0x1000 -16 0\n"
                 "0020 00000100 1 R4 LDG.E 1 R2 4 1 0x2000 123 0\n"
                 "0030 80000001 1 R4 LDG.E 1 R2 4 1 0x3000 4 0\n"
                 "0040 00000000 1 R4 LDG.E 1 R2 4 1 0x0 0 0\n");
    const struct instruction *facts = expect(0xffffffff, SPACE_GLOBAL);
    ck_assert_uint_eq(facts->op_class, OP_LOAD);
    ck_assert_uint_eq(facts->access_bytes, 8);
    for (unsigned lane = 0; lane < 32; lane++)
        ck_assert_uint_eq(player.issued.address[lane], UINT64_C(0x7f5000000000) + 8 * lane);
    facts = expect(0xf0, SPACE_GLOBAL);
    ck_assert_uint_eq(facts->op_class, OP_STORE);
    expect_addresses((const uint64_t[]){0x1000, 0xff0, 0xfe0, 0xfd0}, 4);
    expect(0x100, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x2000}, 1);
    expect(0x80000001, SPACE_GLOBAL); /* a hole: lane 31 is 31 strides on */
    expect_addresses((const uint64_t[]){0x3000, 0x307c}, 2);
    expect(0, SPACE_NONE);
}
END_TEST

START_TEST(base_and_deltas)
{
    play(&volta, "0000 0000000f 1 R5 LDG.E.SYS 1 R2 4 2 0x40001000 128 -64 4096 0\n"
                 "0010 00000002 1 R5 LDG.E.SYS 1 R2 4 2 0x40001000 0\n"
                 "0020 80000005 1 R5 LDG.E.SYS 1 R2 4 2 0x1000 4294967296 -4294967296 7\n"
                 "0000 0000000f 1 R5 LDG.E.SYS 1 R2 4 2 0x50001000 128 -64 4096 0\n"
                 "0000 0000001e 1 R5 LDG.E.SYS 1 R2 4 2 0x50001000 128 -64 4096 0\n");
    expect(0xf, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x40001000, 0x40001080, 0x40001040, 0x40002040}, 4);
    expect(2, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x40001000}, 1);
    expect(0x80000005, SPACE_GLOBAL); /* deltas that don't fit in 32 bits */
    expect_addresses((const uint64_t[]){0x1000, 0x100001000, 0x1000}, 3);
    expect(0xf, SPACE_GLOBAL); /* the same deltas once more */
    expect_addresses((const uint64_t[]){0x50001000, 0x50001080, 0x50001040, 0x50002040}, 4);
    expect(0x1e, SPACE_GLOBAL); /* and for other lanes */
    expect_addresses((const uint64_t[]){0x50001000, 0x50001080, 0x50001040, 0x50002040}, 4);
}
END_TEST

START_TEST(list)
{
    play(&volta, "0000 00000003 0 STG.E.SYS 2 R2 R6 4 0 0x0000000040002000 0x0000000040002004 0\n"
                 "0010 00000003 0 STG.E.SYS 2 R2 R6 4 0 0x7f0000000000 0x1000 12\n"
                 "0020 00000000 0 STG.E.SYS 2 R2 R6 4 0 0\n");
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x40002000, 0x40002004}, 2);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){UINT64_C(0x7f0000000000), 0x1000}, 2);
    expect(0, SPACE_NONE);
}
END_TEST

START_TEST(without_immediates)
{
    play(&volta, "0000 00000007 1 R5 LDG.E.SYS 1 R2 4 2 0x1000 4 8\n"
                 "0010 00000003 1 R5 LDG.E.SYS 1 R2 4 0 0x1000 0x2000\n"
                 "0020 00000003 1 R5 LDG.E.SYS 1 R2 4 1 0x1000 32 \n");
    expect(7, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x1000, 0x1004, 0x100c}, 3);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x1000, 0x2000}, 2);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x1000, 0x1020}, 2);
}
END_TEST

START_TEST(old_versions_name_block_and_warp)
{
    play(&(const struct trace_shape){.version = 2},
         "0 0 0 0 0000 ffffffff 1 R6 FADD 2 R4 R5 0\n"
         "0 0 0 0 0010 00000003 1 R5 LDG.E.SYS 1 R2 4 2 0x1000 4 0\n"
         "0 0 0 0 0010 00000003 1 R5 LDG.E.SYS 1 R2 4 2 0x2000 4 0\n");
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->op_class, OP_FP32);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x1000, 0x1004}, 2);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x2000, 0x2004}, 2);
}
END_TEST

START_TEST(line_numbers)
{
    play(&(const struct trace_shape){.line_numbers = true},
         "17 0000 ffffffff 1 R6 FADD 2 R4 R5 0 0\n18 0010 00000003 1 R5 LDG.E 1 R2 4 1 0x1000 4 0\n"
         "17 0000 ffffffff 1 R6 FADD 2 R4 R5 0 0\n");
    expect(0xffffffff, SPACE_NONE);
    expect(3, SPACE_GLOBAL);
    expect_addresses((const uint64_t[]){0x1000, 0x1004}, 2);
    expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.pc, 0);
}
END_TEST

START_TEST(spaces)
{
    play(&volta, "0000 00000001 0 STS 2 R1 R2 4 1 0x7fa000000040 0 0\n"
                 "0010 00000001 1 R2 LDS.U.128 1 R1 16 1 0x40 0 0\n"
                 "0020 00000001 1 R2 LD.E 1 R1 4 1 0x7fa000000010 0 0\n"
                 "0030 00000001 1 R2 LD.E 1 R1 4 1 0x7fa001000010 0 0\n"
                 "0040 00000001 1 R2 LD.E 1 R1 4 1 0x7fa002000010 0 0\n"
                 "0050 00000001 1 R2 LDL 1 R1 4 1 0xfffc20 0 0\n"
                 "0060 00000001 1 R2 LDC 1 R1 4 1 0x160 0 0\n"
                 "0070 00000001 1 R2 LDC 1 R1 0 0\n"
                 "0080 00000001 1 R2 ATOMS.ADD 2 R1 R3 4 1 0x7fa000000008 0 0\n"
                 "0090 00000001 1 R2 ATOMG.E.ADD.STRONG.GPU 2 R1 R3 4 1 0x1002 0 0\n"
                 "00a0 00000001 0 RED.E.ADD.64.STRONG.GPU 2 R1 R3 8 1 0x100c 0 0\n"
                 "00b0 00000003 1 R2 LD.E 1 R1 4 0 0x7fa000000010 0x5000 0\n");
    static const struct {
        unsigned op_class, space, bytes, flags;
        uint64_t address;
    } expected[] = {
        {OP_STORE, SPACE_SHARED, 4, 0, 0x40},
        {OP_LOAD, SPACE_SHARED, 16, 0, 0x40},
        {OP_LOAD, SPACE_SHARED, 4, 0, 0x10},
        {OP_LOAD, SPACE_LOCAL, 4, 0, 0x10},
        {OP_LOAD, SPACE_GLOBAL, 4, 0, UINT64_C(0x7fa002000010)},
        {OP_LOAD, SPACE_LOCAL, 4, 0, 0x3c20},
        {OP_LOAD, SPACE_CONST, 4, 0, 0x160},
        {OP_INT, SPACE_NONE, 0, 0, 0},
        {OP_ATOMIC, SPACE_SHARED, 4, 0, 8},
        {OP_ATOMIC, SPACE_GLOBAL, 4, INSTRUCTION_STRONG, 0x1000},
        {OP_ATOMIC, SPACE_GLOBAL, 8, INSTRUCTION_STRONG | INSTRUCTION_NO_RETURN, 0x1008},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++) {
        const struct instruction *facts = expect(1, (enum memory_space)expected[i].space);
        ck_assert_uint_eq(facts->op_class, expected[i].op_class);
        ck_assert_uint_eq(facts->access_bytes, expected[i].bytes);
        ck_assert_uint_eq(facts->flags, expected[i].flags);
        if (expected[i].space != SPACE_NONE)
            ck_assert_uint_eq(player.issued.address[0], expected[i].address);
    }
    expect(2, SPACE_GLOBAL); /* lanes in both: the global one is reported */
}
END_TEST

START_TEST(widths)
{
    play(&volta, "0000 00000001 1 R2 LDG.E.U8 1 R1 1 1 0x40 0 0\n"
                 "0010 00000001 1 R2 LDG.E.128 1 R1 16 1 0x40 0 0\n"
                 "0020 00000001 1 R2 LDG.E.64 1 R1 4 1 0x40 0 0\n"  /* the line is right */
                 "0030 00000001 1 R2 LDG.E.U16 1 R1 6 1 0x40 0 0\n" /* impossible: the modifier */
                 "0040 00000001 1 R2 LDG.E 1 R1 32 1 0x40 0 0\n");
    static const unsigned bytes[] = {1, 16, 4, 2, 4};
    for (unsigned i = 0; i < G_N_ELEMENTS(bytes); i++)
        ck_assert_uint_eq(expect(1, SPACE_GLOBAL)->access_bytes, bytes[i]);
}
END_TEST

START_TEST(cache_operators_and_fences)
{
    play(&volta, "0000 00000001 1 R2 LDG.E.STRONG.GPU 1 R1 4 1 0x40 0 0\n"
                 "0010 00000001 1 R2 LDG.E.STRONG.SM 1 R1 4 1 0x40 0 0\n"
                 "0020 00000001 1 R2 LD.E.CG 1 R1 4 1 0x40 0 0\n"
                 "0030 ffffffff 0 MEMBAR.SC.GPU 0 0 0\n"
                 "0040 ffffffff 0 MEMBAR.SC.CTA 0 0 0\n"
                 "0050 00000001 0 CCTL.IVALL 1 R2 0 0\n"
                 "0060 00000001 0 CCTL.IV 1 R2 4 1 0x40 0 0\n");
    ck_assert_uint_eq(expect(1, SPACE_GLOBAL)->flags, INSTRUCTION_STRONG);
    ck_assert_uint_eq(expect(1, SPACE_GLOBAL)->flags, 0);
    ck_assert_uint_eq(expect(1, SPACE_GLOBAL)->flags, INSTRUCTION_UNCACHED);
    const struct instruction *facts = expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(facts->op_class, OP_FENCE);
    ck_assert_uint_eq(facts->flags, INSTRUCTION_RELEASE);
    ck_assert_uint_eq(player.issued.async, ASYNC_NONE);
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->flags, 0);
    facts = expect(1, SPACE_NONE);
    ck_assert_uint_eq(facts->op_class, OP_FENCE);
    ck_assert_uint_eq(facts->flags, INSTRUCTION_ACQUIRE);
    ck_assert_uint_eq(expect(1, SPACE_NONE)->op_class, OP_INT);
}
END_TEST

START_TEST(asynchronous_copies)
{
    play(&(const struct trace_shape){.binary_version = 80},
         "0000 0000000f 0 LDGSTS.E.BYPASS.LTC128B.128 2 R1 R2 16 1 0x40 16 0\n"
         "0010 ffffffff 0 LDGDEPBAR 0 0 0\n"
         "0020 ffffffff 0 DEPBAR.LE 0 0 1\n"
         "0030 0000000f 1 R9 LDGSTS.E.64 2 R1 R2 8 1 0x40 8 0\n" /* R9 is an address */
         "0040 ffffffff 0 DEPBAR 0 0 0\n");
    const struct instruction *copy = expect(0xf, SPACE_GLOBAL);
    ck_assert_uint_eq(copy->op_class, OP_LOAD);
    ck_assert_uint_eq(copy->flags, INSTRUCTION_UNCACHED);
    ck_assert_uint_eq(copy->access_bytes, 16);
    ck_assert_uint_eq(player.issued.async, ASYNC_COPY);
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->op_class, OP_FENCE);
    ck_assert_uint_eq(player.issued.async, ASYNC_COMMIT);
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->op_class, OP_FENCE);
    ck_assert_uint_eq(player.issued.async, ASYNC_WAIT);
    ck_assert_uint_eq(player.issued.async_groups, 1);
    copy = expect(0xf, SPACE_GLOBAL);
    ck_assert_uint_eq(copy->flags, 0);
    ck_assert_uint_eq(copy->n_destinations, 0);
    ck_assert_uint_eq(copy->n_sources, 3);
    expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.issued.async_groups, UINT32_MAX);
}
END_TEST

/* Before version 5 a line has no immediate: all groups are waited for. */
START_TEST(old_waits_are_for_all_groups)
{
    play(&(const struct trace_shape){.binary_version = 80, .version = 4},
         "0000 ffffffff 0 LDGDEPBAR 0 0\n"
         "0010 ffffffff 0 DEPBAR.LE 0 0\n");
    expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.issued.async, ASYNC_COMMIT);
    expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.issued.async, ASYNC_WAIT);
    ck_assert_uint_eq(player.issued.async_groups, 0);
}
END_TEST

/* Tracers write the size of an element, and addresses of lanes that have no row. */
START_TEST(rows_of_matrices)
{
    static const lane_mask lanes[] = {0xff, 0xffff, UINT32_MAX};
    play(&(const struct trace_shape){.binary_version = 90},
         "0000 ffffffff 1 R1 LDSM.16.M88 1 R2 2 1 0x40 16 0\n"
         "0010 ffffffff 1 R1 LDSM.16.MT88.2 1 R2 2 1 0x40 16 0\n"
         "0020 ffffffff 0 STSM.16.M88.4 2 R2 R4 2 1 0x40 16 0\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(lanes); i++) {
        const struct instruction *facts = expect(lanes[i], SPACE_SHARED);
        ck_assert_uint_eq(facts->op_class, i < 2 ? OP_LOAD : OP_STORE);
        ck_assert_uint_eq(facts->access_bytes, 16);
        ck_assert_uint_eq(facts->matrices, 1u << i);
        issued_expand(&player.issued);
        for (unsigned lane = 0; lane < 8u << i; lane++)
            ck_assert_uint_eq(player.issued.address[lane], 0x40 + 16 * lane);
    }
}
END_TEST

/* From Volta on a barrier is there with the last of the warp's lanes; before, with the first. */
START_TEST(barriers_of_parts_of_a_warp)
{
    static const char lines[] = "0000 0000ffff 0 BAR.SYNC 0 0 0\n0010 00ff0000 0 IADD3 0 0 0\n"
                                "0000 00ff0000 0 BAR.SYNC 0 0 0\n0020 ff000000 0 EXIT 0 0 0\n"
                                "0030 00ffffff 0 IADD3 0 0 0\n";
    play(&volta, lines);
    ck_assert_uint_eq(expect(0, SPACE_NONE)->op_class, OP_BARRIER);
    expect(0xff0000, SPACE_NONE);
    ck_assert_uint_eq(expect(0xff0000, SPACE_NONE)->op_class,
                      OP_BARRIER); /* with the exit to come */
    trace_player_close(&player);
    play(&(const struct trace_shape){.binary_version = 61}, lines);
    ck_assert_uint_eq(expect(0xffff, SPACE_NONE)->op_class, OP_BARRIER);
}
END_TEST

/* Textures and surfaces are accesses where they have addresses. */
START_TEST(matrices_textures_and_surfaces)
{
    const uint64_t lanes[] = {0x1000, 0x1010};
    play(&volta, "0000 ffffffff 1 R1 HMMA.884.F32.F32.STEP0 3 R1 R2 R3 0 0\n"
                 "0010 00000003 1 R1 TEX.LL 2 R2 R3 16 1 0x1000 16 0\n"
                 "0020 00000003 1 R1 TEX.LL 2 R2 R3 0 0\n"
                 "0030 00000003 1 R1 SULD.D 2 R2 R3 4 1 0x1000 16 0\n"
                 "0040 00000003 0 SUST.D 2 R2 R3 4 1 0x1000 16 0\n"
                 "0050 00000003 0 SUST.D 2 R2 R3 0 0\n");
    ck_assert_uint_eq(expect(UINT32_MAX, SPACE_NONE)->op_class, OP_TENSOR);
    ck_assert_uint_eq(expect(3, SPACE_TEXTURE)->op_class, OP_LOAD);
    expect_addresses(lanes, 2);
    ck_assert_uint_eq(player.issued.elements * player.issued.element_bytes, 16);
    ck_assert_uint_eq(expect(3, SPACE_NONE)->op_class, OP_TEXTURE);
    ck_assert_uint_eq(expect(3, SPACE_GLOBAL)->op_class, OP_LOAD);
    ck_assert_uint_eq(expect(3, SPACE_GLOBAL)->op_class, OP_STORE);
    expect_addresses(lanes, 2);
    ck_assert_uint_eq(expect(3, SPACE_NONE)->op_class, OP_TEXTURE);
}
END_TEST

START_TEST(branches)
{
    play(&volta, "0000 ffffffff 0 BRA 0 0 0\n0010 ffffffff 0 BRA 0 0 0\n"
                 "0000 0000000f 0 BRA 0 0 0\n");
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->op_class, OP_BRANCH);
    ck_assert_uint_eq(player.issued.taken, 0);
    expect(0xffffffff, SPACE_NONE);
    ck_assert_uint_eq(player.issued.taken, 0xffffffff);
}
END_TEST

/* A device function's offsets begin anew: it gets places of its own, in a row as it is. */
START_TEST(device_functions_have_places_of_their_own)
{
    play(&volta, "0000 ffffffff 0 CALL 0 0 0\n0000 ffffffff 1 R1 FADD 1 R2 0 0\n"
                 "0010 ffffffff 1 R1 FADD 1 R3 0 0\n0010 ffffffff 0 RET 0 0 0\n"
                 "0000 ffffffff 0 CALL 0 0 0\n0000 ffffffff 1 R1 FADD 1 R2 0 0\n");
    static const uint32_t pcs[] = {0, CODE_LAYER, 1, CODE_LAYER + 1, 0, CODE_LAYER};
    for (unsigned i = 0; i < G_N_ELEMENTS(pcs); i++) {
        expect(0xffffffff, SPACE_NONE);
        ck_assert_uint_eq(player.pc, pcs[i]);
    }
}
END_TEST

/* One slot in four is scheduling information: instructions around it are neighbours. */
START_TEST(older_code_has_gaps)
{
    play(&(const struct trace_shape){.binary_version = 61},
         "0008 ffffffff 0 NOP 0 0 0\n0010 ffffffff 0 NOP 0 0 0\n0018 ffffffff 0 NOP 0 0 0\n"
         "0028 ffffffff 0 NOP 0 0 0\n");
    for (unsigned i = 0; i < 4; i++) {
        expect(0xffffffff, SPACE_NONE);
        ck_assert_uint_eq(player.pc, i);
    }
}
END_TEST

START_TEST(unknown_opcodes_are_counted)
{
    play(&volta,
         "0000 ffffffff 1 R1 FROB.X 1 R2 0 0\n0010 ffffffff 1 R1 FADD 1 R2 0 0\n"
         "0000 00000000 1 R1 FROB.X 1 R2 0 0\n0020 ffffffff 1 R1 FROB.Y 1 R2 4 1 0x8 4 0\n");
    ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->op_class, OP_INT);
    ck_assert_uint_eq(*trace_notes_counter(
                          &player.notes,
                          "unknown opcode FROB of Volta: simgpu takes it for an integer operation"),
                      3);
}
END_TEST

/* Text longer than what is compared at once. */
START_TEST(long_lines)
{
    play(&volta,
         "0000 ffffffff 1 R1 FFMA.FTZ.RN.SAT.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA 3 R2 R3 R4 0 0\n"
         "0000 ffffffff 1 R1 FFMA.FTZ.RN.SAT.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA 3 R2 R3 R5 0 0\n"
         "0000 ffffffff 1 R1 FFMA.FTZ.RN.SAT.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA 3 R2 R3 R4 0 "
         "0\n");
    static const unsigned last[] = {5, 6, 5};
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(expect(0xffffffff, SPACE_NONE)->registers[3], last[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace lines");
    TCase *cases = tcase_create("lines");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, arithmetic);
    tcase_add_test(cases, base_and_stride);
    tcase_add_test(cases, base_and_deltas);
    tcase_add_test(cases, list);
    tcase_add_test(cases, without_immediates);
    tcase_add_test(cases, old_versions_name_block_and_warp);
    tcase_add_test(cases, line_numbers);
    tcase_add_test(cases, spaces);
    tcase_add_test(cases, widths);
    tcase_add_test(cases, cache_operators_and_fences);
    tcase_add_test(cases, asynchronous_copies);
    tcase_add_test(cases, old_waits_are_for_all_groups);
    tcase_add_test(cases, rows_of_matrices);
    tcase_add_test(cases, barriers_of_parts_of_a_warp);
    tcase_add_test(cases, matrices_textures_and_surfaces);
    tcase_add_test(cases, branches);
    tcase_add_test(cases, device_functions_have_places_of_their_own);
    tcase_add_test(cases, older_code_has_gaps);
    tcase_add_test(cases, unknown_opcodes_are_counted);
    tcase_add_test(cases, long_lines);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
