/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of a row; see kernel_text.h. */
#include "tests/conformance/kernel_text.h"

#include <string.h>

bool row_types_parse(const struct conformance_row *row, struct row_types *types)
{
    g_auto(GStrv) words = g_strsplit(row->operands, " ", -1);
    bool sources = false;
    memset(types, 0, sizeof *types);
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], "=") == 0) {
            sources = true;
            continue;
        }
        struct operand_type *type = sources ? &types->source[types->n_sources++]
                                            : &types->destination[types->n_destinations++];
        if (types->n_sources > ROW_SOURCES || types->n_destinations > ROW_DESTINATIONS ||
            !operand_type_parse(words[i], type))
            return false;
    }
    return sources;
}

static char letter_of(unsigned register_bits)
{
    return register_bits == 1 ? 'p' : register_bits == 16 ? 'h' : register_bits == 32 ? 'w' : 'l';
}

struct writer {
    GString *text;
    const struct row_types *types;
    const struct row_variant *variant;
};

static void write_immediate(const struct writer *w, const struct operand_type *type)
{
    uint64_t value = w->variant->value;
    unsigned unused = 64 - type->bits;
    if (type->class == CLASS_FLOAT)
        g_string_append_printf(w->text, type->bits == 64 ? "0d%016llx" : "0f%08llx",
                               (unsigned long long)value);
    else if (type->class == CLASS_SIGNED)
        g_string_append_printf(w->text, "%lld", (long long)((int64_t)(value << unused) >> unused));
    else
        g_string_append_printf(w->text, "%#llx", (unsigned long long)value);
}

/* Operand k, destinations first; with '!' if it is negated and plain is false. */
static void write_operand(const struct writer *w, unsigned k, bool plain)
{
    const struct row_types *types = w->types;
    bool source = k >= types->n_destinations;
    unsigned number = source ? k - types->n_destinations : k;
    const struct operand_type *type = source ? &types->source[number] : &types->destination[number];
    if (k == 0 && w->variant->alias >= 0) {
        source = true;
        number = (unsigned)w->variant->alias;
    }
    if (source && !plain && (int)number == w->variant->immediate) {
        write_immediate(w, type);
        return;
    }
    g_string_append_printf(w->text, "%s%%%c%c%u", type->negated && !plain ? "!" : "",
                           letter_of(type->register_bits), source ? 's' : 'd', number);
}

static void write_load(const struct writer *w, unsigned k, unsigned register_bits, unsigned array)
{
    if (register_bits == 1) {
        g_string_append_printf(w->text, "ld.global.u32 %%wx, [%%lat+%u]; setp.ne.u32 ",
                               array * ROW_ARRAY * 8);
        write_operand(w, k, true);
        g_string_append(w->text, ", %wx, 0;\n");
        return;
    }
    g_string_append_printf(w->text, "ld.global.b%u ", register_bits);
    write_operand(w, k, true);
    g_string_append_printf(w->text, ", [%%lat+%u];\n", array * ROW_ARRAY * 8);
}

static void write_store(const struct writer *w, unsigned k, unsigned register_bits)
{
    unsigned offset = k * ROW_ARRAY * 8;
    if (register_bits == 1) {
        g_string_append(w->text, "selp.u32 %wx, 1, 0, ");
        write_operand(w, k, true);
        g_string_append_printf(w->text, "; st.global.u32 [%%lat+%u], %%wx;\n", offset);
        return;
    }
    g_string_append_printf(w->text, "st.global.b%u [%%lat+%u], ", register_bits, offset);
    write_operand(w, k, true);
    g_string_append(w->text, ";\n");
}

/* The row's body: $k replaced by operand k, and every statement guarded. */
static void write_body(const struct writer *w, const char *body)
{
    bool start = true;
    for (const char *c = body; *c != '\0'; c++) {
        if (start && strchr(" {}", *c) == NULL) {
            bool declares = *c == '.';
            g_string_append(w->text, w->variant->alias < 0 && !declares ? "@%pguard " : "");
            start = false;
        }
        if (*c == '$')
            write_operand(w, (unsigned)(*++c - '0'), false);
        else
            g_string_append_c(w->text, *c);
        if (*c == ';' || *c == '{' || *c == '}')
            start = *c == ';' || start;
    }
    g_string_append_c(w->text, '\n');
}

/* `form $0|$1, $2, ... suffix;` */
static char *default_body(const struct conformance_row *row, const struct row_types *types)
{
    GString *body = g_string_new(row->form);
    for (unsigned k = 0; k < types->n_destinations + types->n_sources; k++)
        g_string_append_printf(body, "%s$%u",
                               k == 0                      ? " "
                               : k < types->n_destinations ? "|"
                                                           : ", ",
                               k);
    g_string_append_printf(body, "%s;", row->suffix ? row->suffix : "");
    return g_string_free(body, FALSE);
}

static const char prologue[] =
    ".visible .entry k(.param .u64 data, .param .u64 count)\n{\n"
    ".reg .b16 %hd<4>, %hs<6>; .reg .b32 %wd<4>, %ws<6>, %wx, %wi, %wn;\n"
    ".reg .b64 %ld<4>, %ls<6>, %lat, %ldata; .reg .pred %pd<4>, %ps<6>, %pguard, %pmore;\n"
    "ld.param.u64 %ldata, [data]; ld.param.u32 %wn, [count]; mov.u32 %wi, %tid.x;\n"
    "NEXT:\nmul.wide.u32 %lat, %wi, 8; add.u64 %lat, %ldata, %lat;\n";

char *kernel_text(const struct conformance_row *row, const struct row_types *types,
                  const struct row_variant *variant)
{
    struct writer w = {g_string_new(".version 8.6\n.target sm_90\n.address_size 64\n"), types,
                       variant};
    unsigned n = types->n_destinations;
    g_autofree char *plain = default_body(row, types);
    g_string_append(w.text, row->functions ? row->functions : "");
    g_string_append(w.text, prologue);
    for (unsigned k = 0; k < types->n_sources; k++)
        write_load(&w, n + k, types->source[k].register_bits, ROW_DESTINATIONS + k);
    if (variant->alias < 0) {
        g_string_append_printf(w.text,
                               "ld.global.u32 %%wx, [%%lat+%u]; setp.ne.u32 %%pguard, %%wx, 0;\n",
                               ROW_GUARD * ROW_ARRAY * 8);
        for (unsigned k = 0; k < n; k++)
            write_load(&w, k, types->destination[k].register_bits, k);
    }
    write_body(&w, row->body ? row->body : plain);
    for (unsigned k = 0; k < n; k++)
        write_store(&w, k, types->destination[k].register_bits);
    g_string_append_printf(w.text,
                           "add.u32 %%wi, %%wi, %u; setp.lt.u32 %%pmore, %%wi, %%wn;\n"
                           "@%%pmore bra NEXT;\nret;\n}\n",
                           ROW_THREADS);
    return g_string_free(w.text, FALSE);
}
