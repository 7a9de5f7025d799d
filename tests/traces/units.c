/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that strain what came with tensor cores: these, copies to shared memory, its banks. */
#include "tests/traces/kinds.h"

static const uint64_t a_base = TRACE_A_BASE, c_base = UINT64_C(0x7f5200000000),
                      shared_base = UINT64_C(0x7fa000000000);

enum {
    WORD = 4,
    COPIED = 16, /* bytes that a lane copies, or loads of a matrix */
    WARP_WORDS = TRACE_LANES * WORD,
    WARP_COPIED = TRACE_LANES * COPIED,
    MOST_WARPS = 32,
    MOST_UNROLLED = 64,
    MOST_CHAINS = 8, /* of four registers each, from R64 on */
    AMPERE = 80,
};

typedef void warp_writer(const struct synthetic *, struct trace_writer *, uint64_t warp);

/* `warp` is of all blocks; each one ends with a store. */
static void write_warps(const struct synthetic *t, struct trace_writer *w, warp_writer *warp)
{
    for (unsigned block = 0; block < t->blocks; block++) {
        trace_block_start(w, block, 0);
        for (unsigned k = 0; k < t->warps; k++) {
            uint64_t number = block * t->warps + k;
            synthetic_add_prologue(w);
            warp(t, w, number);
            trace_add_strided(w, 0x2000, "0 STG.E 2 R6 R64", WORD, c_base + number * WARP_WORDS,
                              WORD);
            trace_add(w, 0x2010, "0 EXIT 0");
            trace_warp_finish(w);
        }
        trace_block_finish(w);
    }
}

static void add_loop_end(struct trace_writer *w)
{
    trace_add(w, 0x1f00, "1 R8 IADD3 3 R8 R255 R255");
    trace_add(w, 0x1f10, "0 ISETP.LT.AND 2 R8 R255");
    trace_add(w, 0x1f20, "0 BRA 0");
}

static void add_multiplications(struct trace_writer *w, unsigned pc, uint64_t count)
{
    for (unsigned i = 0; i < count; i++) {
        char text[64];
        unsigned r = 96 + i % 4;
        g_snprintf(text, sizeof text, "1 R%u FFMA 3 R%u R20 R21", r, r);
        trace_add(w, pc + 16 * i, text);
    }
}

static void head_of(const struct synthetic *t, struct trace_head *head, unsigned shared_bytes)
{
    head->grid[0] = (unsigned)t->blocks;
    head->block[0] = (unsigned)(t->warps * TRACE_LANES);
    head->registers = 64; /* fewer than are named, so that registers don't limit the blocks */
    head->shared_bytes = shared_bytes;
}

static bool all_fit(const struct synthetic *t)
{
    return t->blocks > 0 && t->blocks < UINT32_MAX && t->warps > 0 && t->warps <= MOST_WARPS &&
           t->unroll <= MOST_UNROLLED && t->ffma <= MOST_UNROLLED;
}

/* ---- tensor: chains of products of matrices, beside FFMA and loads of matrices ----------------
 */

static void tensor_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp)
{
    uint64_t rows = shared_base + warp % t->warps * WARP_COPIED;
    for (uint64_t i = 0; i < t->iters; i++) {
        for (unsigned u = 0; u < t->matrices; u++) {
            char text[64];
            g_snprintf(text, sizeof text, "1 R%u LDSM.16.M88.4 1 R16", u % 2 ? 28 : 24);
            trace_add_strided(w, 0xa0 + 16 * u, text, COPIED, rows, COPIED);
        }
        for (unsigned u = 0; u < t->unroll; u++) {
            unsigned r = 64 + 4 * (u % (unsigned)t->ilp);
            char text[64];
            g_snprintf(text, sizeof text, "1 R%u HMMA.16816.F32 3 R24 R28 R%u", r, r);
            trace_add(w, 0x600 + 16 * u, text);
        }
        add_multiplications(w, 0xc00, t->ffma);
        add_loop_end(w);
    }
}

static void tensor_write(const struct synthetic *t, struct trace_writer *w)
{
    write_warps(t, w, tensor_warp);
}

static void tensor_head(const struct synthetic *t, struct trace_head *head)
{
    head_of(t, head, (unsigned)t->warps * WARP_COPIED);
}

static bool tensor_fits(const struct synthetic *t)
{
    return all_fit(t) && t->matrices <= MOST_UNROLLED && t->ilp > 0 && t->ilp <= MOST_CHAINS;
}

const struct synthetic_kind synthetic_tensor = {
    .name = "tensor",
    .parameters = (const char *const[]){"blocks", "warps", "iters", "unroll", "ilp", "ffma",
                                        "matrices", "version", "kernels", "stream", NULL},
    .defaults = {.blocks = 108, .warps = 4, .iters = 16, .unroll = 8, .ilp = 1, .version = AMPERE},
    .fits = tensor_fits,
    .head = tensor_head,
    .write = tensor_write,
};

