/* SPDX-License-Identifier: BSD-3-Clause */
/* suld, sust and sured: what the SM is told of an access, what lies outside, and faults. What they
 * read and write is in tests/conformance/texture/test_surface.c. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/atomic.h"
#include "workloads/texture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 7.0\n.target sm_20\n.address_size 64\n"                                              \
    ".global .surfref image;\n.visible .entry k(.param .u64 out)\n{\n"                             \
    ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"                     \
    "mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, 7; mov.u64 %rd1, image;\n"

enum { HEAD_INSTRUCTIONS = 4, HANDLE = 9 };

/* A surface of 20 words in a row, 4 rows of 256 bytes. The variable `image`, and the handle, are
 * it. */
struct rig {
    struct harness harness;
    struct texture surface, other, narrow;
    struct launch_services services;
    struct launch launch;
    struct block_context block;
    struct warp_context warp;
    struct issued issued;
};

static const struct texture *find(void *data, const struct launch *launch, uint64_t operand)
{
    (void)launch;
    struct rig *rig = data;
    if (operand == HANDLE + 1)
        return &rig->other;
    if (operand == HANDLE + 2)
        return &rig->narrow;
    return operand == HANDLE || operand == DEVICE_BASE + 0x8000 ? &rig->surface : NULL;
}

/* Runs up to the instruction under test, which comes last in the body. */
static struct rig *rig_new(const char *body, unsigned before)
{
    struct rig *rig = g_new0(struct rig, 1);
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    harness_init(&rig->harness, text, "k");
    harness_place_globals(&rig->harness, 0x8000);
    const struct kernel_code *code = rig->harness.code;
    rig->surface = (struct texture){.address = DEVICE_BASE,
                                    .width = 20,
                                    .height = 4,
                                    .pitch = 256,
                                    .channels = 1,
                                    .channel_bits = 32,
                                    .texel = TEXEL_UNSIGNED,
                                    .surface = 1};
    rig->other = rig->surface;
    rig->other.channels = 4;
    rig->other.channel_bits = 8;
    rig->narrow = rig->other;
    rig->narrow.channels = 1;
    rig->services = (struct launch_services){.data = rig, .texture = find};
    rig->launch = (struct launch){.services = &rig->services,
                                  .code = code,
                                  .grid = {1, 1, 1},
                                  .block = {32, 1, 1},
                                  .params = rig->harness.params};
    rig->block = (struct block_context){.launch = &rig->launch};
    rig->warp =
        (struct warp_context){.code = code,
                              .block = &rig->block,
                              .state = aligned_alloc(64, (code->warp_state_bytes + 63) / 64 * 64)};
    code->ops->warp_start(&rig->warp);
    for (unsigned i = 0; i < HEAD_INSTRUCTIONS + before; i++)
        ck_assert(code->ops->issue(&rig->warp, 0, &rig->issued));
    return rig;
}

static bool step(struct rig *rig)
{
    return rig->warp.code->ops->issue(&rig->warp, 0, &rig->issued);
}

static const struct instruction *facts(const struct rig *rig)
{
    return &rig->warp.code->instructions[rig->warp.pc];
}

static void rig_free(struct rig *rig)
{
    free(rig->warp.state);
    g_free(rig->issued.fault);
    harness_finish(&rig->harness);
    g_free(rig);
}

/* Through the variable, as through global memory. */
START_TEST(a_load_is_one_of_global_memory)
{
    struct rig *rig = rig_new("suld.b.2d.b32.zero {%r5}, [image, {%r2, %r3}];", 0);
    const struct instruction *load = facts(rig);
    rig->surface.height = 8;
    ck_assert_int_eq(load->op_class, OP_LOAD);
    ck_assert_int_eq(load->space, SPACE_GLOBAL);
    ck_assert_uint_eq(load->access_bytes, 4);
    ck_assert_uint_eq(load->n_destinations, 1);
    ck_assert(step(rig));
    ck_assert_int_eq(rig->issued.space, SPACE_GLOBAL);
    ck_assert_uint_eq(rig->issued.element_bytes, 4);
    ck_assert_uint_eq(rig->issued.active, 0xfffff); /* 20 texels */
    for (unsigned i = 0; i < 20; i++)
        ck_assert_uint_eq(rig->issued.address[i], DEVICE_BASE + 7 * 256 + 4 * i);
    rig_free(rig);
}
END_TEST

