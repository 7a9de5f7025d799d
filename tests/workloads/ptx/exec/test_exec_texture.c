/* SPDX-License-Identifier: BSD-3-Clause */
/* tex: which texture an operand names, where channels go, what the SM is told, faults, and forms
 * that are not supported. What textures yield is in tests/workloads/test_texture.c. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/instruction_source.h"
#include "workloads/texture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HANDLE = 40 };

#define HEAD                                                                                       \
    ".version 7.0\n.target sm_20\n.address_size 64\n"                                              \
    ".global .texref rows;\n.visible .entry k(.param .u64 out)\n{\n"                               \
    ".reg .pred %p<4>; .reg .b32 %r<20>; .reg .f32 %f<20>; .reg .b64 %rd<8>;\n"                    \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16;\n"                 \
    "add.s64 %rd1, %rd1, %rd2; cvt.rn.f32.u32 %f1, %r1;\n"

enum { HEAD_INSTRUCTIONS = 5 };

/* Instructions one by one, with textures of the test's own: handles HANDLE and HANDLE + 1, whose
 * texel (x, y) is 1000 (handle - HANDLE) + 64 y + x, and the variable `rows`, which is the second.
 */
struct rig {
    struct harness harness;
    struct texture textures[2];
    struct launch_services services;
    struct launch launch;
    struct block_context block;
    struct warp_context warp;
    struct issued issued;
    uint64_t rows; /* address of the variable */
    unsigned asked;
    uint32_t texels[2 * WIDTH * 4];
};

static bool read_texels(void *data, uint64_t address, void *bytes, size_t n_bytes)
{
    const struct rig *rig = data;
    uint64_t offset = address - DEVICE_BASE;
    if (offset >= sizeof rig->texels)
        return false;
    memcpy(bytes, (const uint8_t *)rig->texels + offset, n_bytes);
    return true;
}

static const struct texture *find_texture(void *data, const struct launch *launch, uint64_t operand)
{
    (void)launch;
    struct rig *rig = data;
    rig->asked++;
    if (operand == rig->rows)
        operand = HANDLE + 1;
    return operand == HANDLE || operand == HANDLE + 1 ? &rig->textures[operand - HANDLE] : NULL;
}

static struct rig *rig_new(const char *body)
{
    struct rig *rig = g_new0(struct rig, 1);
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    harness_init(&rig->harness, text, "k");
    harness_place_globals(&rig->harness, 0x8000);
    harness_param_u64(&rig->harness, 0, DEVICE_BASE + 0x10000);
    rig->rows = DEVICE_BASE + 0x8000;
    for (uint32_t i = 0; i < 4 * WIDTH; i++) {
        rig->texels[i] = i;
        rig->texels[4 * WIDTH + i] = 1000 + i;
    }
    for (unsigned i = 0; i < 2; i++)
        rig->textures[i] =
            (struct texture){.address = DEVICE_BASE + i * 4 * WIDTH * 4,
                             .width = WIDTH,
                             .height = 4,
                             .pitch = WIDTH * 4,
                             .channels = 1,
                             .channel_bits = 32,
                             .texel = TEXEL_UNSIGNED,
                             .address_mode = {TEXTURE_ADDRESS_BORDER, TEXTURE_ADDRESS_BORDER}};
    const struct kernel_code *code = rig->harness.code;
    rig->services =
        (struct launch_services){.data = rig, .read = read_texels, .texture = find_texture};
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
    return rig;
}

static void rig_free(struct rig *rig)
{
    free(rig->warp.state);
    g_free(rig->issued.fault);
    harness_finish(&rig->harness);
    g_free(rig);
}

static bool step(struct rig *rig)
{
    return rig->warp.code->ops->issue(&rig->warp, 0, &rig->issued);
}

static void steps(struct rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        ck_assert_msg(step(rig), "%s", rig->issued.fault);
}

/* Runs up to a store of four words, which is the next instruction, and looks at what lane i stores.
 */
