/* SPDX-License-Identifier: BSD-3-Clause */
/* Video instructions and cvt.pack: exec/lanes/video.h. */
#include "workloads/ptx/exec/lanes/video.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* In the order of the enumerations. */
static const char *const operations[] = {"add", "sub", "absdiff", "avrg", "min",
                                         "max", "shl", "shr",     "mad",  "set"};
static const char *const seconds[] = {"", "add", "min", "max"};
static const char *const compares[] = {"eq", "ne", "lt", "le", "gt", "ge"};
static const char *const parts[] = {"", "b0", "b1", "b2", "b3", "h0", "h1"};

/* The place of a word in a list, from `first` on; the list's length: it is not there. */
static unsigned place_of(const char *const *list, unsigned first, unsigned n, const char *word)
{
    while (first < n && strcmp(list[first], word) != 0)
        first++;
    return first;
}

/* "vabsdiff4": the operation, and how many parts. */
static bool read_name(const char *opcode, struct video *v)
{
    if (*opcode++ != 'v')
        return false;
    g_autofree char *name = g_strdup(opcode);
    const size_t length = strlen(name);
    const char last = length > 0 ? name[length - 1] : 0;
    v->parts = last == '2' ? 2 : last == '4' ? 4 : 1;
    if (v->parts > 1)
        name[length - 1] = 0;
    const unsigned operation = place_of(operations, 0, G_N_ELEMENTS(operations), name);
    v->operation = operation;
    return operation < G_N_ELEMENTS(operations) &&
           (v->parts == 1 ? operation != VIDEO_AVERAGE
                          : operation <= VIDEO_MAX || operation == VIDEO_SET);
}

/* .dtype.atype.btype, of which vset has no dtype. */
static bool read_types(const struct ptx_instruction *in, struct video *v)
{
    bool is_signed[3] = {false};
    unsigned n = 0;
    for (unsigned i = 0; i < in->n_modifiers; i++) {
        const enum ptx_type type = ptx_type_from_name(in->modifiers[i]);
        if (type == PTX_TYPE_NONE)
            continue;
        if (n == 3 || (type != PTX_U32 && type != PTX_S32))
            return false;
        is_signed[n++] = type == PTX_S32;
    }
    const unsigned first = v->operation == VIDEO_SET ? 0 : 1;
    if (n != 2 + first)
        return false;
    v->d_signed = first && is_signed[0];
    v->a_signed = is_signed[first];
    v->b_signed = is_signed[first + 1];
    return true;
}

static bool read_words(const struct ptx_instruction *in, struct video *v)
{
    for (unsigned i = 0; i < in->n_modifiers; i++) {
        const char *word = in->modifiers[i];
        const unsigned then = place_of(seconds, 1, G_N_ELEMENTS(seconds), word);
        const unsigned compare = place_of(compares, 0, G_N_ELEMENTS(compares), word);
        if (then < G_N_ELEMENTS(seconds))
            v->second = then;
        else if (compare < G_N_ELEMENTS(compares) && v->operation == VIDEO_SET)
            v->compare = compare;
        else if (strcmp(word, "sat") == 0)
            v->saturates = 1;
        else if (strcmp(word, "wrap") == 0)
            v->wraps = 1;
        else if (strcmp(word, "po") == 0)
            v->plus_one = 1;
        else if (strcmp(word, "shr7") == 0 || strcmp(word, "shr15") == 0)
            v->shift = word[3] == '7' ? 7 : 15;
        else if (strcmp(word, "clamp") != 0 && ptx_type_from_name(word) == PTX_TYPE_NONE)
            return false;
    }
    return v->parts == 1 || v->second <= VIDEO_THEN_ADD;
}

/* ".h10", ".b3210": the parts from the highest to the lowest. */
static bool read_several(const char *selector, const struct video *v, unsigned names,
                         uint64_t *selectors)
{
    const char kind = v->parts == 2 ? 'h' : 'b';
    if (selector[0] != kind || strlen(selector) != (size_t)v->parts + 1)
        return false;
    *selectors = 0;
    for (unsigned k = 0; k < v->parts; k++) {
        const unsigned part = (unsigned)(selector[v->parts - k] - '0');
        if (part >= names)
            return false;
        *selectors |= (uint64_t)part << 3 * k;
    }
    return true;
}