/* All lanes are outside, so there is nothing to do: they have 0 at once. */
START_TEST(loads_beside_a_surface)
{
    struct rig *rig = rig_new("mov.u32 %r5, 5; suld.b.2d.b32.zero {%r5}, [%rd1, {%r2, %r3}];\n"
                              "st.global.u32 [%rd1], %r5;",
                              1);
    ck_assert(step(rig));
    ck_assert_uint_eq(rig->issued.active, 0);
    ck_assert(step(rig));
    for (unsigned i = 0; i < 32; i++) {
        uint32_t value;
        memcpy(&value, rig->issued.value[0].base + i * rig->issued.value[0].stride, sizeof value);
        ck_assert_uint_eq(value, 0);
    }
    rig_free(rig);
    rig = rig_new("suld.b.2d.v2.b16.clamp {%h0, %h1}, [%rd1, {%r2, %r3}];", 0);
    ck_assert(step(rig));
    ck_assert_uint_eq(rig->issued.active, UINT32_MAX);
    ck_assert_uint_eq(rig->issued.element_bytes, 2);
    ck_assert_uint_eq(rig->issued.elements, 2);
    ck_assert_uint_eq(rig->issued.address[31], DEVICE_BASE + 3 * 256 + 19 * 4);
    rig_free(rig);
}
END_TEST

START_TEST(a_store_has_its_values)
{
    struct rig *rig = rig_new("mov.u32 %r4, 1;\n"
                              "sust.b.2d.v2.b32.trap [%rd1, {%r2, %r4}], {%r3, %r1};",
                              1);
    const struct instruction *store = facts(rig);
    uint32_t value;
    ck_assert_int_eq(store->op_class, OP_STORE);
    ck_assert_uint_eq(store->n_destinations, 0);
    ck_assert_uint_eq(store->access_bytes, 8);
    ck_assert(!step(rig)); /* lane 1 is at byte 4 */
    ck_assert_str_eq(rig->issued.fault, "sust.b.2d.v2.b32.trap: byte 4 of a row: misaligned");
    ck_assert_int_eq(rig->issued.fault_kind, FAULT_MISALIGNED);
    ck_assert_uint_eq(rig->issued.fault_lane, 1);
    rig_free(rig);
    rig = rig_new("mov.u32 %r4, 1; setp.lt.u32 %p1, %r1, 3;\n"
                  "@%p1 sust.b.2d.b32.trap [%rd1, {%r2, %r4}], {%r1};",
                  2);
    ck_assert(step(rig));
    ck_assert_uint_eq(rig->issued.active, 7);
    for (unsigned i = 0; i < 3; i++) {
        memcpy(&value, rig->issued.value[0].base + i * rig->issued.value[0].stride, sizeof value);
        ck_assert_uint_eq(value, i);
        ck_assert_uint_eq(rig->issued.address[i], DEVICE_BASE + 256 + 4 * i);
    }
    rig_free(rig);
}
END_TEST

/* By handle, the texels' own size; a lane's access lies within a sector, so a byte will do. */
START_TEST(a_formatted_store_is_as_wide_as_a_texel)
{
    struct rig *rig = rig_new("mov.u32 %r4, 1; mov.u64 %rd2, 10; and.b32 %r2, %r1, 15;\n"
                              "sust.p.2d.v4.b32.clamp [%rd2, {%r2, %r4}], {%r1, %r3, %r3, %r1};",
                              3);
    uint32_t value;
    ck_assert_uint_eq(facts(rig)->access_bytes, 1);
    ck_assert(step(rig));
    ck_assert_uint_eq(rig->issued.element_bytes * rig->issued.elements, 4);
    memcpy(&value, rig->issued.value[0].base + 31 * rig->issued.value[0].stride, sizeof value);
    ck_assert_uint_eq(value, 0x1f07071f);
    ck_assert_uint_eq(rig->issued.address[31], DEVICE_BASE + 256 + 15 * 4);
    rig_free(rig);
}
END_TEST

