/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/wmma_form.h"
#include <string.h>

enum { SMALL = 8, TALL = 16, GROUP = 4 };

static const struct wmma_shape shapes[] = {{"m16n16k16", "f16 bf16", "m16n8k16", 16, 16, 16},
                                           {"m32n8k16", "f16 bf16", "m16n8k16", 32, 8, 16},
                                           {"m8n32k16", "f16 bf16", "m16n8k16", 8, 32, 16},
                                           {"m16n16k16", "s8 u8", "m16n8k16", 16, 16, 16},
                                           {"m32n8k16", "s8 u8", "m16n8k16", 32, 8, 16},
                                           {"m8n32k16", "s8 u8", "m16n8k16", 8, 32, 16},
                                           {"m16n16k8", "tf32", "m16n8k8", 16, 16, 8},
                                           {"m8n8k4", "f64", "m8n8k4", 8, 8, 4},
                                           {"m8n8k32", "s4 u4", "m8n8k32", 8, 8, 32},
                                           {"m8n8k128", "b1", "m8n8k128", 8, 8, 128}};

static bool is_one_of(const char *words, const char *word)
{
    g_auto(GStrv) all = g_strsplit(words, " ", -1);
    return g_strv_contains((const char *const *)all, word);
}

static unsigned bits_of(const char *type)
{
    static const struct {
        const char *types;
        unsigned bits;
    } known[] = {{"f64", 64},  {"f32 s32 tf32", 32}, {"f16 bf16", 16},
                 {"s8 u8", 8}, {"s4 u4", 4},         {"b1", 1}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (is_one_of(known[i].types, type))
            return known[i].bits;
    return 0;
}

bool wmma_is_transposed(const struct wmma_shape *shape)
{
    return shape->m < shape->n && shape->m == SMALL;
}

unsigned wmma_tiles(const struct wmma_shape *shape)
{
    return shape->m * shape->n > SMALL * SMALL ? WMMA_TILES : 1;
}

/* ---- fragments ------------------------------------------------------------------------------ */

static void add_register(struct wmma_fragment *f, unsigned outer, unsigned inner)
{
    f->at[f->n].outer = (uint8_t)outer;
    f->at[f->n++].inner = (uint8_t)inner;
}

/* A or B. Tall ones are the first operand of mma, which has 16 rows. */
static void add_multiplicand(struct wmma_fragment *f, const struct wmma_shape *shape,
                             enum wmma_matrix matrix)
{
    const bool tall = wmma_tiles(shape) > 1 && (matrix == WMMA_A) != wmma_is_transposed(shape);
    const unsigned rows = matrix == WMMA_A ? shape->m : shape->n;
    const unsigned step = GROUP * f->run, block = tall ? TALL : SMALL;
    f->width = f->run;
    for (unsigned outer = 0; outer < rows; outer += block)
        for (unsigned inner = 0; inner < shape->k; inner += step)
            for (unsigned half = 0; half < block; half += SMALL)
                add_register(f, outer + half, inner);
    f->tile = f->n / (rows / block);
}

static void add_sums(struct wmma_fragment *f, const struct wmma_shape *shape)
{
    const unsigned tiles = wmma_tiles(shape), rows = tiles > 1 ? TALL : SMALL;
    const bool beside = shape->m == TALL;
    f->width = 2;
    for (unsigned tile = 0; tile < tiles; tile++)
        for (unsigned outer = 0; outer < rows; outer += SMALL)
            for (unsigned inner = 0; inner < 2; inner += f->run)
                add_register(f, outer + (beside ? 0 : tile * TALL),
                             inner + (beside ? tile * SMALL : 0));
    f->tile = f->n / tiles;
}

struct wmma_fragment wmma_fragment_of(const struct wmma_shape *shape, enum wmma_matrix matrix,
                                      const char *type)
{
    struct wmma_fragment f = {.bits = bits_of(type)};
    f.run = f.bits > 32 ? 1 : 32 / f.bits;
    if (matrix == WMMA_C)
        add_sums(&f, shape);
    else
        add_multiplicand(&f, shape, matrix);
    f.named = matrix != WMMA_C && strcmp(type, "f16") == 0 ? WMMA_REGISTERS : f.n;
    return f;
}

bool wmma_is_contiguous(const struct wmma_form *form)
{
    const bool by_column = form->matrix == WMMA_A   ? false
                           : form->matrix == WMMA_B ? true
                                                    : wmma_is_transposed(form->shape);
    return form->column == by_column;
}

/* ---- forms ---------------------------------------------------------------------------------- */

static unsigned types_of(const struct ptx_instruction *in, const char *types[4])
{
    unsigned n = 0;
    for (unsigned i = 0; i < in->n_modifiers; i++)
        if (bits_of(in->modifiers[i]) > 0 && n++ < 4)
            types[n - 1] = in->modifiers[i];
    return n;
}

/* The types of C and D that go with a shape. */
static bool has_sums(const struct wmma_shape *shape, const char *type)
{
    const bool halves = is_one_of(shape->types, "f16");
    const char *sums = halves                            ? "f16 f32"
                       : is_one_of(shape->types, "f64")  ? "f64"
                       : is_one_of(shape->types, "tf32") ? "f32"
                                                         : "s32";
    return is_one_of(sums, type);
}

static bool has_shape(struct wmma_form *form, const struct ptx_instruction *in)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(shapes); i++) {
        const struct wmma_shape *shape = &shapes[i];
        if (!ptx_has_modifier(in, shape->name))
            continue;
        const bool of_sums = form->kind != WMMA_MMA && form->matrix == WMMA_C;
        const bool fits = form->kind == WMMA_MMA
                              ? is_one_of(shape->types, form->type[1]) &&
                                    is_one_of(shape->types, form->type[2]) &&
                                    has_sums(shape, form->type[0]) && has_sums(shape, form->type[3])
                          : of_sums ? has_sums(shape, form->type[0])
                                    : is_one_of(shape->types, form->type[0]);
        if (fits) {
            form->shape = shape;
            return true;
        }
    }
    return false;
}