static uint32_t stored(const struct rig *rig, unsigned lane, unsigned k)
{
    const struct lane_operand *value = &rig->issued.value[k];
    uint32_t word;
    memcpy(&word, value->base + lane * value->stride, sizeof word);
    return word;
}

#define STORE "\nst.global.v4.u32 [%rd1], {%r2, %r3, %r4, %r5};"

START_TEST(a_fetch_says_what_it_touched)
{
    struct rig *rig = rig_new("mov.u64 %rd3, 40; add.u32 %r6, %r1, 40;\n"
                              "tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r6}];" STORE);
    steps(rig, HEAD_INSTRUCTIONS + 3);
    const struct instruction *tex = &rig->warp.code->instructions[HEAD_INSTRUCTIONS + 2];
    ck_assert_int_eq(tex->op_class, OP_LOAD);
    ck_assert_int_eq(tex->space, SPACE_TEXTURE);
    ck_assert_uint_eq(tex->n_destinations, 4);
    ck_assert_int_eq(rig->issued.space, SPACE_TEXTURE);
    ck_assert_uint_eq(rig->issued.element_bytes, 4);
    ck_assert_uint_eq(rig->issued.elements, 1);
    /* Lanes 0 to 23 are inside; the others touch nothing. */
    ck_assert_uint_eq(rig->issued.active, 0xffffff);
    for (unsigned i = 0; i < 24; i++)
        ck_assert_uint_eq(rig->issued.address[i], DEVICE_BASE + 4 * (40 + i));
    ck_assert_uint_eq(rig->asked, 1); /* once for lanes that name the same one */
    steps(rig, 1);
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(stored(rig, i, 0), i < 24 ? 40 + i : 0);
        ck_assert_uint_eq(stored(rig, i, 1), 0);
        ck_assert_uint_eq(stored(rig, i, 3), 1);
    }
    rig_free(rig);
}
END_TEST

/* Of a guarded fetch, only the lanes that run it are written. */
START_TEST(lanes_that_are_off_keep_their_values)
{
    struct rig *rig = rig_new("mov.u64 %rd3, 40; mov.u32 %r2, 77; setp.lt.u32 %p1, %r1, 10;\n"
                              "@%p1 tex.1d.v4.u32.s32 {%r2, _, _, _}, [%rd3, {%r1}];\n"
                              "mov.u32 %r3, 5; mov.u32 %r4, 6; mov.u32 %r5, 7;" STORE);
    steps(rig, HEAD_INSTRUCTIONS + 4);
    ck_assert_uint_eq(rig->issued.active, 0x3ff);
    steps(rig, 4);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(stored(rig, i, 0), i < 10 ? i : 77);
    rig_free(rig);
}
END_TEST

/* Every lane its own texture: even ones the first, odd ones the second. */
START_TEST(bindless_textures)
{
    struct rig *rig =
        rig_new("and.b32 %r6, %r1, 1; cvt.u64.u32 %rd3, %r6; mov.f32 %f2, 0f40000000;\n"
                "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd3+40, {%f1, %f2}];" STORE);
    steps(rig, HEAD_INSTRUCTIONS + 5);
    ck_assert_uint_eq(rig->asked, 32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(stored(rig, i, 0), (i & 1) * 1000 + 2 * WIDTH + i);
    rig_free(rig);
}
END_TEST

/* By the address of a .texref variable; with a sampler; with a coordinate that is no vector. */
START_TEST(texture_references)
{
    static const char *const forms[] = {
        "tex.1d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%f1}];",
        "tex.1d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, %f1];",
        "tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [rows, {%r1}];",
        "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%f1, 0f00000000}];"};
    for (unsigned k = 0; k < G_N_ELEMENTS(forms); k++) {
        g_autofree char *body = g_strconcat(forms[k], STORE, NULL);
        struct rig *rig = rig_new(body);
        steps(rig, HEAD_INSTRUCTIONS + 2);
        for (unsigned i = 0; i < 32; i++)
            ck_assert_uint_eq(stored(rig, i, 0), 1000 + i);
        rig_free(rig);
    }
}
END_TEST

/* Channels in any order, the same bits whatever type they are read as; sinks. */
START_TEST(channels_and_sinks)
{
    struct rig *rig = rig_new("mov.u64 %rd3, 40; mov.u32 %r3, 33; mov.u32 %r4, 44;\n"
                              "tex.1d.v4.s32.s32 {%r5, _, %r2, _}, [%rd3, {%r1}];" STORE);
    steps(rig, HEAD_INSTRUCTIONS + 5);
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(stored(rig, i, 0), 0); /* the third channel */
        ck_assert_uint_eq(stored(rig, i, 1), 33);
        ck_assert_uint_eq(stored(rig, i, 2), 44);
        ck_assert_uint_eq(stored(rig, i, 3), i);
    }
    rig_free(rig);
}
END_TEST

