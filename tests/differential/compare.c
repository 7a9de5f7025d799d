/* SPDX-License-Identifier: BSD-3-Clause */
/* Two executions and the first difference between them; see compare.h. */
#include "tests/differential/compare.h"
#include "models/functional/functional.h"
#include "tests/differential/layout.h"
#include "tests/differential/plain.h"
#include "workloads/ptx/kernels/code.h"

#include <string.h>

enum {
    MEMORY_BYTES = 1 << 24,
    MAX_THREAD_INSTRUCTIONS = 3000000, /* a program of 384 threads takes 100,000, mostly */
    STACK_BYTES = 1 << 16
};

struct comparator {
    bool compiles;
    struct device_memory *memory;
    uint64_t address; /* of the buffer */
    uint8_t params[PARAM_BYTES];
    uint8_t *inputs, *plain, *engine; /* the buffer's bytes */
};

struct comparator *comparator_new(bool compiles)
{
    struct comparator *c = g_new0(struct comparator, 1);
    c->compiles = compiles;
    c->memory = device_memory_new(MEMORY_BYTES, 0, NULL);
    g_assert(c->memory != NULL);
    c->address = device_memory_allocate(c->memory, "buffer", BUFFER_BYTES, NULL);
    g_assert(c->address != 0);
    c->inputs = g_malloc(BUFFER_BYTES);
    c->plain = g_malloc(BUFFER_BYTES);
    c->engine = g_malloc(BUFFER_BYTES);
    return c;
}

void comparator_free(struct comparator *comparator)
{
    device_memory_free(comparator->memory);
    g_free(comparator->inputs);
    g_free(comparator->plain);
    g_free(comparator->engine);
    g_free(comparator);
}

/* ---- the comparison ------------------------------------------------------------------------- */

