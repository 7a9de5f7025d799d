/* SPDX-License-Identifier: BSD-3-Clause */
/* A random kernel's trace. */
#include "tests/traces/kinds.h"
#include "tests/traces/python_random.h"
#include "tests/traces/random_kernel.h"

#include <string.h>

static const uint64_t array_bytes = UINT64_C(1) << 30, shared_base = UINT64_C(0x7fa000000000),
                      local_base = UINT64_C(0x7fa001000000);

enum { LINE = 128, WORD = 4, LINE_LANES = 4, SUM_REGISTER = 28 };

/* A warp on its way through the loop. */
struct walk {
    const struct random_kernel *kernel;
    struct trace_writer *writer;
    struct python_random random;
    uint64_t block, warp, iteration; /* warp: of the block */
    uint32_t mask;
    unsigned pc, result; /* result: the register of the next load */
};

/* Where the pattern puts the warp; what is drawn is drawn lane by lane. */
static uint64_t first_byte(const struct walk *walk, const struct random_operation *operation)
{
    const struct random_kernel *kernel = walk->kernel;
    uint64_t warp = walk->block * kernel->warps + walk->warp;
    uint64_t turn = walk->iteration * kernel->blocks * kernel->warps + warp;
    uint64_t bytes = TRACE_LANES * operation->width;
    switch (operation->pattern) {
    case RANDOM_COALESCED:
        return turn * bytes;
    case RANDOM_STRIDED:
        return turn * TRACE_LANES * operation->stride;
    case RANDOM_ROWS:
        return warp * bytes * kernel->iterations + walk->iteration * operation->width;
    case RANDOM_ONE_WORD:
        return (walk->iteration * LINE_LANES + walk->block) * operation->width;
    case RANDOM_SHARED:
        return (walk->iteration * kernel->warps + walk->warp) * bytes;
    case RANDOM_OF_BLOCK:
        return (walk->block * kernel->iterations + walk->iteration) * bytes;
    default:
        return 0;
    }
}

static uint64_t step(const struct random_kernel *kernel, const struct random_operation *operation)
{
    switch (operation->pattern) {
    case RANDOM_STRIDED:
        return operation->stride;
    case RANDOM_ROWS:
        return (uint64_t)kernel->iterations * operation->width;
    case RANDOM_ONE_WORD:
        return 0;
    default:
        return operation->width;
    }
}

static void find_addresses(struct walk *walk, const struct random_operation *operation,
                           uint64_t addresses[TRACE_LANES])
{
    uint64_t base = TRACE_A_BASE + operation->array * array_bytes;
    uint64_t first = first_byte(walk, operation), apart = step(walk->kernel, operation), line = 0;
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
        if (operation->pattern == RANDOM_SCATTERED)
            first = (uint64_t)operation->width *
                    python_random_below(&walk->random, operation->footprint / operation->width);
        else if (operation->pattern == RANDOM_LINES && lane % LINE_LANES == 0)
            line = (uint64_t)LINE * python_random_below(&walk->random, operation->footprint / LINE);
        if (operation->pattern == RANDOM_SCATTERED)
            addresses[lane] = base + first;
        else if (operation->pattern == RANDOM_LINES)
            addresses[lane] = base + line + lane % LINE_LANES * operation->width;
        else
            addresses[lane] = base + first + lane * apart;
    }
}

static void add_access(struct walk *walk, const struct random_operation *operation)
{
    static const char *const sizes[] = {
        [1] = ".U8", [2] = ".U16", [4] = "", [8] = ".64", [16] = ".128"};
    const char *size = sizes[operation->width];
    const bool has_result = operation->kind == RANDOM_LOAD ||
                            operation->kind == RANDOM_STRONG_LOAD ||
                            operation->kind == RANDOM_ATOMIC;
    uint64_t addresses[TRACE_LANES];
    char text[64] = "0 RED.E.ADD.STRONG.GPU 2 R6 R10";
    find_addresses(walk, operation, addresses);
    if (operation->kind == RANDOM_LOAD)
        g_snprintf(text, sizeof text, "1 R%u LDG.E%s.SYS 1 R2", walk->result, size);
    else if (operation->kind == RANDOM_STRONG_LOAD)
        g_snprintf(text, sizeof text, "1 R%u LDG.E.STRONG.GPU 1 R2", walk->result);
    else if (operation->kind == RANDOM_ATOMIC)
        g_snprintf(text, sizeof text, "1 R%u ATOMG.E.ADD 2 R2 R7", walk->result);
    else if (operation->kind == RANDOM_STORE)
        g_snprintf(text, sizeof text, "0 STG.E%s.SYS 2 R6 R10", size);
    if (has_result)
        walk->result = walk->result == 10 ? 14 : 10;
    trace_add_listed_of(walk->writer, walk->pc, walk->mask, text, operation->width, addresses);
}

static void add_shared_access(struct walk *walk, const struct random_operation *operation)
{
    uint64_t addresses[TRACE_LANES];
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        addresses[lane] = shared_base + (walk->warp * LINE + lane * operation->stride) %
                                            walk->kernel->shared_bytes;
    trace_add_listed_of(walk->writer, walk->pc, walk->mask,
                        operation->kind == RANDOM_SHARED_STORE ? "0 STS 2 R16 R10"
                                                               : "1 R24 LDS.U 1 R16",
                        WORD, addresses);
}

/* Words that are drawn. */
static void add_shared_atomic(struct walk *walk)
{
    enum { WORDS = 256 };
    uint64_t addresses[TRACE_LANES];
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        addresses[lane] = shared_base + WORD * python_random_below(&walk->random, WORDS);
    trace_add_listed_of(walk->writer, walk->pc, walk->mask, "1 R24 ATOMS.ADD 1 R16", WORD,
                        addresses);
}