/* Without mixes that PTX has not, and what changes results in ways that nothing here does. */
static bool reads_product(struct wmma_form *form, const struct ptx_instruction *in)
{
    unsigned n = types_of(in, form->type);
    if (n == 2) { /* D and C; A and B are .f16 */
        form->type[3] = form->type[1];
        form->type[1] = form->type[2] = "f16";
        n = 4;
    }
    const bool rounds =
        ptx_has_modifier(in, "rz") || ptx_has_modifier(in, "rm") || ptx_has_modifier(in, "rp");
    const bool brain = n == 4 && strcmp(form->type[1], "bf16") == 0;
    const bool mixed = n == 4 && bits_of(form->type[1]) > 8 && strcmp(form->type[1], form->type[2]);
    return n == 4 && (!rounds || strcmp(form->type[0], "f64") == 0) && !mixed &&
           (!brain || (!strcmp(form->type[0], "f32") && !strcmp(form->type[3], "f32")));
}

bool wmma_form_read(struct wmma_form *form, const struct ptx_instruction *in)
{
    *form = (struct wmma_form){0};
    if (strcmp(in->opcode, "wmma") != 0 || in->n_modifiers == 0)
        return false;
    if (strcmp(in->modifiers[0], "mma") == 0) {
        form->kind = WMMA_MMA;
        return in->n_operands == 4 && reads_product(form, in) && has_shape(form, in);
    }
    const char *letter = in->n_modifiers > 1 ? in->modifiers[1] : "";
    form->kind = strcmp(in->modifiers[0], "load") == 0 ? WMMA_LOAD : WMMA_STORE;
    form->matrix = *letter == 'a' ? WMMA_A : *letter == 'b' ? WMMA_B : WMMA_C;
    form->column = ptx_has_modifier(in, "col");
    return is_one_of(form->kind == WMMA_LOAD ? "a b c" : "d", letter) &&
           form->column != ptx_has_modifier(in, "row") && types_of(in, form->type) == 1 &&
           (in->n_operands == 2 || in->n_operands == 3) && has_shape(form, in) &&
           (wmma_is_contiguous(form) || bits_of(form->type[0]) >= 8);
}
