/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/sites.h"
#include "workloads/instruction_source.h"
#include <string.h>

/* A loop that only waits is short. ASSUMED: no more instructions than that. */
enum { WAIT_LOOP_MOST = 48 };

struct sites {
    GArray *sites;    /* struct site */
    GHashTable *base; /* kernel_code -> number of its first instruction */
};

struct sites *sites_new(void)
{
    struct sites *sites = g_new(struct sites, 1);
    sites->sites = g_array_new(FALSE, TRUE, sizeof(struct site));
    sites->base = g_hash_table_new(NULL, NULL);
    return sites;
}

void sites_free(struct sites *sites)
{
    if (!sites)
        return;
    g_array_free(sites->sites, TRUE);
    g_hash_table_destroy(sites->base);
    g_free(sites);
}

/* Whether the opcode has .word behind its first part. */
static bool has(const char *opcode, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strchr(opcode, '.'); at; at = strchr(at + 1, '.'))
        if (strncmp(at + 1, word, length) == 0 && (at[1 + length] == '.' || at[1 + length] == 0))
            return true;
    return false;
}

static uint8_t kind_of(const struct instruction *instruction, const char *opcode)
{
    if (g_str_has_prefix(opcode, "bar.warp"))
        return SITE_WARP_SYNC;
    if (has(opcode, "sync") &&
        (g_str_has_prefix(opcode, "shfl") || g_str_has_prefix(opcode, "vote") ||
         g_str_has_prefix(opcode, "match") || g_str_has_prefix(opcode, "redux")))
        return SITE_TOGETHER;
    if (g_str_has_prefix(opcode, "wgmma.mma_async"))
        return SITE_GROUP;
    switch (instruction->op_class) {
    case OP_LOAD:
        return SITE_LOAD;
    case OP_STORE:
        return SITE_STORE;
    case OP_ATOMIC:
        return SITE_ATOMIC;
    case OP_BARRIER:
        return SITE_BARRIER;
    case OP_SYNC:
        return SITE_SYNC;
    case OP_FENCE:
        return g_str_has_prefix(opcode, "cp.") ? SITE_ASYNC : SITE_FENCE;
    default:
        return SITE_OTHER;
    }
}

static bool loop_only_waits(const struct kernel_code *code, uint32_t pc)
{
    const int32_t loop = code->instructions[pc].loop;
    if (loop < 0 || (uint32_t)loop >= code->n_loops)
        return false;
    const struct code_loop *around = &code->loops[loop];
    if (around->last < around->header || around->last - around->header > WAIT_LOOP_MOST)
        return false;
    for (uint32_t i = around->header; i <= around->last; i++)
        if ((code->instructions[i].op_class == OP_STORE &&
             code->instructions[i].space != SPACE_LOCAL) ||
            code->instructions[i].op_class == OP_BARRIER)
            return false;
    return true;
}

static uint16_t flags_of(const struct kernel_code *code, uint32_t pc, uint8_t kind,
                         const char *opcode)
{
    unsigned flags = 0;
    if (kind == SITE_STORE || kind == SITE_ATOMIC)
        flags |= SITE_WRITES;
    if (has(opcode, "acquire") || has(opcode, "acq_rel"))
        flags |= SITE_STRONG | SITE_ACQUIRES;
    if (has(opcode, "release") || has(opcode, "acq_rel"))
        flags |= SITE_STRONG | SITE_RELEASES;
    if (kind == SITE_ATOMIC || has(opcode, "relaxed"))
        flags |= SITE_STRONG;
    if (has(opcode, "volatile"))
        flags |= SITE_STRONG | SITE_VOLATILE;
    if (kind == SITE_ATOMIC && has(opcode, "cas"))
        flags |= SITE_SWAPS | SITE_POLLS;
    if ((kind == SITE_LOAD || kind == SITE_ATOMIC) && flags & SITE_STRONG &&
        loop_only_waits(code, pc))
        flags |= SITE_POLLS;
    return (uint16_t)flags;
}

static struct site site_of(const struct kernel_code *code, uint32_t pc)
{
    struct instruction_text text = {0};
    if (code->ops && code->ops->describe)
        code->ops->describe(code, pc, &text);
    const char *opcode = text.opcode ? text.opcode : "";
    struct site site = {.code = code, .pc = pc};
    site.kind = kind_of(&code->instructions[pc], opcode);
    site.scope = has(opcode, "cta") ? SCOPE_BLOCK : SCOPE_GPU;
    if (site.kind >= SITE_LOAD && site.kind <= SITE_ATOMIC)
        site.flags = flags_of(code, pc, site.kind, opcode);
    else if (g_str_has_prefix(opcode, "mbarrier.init"))
        site.flags = SITE_INITS;
    else if (g_str_has_prefix(opcode, "mbarrier.inval"))
        site.flags = SITE_ENDS;
    return site;
}

uint32_t sites_of(struct sites *sites, const struct kernel_code *code)
{
    gpointer known;
    if (g_hash_table_lookup_extended(sites->base, code, NULL, &known))
        return GPOINTER_TO_UINT(known);
    const uint32_t base = sites->sites->len;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct site site = site_of(code, pc);
        g_array_append_val(sites->sites, site);
    }
    g_hash_table_insert(sites->base, (gpointer)code, GUINT_TO_POINTER(base));
    return base;
}

uint32_t sites_add(struct sites *sites, const struct site *site)
{
    g_array_append_val(sites->sites, *site);
    return sites->sites->len - 1;
}

const struct site *sites_at(const struct sites *sites, uint32_t number)
{
    return &g_array_index(sites->sites, struct site, number);
}

const char *site_file(const struct site *site, uint32_t *line)
{
    const struct kernel_code *code = site->code;
    if (code->places && code->places[site->pc].file) {
        *line = code->places[site->pc].line;
        return code->places[site->pc].file;
    }
    *line = code->instructions[site->pc].line;
    return code->file;
}

bool site_same_place(const struct site *a, const struct site *b)
{
    uint32_t line_a, line_b;
    if (a->code == b->code && a->pc == b->pc)
        return true;
    if (!a->code->places || !b->code->places)
        return false;
    const char *file_a = site_file(a, &line_a), *file_b = site_file(b, &line_b);
    return line_a == line_b && g_strcmp0(file_a, file_b) == 0 &&
           g_strcmp0(a->code->name, b->code->name) == 0;
}
