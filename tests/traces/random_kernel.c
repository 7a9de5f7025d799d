/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/random_kernel.h"
#include "tests/traces/python_random.h"

#include <glib.h>

enum { WORD = 4 };

/* One of these; what is there twice is twice as likely. */
#define DRAW(random, ...)                                                                          \
    random_one_of((random), (const uint32_t[]){__VA_ARGS__},                                       \
                  sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static uint32_t random_one_of(struct python_random *random, const uint32_t *values, size_t n)
{
    return values[python_random_below(random, (uint32_t)n)];
}

/* ---- drawing ------------------------------------------------------------------------- */

static struct random_operation *add(struct random_kernel *kernel, enum random_operation_kind kind)
{
    struct random_operation *operation = &kernel->operations[kernel->n_operations++];
    g_assert(kernel->n_operations <= RANDOM_OPERATIONS);
    *operation = (struct random_operation){.kind = kind, .width = WORD, .count = 1, .chains = 1};
    return operation;
}

static void draw_pattern(struct random_operation *operation, struct python_random *random)
{
    operation->pattern = python_random_below(random, RANDOM_PATTERNS + 2);
    if (operation->pattern >= RANDOM_PATTERNS)
        operation->pattern = RANDOM_COALESCED; /* three times as likely as others */
}

static void add_accesses(struct random_kernel *kernel, struct python_random *random,
                         enum random_operation_kind kind, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct random_operation *operation = add(kernel, kind);
        operation->array = kernel->n_operations - 1;
        draw_pattern(operation, random);
        operation->footprint = DRAW(random, 1 << 16, 1 << 19, 1 << 22, 1 << 25);
        operation->stride = DRAW(random, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256);
        if (kind != RANDOM_REDUCTION)
            operation->width = DRAW(random, 4, 4, 4, 8, 16);
        operation->stride = MAX(operation->stride / operation->width, 1) * operation->width;
    }
}

static void add_shared(struct random_kernel *kernel, struct python_random *random)
{
    kernel->shared_bytes = DRAW(random, 2048, 4096, 8192, 16384);
    add(kernel, RANDOM_SHARED_STORE)->stride = DRAW(random, 4, 8, 132, 128);
    add(kernel, RANDOM_BARRIER);
    unsigned loads = DRAW(random, 1, 2, 4);
    for (unsigned i = 0; i < loads; i++)
        add(kernel, RANDOM_SHARED_LOAD)->stride = DRAW(random, 4, 4, 8, 128, 0);
    add(kernel, RANDOM_BARRIER);
}

static void add_arithmetic(struct random_kernel *kernel, struct python_random *random)
{
    static const char *const opcodes[] = {"FFMA", "FFMA", "IADD3", "IMAD", "MUFU.RCP", "DFMA"};
    struct random_operation *operation = add(kernel, RANDOM_ARITHMETIC);
    operation->opcode = opcodes[python_random_below(random, G_N_ELEMENTS(opcodes))];
    operation->count = DRAW(random, 1, 2, 4, 8, 16);
    operation->chains = DRAW(random, 1, 2, 4);
}

static void shuffle(struct random_kernel *kernel, struct python_random *random)
{
    for (uint32_t i = kernel->n_operations - 1; i > 0; i--) {
        uint32_t other = python_random_below(random, i + 1);
        struct random_operation moved = kernel->operations[i];
        kernel->operations[i] = kernel->operations[other];
        kernel->operations[other] = moved;
    }
}

/* So many that the kernel has about `budget` warp instructions. */
static unsigned draw_iterations(const struct random_kernel *kernel, unsigned budget)
{
    unsigned loop = 3;
    for (unsigned i = 0; i < kernel->n_operations; i++)
        loop += kernel->operations[i].count;
    return CLAMP(budget / (kernel->blocks * kernel->warps * loop), 1, 40);
}

static void add_any(struct random_kernel *kernel, struct python_random *random)
{
    static const uint32_t strides[] = {4, 8, 128, 0};
    enum random_operation_kind kind =
        DRAW(random, RANDOM_LOAD, RANDOM_LOAD, RANDOM_LOAD, RANDOM_STORE, RANDOM_STORE,
             RANDOM_REDUCTION, RANDOM_STRONG_LOAD, RANDOM_ATOMIC, RANDOM_SHARED_STORE,
             RANDOM_SHARED_LOAD, RANDOM_SHARED_ATOMIC, RANDOM_LOCAL_STORE, RANDOM_LOCAL_LOAD,
             RANDOM_BARRIER, RANDOM_FENCE, RANDOM_TEXTURE, RANDOM_ARITHMETIC, RANDOM_ARITHMETIC);
    if (kind == RANDOM_ARITHMETIC) {
        add_arithmetic(kernel, random);
        return;
    }
    struct random_operation *operation = add(kernel, kind);
    operation->array = kernel->n_operations - 1;
    operation->stride = random_one_of(random, strides, G_N_ELEMENTS(strides));
    if (kind > RANDOM_ATOMIC)
        return;
    draw_pattern(operation, random);
    operation->footprint = DRAW(random, 1 << 12, 1 << 16, 1 << 20, 1 << 24);
    if (kind <= RANDOM_STORE)
        operation->width = DRAW(random, 1, 2, 4, 8, 16);
    operation->stride = operation->width * DRAW(random, 2, 3, 5, 8, 16);
}

