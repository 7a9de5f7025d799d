/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's blocks, one after the other; see emit.h. */
#include "workloads/ptx/compile/emit/emit.h"
#include "workloads/ptx/compile/emit/emitter.h"

#include <string.h>

enum {
    MANY_READS = 2000,            /* of registers, where whole warps enter */
    MANY_INSTRUCTIONS = 300,      /* of a kernel: parted lanes then only call functions, */
    TOO_MANY_INSTRUCTIONS = 1200, /* and beyond these, they have a text of their own. ASSUMED */
    MOST_FAR_BYTES = 32 << 10 /* unless a block has more variables, which then lie on the stack */
};

/* Locals of the functions: A, the running lanes; V, the pc where they meet others; R, their
 * registers; left and T, the counts of compiled_warp. */
static const char head[] = "typedef uint32_t mask __attribute__((may_alias));\n"
                           "typedef uint32_t words[32] __attribute__((aligned(64)));\n"
                           "typedef uint64_t longs[32] __attribute__((aligned(64)));\n"
                           "#define STRIP (uint32_t)((1u << COMPILED_STRIP) - 1)\n"
                           "typedef uint32_t word_cell __attribute__((may_alias));\n"
                           "typedef uint64_t long_cell __attribute__((may_alias));\n"
                           "void *memcpy(void *, const void *, __SIZE_TYPE__);\n";

static const char tail[] = "settle:\n"
                           "c->settle(c);\n"
                           "moved:\n"
                           "A = c->active; V = c->reconverge; R = c->registers;\n"
                           "if (!c->spins) goto dispatch;\n"
                           "turn:\n"
                           "c->left = left; c->threads += T; return COMPILED_TURN;\n"
                           "issue:\n"
                           "c->left = left; c->threads += T; return COMPILED_ISSUE;\n"
                           "}\n";

static const char whole_tail[] = "moved:\n"
                                 "c->left = left; c->threads += T; return COMPILED_MOVED;\n"
                                 "turn:\n"
                                 "c->left = left; c->threads += T; return COMPILED_TURN;\n"
                                 "meets:\n"
                                 "c->left = left; c->threads += T; return COMPILED_MEETS;\n"
                                 "over:\n"
                                 "c->left = left; c->threads += T; return COMPILED_OVER;\n"
                                 "issue:\n"
                                 "c->left = left; c->threads += T; return COMPILED_ISSUE;\n"
                                 "}\n";

static void emitter_init(struct emitter *e, const struct kernel_code *code, bool rows)
{
    *e = (struct emitter){.code = code,
                          .kernel = code->impl,
                          .ends = block_turn_ends(code),
                          .text = g_string_new(NULL),
                          .cold = g_string_new(NULL),
                          .prototypes = g_hash_table_new(g_str_hash, g_str_equal),
                          .relocated = g_hash_table_new(NULL, NULL),
                          .fragments = g_hash_table_new(NULL, NULL),
                          .names = g_string_chunk_new(4096),
                          .locals = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                          .in_order = g_ptr_array_new(),
                          .others = g_hash_table_new(g_str_hash, g_str_equal)};
    emit_note_fragments(e);
    e->has_whole = e->kernel->n_functions == 1;
    e->left_out = block_left_out(code);
    e->liveness = block_liveness_new(code, e->ends);
    e->changes = block_changes_new(code, e->ends);
    if (e->has_whole)
        e->even = block_even_new(code, e->ends, rows);
    for (uint32_t i = 0; i < e->kernel->n_fixups; i++)
        g_hash_table_add(e->relocated, GUINT_TO_POINTER(e->kernel->fixups[i].offset + 1));
}

static void emitter_finish(struct emitter *e)
{
    block_liveness_free(e->liveness);
    block_changes_free(e->changes);
    block_even_free(e->even);
    g_free(e->ends);
    g_free(e->left_out);
    g_string_free(e->text, TRUE);
    g_string_free(e->cold, TRUE);
    g_hash_table_destroy(e->prototypes);
    g_hash_table_destroy(e->relocated);
    g_hash_table_destroy(e->fragments);
    g_hash_table_destroy(e->locals);
    g_ptr_array_free(e->in_order, TRUE);
    g_hash_table_destroy(e->others);
    g_string_chunk_free(e->names);
}

