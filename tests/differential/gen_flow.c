/* SPDX-License-Identifier: BSD-3-Clause */
/* Control flow within a phase: any, as long as it ends.
 *
 * Statements nest; then jumps are added from anywhere to anywhere. A loop's counter only falls, and
 * every depth has its own, so a forward jump into a loop ends too; a backward one takes from %fuel.
 */
#include "tests/differential/writer.h"

enum { MAX_DEPTH = 5 };

static void statements(struct gen *g, unsigned budget, unsigned depth);

static char *branch(struct gen *g, unsigned label)
{
    char *guard = gen_expand(g, "@$P ", NULL);
    char *text = g_strdup_printf("%sbra L%u;", guard, label);
    g_free(guard);
    return text;
}

static void write_if(struct gen *g, unsigned budget, unsigned depth)
{
    unsigned otherwise = gen_label(g), end = gen_label(g);
    bool two = gen_percent(g, 50);
    gen_add(g, branch(g, two ? otherwise : end), false);
    statements(g, two ? budget / 2 : budget, depth + 1);
    if (two) {
        gen_chunk(g, "bra L%u;", end);
        gen_chunk(g, "L%u:", otherwise);
        statements(g, budget / 2, depth + 1);
    }
    gen_chunk(g, "L%u:", end);
}

static void write_loop(struct gen *g, unsigned budget, unsigned depth)
{
    unsigned head = gen_label(g), counter = g->n_loops;
    struct gen_loop loop = {gen_label(g), gen_label(g)};
    bool tests_first = gen_percent(g, 40);
    g_autofree char *trips = gen_expand(g, "$r", NULL);
    gen_chunk(g, "and.b32 %%c%u, %s, %u;", counter, trips, gen_percent(g, 80) ? 3 : 7);
    if (tests_first)
        gen_chunk(g, "bra L%u;", loop.again);
    gen_chunk(g, "L%u:", head);
    g->loops[g->n_loops++] = loop;
    statements(g, budget, depth + 1);
    g->n_loops--;
    gen_chunk(g, "L%u:", loop.again);
    gen_chunk(g, "sub.s32 %%c%u, %%c%u, 1; setp.ge.s32 %%q1, %%c%u, 0; @%%q1 bra L%u;", counter,
              counter, counter, head);
    gen_chunk(g, "L%u:", loop.out);
}

/* break or continue, of any loop that we are in */
static void write_leave(struct gen *g)
{
    const struct gen_loop *loop = &g->loops[gen_below(g, g->n_loops)];
    gen_add(g, branch(g, gen_percent(g, 60) ? loop->out : loop->again), false);
}

static void write_switch(struct gen *g, unsigned budget, unsigned depth)
{
    enum { TARGETS = 4 };
    unsigned end = gen_label(g), arms = 2 + gen_below(g, 3), table = gen_label(g), first = 0;
    for (unsigned i = 0; i < arms; i++)
        first = i == 0 ? gen_label(g) : (gen_label(g), first);
    g_autofree char *index = gen_expand(g, "$r", NULL);
    GString *targets = g_string_new(NULL);
    for (unsigned i = 0; i < TARGETS; i++) {
        unsigned arm = gen_below(g, arms + 1);
        g_string_append_printf(targets, "%sL%u", i > 0 ? ", " : "",
                               arm == arms ? end : first + arm);
    }
    gen_chunk(g, "T%u: .branchtargets %s; and.b32 %%t0, %s, %u; brx.idx %%t0, T%u;", table,
              targets->str, index, TARGETS - 1, table);
    g_string_free(targets, TRUE);
    for (unsigned i = 0; i < arms; i++) {
        gen_chunk(g, "L%u:", first + i);
        statements(g, budget / arms, depth + 1);
        if (gen_percent(g, 70)) /* else into the next arm */
            gen_chunk(g, "bra L%u;", end);
    }
    gen_chunk(g, "L%u:", end);
}

/* A few threads end, or return from the function. */
static void write_exit(struct gen *g)
{
    bool returns = g->self >= 0 && !(g->exits && gen_percent(g, 20));
    if (!returns && !g->exits)
        return;
    g_autofree char *value = gen_expand(g, "$r", NULL);
    gen_chunk(g, "and.b32 %%t0, %s, 15; setp.eq.u32 %%q1, %%t0, %u; @%%q1 %s;", value,
              gen_below(g, 16), returns || (g->self < 0 && gen_percent(g, 30)) ? "ret" : "exit");
}

/* Of a function that is already written, or of itself where that ends. */
static void write_call(struct gen *g)
{
    bool again = g->self >= 0 && g->functions[g->self].recursive && g->n_loops == 0;
    unsigned n = g->n_functions + (again ? 1 : 0);
    if (n == 0 || g->n_loops > 1 || g->calls >= (g->self < 0 ? 6 : 2))
        return;
    g->calls++;
    gen_call(g, again && gen_percent(g, 60) ? (unsigned)g->self : gen_below(g, n));
}

static void statements(struct gen *g, unsigned budget, unsigned depth)
{
    unsigned end = g->chunks->len + budget;
    while (g->chunks->len < end) {
        unsigned left = end - g->chunks->len, which = gen_below(g, 100);
        bool nests = depth < MAX_DEPTH && left > 5;
        if (which < 8 && nests)
            write_if(g, left / 2, depth);
        else if (which < 13 && nests && g->n_loops < MAX_LOOPS)
            write_loop(g, left / 2, depth);
        else if (which < 16 && nests)
            write_switch(g, left / 2, depth);
        else if (which < 19 && g->n_loops > 0)
            write_leave(g);
        else if (which < 22)
            write_call(g);
        else if (which < 23)
            write_exit(g);
        else if (which < 42)
            gen_memory(g);
        else
            gen_arithmetic(g);
    }
}

/* A jump from one place behind chunk `first` to another. */
static void add_jump(struct gen *g, unsigned first)
{
    unsigned n = g->chunks->len - first, label = gen_label(g);
    unsigned from = first + gen_below(g, n), to = first + gen_below(g, n);
    char *jump = NULL;
    if (to > from) {
        jump = branch(g, label);
    } else {
        g_autofree char *also = gen_expand(g, "$P", NULL);
        jump = g_strdup_printf("sub.s32 %%fuel, %%fuel, 1; setp.gt.and.s32 %%q1, %%fuel, 0, %s; "
                               "@%%q1 bra L%u;",
                               also, label);
    }
    unsigned later = MAX(from, to), earlier = MIN(from, to);
    char *target = g_strdup_printf("L%u:", label);
    gen_insert(g, later, to > from ? target : jump);
    gen_insert(g, earlier, to > from ? jump : target);
}

void gen_phase(struct gen *g, unsigned budget)
{
    unsigned first = g->chunks->len;
    statements(g, budget, 0);
    for (unsigned jumps = gen_below(g, 4); jumps > 0; jumps--)
        if (g->chunks->len > first)
            add_jump(g, first);
}
