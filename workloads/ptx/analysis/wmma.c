/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/wmma.h"
#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/labels.h"
#include "workloads/ptx/analysis/wmma_form.h"
#include <string.h>

enum { MOST_POINTERS = 16 };

struct ptx_wmma {
    struct ptx_function function;
    const struct ptx_function *original;
    GArray *instructions; /* struct ptx_instruction */
    GArray *registers;    /* struct ptx_register */
    GArray *tables;       /* struct ptx_table */
    GPtrArray *owned;     /* operands and modifiers; g_free */
    bool *is_read;        /* by the original's registers: by other instructions than wmma.mma */
};

/* ---- making instructions -------------------------------------------------------------------- */

static struct ptx_operand *operands_new(struct ptx_wmma *wmma, unsigned n)
{
    struct ptx_operand *operands = g_new0(struct ptx_operand, MAX(n, 1));
    g_ptr_array_add(wmma->owned, operands);
    return operands;
}

/* Appends one, as if it stood in place of `of`. words: modifiers, of this file or interned. */
static void add(struct ptx_wmma *wmma, const struct ptx_instruction *of, const char *opcode,
                const char *const *words, unsigned n_words, struct ptx_operand *operands,
                unsigned n_operands)
{
    const char **modifiers = g_new0(const char *, n_words + 1);
    g_ptr_array_add(wmma->owned, modifiers);
    for (unsigned i = 0; i < n_words; i++)
        modifiers[i] = words[i];
    struct ptx_instruction made = *of;
    made.opcode = opcode;
    made.modifiers = modifiers;
    made.n_modifiers = (uint16_t)n_words;
    made.operands = operands;
    made.n_operands = (uint16_t)n_operands;
    g_array_append_val(wmma->instructions, made);
}

static struct ptx_operand fresh(struct ptx_wmma *wmma, enum ptx_type type)
{
    const struct ptx_register made = {.name = "(wmma)", .type = type};
    g_array_append_val(wmma->registers, made);
    return (struct ptx_operand){.kind = PTX_OPERAND_REGISTER, .index = wmma->registers->len - 1};
}

static struct ptx_operand vector_of(struct ptx_wmma *wmma, const struct ptx_operand *elements,
                                    unsigned n)
{
    struct ptx_operand *copy = operands_new(wmma, n);
    memcpy(copy, elements, n * sizeof *copy);
    return (struct ptx_operand){
        .kind = PTX_OPERAND_VECTOR, .n_elements = (uint16_t)n, .elements = copy};
}

/* ---- loads and stores ----------------------------------------------------------------------- */

/* One wmma.load or wmma.store on its way. */
struct access {
    const struct ptx_instruction *in;
    const struct wmma_form *form;
    struct wmma_fragment fragment;
    const struct ptx_operand *registers; /* fragment.named */
    const struct ptx_operand *address;
    struct ptx_operand stride;
    bool contiguous;
    struct {
        struct wmma_address where;
        struct ptx_operand pointer;
    } known[MOST_POINTERS];
    unsigned n_known;
};

/* The register with a lane's pointer; the lane's address is displaced from it. */
static struct ptx_operand pointer_for(struct ptx_wmma *wmma, struct access *a,
                                      struct wmma_address where)
{
    for (unsigned i = 0; i < a->n_known; i++)
        if (wmma_address_code(a->known[i].where) == wmma_address_code(where))
            return a->known[i].pointer;
    struct ptx_operand *operands = operands_new(wmma, 4);
    operands[0] = fresh(wmma, PTX_B64);
    operands[1] = *a->address;
    operands[2] = a->stride;
    operands[3] =
        (struct ptx_operand){.kind = PTX_OPERAND_INTEGER, .value = wmma_address_code(where)};
    add(wmma, a->in, "wmma.address", NULL, 0, operands, 4);
    g_assert(a->n_known < MOST_POINTERS);
    a->known[a->n_known].where = where;
    a->known[a->n_known++].pointer = operands[0];
    return operands[0];
}