/* The parts of d that are written: ".h0", ".b310". */
static bool read_mask(const char *selector, struct video *v)
{
    if (selector[0] != (v->parts == 2 ? 'h' : 'b'))
        return false;
    v->mask = 0;
    for (selector++; *selector; selector++) {
        if (*selector < '0' || *selector >= '0' + (char)v->parts)
            return false;
        v->mask |= 1u << (*selector - '0');
    }
    return true;
}

static bool read_selectors(const struct ptx_instruction *in, struct video *v)
{
    const char *d = in->operands[0].selector, *a = in->operands[1].selector;
    const char *b = in->operands[2].selector;
    if (v->parts == 1) {
        const unsigned to = place_of(parts, 0, G_N_ELEMENTS(parts), d ? d : "");
        const unsigned of_a = place_of(parts, 0, G_N_ELEMENTS(parts), a ? a : "");
        const unsigned of_b = place_of(parts, 0, G_N_ELEMENTS(parts), b ? b : "");
        v->result = to, v->a = of_a, v->b = of_b;
        return MAX(to, MAX(of_a, of_b)) < G_N_ELEMENTS(parts) &&
               (to == VIDEO_WHOLE || v->operation != VIDEO_MAD);
    }
    const bool two = v->parts == 2;
    const unsigned names = 2 * (unsigned)v->parts;
    uint64_t of_a, of_b;
    v->mask = two ? 3 : 15;
    if (!read_several(a     ? a
                      : two ? "h10"
                            : "b3210",
                      v, names, &of_a) ||
        !read_several(b     ? b
                      : two ? "h32"
                            : "b7654",
                      v, names, &of_b))
        return false;
    v->a = of_a, v->b = of_b;
    return !d || read_mask(d, v);
}

/* cvt.pack.sat.u8.s32{.b32} d, a, b{, c} */
static bool read_pack(const struct ptx_instruction *in, struct video *v)
{
    static const char *const forms[] = {"sat.u16.s32",    "sat.s16.s32",    "sat.u8.s32.b32",
                                        "sat.s8.s32.b32", "sat.u4.s32.b32", "sat.s4.s32.b32",
                                        "sat.u2.s32.b32", "sat.s2.s32.b32"};
    static const uint8_t bits[] = {16, 8, 4, 2};
    const char *words = in->text + strlen("cvt.pack.");
    const unsigned form = place_of(forms, 0, G_N_ELEMENTS(forms), words);
    if (form == G_N_ELEMENTS(forms))
        return false;
    *v = (struct video){
        .operation = VIDEO_PACK, .bits = bits[form / 2], .d_signed = form & 1, .parts = 1};
    return true;
}

static bool is_pack(const struct ptx_instruction *in)
{
    return g_str_has_prefix(in->text, "cvt.pack.");
}

static bool add_operands(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    for (unsigned k = 0; k < in->n_operands; k++) {
        struct ptx_operand whole = in->operands[k];
        whole.selector = NULL;
        whole.negated = false;
        if (k == 0 ? !lower_destination(l, &whole, LANE_u32) : !lower_source(l, &whole, LANE_u32))
            return false;
    }
    return in->n_operands == 4 || lower_constant(l, LANE_u32, 0);
}

/* vmad d, {-}a, {-}b, {-}c: the product and c are not both negated, nor either with .po. */
static bool read_signs(const struct ptx_instruction *in, struct video *v)
{
    if (v->operation != VIDEO_MAD || in->n_operands != 4)
        return true;
    v->minus_product = in->operands[1].negated != in->operands[2].negated;
    v->minus_c = in->operands[3].negated;
    return v->minus_product + v->minus_c + v->plus_one <= 1;
}

bool lower_video(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    struct video v = {0};
    const bool pack = is_pack(in);
    if (!pack && !read_name(in->opcode, &v))
        return false;
    if (in->n_operands < 3 || in->n_operands > 4 ||
        !(pack ? read_pack(in, &v)
               : read_types(in, &v) && read_words(in, &v) && read_selectors(in, &v) &&
                     read_signs(in, &v)))
        return false;
    const bool needs_c = v.operation == VIDEO_MAD || v.second != VIDEO_ALONE ||
                         v.result != VIDEO_WHOLE || v.parts > 1 || (pack && v.bits < 16);
    if (needs_c != (in->n_operands == 4))
        return false;
    l->op->alu = exec_video;
    memcpy(&l->op->immediate, &v, sizeof v);
    return add_operands(l);
}
