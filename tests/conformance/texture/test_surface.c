/* SPDX-License-Identifier: BSD-3-Clause */
/* suld, sust, sured of every geometry, width and way to treat what lies outside.
 *
 * The reference is an image in memory: a byte of a row, a row, a slice.
 * Source: PTX ISA 8.6, section 9.7.11 "Surface Instructions".
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/texture.h"

#include <check.h>
#include <string.h>

enum { WIDTH = 13, HEIGHT = 7, DEPTH = 5, PITCH = 64, LANES = 32, ROUNDS = 8 };
enum { IMAGE_BYTES = DEPTH * HEIGHT * PITCH, ROW_BYTES = WIDTH * 4 };
enum { AT_SPOTS = 0x4000, AT_VALUES = 0x5000, AT_RESULTS = 0x6000 };

static const struct geometry {
    const char *name, *coordinates;
    bool has_y, has_z;
} geometries[] = {{"1d", "%r0", false, false},
                  {"2d", "%r0, %r1", true, false},
                  {"3d", "%r0, %r1, %r2, %r2", true, true},
                  {"a1d", "%r2, %r0", false, true},
                  {"a2d", "%r2, %r0, %r1, %r1", true, true}};

enum clamp { ZERO, CLAMP, TRAP };
static const char *const clamps[] = {"zero", "clamp", "trap"};

struct access {
    struct harness harness;
    const struct geometry *geometry;
    struct texture surface;
    enum clamp clamp;
    unsigned bytes;    /* of an element */
    unsigned elements; /* of the vector */
    bool texels;       /* x counts texels */
    int32_t spot[LANES][3];
    uint64_t value[LANES][4];
};

/* Where a lane's bytes lie in the image; -1: nowhere. */
static long place_of(const struct access *a, unsigned lane, unsigned bytes)
{
    long at[3] = {a->spot[lane][0] * (a->texels ? 4L : 1L), a->spot[lane][1], a->spot[lane][2]};
    const long most[3] = {ROW_BYTES / (long)bytes * (long)bytes - (long)bytes,
                          a->geometry->has_y ? HEIGHT - 1 : 0, a->geometry->has_z ? DEPTH - 1 : 0};
    at[1] = a->geometry->has_y ? at[1] : 0;
    at[2] = a->geometry->has_z ? at[2] : 0;
    for (unsigned d = 0; d < 3; d++) {
        if ((at[d] < 0 || at[d] > most[d]) && a->clamp != CLAMP)
            return -1;
        at[d] = at[d] < 0 ? 0 : at[d] > most[d] ? most[d] : at[d];
    }
    const long rows = a->geometry->has_y ? HEIGHT : 1;
    return (at[2] * rows + at[1]) * PITCH + at[0];
}

/* Inside where everything else ends the kernel, else around it, too. */
static void choose_spots(struct access *a, struct value_generator *g)
{
    const unsigned unit = a->texels ? 1 : a->bytes * a->elements;
    const unsigned fit = a->texels ? WIDTH : ROW_BYTES / unit, around = a->clamp == TRAP ? 0 : 2;
    const unsigned sizes[3] = {fit, HEIGHT, DEPTH};
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned d = 0; d < 3; d++) {
            const int32_t at = (int32_t)(value_next(g) % (sizes[d] + 2 * around)) - (int32_t)around;
            a->spot[i][d] = at * (int32_t)(d == 0 ? unit : 1);
        }
}

/* ---- kernels -------------------------------------------------------------------------------- */

