/* SPDX-License-Identifier: BSD-3-Clause */
/* ld and st of every type and vector in every state space, and through generic addresses.
 *
 * Each lane owns 64 bytes of an image, and accesses the part of another lane (its own in local
 * memory) at every aligned offset. Loads are checked by whole registers, stores by the image.
 * Source: PTX ISA 8.6, section 9.7.9 "Data Movement and Conversion Instructions: ld, st"; table 28
 *   "Relaxed type-checking rules" (a destination may be wider than the type).
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { LANES = 32, PART = 64, IMAGE = LANES * PART, ROUNDS = 16, PARAM_IMAGE = 128 };
/* In device memory: the image, offsets a lane, values to store, registers that were loaded. */
enum { AT_OFFSETS = 0x1000, AT_VALUES = 0x2000, AT_RESULTS = 0x4000 };

enum space { GLOBAL, SHARED, LOCAL, CONST, PARAM, SPACES };
static const char *const space_words[] = {"global", "shared", "local", "const", "param"};

struct access {
    const char *opcode;    /* ld, st, ldu */
    const char *modifiers; /* between the opcode and the space: ".volatile" */
    const char *cache;     /* behind the space: ".cg", ".nc" */
    enum space space;
    bool generic;
    const char *type;
    struct operand_type parsed;
    unsigned elements, register_bits;
    bool store;
};

static char letter_of(unsigned bits)
{
    return bits <= 16 ? 'h' : bits == 32 ? 'w' : 'l';
}

static char *form_of(const struct access *a)
{
    g_autofree char *vector = a->elements > 1 ? g_strdup_printf(".v%u", a->elements) : g_strdup("");
    return g_strdup_printf("%s%s%s%s%s%s.%s", a->opcode, a->modifiers, a->generic ? "" : ".",
                           a->generic ? "" : space_words[a->space], a->cache, vector, a->type);
}

static void declare_image(GString *text, enum space space, const uint8_t *image)
{
    if (space != CONST)
        return;
    g_string_append(text, ".const .align 16 .b8 constants[2048] = {");
    for (unsigned i = 0; i < IMAGE; i++)
        g_string_append_printf(text, "%s%u", i ? "," : "", image[i]);
    g_string_append(text, "};\n");
}

/* Copies the image between global memory and the space, four bytes at a time. */
static void copy_image(GString *text, enum space space, bool in, unsigned bytes)
{
    const char *word = space_words[space];
    for (unsigned i = 0; i < bytes; i += 4)
        if (in)
            g_string_append_printf(
                text, "ld.global.b32 %%w0, [%%own+%u]; st.%s.b32 [%%mine+%u], %%w0;\n", i, word, i);
        else
            g_string_append_printf(
                text, "ld.%s.b32 %%w0, [%%mine+%u]; st.global.b32 [%%own+%u], %%w0;\n", word, i, i);
}

static const char kernel_start[] =
    ".visible .entry k(.param .u64 data, .param .align 16 .b8 parameters[128])\n{\n"
    ".shared .align 16 .b8 scratch[2048]; .local .align 16 .b8 stack[64];\n"
    ".reg .b16 %h<5>; .reg .b32 %w<5>, %lane; .reg .b64 %l<5>, %data, %own, %mine, %at, %t;\n"
    "ld.param.u64 %data, [data]; mov.u32 %lane, %tid.x;\n"
    "mul.wide.u32 %t, %lane, 64; add.u64 %own, %data, %t;\n";

/* %mine: this lane's part of the image in the space; %at: what the access addresses, less 16. */
static void write_addresses(GString *text, const struct access *a)
{
    static const char *const bases[] = {NULL, "scratch", "stack", "constants", "parameters"};
    const char *word = space_words[a->space];
    if (a->space == GLOBAL)
        g_string_append(text, "mov.u64 %mine, %data; mov.u64 %at, %data;\n");
    else
        g_string_append_printf(text, "mov.u64 %%at, %s; add.u64 %%mine, %%at, %s;\n",
                               bases[a->space], a->space == SHARED ? "%t" : "0");
    if (a->generic)
        g_string_append_printf(text, "cvta.%s.u64 %%at, %%at;\n", word);
    g_string_append_printf(text,
                           "mul.wide.u32 %%t, %%lane, 8; add.u64 %%t, %%data, %%t;\n"
                           "ld.global.u64 %%t, [%%t+%u]; add.u64 %%at, %%at, %%t;\n"
                           "sub.u64 %%at, %%at, 16;\n",
                           AT_OFFSETS);
}

static void write_registers(GString *text, const struct access *a)
{
    g_string_append(text, a->elements > 1 ? "{" : "");
    for (unsigned k = 0; k < a->elements; k++)
        g_string_append_printf(text, "%s%%%c%u", k ? ", " : "", letter_of(a->register_bits), k);
    g_string_append(text, a->elements > 1 ? "}" : "");
}

