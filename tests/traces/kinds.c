/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/kinds.h"
#include "tests/traces/python_random.h"

#include <string.h>

static const uint64_t a_base = TRACE_A_BASE, b_base = UINT64_C(0x7f5100000000),
                      c_base = UINT64_C(0x7f5200000000), shared_base = UINT64_C(0x7fa000000000);

enum { WORD = 4, LINE = 128, WARP_BYTES = TRACE_LANES * WORD, TILE = 16, TILE_BYTES = 1024 };

void synthetic_add_prologue(struct trace_writer *w)
{
    trace_add(w, 0x00, "1 R1 IMAD.MOV.U32 2 R255 R255");
    trace_add(w, 0x10, "1 R0 S2R 0");
    trace_add(w, 0x20, "1 R3 S2R 0");
    trace_add(w, 0x30, "1 R0 IMAD 2 R3 R0");
    trace_add(w, 0x40, "0 ISETP.GE.AND 2 R0 R255");
    trace_add_off(w, 0x50, "0 EXIT 0");
    trace_add(w, 0x60, "1 R9 MOV 0");
    trace_add(w, 0x70, "1 R2 IMAD.WIDE 2 R0 R9");
    trace_add(w, 0x80, "1 R4 IMAD.WIDE 2 R0 R9");
    trace_add(w, 0x90, "1 R6 IMAD.WIDE 2 R0 R9");
}

/* A grid of blocks in a row. `warp` adds the instructions of one warp, by its number in the grid.
 */
static void write_blocks(const struct synthetic *t, struct trace_writer *w,
                         void (*warp)(const struct synthetic *, struct trace_writer *, uint64_t,
                                      void *),
                         void *data)
{
    for (unsigned block = 0; block < t->blocks; block++) {
        trace_block_start(w, block, 0);
        for (unsigned k = 0; k < t->warps; k++) {
            synthetic_add_prologue(w);
            warp(t, w, block * t->warps + k, data);
            trace_warp_finish(w);
        }
        trace_block_finish(w);
    }
}

static void head_of_row(const struct synthetic *t, struct trace_head *head, unsigned registers)
{
    head->grid[0] = (unsigned)t->blocks;
    head->block[0] = (unsigned)(t->warps * TRACE_LANES);
    head->registers = registers;
}

static bool blocks_fit(const struct synthetic *t)
{
    return t->blocks > 0 && t->blocks < UINT32_MAX && t->warps > 0 && t->warps <= 32;
}

/* ---- vecadd -------------------------------------------------------------------------------------
 */

static void vecadd_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp,
                        void *data)
{
    (void)data;
    for (uint64_t i = 0; i < t->iters; i++) {
        uint64_t at = (i * t->blocks * t->warps + warp) * WARP_BYTES;
        trace_add_strided(w, 0xa0, "1 R10 LDG.E.SYS 1 R2", WORD, a_base + at, WORD);
        trace_add_strided(w, 0xb0, "1 R11 LDG.E.SYS 1 R4", WORD, b_base + at, WORD);
        trace_add(w, 0xc0, "1 R2 IADD3 3 R2 R255 R255");
        trace_add(w, 0xd0, "1 R4 IADD3 3 R4 R255 R255");
        trace_add(w, 0xe0, "1 R12 FADD 2 R10 R11");
        trace_add_strided(w, 0xf0, "0 STG.E.SYS 2 R6 R12", WORD, c_base + at, WORD);
        trace_add(w, 0x100, "1 R6 IADD3 3 R6 R255 R255");
        trace_add(w, 0x110, "0 ISETP.LT.AND 2 R0 R8");
        trace_add(w, 0x120, "0 BRA 0");
    }
    trace_add(w, 0x130, "0 EXIT 0");
}

static void vecadd_write(const struct synthetic *t, struct trace_writer *w)
{
    write_blocks(t, w, vecadd_warp, NULL);
}

static void vecadd_head(const struct synthetic *t, struct trace_head *head)
{
    head_of_row(t, head, 16);
}

static void vecadd_copies(const struct synthetic *t, struct synthetic_copy *copies)
{
    uint64_t bytes = t->blocks * t->warps * t->iters * WARP_BYTES;
    copies[0] = (struct synthetic_copy){a_base, bytes};
    copies[1] = (struct synthetic_copy){b_base, bytes};
}