static void init(struct access *a, const char *instruction)
{
    g_autofree char *text = g_strdup_printf(
        ".version 8.6\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b16 %%h<4>; .reg .b32 %%r<12>; .reg .b64 %%d<4>, %%v<4>, %%data, %%at, %%s;\n"
        "ld.param.u64 %%data, [data]; mov.u32 %%r7, %%tid.x; mov.u64 %%s, 77;\n"
        "mad.wide.u32 %%at, %%r7, 12, %%data;\n"
        "ld.global.u32 %%r0, [%%at+%u]; ld.global.u32 %%r1, [%%at+%u];\n"
        "ld.global.u32 %%r2, [%%at+%u]; mad.wide.u32 %%at, %%r7, 32, %%data;\n"
        "ld.global.v2.u64 {%%v0, %%v1}, [%%at+%u]; ld.global.v2.u64 {%%v2, %%v3}, [%%at+%u];\n"
        "cvt.u16.u64 %%h0, %%v0; cvt.u16.u64 %%h1, %%v1; cvt.u16.u64 %%h2, %%v2;\n"
        "cvt.u16.u64 %%h3, %%v3; cvt.u32.u64 %%r8, %%v0; cvt.u32.u64 %%r9, %%v1;\n"
        "cvt.u32.u64 %%r10, %%v2; cvt.u32.u64 %%r11, %%v3;\n%s\n"
        "st.global.v2.u64 [%%at+%u], {%%v0, %%v1}; st.global.v2.u64 [%%at+%u], {%%v2, %%v3};\n"
        "ret;\n}\n",
        AT_SPOTS, AT_SPOTS + 4, AT_SPOTS + 8, AT_VALUES, AT_VALUES + 16, instruction, AT_RESULTS,
        AT_RESULTS + 16);
    harness_init(&a->harness, text, "k");
    harness_param_u64(&a->harness, 0, DEVICE_BASE);
    const uint64_t rows = a->geometry->has_y ? HEIGHT : 1;
    a->surface.address = DEVICE_BASE;
    a->surface.width = ROW_BYTES / texture_texel_bytes(&a->surface);
    a->surface.height = a->geometry->has_y ? HEIGHT : 0;
    a->surface.depth = a->geometry->has_z ? DEPTH : 0;
    a->surface.pitch = PITCH;
    a->surface.slice = rows * PITCH;
    a->surface.layered = a->geometry->name[0] == 'a';
    a->surface.surface = 1;
    a->harness.texture = &a->surface;
}

/* The registers of a type: "{%h0, %h1}"; and how they become %v0 and on. */
static char *registers(const struct access *a)
{
    const char *letter = a->bytes < 4 ? "h" : a->bytes == 4 ? "r" : "v";
    const unsigned first = a->bytes == 4 ? 8 : 0;
    GString *list = g_string_new("{");
    for (unsigned k = 0; k < a->elements; k++)
        g_string_append_printf(list, "%s%%%s%u", k ? ", " : "", letter, first + k);
    return g_string_free(g_string_append_c(list, '}'), FALSE);
}

static char *widening(const struct access *a)
{
    GString *text = g_string_new(NULL);
    for (unsigned k = 0; k < a->elements && a->bytes < 8; k++)
        g_string_append_printf(text, " cvt.u64.u%u %%v%u, %%%s%u;", a->bytes == 4 ? 32 : 16, k,
                               a->bytes == 4 ? "r" : "h", a->bytes == 4 ? 8 + k : k);
    return g_string_free(text, FALSE);
}

static char *vector_of(const struct access *a)
{
    return a->elements == 1 ? g_strdup("") : g_strdup_printf(".v%u", a->elements);
}

static bool run(struct access *a, struct conformance *c, const char *form)
{
    struct harness *h = &a->harness;
    memcpy(h->memory + AT_SPOTS, a->spot, sizeof a->spot);
    memcpy(h->memory + AT_VALUES, a->value, sizeof a->value);
    if (!harness_run(h))
        conformance_fail(c, "%s: %s", form, h->fault);
    return !h->fault;
}

/* The page lists a form once, without what lies outside. */
static void finish(struct access *a, struct conformance *c, const char *form, bool good)
{
    g_autofree char *listed = g_strndup(form, (gsize)(strrchr(form, '.') - form));
    if (good)
        conformance_record(c, listed, ROUNDS * LANES);
    harness_finish(&a->harness);
}

/* ---- loads and stores ----------------------------------------------------------------------- */

static bool check_loaded(const struct access *a, unsigned lane, const uint8_t *image)
{
    const long at = place_of(a, lane, a->bytes * a->elements);
    for (unsigned k = 0; k < a->elements; k++) {
        uint64_t right = 0, value;
        if (at >= 0)
            memcpy(&right, image + at + k * a->bytes, a->bytes);
        memcpy(&value, a->harness.memory + AT_RESULTS + 32 * lane + 8 * k, sizeof value);
        if (value != right)
            return false;
    }
    return true;
}

