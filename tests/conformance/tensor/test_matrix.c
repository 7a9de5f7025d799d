/* SPDX-License-Identifier: BSD-3-Clause */
/* ldmatrix, stmatrix and movmatrix: rows of random bytes at random places of shared memory.
 * Source: PTX ISA 8.6, sections 9.7.14.5.15 to 9.7.14.5.17.
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { LANES = 32, ROUNDS = 16, PLACES = 64, ROW_BYTES = 16, SHARED = PLACES * ROW_BYTES };
/* In device memory: a picture of shared memory, addresses of lanes, and four registers of each. */
enum { AT_SHARED = 0, AT_ADDRESS = SHARED, AT_REGISTERS = AT_ADDRESS + 4 * LANES };

enum what { LOAD, STORE, MOVE };

struct form {
    enum what what;
    unsigned n;
    bool transposed;
    const char *space; /* "": generic */
};

static char *name_of(const struct form *f)
{
    static const char *const opcodes[] = {"ldmatrix", "stmatrix", "movmatrix"};
    if (f->what == MOVE)
        return g_strdup("movmatrix.sync.aligned.m8n8.trans.b16");
    return g_strdup_printf("%s.sync.aligned.m8n8.x%u%s%s.b16", opcodes[f->what], f->n,
                           f->transposed ? ".trans" : "", f->space);
}

static char *operands_of(const struct form *f)
{
    static const char *const vectors[] = {"", "{%r0}", "{%r0, %r1}", "", "{%r0, %r1, %r2, %r3}"};
    const char *address = *f->space ? "%a" : "%generic";
    if (f->what == MOVE)
        return g_strdup("%r0, %r0");
    return f->what == LOAD ? g_strdup_printf("%s, [%s+16]", vectors[f->n], address)
                           : g_strdup_printf("[%s+16], %s", address, vectors[f->n]);
}

/* Fills shared memory and the registers, runs the instruction, and stores both. */
static char *text_of(const struct form *f, const char *name)
{
    g_autofree char *operands = operands_of(f);
    GString *text = g_string_new(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".shared .align 16 .b8 rows[1024];\n.reg .b64 %d, %t, %generic; .reg .b32 %a, %x, %s;\n"
        ".reg .b32 %r<4>;\nld.param.u64 %d, [data]; mov.u32 %x, %tid.x;\n"
        "mad.wide.u32 %t, %x, 32, %d; mov.u32 %s, rows; mad.lo.u32 %s, %x, 32, %s;\n");
    for (unsigned i = 0; i < 32; i += 4)
        g_string_append_printf(text, "ld.global.b32 %%a, [%%t+%u]; st.shared.b32 [%%s+%u], %%a;\n",
                               i, i);
    g_string_append_printf(text,
                           "bar.sync 0; mad.wide.u32 %%t, %%x, 4, %%d; "
                           "ld.global.b32 %%a, [%%t+%u]; mov.u32 %%s, rows;\n"
                           "add.u32 %%a, %%a, %%s; cvt.u64.u32 %%generic, %%a;\n"
                           "cvta.shared.u64 %%generic, %%generic; "
                           "sub.u64 %%generic, %%generic, 16; sub.u32 %%a, %%a, 16;\n"
                           "mad.wide.u32 %%t, %%x, 16, %%d;\n",
                           (unsigned)AT_ADDRESS);
    for (unsigned i = 0; i < 4; i++)
        g_string_append_printf(text, "ld.global.b32 %%r%u, [%%t+%u];\n", i, AT_REGISTERS + 4 * i);
    g_string_append_printf(text, "%s %s;\nbar.sync 0;\n", name, operands);
    for (unsigned i = 0; i < 4; i++)
        g_string_append_printf(text, "st.global.b32 [%%t+%u], %%r%u;\n", AT_REGISTERS + 4 * i, i);
    g_string_append(text, "mad.wide.u32 %t, %x, 32, %d; mad.lo.u32 %s, %x, 32, %s;\n");
    for (unsigned i = 0; i < 32; i += 4)
        g_string_append_printf(text, "ld.shared.b32 %%a, [%%s+%u]; st.global.b32 [%%t+%u], %%a;\n",
                               i, i);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

struct memory {
    uint16_t rows[PLACES][8];
    uint32_t address[LANES];
    uint16_t registers[LANES][4][2];
};

/* Each row at a place of its own. */
static void fill_memory(struct memory *m, struct value_generator *g)
{
    uint32_t places[PLACES];
    for (unsigned i = 0; i < PLACES; i++) {
        for (unsigned k = 0; k < 8; k++)
            m->rows[i][k] = (uint16_t)value_next(g);
        const unsigned other = (unsigned)(value_next(g) % (i + 1));
        places[i] = places[other];
        places[other] = i;
    }
    for (unsigned i = 0; i < LANES; i++) {
        m->address[i] = places[i] * ROW_BYTES;
        for (unsigned k = 0; k < 8; k++)
            m->registers[i][k / 2][k % 2] = (uint16_t)value_next(g);
    }
}

/* Row `row`, column `column` of matrix k in the rows that lanes 8k and on point to. */
static uint16_t *cell(struct memory *m, unsigned k, unsigned row, unsigned column)
{
    return &m->rows[m->address[8 * k + row] / ROW_BYTES][column];
}

static void expect(struct memory *m, const struct form *f)
{
    const struct memory before = *m;
    for (unsigned k = 0; k < f->n; k++)
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++) {
                /* The thread that holds it if nothing is transposed. */
                const unsigned thread = row * 4 + column / 2, other = column * 4 + row / 2;
                uint16_t *held = f->transposed ? &m->registers[other][k][row % 2]
                                               : &m->registers[thread][k][column % 2];
                if (f->what == LOAD)
                    *held = *cell(m, k, row, column);
                else if (f->what == STORE)
                    *cell(m, k, row, column) = *held;
                else
                    *held = before.registers[thread][k][column % 2];
            }
}