/* One of sixteen words of each thread. */
static void add_local_access(struct walk *walk, bool stores)
{
    enum { WORDS = 16 };
    uint64_t addresses[TRACE_LANES];
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        addresses[lane] = local_base + walk->iteration % WORDS * WORD;
    trace_add_listed_of(walk->writer, walk->pc, walk->mask,
                        stores ? "0 STL 2 R1 R10" : "1 R18 LDL 1 R1", WORD, addresses);
}

static void add_arithmetic_instructions(struct walk *walk, const struct random_operation *operation)
{
    for (unsigned i = 0; i < operation->count; i++) {
        unsigned sum = SUM_REGISTER + 2 * (i % operation->chains);
        char text[64];
        if (strcmp(operation->opcode, "MUFU.RCP") == 0)
            g_snprintf(text, sizeof text, "1 R%u MUFU.RCP 1 R%u", sum, sum);
        else
            g_snprintf(text, sizeof text, "1 R%u %s 3 R%u R%u R20", sum, operation->opcode, sum,
                       10 + 4 * (i % 2));
        trace_add_of(walk->writer, walk->pc + 16 * i, walk->mask, text);
    }
}

static void add_operation(struct walk *walk, const struct random_operation *operation)
{
    switch (operation->kind) {
    case RANDOM_LOAD:
    case RANDOM_STORE:
    case RANDOM_REDUCTION:
    case RANDOM_STRONG_LOAD:
    case RANDOM_ATOMIC:
        add_access(walk, operation);
        break;
    case RANDOM_SHARED_STORE:
    case RANDOM_SHARED_LOAD:
        add_shared_access(walk, operation);
        break;
    case RANDOM_SHARED_ATOMIC:
        add_shared_atomic(walk);
        break;
    case RANDOM_LOCAL_STORE:
    case RANDOM_LOCAL_LOAD:
        add_local_access(walk, operation->kind == RANDOM_LOCAL_STORE);
        break;
    case RANDOM_FENCE:
        trace_add(walk->writer, walk->pc, "0 MEMBAR.SC.GPU 0");
        break;
    case RANDOM_TEXTURE:
        trace_add(walk->writer, walk->pc, "1 R18 TEX 2 R6 R12");
        break;
    case RANDOM_BARRIER:
        trace_add(walk->writer, walk->pc, "0 BAR.SYNC 0");
        break;
    case RANDOM_ARITHMETIC:
        add_arithmetic_instructions(walk, operation);
        break;
    }
    walk->pc += 16 * operation->count;
}

static void add_iteration(struct walk *walk)
{
    static const uint32_t masks[] = {0xffff, 0x55555555, 0xff};
    const struct random_kernel *kernel = walk->kernel;
    walk->pc = 0xa0;
    walk->result = 10;
    walk->mask = TRACE_ALL_LANES;
    if (kernel->diverges && walk->iteration % 2)
        walk->mask = masks[python_random_below(&walk->random, G_N_ELEMENTS(masks))];
    for (unsigned i = 0; i < kernel->n_operations; i++)
        add_operation(walk, &kernel->operations[i]);
    trace_add(walk->writer, walk->pc, "1 R2 IADD3 3 R2 R255 R255");
    trace_add(walk->writer, walk->pc + 16, "0 ISETP.LT.AND 2 R8 R255");
    trace_add(walk->writer, walk->pc + 32, "0 BRA 0");
}

static void add_warp(const struct random_kernel *kernel, struct trace_writer *writer,
                     unsigned block, unsigned warp)
{
    struct walk walk = {.kernel = kernel, .writer = writer, .block = block, .warp = warp};
    uint64_t number = (uint64_t)block * kernel->warps + warp;
    python_random_seed(&walk.random, (uint64_t)kernel->number << 32 | number);
    synthetic_add_prologue(writer);
    for (walk.iteration = 0; walk.iteration < kernel->iterations; walk.iteration++)
        add_iteration(&walk);
    trace_add_strided(writer, 0x1500, "0 STG.E.SYS 2 R6 R10", WORD,
                      TRACE_A_BASE + RANDOM_OPERATIONS * array_bytes + number * LINE, WORD);
    trace_add(writer, 0x1510, "0 EXIT 0");
    trace_warp_finish(writer);
}

static void write_kernel(const struct random_kernel *kernel, struct trace_writer *writer)
{
    for (unsigned block = 0; block < kernel->blocks; block++) {
        trace_block_start(writer, block, 0);
        for (unsigned warp = 0; warp < kernel->warps; warp++)
            add_warp(kernel, writer, block, warp);
        trace_block_finish(writer);
    }
}

/* ---- the kind ------------------------------------------------------------------------ */

static void random_write(const struct synthetic *t, struct trace_writer *w)
{
    struct random_kernel kernel;
    random_kernel_draw(&kernel, (uint32_t)t->seed);
    write_kernel(&kernel, w);
}

static void random_head(const struct synthetic *t, struct trace_head *head)
{
    struct random_kernel kernel;
    random_kernel_draw(&kernel, (uint32_t)t->seed);
    head->grid[0] = kernel.blocks;
    head->block[0] = kernel.warps * TRACE_LANES;
    head->registers = kernel.registers;
    head->shared_bytes = kernel.shared_bytes;
}

static bool random_fits(const struct synthetic *t)
{
    return t->seed <= UINT32_MAX;
}

const struct synthetic_kind synthetic_random = {
    .name = "random",
    .parameters = (const char *const[]){"seed", "version", "kernels", "stream", NULL},
    .defaults = {.seed = 1},
    .fits = random_fits,
    .head = random_head,
    .write = random_write,
};