/* ---- async: tiles copied to shared memory while others are worked on --------------------------
 */

/* Behind the last tile there is nothing to copy, but a group all the same: a kernel that ended with
 * copies on their way would be none. */
static void add_copies(const struct synthetic *t, struct trace_writer *w, uint64_t warp,
                       uint64_t tile)
{
    const char *text =
        t->bypass ? "0 LDGSTS.E.BYPASS.LTC128B.128 2 R16 R2" : "0 LDGSTS.E.LTC128B.128 2 R16 R2";
    for (unsigned u = 0; u < t->unroll && tile < t->iters; u++) {
        uint64_t piece = (tile * t->unroll + u) * t->blocks * t->warps + warp;
        trace_add_strided(w, 0xa0 + 16 * u, text, COPIED, a_base + piece * WARP_COPIED, COPIED);
    }
    trace_add(w, 0x500, "0 LDGDEPBAR 0");
}

static void async_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp)
{
    uint64_t piece = shared_base + warp % t->warps * WARP_COPIED;
    for (unsigned tile = 0; tile + 1 < t->stages; tile++)
        add_copies(t, w, warp, tile);
    for (uint64_t i = 0; i < t->iters; i++) {
        add_copies(t, w, warp, i + t->stages - 1);
        trace_add_immediate(w, 0x510, "0 DEPBAR.LE 0", (int64_t)t->stages - 1);
        trace_add(w, 0x520, "0 BAR.SYNC 0");
        for (unsigned u = 0; u < t->unroll; u++)
            trace_add_strided(w, 0x600 + 16 * u, u % 2 ? "1 R21 LDS 1 R16" : "1 R20 LDS 1 R16",
                              WORD, piece, WORD);
        add_multiplications(w, 0xc00, t->ffma);
        trace_add(w, 0x1000, "0 BAR.SYNC 0");
        add_loop_end(w);
    }
}

static void async_write(const struct synthetic *t, struct trace_writer *w)
{
    write_warps(t, w, async_warp);
}

static void async_head(const struct synthetic *t, struct trace_head *head)
{
    head_of(t, head, (unsigned)(t->warps * t->unroll * t->stages) * WARP_COPIED);
}

static bool async_fits(const struct synthetic *t)
{
    return all_fit(t) && t->stages > 0 && t->stages <= 8 &&
           t->warps * t->unroll * t->stages * WARP_COPIED <= 96 * 1024;
}

const struct synthetic_kind synthetic_async = {
    .name = "async",
    .parameters = (const char *const[]){"blocks", "warps", "iters", "unroll", "ffma", "bypass",
                                        "stages", "version", "kernels", "stream", NULL},
    .defaults = {.blocks = 108,
                 .warps = 4,
                 .iters = 8,
                 .unroll = 2,
                 .ffma = 16,
                 .stages = 2,
                 .version = AMPERE},
    .fits = async_fits,
    .head = async_head,
    .write = async_write,
};

/* ---- bank: accesses to shared memory of which `lines` go to one bank --------------------------
 */

static void bank_warp(const struct synthetic *t, struct trace_writer *w, uint64_t warp)
{
    const int64_t stride = (int64_t)t->lines * WORD;
    (void)warp;
    for (uint64_t i = 0; i < t->iters; i++) {
        for (unsigned u = 0; u < t->unroll; u++) {
            char text[64];
            g_snprintf(text, sizeof text, "1 R%u LDS 1 R16", 20 + u % 2);
            trace_add_strided(w, 0xa0 + 16 * u, text, WORD, shared_base, stride);
        }
        for (unsigned u = 0; u < t->stores; u++)
            trace_add_strided(w, 0x600 + 16 * u, "0 STS 2 R17 R96", WORD, shared_base, stride);
        add_multiplications(w, 0xc00, t->ffma);
        add_loop_end(w);
    }
}

static void bank_write(const struct synthetic *t, struct trace_writer *w)
{
    write_warps(t, w, bank_warp);
}

static void bank_head(const struct synthetic *t, struct trace_head *head)
{
    head_of(t, head, TRACE_LANES * WARP_WORDS);
}

static bool bank_fits(const struct synthetic *t)
{
    return all_fit(t) && t->stores <= MOST_UNROLLED && t->lines > 0 && TRACE_LANES % t->lines == 0;
}

const struct synthetic_kind synthetic_bank = {
    .name = "bank",
    .parameters = (const char *const[]){"blocks", "warps", "iters", "unroll", "ffma", "lines",
                                        "stores", "version", "kernels", "stream", NULL},
    .defaults = {.blocks = 108,
                 .warps = 4,
                 .iters = 16,
                 .unroll = 4,
                 .ffma = 4,
                 .lines = 1,
                 .version = AMPERE},
    .fits = bank_fits,
    .head = bank_head,
    .write = bank_write,
};