/* Moves the registers of the access from or to their cells of 8 bytes. */
static void move_registers(GString *text, const struct access *a, bool load, unsigned where)
{
    g_string_append(text, "mul.wide.u32 %t, %lane, 32; add.u64 %t, %data, %t;\n");
    unsigned bits = MAX(a->register_bits, 16);
    for (unsigned k = 0; k < a->elements; k++)
        g_string_append_printf(text,
                               load ? "ld.global.b%u %%%c%u, [%%t+%u];\n"
                                    : "st.global.b%1$u [%%t+%4$u], %%%2$c%3$u;\n",
                               bits, letter_of(bits), k, where + 8 * k);
}

static char *text_of(const struct access *a, const uint8_t *image)
{
    GString *text = g_string_new(".version 8.6\n.target sm_90\n.address_size 64\n");
    g_autofree char *form = form_of(a);
    bool writable = a->space == SHARED || a->space == LOCAL;
    declare_image(text, a->space, image);
    g_string_append(text, kernel_start);
    write_addresses(text, a);
    if (writable)
        copy_image(text, a->space, true, PART);
    g_string_append(text, "bar.sync 0;\n");
    if (a->store)
        move_registers(text, a, true, AT_VALUES);
    g_string_append_printf(text, "%s %s", form, a->store ? "[%at+16], " : "");
    write_registers(text, a);
    g_string_append_printf(text, "%s;\n", a->store ? "" : ", [%at+16]");
    if (!a->store)
        move_registers(text, a, false, AT_RESULTS);
    g_string_append(text, "bar.sync 0;\n");
    if (writable && a->store)
        copy_image(text, a->space, false, PART);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

static void set(struct harness *h, unsigned where, uint64_t value, unsigned bytes)
{
    memcpy(h->memory + where, &value, bytes);
}

/* Where each lane's access goes, in the image. */
static void choose_offsets(const struct access *a, struct value_generator *g, unsigned place[LANES])
{
    unsigned size = a->elements * a->parsed.bits / 8, parts = a->space == PARAM ? 2 : LANES;
    uint64_t turn = value_next(g);
    for (unsigned i = 0; i < LANES; i++) {
        unsigned part = a->space == LOCAL ? i : (unsigned)(i * 5 + turn) % parts;
        place[i] = part * PART + (unsigned)(value_next(g) % (PART / size)) * size;
    }
}

static uint64_t extended(const struct operand_type *type, uint64_t value)
{
    unsigned unused = 64 - type->bits;
    return type->class == CLASS_SIGNED ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

static bool loads_right(struct harness *h, const struct access *a, const uint8_t *image,
                        const unsigned place[LANES], GString *wrong)
{
    unsigned bytes = a->parsed.bits / 8;
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned k = 0; k < a->elements; k++) {
            uint64_t raw = 0, got = 0;
            memcpy(&raw, image + place[i] + k * bytes, bytes);
            uint64_t expected = extended(&a->parsed, raw) & bits_below(MAX(a->register_bits, 16));
            memcpy(&got, h->memory + AT_RESULTS + i * 32 + k * 8, 8);
            if (got == expected)
                continue;
            g_string_printf(wrong, "lane %u element %u is %#llx, expected %#llx", i, k,
                            (unsigned long long)got, (unsigned long long)expected);
            return false;
        }
    return true;
}

static bool stores_right(struct harness *h, const struct access *a, const uint8_t *image,
                         const unsigned place[LANES], GString *wrong)
{
    uint8_t expected[IMAGE];
    unsigned bytes = a->parsed.bits / 8;
    memcpy(expected, image, IMAGE);
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned k = 0; k < a->elements; k++)
            memcpy(expected + place[i] + k * bytes, h->memory + AT_VALUES + i * 32 + k * 8, bytes);
    for (unsigned i = 0; i < IMAGE; i++)
        if (h->memory[i] != expected[i]) {
            g_string_printf(wrong, "byte %u is %#x, expected %#x", i, h->memory[i], expected[i]);
            return false;
        }
    return true;
}

/* One run with new offsets, values and (but for constants) image. */
static bool run_round(struct harness *h, const struct access *a, uint8_t *image,
                      struct value_generator *g, GString *wrong)
{
    unsigned place[LANES];
    choose_offsets(a, g, place);
    for (unsigned i = 0; i < IMAGE && a->space != CONST; i++)
        image[i] = (uint8_t)value_next(g);
    memcpy(h->memory, image, IMAGE);
    memset(h->memory + AT_RESULTS, 0, LANES * 32);
    for (unsigned i = 0; i < LANES; i++) {
        set(h, AT_OFFSETS + 8 * i, a->space == LOCAL ? place[i] % PART : place[i], 8);
        for (unsigned k = 0; k < 4; k++)
            set(h, AT_VALUES + 32 * i + 8 * k, value_next(g), 8);
    }
    harness_param_u64(h, 0, DEVICE_BASE);
    struct ptx_param parameters = ptx_program_param(h->program, h->code, 1);
    memcpy(h->params + parameters.offset, image, PARAM_IMAGE);
    if (!harness_run(h)) {
        g_string_assign(wrong, h->fault);
        return false;
    }
    return a->store ? stores_right(h, a, image, place, wrong)
                    : loads_right(h, a, image, place, wrong);
}