/* ---- ffma ---------------------------------------------------------------------------------------
 */

static void ffma_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp, void *data)
{
    (void)data;
    unsigned pc = 0xa0 + 16 * (unsigned)t->unroll;
    for (uint64_t i = 0; i < t->iters; i++) {
        for (unsigned u = 0; u < t->unroll; u++) {
            unsigned r = 10 + u % (unsigned)t->ilp;
            char text[64];
            g_snprintf(text, sizeof text, "1 R%u FFMA 3 R%u R20 R21", r, r);
            trace_add(w, 0xa0 + 16 * u, text);
        }
        trace_add(w, pc, "1 R8 IADD3 3 R8 R255 R255");
        trace_add(w, pc + 16, "0 ISETP.LT.AND 2 R8 R255");
        trace_add(w, pc + 32, "0 BRA 0");
    }
    trace_add_strided(w, pc + 48, "0 STG.E.SYS 2 R6 R10", WORD, c_base + warp * WARP_BYTES, WORD);
    trace_add(w, pc + 64, "0 EXIT 0");
}

static void ffma_write(const struct synthetic *t, struct trace_writer *w)
{
    write_blocks(t, w, ffma_warp, NULL);
}

static void ffma_head(const struct synthetic *t, struct trace_head *head)
{
    head_of_row(t, head, 32);
}

static bool ffma_fits(const struct synthetic *t)
{
    return blocks_fit(t) && t->ilp > 0 && t->ilp <= 10 && t->unroll <= 4096;
}

/* ---- strided ------------------------------------------------------------------------------------
 */

static void strided_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp,
                         void *data)
{
    (void)data;
    uint64_t row = t->features * WORD, rows = a_base + warp * TRACE_LANES * row;
    for (uint64_t cluster = 0; cluster < t->clusters; cluster++) {
        for (uint64_t f = 0; f < t->features; f++) {
            uint64_t centre = b_base + cluster * row + f * WORD;
            trace_add_strided(w, 0xa0, "1 R10 LDG.E.SYS 1 R2", WORD, rows + f * WORD, (int64_t)row);
            trace_add_strided(w, 0xb0, "1 R11 LDG.E.SYS 1 R4", WORD, centre, 0);
            trace_add(w, 0xc0, "1 R12 FADD 2 R10 R11");
            trace_add(w, 0xd0, "1 R13 FFMA 3 R12 R12 R13");
            trace_add(w, 0xe0, "1 R2 IADD3 3 R2 R255 R255");
            trace_add(w, 0xf0, "0 ISETP.LT.AND 2 R8 R255");
            trace_add(w, 0x100, "0 BRA 0");
        }
        trace_add(w, 0x110, "0 FSETP.LT.AND 2 R13 R14");
        trace_add(w, 0x120, "1 R15 SEL 2 R13 R14");
    }
    trace_add_strided(w, 0x130, "0 STG.E.SYS 2 R6 R15", WORD, c_base + warp * WARP_BYTES, WORD);
    trace_add(w, 0x140, "0 EXIT 0");
}

static void strided_write(const struct synthetic *t, struct trace_writer *w)
{
    write_blocks(t, w, strided_warp, NULL);
}

static void strided_head(const struct synthetic *t, struct trace_head *head)
{
    head_of_row(t, head, 24);
}

static void strided_copies(const struct synthetic *t, struct synthetic_copy *copies)
{
    uint64_t row = t->features * WORD;
    copies[0] = (struct synthetic_copy){a_base, t->blocks * t->warps * TRACE_LANES * row};
    copies[1] = (struct synthetic_copy){b_base, t->clusters * row};
}

/* ---- gather -------------------------------------------------------------------------------------
 */

static void gather_addresses(const struct synthetic *t, struct python_random *random,
                             uint64_t addresses[TRACE_LANES])
{
    unsigned lane = 0;
    for (unsigned line = 0; line < t->lines; line++) {
        uint64_t at = python_random_below(random, (uint32_t)(t->footprint / LINE));
        for (unsigned k = 0; k < TRACE_LANES / t->lines; k++)
            addresses[lane++] =
                a_base + at * LINE + WORD * python_random_below(random, LINE / WORD);
    }
}