/* The place of element `next` of a register's run. */
static struct ptx_operand place_of(struct ptx_wmma *wmma, struct access *a, unsigned r,
                                   unsigned next)
{
    const struct wmma_fragment *f = &a->fragment;
    struct wmma_address where = {
        .width = (uint8_t)f->width, .bits = (uint8_t)f->bits, .contiguous = a->contiguous};
    unsigned along; /* elements from the pointer */
    if (a->contiguous) {
        where.outer = f->at[r].outer;
        along = f->at[r].inner + next;
    } else {
        where.inner = (uint8_t)(f->at[r].inner + next);
        along = f->at[r].outer;
    }
    const struct ptx_operand pointer = pointer_for(wmma, a, where);
    return (struct ptx_operand){
        .kind = PTX_OPERAND_ADDRESS, .index = pointer.index, .value = (int64_t)along * f->bits / 8};
}

static const char *space_of(const struct access *a)
{
    static const char *const names[] = {
        [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared", [SPACE_LOCAL] = "local",
        [SPACE_CONST] = "const",   [SPACE_PARAM] = "param",   [SPACE_GENERIC] = NULL};
    if (ptx_has_modifier(a->in, "global"))
        return "global";
    if (ptx_has_modifier(a->in, "shared") || ptx_has_modifier(a->in, "shared::cta"))
        return "shared";
    const struct ptx_variable *variable = a->address->variable;
    return variable && variable->space < G_N_ELEMENTS(names) ? names[variable->space] : NULL;
}

/* A load or a store of `bits`, or of a pair of them. */
static void add_access(struct ptx_wmma *wmma, struct access *a, struct ptx_operand value,
                       struct ptx_operand place, unsigned bits)
{
    const bool loads = a->form->kind == WMMA_LOAD;
    const char *words[3], *space = space_of(a);
    unsigned n = 0;
    if (space)
        words[n++] = space;
    if (value.kind == PTX_OPERAND_VECTOR)
        words[n++] = "v2";
    words[n++] = bits == 64 ? "b64" : bits == 32 ? "b32" : bits == 16 ? "b16" : "b8";
    struct ptx_operand *operands = operands_new(wmma, 2);
    operands[loads ? 0 : 1] = value;
    operands[loads ? 1 : 0] = place;
    add(wmma, a->in, loads ? "ld" : "st", words, n, operands, 2);
}

static void add_move(struct ptx_wmma *wmma, const struct access *a, struct ptx_operand to,
                     struct ptx_operand from)
{
    static const char *const words[] = {"b32"};
    struct ptx_operand *operands = operands_new(wmma, 2);
    operands[0] = to;
    operands[1] = from;
    add(wmma, a->in, "mov", words, 1, operands, 2);
    g_array_index(wmma->instructions, struct ptx_instruction, wmma->instructions->len - 1).text =
        "mov.b32"; /* by which arithmetic is found */
}

/* A register whose elements are not side by side in memory. */
static void access_scattered(struct ptx_wmma *wmma, struct access *a, unsigned r)
{
    const struct wmma_fragment *f = &a->fragment;
    const bool loads = a->form->kind == WMMA_LOAD;
    struct ptx_operand parts[4];
    if (f->run == 1) {
        add_access(wmma, a, a->registers[r], place_of(wmma, a, r, 0), f->bits);
        return;
    }
    for (unsigned e = 0; e < f->run; e++)
        parts[e] = fresh(wmma, PTX_B16);
    const struct ptx_operand all = vector_of(wmma, parts, f->run);
    if (!loads)
        add_move(wmma, a, all, a->registers[r]);
    for (unsigned e = 0; e < f->run; e++)
        add_access(wmma, a, parts[e], place_of(wmma, a, r, e), f->bits);
    if (loads)
        add_move(wmma, a, a->registers[r], all);
}

/* Whether the next register has the next element. */
static bool is_pair(const struct access *a, unsigned r)
{
    const struct wmma_fragment *f = &a->fragment;
    return a->contiguous && f->run == 1 && f->width == 2 && r + 1 < f->n &&
           f->at[r].outer == f->at[r + 1].outer && f->at[r].inner + 1 == f->at[r + 1].inner;
}

static bool is_wanted(const struct ptx_wmma *wmma, const struct ptx_operand *reg)
{
    return reg->kind == PTX_OPERAND_REGISTER && wmma->is_read[reg->index];
}

static void expand_access(struct ptx_wmma *wmma, struct access *a)
{
    const struct wmma_fragment *f = &a->fragment;
    for (unsigned r = 0; r < f->n; r++)
        if (is_pair(a, r)) {
            const struct ptx_operand pair = vector_of(wmma, &a->registers[r], 2);
            add_access(wmma, a, pair, place_of(wmma, a, r, 0), f->bits);
            r++;
        } else if (a->contiguous) {
            add_access(wmma, a, a->registers[r], place_of(wmma, a, r, 0), MAX(f->bits, 32));
        } else {
            access_scattered(wmma, a, r);
        }
    for (unsigned r = f->n; r < f->named && a->form->kind == WMMA_LOAD; r++)
        if (is_wanted(wmma, &a->registers[r]))
            add_move(wmma, a, a->registers[r], a->registers[r % f->n]);
}

/* The stride, if none is given: that of a matrix without gaps. */
static int64_t usual_stride(const struct wmma_form *form)
{
    const struct wmma_shape *s = form->shape;
    const unsigned rows = form->matrix == WMMA_B ? s->k : s->m;
    const unsigned columns = form->matrix == WMMA_A ? s->k : s->n;
    return form->column ? rows : columns;
}

/* False: it has other operands than it should. */
static bool rewrite_access(struct ptx_wmma *wmma, const struct ptx_instruction *in,
                           const struct wmma_form *form)
{
    const unsigned at = form->kind == WMMA_LOAD ? 0 : 1;
    const struct ptx_operand *vector = &in->operands[at], *address = &in->operands[1 - at];
    struct access a = {.in = in,
                       .form = form,
                       .fragment = wmma_fragment_of(form->shape, form->matrix, form->type[0]),
                       .address = address,
                       .contiguous = wmma_is_contiguous(form)};
    const bool one = a.fragment.named == 1 && vector->kind == PTX_OPERAND_REGISTER;
    if (address->kind != PTX_OPERAND_ADDRESS || address->n_elements > 0 ||
        (!one && (vector->kind != PTX_OPERAND_VECTOR || vector->n_elements != a.fragment.named)))
        return false;
    a.registers = one ? vector : vector->elements;
    a.stride = in->n_operands > 2
                   ? in->operands[2]
                   : (struct ptx_operand){.kind = PTX_OPERAND_INTEGER, .value = usual_stride(form)};
    expand_access(wmma, &a);
    return true;
}

/* ---- products ------------------------------------------------------------------------------- */

/* The registers of tile j of a fragment; of one that all tiles share, all that it needs. */
static struct ptx_operand tile_of(struct ptx_wmma *wmma, const struct wmma_fragment *f,
                                  const struct ptx_operand *vector, unsigned j)
{
    const struct ptx_operand *all = vector->kind == PTX_OPERAND_VECTOR ? vector->elements : vector;
    return vector_of(wmma, &all[f->tile == f->n ? 0 : j * f->tile], f->tile);
}

static bool fits(const struct wmma_fragment *f, const struct ptx_operand *vector)
{
    return vector->kind == PTX_OPERAND_VECTOR
               ? vector->n_elements == f->named
               : f->named == 1 && vector->kind == PTX_OPERAND_REGISTER;
}

static bool rewrite_product(struct ptx_wmma *wmma, const struct ptx_instruction *in,
                            const struct wmma_form *form)
{
    const struct wmma_shape *shape = form->shape;
    const bool turned = wmma_is_transposed(shape);
    const enum wmma_matrix matrices[4] = {WMMA_C, turned ? WMMA_B : WMMA_A,
                                          turned ? WMMA_A : WMMA_B, WMMA_C};
    const unsigned from[4] = {0, turned ? 2 : 1, turned ? 1 : 2, 3}; /* operands and types */
    const char *words[16] = {"sync", "aligned", shape->tile, "row", "col"};
    static const char *const kept[] = {"satfinite", "xor", "and", "popc", "rz", "rm", "rp"};
    struct wmma_fragment fragments[4];
    unsigned n = 5;
    for (unsigned i = 0; i < 4; i++) {
        fragments[i] = wmma_fragment_of(shape, matrices[i], form->type[from[i]]);
        words[n++] = form->type[from[i]];
        if (!fits(&fragments[i], &in->operands[from[i]]))
            return false;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(kept); i++)
        if (ptx_has_modifier(in, kept[i]))
            words[n++] = kept[i];
    for (unsigned j = 0; j < wmma_tiles(shape); j++) {
        struct ptx_operand *operands = operands_new(wmma, 4);
        for (unsigned i = 0; i < 4; i++)
            operands[i] = tile_of(wmma, &fragments[i], &in->operands[from[i]], j);
        add(wmma, in, "wmma.mma", words, n, operands, 4);
    }
    return true;
}

/* ---- the function --------------------------------------------------------------------------- */

static void rewrite_instruction(struct ptx_wmma *wmma, const struct ptx_instruction *in)
{
    struct wmma_form form;
    bool done = false;
    if (wmma_form_read(&form, in))
        done = form.kind == WMMA_MMA ? rewrite_product(wmma, in, &form)
                                     : rewrite_access(wmma, in, &form);
    if (!done)
        g_array_append_val(wmma->instructions, *in);
}

static void move_labels(struct ptx_wmma *wmma, const uint32_t *place)
{
    for (guint i = 0; i < wmma->instructions->len; i++) {
        struct ptx_instruction *in = &g_array_index(wmma->instructions, struct ptx_instruction, i);
        in->operands = ptx_labels_moved(wmma->owned, in->operands, in->n_operands, place);
    }
    for (unsigned t = 0; t < wmma->original->n_tables; t++) {
        struct ptx_table table = wmma->original->tables[t];
        table.targets = ptx_labels_moved(wmma->owned, table.targets, table.n_targets, place);
        g_array_append_val(wmma->tables, table);
    }
}

static void rewrite(struct ptx_wmma *wmma)
{
    const struct ptx_function *original = wmma->original;
    g_autofree uint32_t *place = g_new(uint32_t, (size_t)original->n_instructions + 1);
    g_array_append_vals(wmma->registers, original->registers, original->n_registers);
    for (uint32_t pc = 0; pc < original->n_instructions; pc++) {
        place[pc] = wmma->instructions->len;
        rewrite_instruction(wmma, &original->instructions[pc]);
    }
    place[original->n_instructions] = wmma->instructions->len;
    move_labels(wmma, place);
    struct ptx_function *f = &wmma->function;
    f->instructions = (const struct ptx_instruction *)(void *)wmma->instructions->data;
    f->n_instructions = wmma->instructions->len;
    f->registers = (const struct ptx_register *)(void *)wmma->registers->data;
    f->n_registers = wmma->registers->len;
    f->tables = (const struct ptx_table *)(void *)wmma->tables->data;
}

static bool is_wmma(const struct ptx_instruction *in)
{
    return strcmp(in->opcode, "wmma") == 0;
}

static bool *find_read(const struct ptx_function *function)
{
    bool *is_read = g_new0(bool, (size_t)function->n_registers + 1);
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        const struct ptx_instruction *in = &function->instructions[pc];
        if (is_wmma(in) && ptx_has_modifier(in, "mma"))
            continue;
        ptx_accesses_of(&a, in);
        for (guint i = 0; i < a.reads->len; i++)
            is_read[g_array_index(a.reads, uint32_t, i)] = true;
    }
    ptx_accesses_finish(&a);
    return is_read;
}