static const uint8_t *texels_at(void *data, uint64_t address, size_t n_bytes)
{
    const struct rig *rig = data;
    uint64_t offset = address - DEVICE_BASE;
    return offset + n_bytes <= sizeof rig->texels ? (const uint8_t *)rig->texels + offset : NULL;
}

/* Of many kinds; number says which. */
static struct texture texture_of_kind(unsigned number)
{
    static const uint32_t bits[] = {8, 16, 32};
    struct texture texture = {.address = DEVICE_BASE,
                              .pitch = 256,
                              .channels = 1u << number % 3,
                              .channel_bits = bits[number / 3 % 3],
                              .texel = number / 9 % 3,
                              .width = 13,
                              .height = number / 27 % 2 ? 3 : 0,
                              .normalized_coordinates = number / 54 % 2,
                              .linear_memory = number % 5 == 0,
                              .filter = number % 11 == 0,
                              .normalized_read = number % 7 == 0,
                              .border = {1.5f, -2.0f, 0.25f, -0.0f}};
    if (texture.texel == TEXEL_FLOAT && texture.channel_bits == 8)
        texture.channel_bits = 32;
    texture.address_mode[0] = number % 4;
    texture.address_mode[1] = number / 4 % 4;
    return texture;
}

/* Lanes all at once, where the host has the texels at hand, and one by one. */
START_TEST(plain_textures_are_read_as_others_are)
{
    static const char *const forms[] = {
        "tex.2d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r6, %r7}];" STORE,
        "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd3, {%f2, %f3}];" STORE};
    struct issued issued[2];
    for (unsigned kind = 0; kind < 2 * 108; kind++) {
        struct rig *rig[2];
        for (unsigned way = 0; way < 2; way++) {
            g_autofree char *body =
                g_strconcat("mov.u64 %rd3, 40; and.b32 %r6, %r1, 15; sub.u32 %r6, %r6, 2; shr.u32 "
                            "%r7, %r1, 3;\n"
                            "sub.u32 %r7, %r7, 1; fma.rn.f32 %f2, %f1, 0f3f000000, 0fbf000000;\n"
                            "mul.f32 %f3, %f2, 0f3e800000;\n",
                            forms[kind % 2], NULL);
            rig[way] = rig_new(body);
            for (unsigned i = 0; i < G_N_ELEMENTS(rig[way]->texels); i++)
                rig[way]->texels[i] = (i + 1) * 0x9e3779b1u;
            rig[way]->textures[0] = texture_of_kind(kind / 2);
            rig[way]->services.at = way == 0 ? texels_at : NULL;
            steps(rig[way], HEAD_INSTRUCTIONS + 8);
            issued[way] = rig[way]->issued;
            steps(rig[way], 1);
        }
        ck_assert_uint_eq(issued[0].active, issued[1].active);
        ck_assert_uint_eq(issued[0].element_bytes, issued[1].element_bytes);
        for (unsigned i = 0; i < 32; i++) {
            if (issued[0].active >> i & 1 && rig[0]->textures[0].filter == TEXTURE_FILTER_POINT)
                ck_assert_uint_eq(issued[0].address[i], issued[1].address[i]);
            for (unsigned k = 0; k < 4; k++)
                ck_assert_msg(stored(rig[0], i, k) == stored(rig[1], i, k),
                              "kind %u, lane %u, channel %u: 0x%x, not 0x%x", kind, i, k,
                              stored(rig[0], i, k), stored(rig[1], i, k));
        }
        rig_free(rig[0]);
        rig_free(rig[1]);
    }
}
END_TEST