static void gather_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp,
                        void *data)
{
    uint64_t addresses[TRACE_LANES];
    for (uint64_t i = 0; i < t->iters; i++) {
        uint64_t at = (i * t->blocks * t->warps + warp) * WARP_BYTES;
        gather_addresses(t, data, addresses);
        trace_add_strided(w, 0xa0, "1 R10 LDG.E.SYS 1 R2", WORD, b_base + at, WORD);
        trace_add_strided(w, 0xb0, "1 R11 LDG.E.SYS 1 R4", WORD, c_base + at, WORD);
        trace_add(w, 0xc0, "1 R14 IMAD.WIDE 2 R10 R9");
        trace_add_listed(w, 0xd0, "1 R12 LDG.E.SYS 1 R14", WORD, addresses);
        trace_add(w, 0xe0, "1 R13 FFMA 3 R12 R11 R13");
        trace_add(w, 0xf0, "1 R2 IADD3 3 R2 R255 R255");
        trace_add(w, 0x100, "0 ISETP.LT.AND 2 R8 R255");
        trace_add(w, 0x110, "0 BRA 0");
    }
    trace_add_strided(w, 0x120, "0 STG.E.SYS 2 R6 R13", WORD,
                      c_base + (UINT64_C(1) << 30) + warp * WARP_BYTES, WORD);
    trace_add(w, 0x130, "0 EXIT 0");
}

static void gather_write(const struct synthetic *t, struct trace_writer *w)
{
    struct python_random random;
    python_random_seed(&random, t->seed);
    write_blocks(t, w, gather_warp, &random);
}

static bool gather_fits(const struct synthetic *t)
{
    return blocks_fit(t) && t->lines > 0 && TRACE_LANES % t->lines == 0 && t->footprint >= LINE &&
           t->footprint / LINE <= UINT32_MAX;
}

/* ---- matmul -------------------------------------------------------------------------------------
 */

/* Two rows of a tile of the matrix at `base`, 16 words each. */
static void add_tile_rows(const struct synthetic *t, struct trace_writer *w, unsigned pc,
                          const char *instruction, uint64_t base, uint64_t row, uint64_t column)
{
    uint64_t addresses[TRACE_LANES];
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        addresses[lane] = base + ((row + lane / TILE) * t->n + column + lane % TILE) * WORD;
    trace_add_listed(w, pc, instruction, WORD, addresses);
}

/* One element of a row of A's tile for each of the warp's rows, one row of B's. */
static void add_inner_product(struct trace_writer *w, unsigned pc, unsigned first_row, unsigned q)
{
    static const char *const loads_a[] = {"1 R18 LDS.U 1 R16", "1 R19 LDS.U 1 R16"};
    static const char *const loads_b[] = {"1 R20 LDS.U 1 R17", "1 R21 LDS.U 1 R17"};
    static const char *const adds[] = {"1 R22 FFMA 3 R18 R20 R22", "1 R22 FFMA 3 R19 R21 R22"};
    uint64_t a[TRACE_LANES], b[TRACE_LANES];
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
        a[lane] = shared_base + ((first_row + lane / TILE) * TILE + q) * WORD;
        b[lane] = shared_base + TILE_BYTES + (q * TILE + lane % TILE) * WORD;
    }
    trace_add_listed(w, pc, loads_a[q % 2], WORD, a);
    trace_add_listed(w, pc + 16, loads_b[q % 2], WORD, b);
    trace_add(w, pc + 32, adds[q % 2]);
}