static bool is_nan(const uint8_t *bytes, unsigned width)
{
    uint64_t bits = 0;
    memcpy(&bits, bytes, width);
    return width == 4 ? (bits & 0x7fffffff) > 0x7f800000
                      : (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
}

/* Bytes that belong together, and what they are. */
struct field {
    unsigned at, width;
    bool is_float;
    char name[16];
};

static struct field private_field(unsigned offset)
{
    if (offset < PRIVATE_F32)
        return (struct field){offset, 1, false, "scratch"};
    unsigned width = offset < PRIVATE_F64 ? 4 : 8;
    return (struct field){offset / width * width, width, true, "scratch"};
}

static struct field result_field(unsigned offset)
{
    static const struct {
        unsigned from, width;
        char class;
    } parts[] = {{RESULT_G, 8, 'g'}, {RESULT_F, 4, 'f'}, {RESULT_D, 8, 'd'},
                 {RESULT_R, 4, 'r'}, {RESULT_H, 2, 'h'}, {RESULT_P, 8, 'p'}};
    unsigned i = 0;
    while (offset < parts[i].from)
        i++;
    unsigned number = (offset - parts[i].from) / parts[i].width;
    struct field field = {parts[i].from + number * parts[i].width, parts[i].width,
                          parts[i].class <= 'g' && parts[i].class >= 'f', ""};
    g_snprintf(field.name, sizeof field.name, parts[i].class == 'p' ? "%%p (bits)" : "%%%c%u",
               parts[i].class, number);
    return field;
}

static uint64_t read_field(const uint8_t *bytes, unsigned width)
{
    uint64_t value = 0;
    memcpy(&value, bytes, width);
    return value;
}

/* NULL if byte `at` doesn't differ in a way that counts. */
static char *difference_at(const struct comparator *c, unsigned at)
{
    unsigned record = 0, base = AT_ATOMICS;
    struct field field = {(at - AT_ATOMICS) / 8 * 8, 8, false, "atomic word"};
    if (at < AT_ATOMICS)
        return g_strdup_printf("byte %u of the input was written", at);
    if (at >= AT_VARIABLES)
        return g_strdup_printf("byte %u of the table was written", at - AT_VARIABLES);
    if (at >= AT_RESULTS) {
        unsigned from = at >= AT_SCRATCH ? AT_SCRATCH : AT_RESULTS;
        unsigned each = at >= AT_SCRATCH ? PRIVATE_BYTES : RESULT_BYTES;
        record = (at - from) / each;
        base = from + record * each;
        field =
            at >= AT_SCRATCH ? private_field((at - from) % each) : result_field((at - from) % each);
    }
    const uint8_t *expected = c->plain + base + field.at, *got = c->engine + base + field.at;
    if (field.is_float && is_nan(expected, field.width) && is_nan(got, field.width))
        return NULL;
    return g_strdup_printf("block %u, thread %u, %s at %u: executor %#llx, plain interpreter %#llx",
                           record / MAX_THREADS, record % MAX_THREADS, field.name, field.at,
                           (unsigned long long)read_field(got, field.width),
                           (unsigned long long)read_field(expected, field.width));
}

static char *difference(const struct comparator *c)
{
    enum { STEP = 256 };
    char *found = NULL;
    for (unsigned from = 0; from < BUFFER_BYTES && found == NULL; from += STEP)
        if (memcmp(c->plain + from, c->engine + from, MIN(STEP, BUFFER_BYTES - from)) != 0)
            for (unsigned at = from; at < MIN(from + STEP, BUFFER_BYTES) && found == NULL; at++)
                if (c->plain[at] != c->engine[at])
                    found = difference_at(c, at);
    return found;
}

/* ---- the executions ------------------------------------------------------------------------- */

/* False with *message: the executor refuses, or faults. */
static bool run_engine(struct comparator *c, struct ptx_program *ptx, const struct program *program,
                       bool independent, bool compiled, char **message)
{
    g_autoptr(GError) error = NULL;
    const struct kernel_code *code = ptx_program_kernel(ptx, "k", 0, &error);
    device_memory_write(c->memory, c->address, c->inputs, BUFFER_BYTES);
    for (unsigned i = 0; i < ptx_program_n_symbols(ptx); i++) {
        struct ptx_symbol symbol = ptx_program_symbol(ptx, i);
        if (symbol.space == SPACE_GLOBAL && symbol.initial != NULL)
            device_memory_write(c->memory, symbol.address, symbol.initial, symbol.bytes);
    }
    struct functional_counts counts = {0};
    struct functional_options options = {.n_blocks = program->grid,
                                         .max_instructions = MAX_THREAD_INSTRUCTIONS,
                                         .runners = compiled ? RUNNERS_AT_ONCE : RUNNERS_NEVER};
    GString *output = g_string_new(NULL);
    bool good = code != NULL;
    if (good) {
        struct launch launch = {.code = code,
                                .grid = {program->grid, 1, 1},
                                .block = {program->block, 1, 1},
                                .independent_lanes = independent,
                                .params = c->params};
        good = functional_run(&launch, c->memory, &options, &counts, output, &error);
    }
    g_string_free(output, TRUE);
    if (!good)
        *message = g_strdup_printf("the executor says: %s", error->message);
    device_memory_read(c->memory, c->address, c->engine, BUFFER_BYTES);
    return good;
}

static enum outcome compare_engine(struct comparator *c, struct ptx_program *ptx,
                                   const struct program *program, bool independent, bool compiled,
                                   char **message)
{
    g_autofree char *what = NULL;
    if (run_engine(c, ptx, program, independent, compiled, &what))
        what = difference(c);
    if (!what)
        return OUTCOME_SAME;
    *message = g_strdup_printf("%s%s: %s", independent ? "independent lanes" : "lock step",
                               compiled ? ", compiled" : "", what);
    return OUTCOME_DIFFERENT;
}

static enum outcome run_plain(struct comparator *c, const struct ptx_module *module,
                              const struct program *program, char **message)
{
    struct plain_launch launch = {.module = module,
                                  .kernel = "k",
                                  .grid = program->grid,
                                  .block = program->block,
                                  .params = c->params,
                                  .global = c->plain,
                                  .global_base = c->address,
                                  .global_bytes = BUFFER_BYTES,
                                  .variables_base = c->address + AT_VARIABLES,
                                  .max_instructions = MAX_THREAD_INSTRUCTIONS};
    memcpy(c->plain, c->inputs, BUFFER_BYTES);
    enum plain_result result = plain_run(&launch, message);
    if (result == PLAIN_TOO_LONG)
        *message = g_strdup("too long");
    return result == PLAIN_DONE       ? OUTCOME_SAME
           : result == PLAIN_TOO_LONG ? OUTCOME_TOO_LONG
                                      : OUTCOME_INVALID;
}

enum outcome compare_program(struct comparator *comparator, const struct program *program,
                             const char *text, char **message)
{
    g_autoptr(GError) error = NULL;
    struct ptx_module *module = ptx_module_parse("program.ptx", text, strlen(text), &error);
    if (!module) {
        *message = g_strdup(error->message);
        return OUTCOME_INVALID;
    }
    struct ptx_program *ptx = ptx_program_new(module, &error);
    g_assert(ptx != NULL);
    ptx_program_set_stack_limit(ptx, STACK_BYTES);
    for (unsigned i = 0; i < ptx_program_n_symbols(ptx); i++)
        if (ptx_program_symbol(ptx, i).space == SPACE_GLOBAL)
            ptx_program_set_address(ptx, i, comparator->address + AT_VARIABLES);
    program_inputs(program, comparator->address, comparator->inputs, comparator->params);
    enum outcome outcome = run_plain(comparator, module, program, message);
    for (unsigned independent = 0; independent < 2 && outcome == OUTCOME_SAME; independent++)
        for (unsigned compiled = 0;
             compiled < (comparator->compiles ? 2 : 1) && outcome == OUTCOME_SAME; compiled++)
            outcome = compare_engine(comparator, ptx, program, independent, compiled, message);
    ptx_program_free(ptx);
    return outcome;
}