static void draw_varied(struct random_kernel *kernel, struct python_random *random)
{
    kernel->blocks = DRAW(random, 1, 8, 16, 40, 80, 120, 160, 240);
    kernel->warps = DRAW(random, 1, 2, 4, 4, 8, 8, 16);
    kernel->registers = 40;
    kernel->shared_bytes = 8192;
    for (unsigned i = DRAW(random, 2, 3, 4, 5, 6); i > 0; i--)
        add_any(kernel, random);
    kernel->iterations = draw_iterations(kernel, 20000);
}

void random_kernel_draw(struct random_kernel *kernel, uint32_t number)
{
    struct python_random random;
    python_random_seed(&random, number);
    *kernel = (struct random_kernel){.number = number};
    if (number > RANDOM_PLAIN) {
        draw_varied(kernel, &random);
        return;
    }
    kernel->blocks = DRAW(&random, 16, 40, 80, 120, 160, 240, 320);
    kernel->warps = DRAW(&random, 1, 2, 4, 4, 6, 8, 8, 16);
    kernel->registers = DRAW(&random, 40, 40, 64, 96);
    add_accesses(kernel, &random, RANDOM_LOAD, DRAW(&random, 1, 1, 2, 3, 4));
    add_accesses(kernel, &random, RANDOM_STORE, DRAW(&random, 0, 0, 1, 1, 2));
    add_accesses(kernel, &random, RANDOM_REDUCTION, DRAW(&random, 0, 0, 0, 0, 0, 0, 0, 1));
    if (DRAW(&random, 0, 0, 1))
        add_shared(kernel, &random);
    for (unsigned i = DRAW(&random, 0, 1, 2); i > 0; i--)
        add_arithmetic(kernel, &random);
    if (DRAW(&random, 0, 0, 0, 1, 1))
        shuffle(kernel, &random);
    kernel->diverges = DRAW(&random, 0, 0, 0, 0, 1);
    kernel->iterations = draw_iterations(kernel, DRAW(&random, 20000, 50000));
}

/* ---- telling ------------------------------------------------------------------------- */

static void describe_operation(GString *text, const struct random_operation *operation)
{
    static const char *const kinds[] = {"ld",    "st",  "red", "strong ld", "atom",  "sts", "lds",
                                        "atoms", "stl", "ldl", "bar",       "fence", "tex", ""};
    static const char *const patterns[] = {"coalesced", "strided",  "rows",   "scattered",
                                           "lines",     "one word", "shared", "of block"};
    g_string_append_printf(text, "%s%s", text->str[text->len - 1] == ':' ? " " : ", ",
                           kinds[operation->kind]);
    if (operation->kind <= RANDOM_ATOMIC)
        g_string_append_printf(text, ".%u %s", operation->width, patterns[operation->pattern]);
    else if (operation->kind == RANDOM_ARITHMETIC)
        g_string_append_printf(text, "%u %s in %u", operation->count, operation->opcode,
                               operation->chains);
    if (operation->kind == RANDOM_SHARED_STORE || operation->kind == RANDOM_SHARED_LOAD ||
        (operation->kind <= RANDOM_ATOMIC && operation->pattern == RANDOM_STRIDED))
        g_string_append_printf(text, " by %u", operation->stride);
    if (operation->kind <= RANDOM_ATOMIC &&
        (operation->pattern == RANDOM_SCATTERED || operation->pattern == RANDOM_LINES))
        g_string_append_printf(text, " in %u KiB", operation->footprint >> 10);
}

char *random_kernel_describe(const struct random_kernel *kernel)
{
    GString *text = g_string_new(NULL);
    g_string_printf(text, "%u x %u warps x %u%s:", kernel->blocks, kernel->warps,
                    kernel->iterations, kernel->diverges ? ", diverging" : "");
    for (unsigned i = 0; i < kernel->n_operations; i++)
        describe_operation(text, &kernel->operations[i]);
    return g_string_free(text, FALSE);
}