static void matmul_warp(const struct synthetic *t, struct trace_writer *w, const unsigned block[2],
                        unsigned warp)
{
    unsigned tiles = (unsigned)t->n / TILE, first_row = 2 * warp;
    uint64_t row = block[1] * TILE + first_row, column = block[0] * TILE;
    for (unsigned tile = 0; tile < tiles; tile++) {
        add_tile_rows(t, w, 0xa0, "1 R10 LDG.E.SYS 1 R2", a_base, row, tile * TILE);
        add_tile_rows(t, w, 0xb0, "1 R11 LDG.E.SYS 1 R4", b_base, tile * TILE + first_row, column);
        trace_add_strided(w, 0xc0, "0 STS 2 R16 R10", WORD, shared_base + warp * WARP_BYTES, WORD);
        trace_add_strided(w, 0xd0, "0 STS 2 R17 R11", WORD,
                          shared_base + TILE_BYTES + warp * WARP_BYTES, WORD);
        trace_add(w, 0xe0, "0 BAR.SYNC 0");
        for (unsigned q = 0; q < TILE; q++)
            add_inner_product(w, 0xf0 + 48 * q, first_row, q);
        trace_add(w, 0x3f0, "0 BAR.SYNC 0");
        trace_add(w, 0x400, "1 R2 IADD3 3 R2 R255 R255");
        trace_add(w, 0x410, "1 R4 IADD3 3 R4 R255 R255");
        trace_add(w, 0x420, "0 ISETP.LT.AND 2 R8 R255");
        trace_add(w, 0x430, "0 BRA 0");
    }
    add_tile_rows(t, w, 0x500, "0 STG.E.SYS 2 R6 R22", c_base, row, column);
    trace_add(w, 0x510, "0 EXIT 0");
}

static void matmul_write(const struct synthetic *t, struct trace_writer *w)
{
    unsigned tiles = (unsigned)t->n / TILE;
    for (unsigned i = 0; i < tiles * tiles; i++) {
        const unsigned block[2] = {i % tiles, i / tiles};
        trace_block_start(w, block[0], block[1]);
        for (unsigned warp = 0; warp < TILE / 2; warp++) {
            synthetic_add_prologue(w);
            matmul_warp(t, w, block, warp);
            trace_warp_finish(w);
        }
        trace_block_finish(w);
    }
}

static void matmul_head(const struct synthetic *t, struct trace_head *head)
{
    head->grid[0] = head->grid[1] = (unsigned)t->n / TILE;
    head->block[0] = head->block[1] = TILE;
    head->shared_bytes = 2 * TILE_BYTES;
    head->registers = 32;
}

static bool matmul_fits(const struct synthetic *t)
{
    return t->n > 0 && t->n % TILE == 0 && t->n <= 1 << 16;
}

/* ---- all of them --------------------------------------------------------------------------------
 */

#define NAMES(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, "version", "kernels", "stream", NULL                                          \
    }

static const struct synthetic_kind kinds[] = {
    {.name = "vecadd",
     .parameters = NAMES("blocks", "warps", "iters", "memcpy"),
     .defaults = {.blocks = 640, .warps = 8, .iters = 12},
     .fits = blocks_fit,
     .head = vecadd_head,
     .copies = vecadd_copies,
     .write = vecadd_write},
    {.name = "ffma",
     .parameters = NAMES("blocks", "warps", "iters", "unroll", "ilp"),
     .defaults = {.blocks = 160, .warps = 8, .iters = 64, .unroll = 16, .ilp = 4},
     .fits = ffma_fits,
     .head = ffma_head,
     .write = ffma_write},
    {.name = "strided",
     .parameters = NAMES("blocks", "warps", "features", "clusters", "memcpy"),
     .defaults = {.blocks = 80, .warps = 8, .features = 34, .clusters = 5},
     .fits = blocks_fit,
     .head = strided_head,
     .copies = strided_copies,
     .write = strided_write},
    {.name = "gather",
     .parameters = NAMES("blocks", "warps", "iters", "footprint", "lines", "seed"),
     .defaults =
         {.blocks = 160, .warps = 8, .iters = 24, .footprint = 64 << 20, .lines = 16, .seed = 1},
     .fits = gather_fits,
     .head = strided_head,
     .write = gather_write},
    {.name = "matmul",
     .parameters = NAMES("n"),
     .defaults = {.n = 256},
     .fits = matmul_fits,
     .head = matmul_head,
     .write = matmul_write},
};

const struct synthetic_kind *synthetic_kind_named(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    static const struct synthetic_kind *const others[] = {
        &synthetic_chase, &synthetic_random, &synthetic_tensor, &synthetic_async, &synthetic_bank};
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        if (strcmp(others[i]->name, name) == 0)
            return others[i];
    return NULL;
}