/* In the same order on every run: the text is what a compiled kernel is known by. */
static void put_prototypes(const struct emitter *e, GString *text)
{
    GList *all = g_list_sort(g_hash_table_get_keys(e->prototypes), (GCompareFunc)g_strcmp0);
    for (GList *at = all; at; at = at->next)
        g_string_append_printf(text, "%s\n", (const char *)at->data);
    g_list_free(all);
}

/* From here on functions are only called, which is little work for clang. What points to them may
 * change, for all that it knows. */
static void put_far_functions(const struct emitter *e, GString *text)
{
    GList *all = g_list_sort(g_hash_table_get_keys(e->prototypes), (GCompareFunc)g_strcmp0);
    for (GList *at = all; at; at = at->next) {
        const char *prototype = at->data, *end = strchr(prototype, '('), *name = end;
        while (name > prototype && name[-1] != ' ')
            name--;
        g_autofree char *is = g_strndup(name, (gsize)(end - name));
        g_string_append_printf(text,
                               "static __typeof__(%s) *volatile far_%s = %s;\n"
                               "#define %s far_%s\n",
                               is, is, is, is, is);
    }
    g_list_free(all);
}

static const char start[] =
    "enum compiled_end " COMPILED_NAME "(struct compiled_warp *c)\n{\n"
    "uint32_t A = c->active, V = c->reconverge;\nuint8_t *R = c->registers;\n"
    "int64_t left = c->left;\nuint64_t T = 0;\ndispatch:\n";

/* Parted lanes have no code yet. */
static const char no_parted[] =
    "enum compiled_end " COMPILED_NAME "(struct compiled_warp *c)\n{\nreturn COMPILED_ISSUE;\n}\n";

/* Whole warps have a function of their own, here or in another text. */
static const char whole_call[] =
    "if (A == ~0u && V == ~0u && c->depth == 1 && !c->strayed) {\n"
    "c->left = left;\nconst enum compiled_end end = %s(c);\nleft = c->left;\n"
    "if (end == COMPILED_MOVED) goto moved;\n"
    "if (end != COMPILED_ELSEWHERE) { c->threads += T; return end; }\n"
    "c->unproven = 1;\n}\n";

static const char whole_start[] =
    "__attribute__((noinline)) enum compiled_end " COMPILED_WHOLE "(struct compiled_warp *c)\n{\n"
    "const uint32_t A = ~0u;\nuint8_t *const R = c->registers;\n"
    "int64_t left = c->left;\nuint64_t T = 0;\n";

/* To the block of c->pc; to `prefix`pc, of leaders for which `wanted`. */
static void put_switch(const struct emitter *e, GString *text, char prefix, const bool *wanted)
{
    g_string_append(text, "switch (c->pc) {\n");
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++)
        if (e->ends[pc] && (!wanted || wanted[pc]) && !block_is_unlikely(e->kernel, pc))
            g_string_append_printf(text, "case %u: goto %c%u;\n", pc, prefix, pc);
}

static void put_blocks(struct emitter *e, GString *text, bool split)
{
    g_string_append(text, start);
    if (e->has_whole)
        g_string_append_printf(text, whole_call, split ? "c->whole" : COMPILED_WHOLE);
    put_switch(e, text, 'B', NULL);
    g_string_append(text, "default: goto issue;\n}\n");
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++)
        if (e->ends[pc] && !e->left_out[pc])
            emit_block(e, pc);
    g_string_append_len(text, e->text->str, (gssize)e->text->len);
    g_string_append(text, tail);
}

/* Leaders at which a whole warp may come from elsewhere: at the begin, from the interpreter, where
 * lanes meet, and when a turn begins. g_free. */