/* ---- faults
 * -------------------------------------------------------------------------------------- */

START_TEST(no_texture_is_a_fault)
{
    struct rig *rig = rig_new("add.u32 %r6, %r1, 21; cvt.u64.u32 %rd3, %r6;\n"
                              "tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r1}];" STORE);
    steps(rig, HEAD_INSTRUCTIONS + 2);
    ck_assert(!step(rig));
    ck_assert_str_eq(rig->issued.fault, "0x15 names no texture");
    ck_assert_uint_eq(rig->issued.fault_lane, 0);
    rig_free(rig);
}
END_TEST

START_TEST(a_launch_without_textures)
{
    struct rig *rig = rig_new("mov.u64 %rd3, 40;\n"
                              "tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r1}];" STORE);
    rig->services.texture = NULL;
    steps(rig, HEAD_INSTRUCTIONS + 1);
    ck_assert(!step(rig));
    ck_assert_str_eq(rig->issued.fault, "0x28 names no texture");
    rig_free(rig);
}
END_TEST

/* The array has been freed, say. */
START_TEST(a_texel_that_is_not_there)
{
    struct rig *rig = rig_new("mov.u64 %rd3, 41;\n"
                              "tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r1}];" STORE);
    rig->textures[1].address = DEVICE_BASE + sizeof rig->texels - 12; /* three texels */
    steps(rig, HEAD_INSTRUCTIONS + 1);
    ck_assert(!step(rig));
    ck_assert_str_eq(rig->issued.fault,
                     "reads a texel of 4 bytes at 0x1000000800, which no allocation holds");
    ck_assert_uint_eq(rig->issued.fault_lane, 3);
    rig_free(rig);
}
END_TEST

static const struct {
    const char *tex, *problem;
} unsupported[] = {
    {"tex.2dms.v4.u32.s32 {%r2, %r3, %r4, %r5}, [rows, {%r1, %r1, %r1, %r1}];",
     "textures of several samples are not supported"},
    {"tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%f1, %f1}], {%r1, %r1};",
     "offsets and depth comparison are not supported"},
    {"tld4.r.3d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%f1, %f1, %f1, %f1}];",
     "tld4 needs a texture of two dimensions"},
    {"tex.a2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%r1, %f1}];",
     "there are too few coordinates"},
    {"tex.cube.v4.u32.s32 {%r2, %r3, %r4, %r5}, [rows, {%r1, %r1, %r1, %r1}];",
     "cube maps and tld4 have no integer coordinates"},
    {"tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [rows, {%f1}];", "there are too few coordinates"},
};

START_TEST(unsupported_forms_are_named)
{
    g_autofree char *body = g_strconcat(unsupported[_i].tex, STORE, NULL);
    struct rig *rig = rig_new(body);
    steps(rig, HEAD_INSTRUCTIONS);
    ck_assert(!step(rig));
    ck_assert_msg(strstr(rig->issued.fault, unsupported[_i].problem) != NULL, "%s",
                  rig->issued.fault);
    rig_free(rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exec_texture");
    TCase *tcase = tcase_create("exec_texture");
    tcase_add_test(tcase, a_fetch_says_what_it_touched);
    tcase_add_test(tcase, lanes_that_are_off_keep_their_values);
    tcase_add_test(tcase, bindless_textures);
    tcase_add_test(tcase, texture_references);
    tcase_add_test(tcase, channels_and_sinks);
    tcase_add_test(tcase, plain_textures_are_read_as_others_are);
    tcase_add_test(tcase, no_texture_is_a_fault);
    tcase_add_test(tcase, a_launch_without_textures);
    tcase_add_test(tcase, a_texel_that_is_not_there);
    tcase_add_loop_test(tcase, unsupported_forms_are_named, 0, G_N_ELEMENTS(unsupported));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