static void check(struct conformance *c, struct access a)
{
    operand_type_parse(a.type, &a.parsed);
    a.store = strcmp(a.opcode, "st") == 0;
    if (a.register_bits == 0)
        a.register_bits = a.parsed.register_bits;
    g_autofree char *form = form_of(&a);
    struct value_generator g = {g_str_hash(form)};
    uint8_t image[IMAGE];
    for (unsigned i = 0; i < IMAGE; i++)
        image[i] = (uint8_t)value_next(&g);
    g_autofree char *text = text_of(&a, image);
    struct harness h;
    harness_init(&h, text, "k");
    g_autoptr(GString) wrong = g_string_new(NULL);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++)
        good = run_round(&h, &a, image, &g, wrong);
    if (good)
        conformance_record(c, form, ROUNDS * LANES * a.elements);
    else
        conformance_fail(c, "%s (%s, %u bits): %s", form, space_words[a.space], a.register_bits,
                         wrong->str);
    harness_finish(&h);
}

static const char *const types[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32",
                                    "u32", "s32", "f32", "b64", "u64", "s64", "f64"};

/* Every type and vector in a space. */
static void check_space(struct conformance *c, enum space space, bool generic)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(types); i++)
        for (unsigned elements = 1; elements <= 4; elements *= 2)
            for (unsigned store = 0; store < (space == CONST || space == PARAM ? 1 : 2); store++) {
                struct access a = {store ? "st" : "ld", "", "", space, generic, types[i],
                                   .elements = elements};
                operand_type_parse(types[i], &a.parsed);
                if (a.parsed.bits * elements > 128)
                    continue;
                check(c, a);
                for (a.register_bits = 32; a.register_bits <= 64; a.register_bits *= 2)
                    if (a.register_bits > a.parsed.bits && a.parsed.class != CLASS_FLOAT)
                        check(c, a);
            }
}

/* Cache operators, and memory orders that change nothing for one access. */
static void check_modifiers(struct conformance *c)
{
    static const char *const loads[] = {
        ".ca",      ".cg", ".cs", ".lu", ".cv", ".nc", ".L1::evict_last", ".L1::no_allocate",
        ".L2::128B"};
    static const char *const stores[] = {".wb", ".cg", ".cs", ".wt", ".L1::evict_first"};
    static const char *const orders[] = {".weak", ".volatile", ".relaxed.cta", ".relaxed.gpu",
                                         ".relaxed.sys"};
    for (unsigned i = 0; i < G_N_ELEMENTS(loads); i++)
        check(c, (struct access){"ld", "", loads[i], GLOBAL, false, "u32", .elements = 1});
    for (unsigned i = 0; i < G_N_ELEMENTS(stores); i++)
        check(c, (struct access){"st", "", stores[i], GLOBAL, false, "u32", .elements = 1});
    for (unsigned i = 0; i < G_N_ELEMENTS(orders); i++)
        for (enum space space = GLOBAL; space <= SHARED; space++)
            for (unsigned store = 0; store < 2; store++)
                check(c, (struct access){store ? "st" : "ld", orders[i], "", space, false, "u32",
                                         .elements = 1});
    for (enum space space = GLOBAL; space <= SHARED; space++) {
        check(c, (struct access){"ld", ".acquire.gpu", "", space, false, "u32", .elements = 1});
        check(c, (struct access){"st", ".release.gpu", "", space, false, "u32", .elements = 1});
    }
    check(c, (struct access){"ldu", "", "", GLOBAL, false, "u32", .elements = 1});
    check(c, (struct access){"ldu", "", "", GLOBAL, false, "f32", .elements = 4});
    for (unsigned i = 0; i < G_N_ELEMENTS(types); i++)
        for (unsigned elements = 1; elements <= 4; elements *= 2) {
            struct operand_type parsed;
            operand_type_parse(types[i], &parsed);
            if (parsed.bits * elements <= 128)
                check(c, (struct access){"ld", "", ".nc", GLOBAL, false, types[i],
                                         .elements = elements});
        }
}

static void fill(struct conformance *c)
{
    for (enum space space = GLOBAL; space < SPACES; space++) {
        check_space(c, space, false);
        check_space(c, space, true);
    }
    check_modifiers(c);
}

CONFORMANCE_MAIN("memory", fill)