static void check_load(struct conformance *c, struct access *a)
{
    g_autofree char *vector = vector_of(a), *list = registers(a), *widen = widening(a);
    g_autofree char *form = g_strdup_printf("suld.b.%s%s.b%u.%s", a->geometry->name, vector,
                                            8 * a->bytes, clamps[a->clamp]);
    g_autofree char *text =
        g_strdup_printf("%s %s, [%%s, {%s}];%s", form, list, a->geometry->coordinates, widen);
    struct value_generator g = {g_str_hash(form)};
    init(a, text);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        for (unsigned i = 0; i < IMAGE_BYTES; i++)
            a->harness.memory[i] = (uint8_t)value_next(&g);
        choose_spots(a, &g);
        good = run(a, c, form);
        for (unsigned i = 0; good && i < LANES; i++)
            if (!(good = check_loaded(a, i, a->harness.memory)))
                conformance_fail(c, "%s at %d, %d, %d", form, a->spot[i][0], a->spot[i][1],
                                 a->spot[i][2]);
    }
    finish(a, c, form, good);
}

/* Of lanes that write to one place, one wins: so all write the same there. */
static void choose_values(struct access *a, unsigned bytes)
{
    for (unsigned i = 0; i < LANES; i++) {
        struct value_generator g = {(uint64_t)(place_of(a, i, bytes) + 100)};
        for (unsigned k = 0; k < 4; k++)
            a->value[i][k] = value_next(&g);
    }
}

static bool same_image(const struct access *a, struct conformance *c, const char *form,
                       const uint8_t *image)
{
    for (unsigned i = 0; i < IMAGE_BYTES; i++)
        if (a->harness.memory[i] != image[i]) {
            conformance_fail(c, "%s: byte %u is 0x%x, not 0x%x", form, i, a->harness.memory[i],
                             image[i]);
            return false;
        }
    return true;
}

static void check_store(struct conformance *c, struct access *a)
{
    static uint8_t image[IMAGE_BYTES];
    g_autofree char *vector = vector_of(a), *list = registers(a);
    g_autofree char *form = g_strdup_printf("sust.b.%s%s.b%u.%s", a->geometry->name, vector,
                                            8 * a->bytes, clamps[a->clamp]);
    g_autofree char *text =
        g_strdup_printf("%s [%%s, {%s}], %s;", form, a->geometry->coordinates, list);
    struct value_generator g = {g_str_hash(form)};
    init(a, text);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        memset(a->harness.memory, 0, IMAGE_BYTES);
        memset(image, 0, sizeof image);
        choose_spots(a, &g);
        choose_values(a, a->bytes * a->elements);
        for (unsigned i = 0; i < LANES; i++) {
            const long at = place_of(a, i, a->bytes * a->elements);
            for (unsigned k = 0; at >= 0 && k < a->elements; k++)
                memcpy(image + at + k * a->bytes, &a->value[i][k], a->bytes);
        }
        good = run(a, c, form) && same_image(a, c, form, image);
    }
    finish(a, c, form, good);
}

/* ---- formatted stores ----------------------------------------------------------------------- */

/* Four texels' bytes of RGBA8, or one channel each of half and float; channels that are not given
 * are anything, so all the texel has are. */
static void check_formatted(struct conformance *c, unsigned channels, unsigned bits,
                            enum texture_texel texel, const struct geometry *geometry,
                            enum clamp clamp)
{
    static uint8_t image[IMAGE_BYTES];
    struct access a = {.geometry = geometry,
                       .clamp = clamp,
                       .bytes = 4,
                       .elements = channels,
                       .texels = true,
                       .surface = {.channels = channels, .channel_bits = bits, .texel = texel}};
    g_autofree char *vector = vector_of(&a), *list = registers(&a);
    g_autofree char *form =
        g_strdup_printf("sust.p.%s%s.b32.%s", geometry->name, vector, clamps[clamp]);
    g_autofree char *text =
        g_strdup_printf("%s [%%s, {%s}], %s;", form, geometry->coordinates, list);
    struct value_generator g = {g_str_hash(form)};
    init(&a, text);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        memset(a.harness.memory, 0, IMAGE_BYTES);
        memset(image, 0, sizeof image);
        choose_spots(&a, &g);
        choose_values(&a, 4);
        for (unsigned i = 0; i < LANES; i++) {
            const long at = place_of(&a, i, 4);
            for (unsigned k = 0; at >= 0 && k < channels; k++) {
                uint32_t word = (uint32_t)a.value[i][k];
                if (texel == TEXEL_FLOAT && bits == 16) {
                    /* 1 + n / 1024, whose half is known */
                    const float value = 1 + (float)(word % 1024) / 1024;
                    a.value[i][k] = bits_of_float(value);
                    word = 0x3c00 + word % 1024;
                }
                memcpy(image + at + k * bits / 8, &word, bits / 8);
            }
        }
        good = run(&a, c, form) && same_image(&a, c, form, image);
    }
    finish(&a, c, form, good);
}