static void check(struct conformance *c, const struct form *f)
{
    g_autofree char *name = name_of(f), *text = text_of(f, name);
    struct value_generator g = {g_str_hash(name)};
    struct harness h;
    bool good = true;
    harness_init(&h, text, "k");
    h.late = true;
    harness_param_u64(&h, 0, DEVICE_BASE);
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        struct memory m;
        fill_memory(&m, &g);
        memcpy(h.memory, &m, sizeof m);
        expect(&m, f);
        good = harness_run(&h) && memcmp(h.memory, &m, sizeof m) == 0;
    }
    if (good)
        conformance_record(c, name, ROUNDS * LANES * f->n);
    else
        conformance_fail(c, "%s: %s", name, h.fault ? h.fault : "the matrices differ");
    harness_finish(&h);
}

/* What must not run, and says why. */
static void check_refused(struct conformance *c, const char *before, const char *instruction,
                          const char *why)
{
    g_autofree char *text = g_strdup_printf(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".shared .align 16 .b8 rows[1024];\n.reg .b64 %%d; .reg .b32 %%x, %%s, %%r<8>;\n"
        ".reg .pred %%p;\nld.param.u64 %%d, [data]; mov.u32 %%x, %%tid.x; mov.u32 %%s, rows;\n"
        "setp.lt.u32 %%p, %%x, 16;\n%s\n%s;\nret;\n}\n",
        before, instruction);
    struct harness h;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    if (harness_run(&h))
        conformance_fail(c, "%s runs", instruction);
    else if (!strstr(h.fault, why))
        conformance_fail(c, "%s: expected \"%s\": %s", instruction, why, h.fault);
    harness_finish(&h);
}

static void fill(struct conformance *c)
{
    static const char *const spaces[] = {".shared", ".shared::cta", ""};
    for (unsigned what = LOAD; what <= STORE; what++)
        for (unsigned n = 1; n <= 4; n *= 2)
            for (unsigned transposed = 0; transposed < 2; transposed++)
                for (unsigned i = 0; i < G_N_ELEMENTS(spaces); i++)
                    check(c, &(struct form){what, n, transposed, spaces[i]});
    check(c, &(struct form){MOVE, 1, true, ""});
    check_refused(c, "@!%p bra DONE;",
                  "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%s]; DONE:", "All 32 must");
    check_refused(c, "@!%p bra DONE;",
                  "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r0, %r1}, {%r2}, {%r3}, "
                  "{%r0, %r1}; DONE:",
                  "All 32 must");
    check_refused(c, "add.u32 %s, %s, 8;", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%s]",
                  "misaligned");
    check_refused(c, "add.u32 %s, %s, 1024;",
                  "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%s], {%r0}", "outside");
    check_refused(c, "", "ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [%d]", "shared memory only");
}

CONFORMANCE_MAIN("matrix", fill)