struct ptx_wmma *ptx_wmma_new(const struct ptx_function *function)
{
    bool any = false;
    for (uint32_t pc = 0; pc < function->n_instructions && !any; pc++)
        any = is_wmma(&function->instructions[pc]);
    if (!any)
        return NULL;
    struct ptx_wmma *wmma = g_new0(struct ptx_wmma, 1);
    wmma->function = *function;
    wmma->original = function;
    wmma->instructions = g_array_new(FALSE, FALSE, sizeof(struct ptx_instruction));
    wmma->registers = g_array_new(FALSE, FALSE, sizeof(struct ptx_register));
    wmma->tables = g_array_new(FALSE, FALSE, sizeof(struct ptx_table));
    wmma->owned = g_ptr_array_new_with_free_func(g_free);
    wmma->is_read = find_read(function);
    rewrite(wmma);
    return wmma;
}

void ptx_wmma_free(struct ptx_wmma *wmma)
{
    if (!wmma)
        return;
    g_array_free(wmma->instructions, TRUE);
    g_array_free(wmma->registers, TRUE);
    g_array_free(wmma->tables, TRUE);
    g_ptr_array_free(wmma->owned, TRUE);
    g_free(wmma->is_read);
    g_free(wmma);
}

const struct ptx_function *ptx_wmma_function(const struct ptx_wmma *wmma)
{
    return &wmma->function;
}