/* ---- reductions ----------------------------------------------------------------------------- */

static uint64_t reduced(const char *op, bool is_signed, unsigned bytes, uint64_t x, uint64_t y)
{
    const unsigned shift = 64 - 8 * bytes;
    const int64_t a = (int64_t)(x << shift) >> shift, b = (int64_t)(y << shift) >> shift;
    const uint64_t m = UINT64_MAX >> shift;
    if (strcmp(op, "add") == 0)
        return x + y;
    if (strcmp(op, "and") == 0)
        return x & y;
    if (strcmp(op, "or") == 0)
        return x | y;
    const bool less = is_signed ? a < b : (x & m) < (y & m);
    return less == (strcmp(op, "min") == 0) ? x : y;
}

/* texels: sured.p, whose x counts texels. */
static void check_reduction(struct conformance *c, const struct geometry *geometry,
                            enum clamp clamp, const char *op, const char *type, bool texels)
{
    static uint8_t image[IMAGE_BYTES];
    const unsigned bytes = strstr(type, "64") ? 8 : 4;
    struct access a = {.geometry = geometry,
                       .clamp = clamp,
                       .bytes = bytes,
                       .elements = 1,
                       .texels = texels,
                       .surface = {.channels = 1, .channel_bits = 32, .texel = TEXEL_UNSIGNED}};
    g_autofree char *form = g_strdup_printf("sured.%s.%s.%s.%s.%s", texels ? "p" : "b", op,
                                            geometry->name, type, clamps[clamp]);
    g_autofree char *text = g_strdup_printf("%s [%%s, {%s}], %s;", form, geometry->coordinates,
                                            bytes == 8 ? "%v0" : "%r8");
    struct value_generator g = {g_str_hash(form)};
    init(&a, text);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        for (unsigned i = 0; i < IMAGE_BYTES; i++)
            image[i] = a.harness.memory[i] = (uint8_t)value_next(&g);
        choose_spots(&a, &g);
        for (unsigned i = 0; i < LANES; i++) {
            const long at = place_of(&a, i, bytes);
            uint64_t old = 0;
            a.value[i][0] = value_next(&g);
            if (at < 0)
                continue;
            memcpy(&old, image + at, bytes);
            old = reduced(op, type[0] == 's', bytes, old, a.value[i][0]);
            memcpy(image + at, &old, bytes);
        }
        good = run(&a, c, form) && same_image(&a, c, form, image);
    }
    finish(&a, c, form, good);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void check_geometry(struct conformance *c, const struct geometry *geometry, enum clamp clamp)
{
    static const struct {
        const char *op, *type;
    } reductions[] = {{"add", "u32"}, {"add", "s32"}, {"add", "u64"}, {"min", "u32"},
                      {"min", "s32"}, {"min", "u64"}, {"min", "s64"}, {"max", "u32"},
                      {"max", "s32"}, {"max", "u64"}, {"max", "s64"}, {"and", "b32"},
                      {"or", "b32"}};
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        for (unsigned elements = 1; elements <= 4 && elements * bytes <= 16; elements *= 2) {
            struct access a = {.geometry = geometry,
                               .clamp = clamp,
                               .bytes = bytes,
                               .elements = elements,
                               .surface = {.channels = 1, .channel_bits = 32}};
            check_load(c, &a);
            check_store(c, &a);
        }
    check_formatted(c, 4, 8, TEXEL_UNSIGNED, geometry, clamp);
    check_formatted(c, 2, 16, TEXEL_FLOAT, geometry, clamp);
    check_formatted(c, 1, 32, TEXEL_FLOAT, geometry, clamp);
    for (unsigned i = 0; i < G_N_ELEMENTS(reductions); i++)
        check_reduction(c, geometry, clamp, reductions[i].op, reductions[i].type, false);
    static const char *const formatted[] = {"add", "and", "or"};
    for (unsigned i = 0; i < G_N_ELEMENTS(formatted); i++)
        check_reduction(c, geometry, clamp, formatted[i], "b32", true);
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(geometries); i++)
        for (enum clamp clamp = ZERO; clamp <= TRAP; clamp++)
            check_geometry(c, &geometries[i], clamp);
}

CONFORMANCE_MAIN("surface", fill)