static bool *entries_of(const struct emitter *e)
{
    const uint32_t n = e->code->n_instructions;
    bool *entry = g_new0(bool, n + 1);
    entry[0] = true;
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct exec_op *op = &e->kernel->ops[pc];
        const enum block_way way = block_way_of(op, &e->code->instructions[pc]);
        entry[pc] |= e->ends[pc] >= TURN_LONG;
        entry[pc + 1] |= way == WAY_ISSUE;
        if (op->kind == EXEC_CONTROL && op->reconverge < n)
            entry[op->reconverge] = true;
    }
    return entry;
}

static void put_whole(struct emitter *e, GString *text)
{
    g_autofree bool *entry = entries_of(e);
    e->whole = true;
    g_string_append(text, whole_start);
    emit_registers(e);
    /* Many entries with many registers each would be most of the code: they share one. */
    const bool shared = emit_count_live(e, entry) > MANY_READS;
    if (shared)
        emit_read_any(e, entry);
    put_switch(e, e->text, shared && !e->even ? 'F' : 'E', entry);
    emit_line(e, "default: return COMPILED_ELSEWHERE;\n}");
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++) {
        if (!e->ends[pc] || e->left_out[pc])
            continue;
        emit_block(e, pc);
        g_string_append_len(e->text, e->cold->str, (gssize)e->cold->len);
        g_string_truncate(e->cold, 0);
        emit_even_begin(e, pc);
        if (entry[pc] && (!shared || e->even) && !block_is_unlikely(e->kernel, pc)) {
            emit_line(e, "E%u: if (c->unproven) {", pc);
            emit_even_prove(e, pc);
            emit_line(e, "c->unproven = 0; }");
            emit_read_all(e, pc, shared);
            emit_line(e, "goto F%u;", pc);
        }
        if (e->ends[pc] >= TURN_LONG) {
            e->at_end = false;
            emit_line(e, "X%u:", pc);
            emit_write_back(e, pc, UINT32_MAX, false);
            emit_line(e, "c->pc = %u; goto turn;", pc);
        }
    }
    g_string_append_len(text, e->text->str, (gssize)e->text->len);
    g_string_append(text, whole_tail);
    g_string_truncate(e->text, 0);
    g_hash_table_remove_all(e->locals);
    g_ptr_array_set_size(e->in_order, 0);
    e->most_bytes = 0;
    e->whole = false;
}

bool emit_has_parted(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    return kernel->n_functions == 1 && code->n_instructions > TOO_MANY_INSTRUCTIONS;
}

/* Appends the function for parted lanes to a text that has all that it uses. */
static void add_parted(const struct emitter *e, GString *text, const GString *parted)
{
    if (e->has_whole && e->code->n_instructions > MANY_INSTRUCTIONS && e->most_bytes > 0 &&
        e->most_bytes <= MOST_FAR_BYTES)
        put_far_functions(e, text);
    g_string_append_len(text, parted->str, (gssize)parted->len);
}

static GString *new_text(const struct emitter *e)
{
    GString *text = g_string_new(head);
    put_prototypes(e, text);
    return text;
}

struct kernel_texts emit_kernel(const struct kernel_code *code, bool rows)
{
    struct emitter e;
    struct kernel_texts texts = {NULL, NULL};
    const bool split = emit_has_parted(code);
    emitter_init(&e, code, rows);
    g_autoptr(GString) whole = g_string_new(NULL), parted = g_string_new(NULL);
    GString *text = NULL;
    if (e.has_whole)
        put_whole(&e, whole);
    if (split) {
        text = new_text(&e);
        g_hash_table_remove_all(e.prototypes);
    }
    put_blocks(&e, parted, split);
    if (split) {
        GString *other = new_text(&e);
        add_parted(&e, other, parted);
        texts.parted = g_string_free(other, FALSE);
    } else {
        text = new_text(&e);
    }
    g_string_append_len(text, whole->str, (gssize)whole->len);
    if (split)
        g_string_append(text, no_parted);
    else
        add_parted(&e, text, parted);
    g_string_append_printf(text, "const uint32_t " COMPILED_WINDOWS " = %u;\n", e.n_windows);
    emitter_finish(&e);
    texts.first = g_string_free(text, FALSE);
    return texts;
}
