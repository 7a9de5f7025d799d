/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/kept/kernel_key.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"

#include <link.h>
#include <string.h>

/* ---- the build ------------------------------------------------------------------------------- */

/* The part of the process that this code lies in. */
struct image {
    uintptr_t inside, base;
    const uint8_t *id;
    size_t id_bytes;
};

static void look_for_id(struct image *image, const uint8_t *note, size_t bytes)
{
    static const char owner[4] = "GNU";
    while (bytes >= sizeof(ElfW(Nhdr)) + sizeof owner) {
        const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)(const void *)note;
        const uint8_t *name = note + sizeof *head;
        const size_t name_bytes = (head->n_namesz + 3) & ~(size_t)3,
                     all = sizeof *head + name_bytes + ((head->n_descsz + 3) & ~(size_t)3);
        if (all > bytes)
            return;
        if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == sizeof owner &&
            memcmp(name, owner, sizeof owner) == 0) {
            image->id = name + name_bytes;
            image->id_bytes = head->n_descsz;
        }
        note += all;
        bytes -= all;
    }
}

static int look_at_image(struct dl_phdr_info *info, size_t size, void *data)
{
    struct image *image = data;
    bool here = false;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        here |= part->p_type == PT_LOAD &&
                image->inside - (info->dlpi_addr + part->p_vaddr) < part->p_memsz;
    }
    if (!here)
        return 0;
    image->base = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_NOTE && part->p_align <= 4)
            look_for_id(image, (const uint8_t *)(info->dlpi_addr + part->p_vaddr), part->p_memsz);
    }
    return 1;
}

/* ---- the code -------------------------------------------------------------------------------- */

enum { OP_WORDS = 20 };
/* Whoever adds a member sees to it that it is in the digest. */
_Static_assert(sizeof(struct exec_op) == 144, "put_op() has all of an instruction");

static uint64_t operand_word(const struct exec_operand *operand)
{
    return operand->offset | (uint64_t)operand->base << 32 | (uint64_t)operand->bytes << 40 |
           (uint64_t)operand->bits << 48;
}

/* Of a function: the same in every process of the build. */
static uint64_t place_of(uintptr_t function, uintptr_t base)
{
    return function ? function - base : 0;
}

static void put_op(uint64_t word[OP_WORDS], const struct exec_op *op,
                   const struct instruction *facts, uintptr_t base)
{
    unsigned n = 0;
    memset(word, 0, OP_WORDS * sizeof *word);
    word[n++] = place_of((uintptr_t)op->alu, base);
    word[n++] = place_of((uintptr_t)op->compare, base);
    word[n++] = operand_word(&op->guard);
    for (unsigned k = 0; k < EXEC_SOURCES; k++)
        word[n++] = operand_word(&op->source[k]);
    for (unsigned k = 0; k < EXEC_DESTINATIONS; k++)
        word[n++] = operand_word(&op->destination[k]);
    const uint8_t small[] = {
        op->kind,      op->n_destinations, op->n_sources,     op->rounding,    op->variant,
        op->prepare,   op->space,          op->elements,      op->source_type, op->destination_type,
        op->atomic_op, op->atomic_type,    op->element_bytes, op->group,       facts->op_class,
        facts->flags,  facts->access_bytes};
    word[n++] = op->guard_invert | (uint64_t)op->modifiers << 32;
    memcpy(&word[n], small, sizeof small);
    n += 3;
    word[n++] = op->target | (uint64_t)op->reconverge << 32;
    word[n++] = (uint64_t)op->immediate;
    g_assert(n <= OP_WORDS && sizeof small <= 3 * sizeof *word);
}

/* Some at a time: a copy of all would be new pages of memory. */
static struct content_digest add_ops(struct content_digest sum, const struct kernel_code *code,
                                     uintptr_t base)
{
    enum { AT_A_TIME = 32 };
    const struct exec_kernel *kernel = code->impl;
    uint64_t words[AT_A_TIME][OP_WORDS];
    for (uint32_t pc = 0, n = 0; pc < code->n_instructions; pc++) {
        put_op(words[n++], &kernel->ops[pc], &code->instructions[pc], base);
        if (n < AT_A_TIME && pc + 1 < code->n_instructions)
            continue;
        sum = content_digest_add(sum, words, n * sizeof *words);
        n = 0;
    }
    return sum;
}

/* Constants that depend on where variables lie are no part of the text. */
static struct content_digest add_constants(struct content_digest sum,
                                           const struct exec_kernel *kernel)
{
    g_autofree uint8_t *copy = g_memdup2(kernel->constants, kernel->constant_bytes);
    for (uint32_t i = 0; i < kernel->n_fixups; i++) {
        const struct exec_fixup *fixup = &kernel->fixups[i];
        sum = content_digest_add(sum, &fixup->offset, sizeof fixup->offset);
        memset(copy + fixup->offset, 0, (size_t)fixup->bytes * WARP_LANES);
    }
    return content_digest_add(sum, copy, kernel->constant_bytes);
}

char *kernel_key(const struct kernel_code *code, struct content_digest tools)
{
    const struct exec_kernel *kernel = code->impl;
    struct image image = {.inside = (uintptr_t)kernel_key};
    dl_iterate_phdr(look_at_image, &image);
    if (!image.id)
        return NULL;
    struct content_digest sum = content_digest_add(tools, image.id, image.id_bytes);
    sum = add_ops(sum, code, image.base);
    for (uint32_t f = 0; f < kernel->n_functions; f++)
        sum =
            content_digest_add(sum, &kernel->functions[f].entry, sizeof kernel->functions[f].entry);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        if (op->kind == EXEC_CONTROL && op->action == exec_branch_table)
            sum = content_digest_add(sum, kernel->targets + op->target,
                                     (size_t)op->immediate * sizeof *kernel->targets);
    }
    sum = add_constants(sum, kernel);
    return g_strdup_printf("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x", sum.word[0],
                           sum.word[1]);
}
