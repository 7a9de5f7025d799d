/* SPDX-License-Identifier: BSD-3-Clause */
/* What all threads of a block do together: barriers, exchange, votes, shuffles, loops of phases. */
#include "tests/differential/writer.h"

static void barrier(struct gen *g)
{
    /* With a count, those who have ended would be missed. */
    if (!g->exits && gen_percent(g, 40) && g->full_warps)
        gen_fixed(g, "%s %u, %u;", gen_percent(g, 50) ? "bar.sync" : "barrier.sync",
                  gen_below(g, 16), g->program->block);
    else
        gen_fixed(g, "bar.sync %u;", gen_below(g, 16));
}

/* Every thread reads what another one, or itself, has written. */
static void exchange(struct gen *g)
{
    g_autofree char *put = gen_expand(g, "$d", NULL);
    g_autofree char *get = gen_expand(g, "$d", NULL);
    g_autofree char *index = gen_expand(g, "$r", NULL);
    gen_chunk(g,
              "bar.sync 0; mov.u64 %%u0, shared; mov.u32 %%t0, %%tid.x; "
              "mad.wide.u32 %%u1, %%t0, 8, %%u0; st.shared.b64 [%%u1+%u], %s; bar.sync 0; "
              "rem.u32 %%t0, %s, %u; mad.wide.u32 %%u1, %%t0, 8, %%u0; "
              "ld.shared.b64 %s, [%%u1+%u]; bar.sync 0;",
              SHARED_EXCHANGE, put, index, g->program->block, get, SHARED_EXCHANGE);
}

static void read_atomics(struct gen *g)
{
    unsigned word = gen_below(g, ATOMIC_WORDS);
    g_autofree char *to = gen_expand(g, word < ATOMIC_WORDS / 2 ? "$r" : "$d", NULL);
    gen_chunk(g, "bar.sync 1; ld.shared.%s %s, [shared+%u]; bar.sync 1;",
              word < ATOMIC_WORDS / 2 ? "b32" : "b64", to, SHARED_ATOMICS + 8 * word);
}

static void reduce_barrier(struct gen *g)
{
    gen_add(g,
            gen_expand(g,
                       "<bar.red.popc.u32 $r, 2, $P;|bar.red.and.pred $p, 3, $P;"
                       "|bar.red.or.pred $p, 4, $P;>",
                       NULL),
            false);
}

static void whole_warp(struct gen *g)
{
    static const char *const patterns[] = {
        "shfl.sync.<up|down|bfly|idx>.b32 $r, $r, <$s|$r>, <31|0|7199|$r>, -1;",
        "shfl.sync.<up|down|bfly|idx>.b32 %r3|%p2, $r, <$s|$r>, <31|0|7199|6175>, -1;",
        "vote.sync.<all|any|uni>.pred $p, $P, -1;",
        "vote.sync.ballot.b32 $r, $P, -1;",
        "match.any.sync.b32 $r, $r, -1;",
        "match.any.sync.b64 $r, $d, -1;",
        "match.all.sync.b32 %r4|%p3, $r, -1;",
        "redux.sync.<add|min|max>.<u32|s32> $r, $r, -1;",
        "redux.sync.<and|or|xor>.b32 $r, $r, -1;",
    };
    gen_pattern(g, patterns[gen_below(g, G_N_ELEMENTS(patterns))], NULL);
}

/* The lanes whose predicate holds, without the others. */
static void part_of_warp(struct gen *g)
{
    unsigned label = gen_label(g);
    g_autofree char *text = gen_expand(
        g,
        "<vote.sync.all.pred $p, $P|vote.sync.any.pred $p, $P|vote.sync.ballot.b32 $r, $P|"
        "match.any.sync.b32 $r, $r|match.any.sync.b64 $r, $d|match.all.sync.b32 $r, $r|"
        "redux.sync.add.u32 $r, $r|redux.sync.min.s32 $r, $r|redux.sync.max.u32 $r, $r|"
        "redux.sync.xor.b32 $r, $r|shfl.sync.bfly.b32 $r, $r, 0, 31>",
        NULL);
    g_autofree char *guard = gen_expand(g, "$p", NULL);
    gen_chunk(g, "vote.sync.ballot.b32 %%t1, %s, -1; @!%s bra L%u; %s, %%t1; L%u:", guard, guard,
              label, text, label);
}

/* A loop or a branch that all threads of the block take alike. */
static void uniform_loop(struct gen *g, unsigned budget)
{
    unsigned head = gen_label(g);
    gen_fixed(g, "mov.u32 %%uniform0, %u;", 1 + gen_below(g, 3));
    gen_chunk(g, "L%u:", head);
    gen_phase(g, budget / 2);
    if (gen_percent(g, 50))
        exchange(g);
    else
        barrier(g);
    gen_phase(g, budget / 2);
    gen_fixed(g,
              "sub.u32 %%uniform0, %%uniform0, 1; setp.ne.u32 %%q3, %%uniform0, 0; "
              "@%%q3 bra L%u;",
              head);
}

static void uniform_branch(struct gen *g, unsigned budget)
{
    unsigned end = gen_label(g);
    gen_fixed(g, "mov.u32 %%t1, %%ctaid.x; setp.eq.u32 %%q2, %%t1, %u; @%%q2 bra L%u;",
              gen_below(g, 2), end);
    gen_phase(g, budget / 2);
    exchange(g);
    gen_chunk(g, "L%u:", end);
}

void gen_together(struct gen *g, unsigned budget)
{
    unsigned which = gen_below(g, 100);
    if (which < 20)
        barrier(g);
    else if (which < 35)
        exchange(g);
    else if (which < 45)
        read_atomics(g);
    else if (which < 52)
        reduce_barrier(g);
    else if (which < 62 && budget > 20)
        uniform_loop(g, budget / 2);
    else if (which < 68 && budget > 20)
        uniform_branch(g, budget / 2);
    else if (!g->exits && g->full_warps && which < 75)
        part_of_warp(g);
    else if (!g->exits && g->full_warps)
        whole_warp(g);
}