START_TEST(a_reduction_returns_nothing)
{
    struct rig *rig = rig_new("mov.u32 %r4, 1;\n"
                              "sured.b.max.2d.s32.zero [%rd1, {%r2, %r4}], %r1;",
                              1);
    const struct instruction *reduction = facts(rig);
    ck_assert_int_eq(reduction->op_class, OP_ATOMIC);
    ck_assert_int_eq(reduction->atomic_op, ATOMIC_MAX);
    ck_assert_int_eq(reduction->atomic_type, ATOMIC_S32);
    ck_assert(reduction->flags & INSTRUCTION_NO_RETURN);
    ck_assert(step(rig));
    ck_assert_uint_eq(rig->issued.active, 0xfffff);
    rig_free(rig);
}
END_TEST

static const struct {
    const char *body, *fault;
    unsigned before;
} faults[] = {
    {"suld.b.2d.b32.trap {%r5}, [%rd1, {%r2, %r3}];",
     "suld.b.2d.b32.trap: byte 0, row 7, slice 0 is outside of the surface: rows of 80 bytes, 4 of "
     "them, 1 slices",
     0},
    {"mov.u64 %rd2, 0; suld.b.2d.b32.zero {%r5}, [%rd2+3, {%r2, %r3}];", "0x3 names no surface", 1},
    {"mov.u64 %rd2, 9; tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd2, {%r1}];",
     "0x9 names no texture", 1},
    {"mov.u64 %rd2, 11; sured.p.add.2d.b32.zero [%rd2, {%r1, %r3}], %r1;",
     "sured.p.add.2d.b32.zero: the surface's texels have 1 bytes", 1},
    {"suld.b.2d.v4.b64.zero {%rd2, %rd3, %rd4, %rd5}, [%rd1, {%r2, %r3}];",
     "accesses of more than 16 bytes are unsupported", 0},
    {"suld.b.2d.b32.zero {%r5}, [%rd1, {%r2}];", "there are too few coordinates", 0},
    {"suld.b.2d.b32.zero {%h1}, [%rd1, {%r2, %r3}];", "a destination is too narrow", 0},
    {"suld.b.2d.v2.b32.zero {%r5}, [%rd1, {%r2, %r3}];", "destination and vector size differ", 0},
    {"sust.b.2d.v2.b32.zero [%rd1, {%r2, %r3}], {%r5};", "value and vector size differ", 0},
    {"sust.b.cube.b32.zero [%rd1, {%r2, %r3, %r3, %r3}], {%r5};",
     "surfaces have one, two or three dimensions, or layers", 0},
    {"suld.p.2d.v4.b32.zero {%r4, %r5, %r6, %r7}, [%rd1, {%r2, %r3}];",
     "unsupported instruction `suld.p.2d.v4.b32.zero`", 0},
};

START_TEST(faults_are_named)
{
    struct rig *rig = rig_new(faults[_i].body, faults[_i].before);
    ck_assert(!step(rig));
    ck_assert_msg(strstr(rig->issued.fault, faults[_i].fault) != NULL, "%s", rig->issued.fault);
    rig_free(rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exec_surface");
    TCase *tcase = tcase_create("exec_surface");
    tcase_add_test(tcase, a_load_is_one_of_global_memory);
    tcase_add_test(tcase, loads_beside_a_surface);
    tcase_add_test(tcase, a_store_has_its_values);
    tcase_add_test(tcase, a_formatted_store_is_as_wide_as_a_texel);
    tcase_add_test(tcase, a_reduction_returns_nothing);
    tcase_add_loop_test(tcase, faults_are_named, 0, G_N_ELEMENTS(faults));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
