/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole programs; see generator.h. */
#include "tests/differential/generator.h"
#include "tests/differential/writer.h"

#include <string.h>

static void write_table(struct gen *g, const char *space, const char *name)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, ".%s .align 16 .b64 %s[%u] = {", space, name, TABLE_BYTES / 8);
    for (unsigned i = 0; i < TABLE_BYTES / 8; i++)
        g_string_append_printf(text, "%s%#llx", i > 0 ? ", " : "",
                               (unsigned long long)random_value(&g->state));
    g_string_append(text, "};");
    gen_add(g, g_string_free(text, FALSE), true);
}

static void begin(struct gen *g)
{
    gen_fixed(g, ".version 8.6\n.target sm_90\n.address_size 64");
    gen_fixed(g, "// seed %llu, grid %u, block %u", (unsigned long long)g->program->seed,
              g->program->grid, g->program->block);
    gen_fixed(g, ".shared .align 16 .b8 shared[%u];", SHARED_BYTES);
    write_table(g, "const", "constants");
    write_table(g, "global", "table");
}

static void begin_kernel(struct gen *g)
{
    /* Some spill nearly all of their registers. */
    gen_fixed(g, ".visible .entry k(.param .u64 buffer, .param .align 16 .b8 values[%u])%s\n{",
              PARAM_VALUES, g->program->seed % 4 == 3 ? " .maxnreg 16" : "");
    gen_declare(g);
    gen_fixed(g,
              "ld.param.u64 %%buffer, [buffer]; mov.u32 %%t0, %%ctaid.x; mov.u32 %%t1, %%tid.x; "
              "mad.lo.u32 %%uniform1, %%t0, %u, %%t1;",
              MAX_THREADS);
    gen_fixed(g,
              "mad.wide.u32 %%ag, %%uniform1, %u, %%buffer; add.u64 %%ag, %%ag, %u; "
              "add.u64 %%in, %%buffer, %u; add.u64 %%red, %%buffer, %u;",
              PRIVATE_BYTES, AT_SCRATCH, AT_INPUT, AT_ATOMICS);
    gen_initialize(g);
}

/* Every register, for the comparison. */
static void end_kernel(struct gen *g)
{
    static const struct {
        char class;
        unsigned n, at, bytes;
        const char *type;
    } classes[] = {{'h', N_H, RESULT_H, 2, "b16"},
                   {'r', N_R, RESULT_R, 4, "b32"},
                   {'d', N_D, RESULT_D, 8, "b64"},
                   {'f', N_F, RESULT_F, 4, "f32"},
                   {'g', N_G, RESULT_G, 8, "f64"}};
    gen_fixed(g,
              "mad.wide.u32 %%u0, %%uniform1, %u, %%buffer; add.u64 %%u0, %%u0, %u; "
              "mov.u32 %%t0, 0;",
              RESULT_BYTES, AT_RESULTS);
    for (unsigned i = 0; i < N_P; i++)
        gen_chunk(g, "selp.u32 %%t1, %u, 0, %%p%u; or.b32 %%t0, %%t0, %%t1;", 1u << i, i);
    gen_fixed(g, "st.global.u32 [%%u0+%u], %%t0;", RESULT_P);
    for (unsigned c = 0; c < G_N_ELEMENTS(classes); c++)
        for (unsigned i = 0; i < classes[c].n; i++)
            gen_chunk(g, "st.global.%s [%%u0+%u], %%%c%u;", classes[c].type,
                      classes[c].at + i * classes[c].bytes, classes[c].class, i);
    gen_fixed(g, "ret;\n}");
}

static void write_program(struct gen *g)
{
    begin(g);
    gen_functions(g);
    begin_kernel(g);
    unsigned first = g->chunks->len, budget = 30 + gen_below(g, 170);
    while (g->chunks->len < first + budget) {
        gen_phase(g, 5 + gen_below(g, budget / 2));
        for (unsigned n = gen_below(g, 4); n > 0; n--)
            gen_together(g, budget / 2);
    }
    end_kernel(g);
}

struct program *program_generate(uint64_t seed)
{
    struct program *program = g_new0(struct program, 1);
    struct gen g = {.state = seed,
                    .program = program,
                    .self = -1,
                    .chunks = g_array_new(FALSE, FALSE, sizeof(struct chunk))};
    program->seed = seed;
    program->grid = gen_percent(&g, 70) ? 1 : 1 + gen_below(&g, MAX_BLOCKS);
    g.full_warps = gen_percent(&g, 85);
    program->block = g.full_warps ? 32 * (1 + (gen_percent(&g, 60) ? 0 : gen_below(&g, 4)))
                                  : 1 + gen_below(&g, MAX_THREADS);
    g.exits = gen_percent(&g, 30);
    write_program(&g);
    program->n_chunks = g.chunks->len;
    program->chunks = (struct chunk *)g_array_free(g.chunks, FALSE);
    return program;
}

void program_free(struct program *program)
{
    if (program == NULL)
        return;
    for (unsigned i = 0; i < program->n_chunks; i++)
        g_free(program->chunks[i].text);
    g_free(program->chunks);
    g_free(program);
}

char *program_text(const struct program *program, const bool *dropped)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < program->n_chunks; i++)
        if (dropped == NULL || !dropped[i])
            g_string_append_printf(text, "%s\n", program->chunks[i].text);
    return g_string_free(text, FALSE);
}

void program_inputs(const struct program *program, uint64_t address, uint8_t *buffer,
                    uint8_t *params)
{
    uint64_t state = ~program->seed;
    memset(buffer, 0, BUFFER_BYTES);
    for (unsigned at = AT_INPUT; at < AT_ATOMICS + ATOMIC_BYTES; at += 8) {
        uint64_t value = random_value(&state);
        memcpy(buffer + at, &value, sizeof value);
    }
    memcpy(params, &address, sizeof address);
    for (unsigned at = 8; at < PARAM_BYTES; at += 8) {
        uint64_t value = random_value(&state);
        memcpy(params + at, &value, sizeof value);
    }
}
