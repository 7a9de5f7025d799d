/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/sanitize/tiny_kernel.h"
#include <string.h>

static const struct tiny_op *op_of(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                                   unsigned step)
{
    return &kernel->op[trace->thread[step]][trace->op[step]];
}

/* ---- kernels ------------------------------------------------------------------------------- */

static struct tiny_op random_op(GRand *random)
{
    static const enum tiny_kind kinds[] = {TINY_READ,   TINY_WRITE, TINY_WRITE, TINY_ATOMIC,
                                           TINY_ATOMIC, TINY_STORE, TINY_FENCE, TINY_FENCE};
    return (struct tiny_op){.kind = kinds[g_rand_int_range(random, 0, G_N_ELEMENTS(kinds))],
                            .place = (unsigned)g_rand_int_range(random, 0, TINY_PLACES - 1),
                            .wide = g_rand_int_range(random, 0, 4) > 0};
}

/* A message from one thread to another: data, fence, flag; flag, fence, data. One operation in nine
 * is another one. */
static void make_message(struct tiny_kernel *kernel, GRand *random)
{
    const unsigned from = (unsigned)g_rand_int_range(random, 0, TINY_THREADS);
    const unsigned to = (from + (unsigned)g_rand_int_range(random, 1, TINY_THREADS)) % TINY_THREADS;
    const enum tiny_kind sends[] = {TINY_WRITE, TINY_FENCE,
                                    g_rand_boolean(random) ? TINY_ATOMIC : TINY_STORE};
    const enum tiny_kind takes[] = {TINY_ATOMIC, TINY_FENCE,
                                    g_rand_boolean(random) ? TINY_READ : TINY_WRITE};
    for (unsigned i = 0; i < TINY_OPS; i++) {
        kernel->op[from][i].kind = sends[i];
        kernel->op[to][i].kind = takes[i];
        kernel->op[from][i].place = i == 0 ? 0 : TINY_PLACES - 1;
        kernel->op[to][i].place = i == 2 ? 0 : TINY_PLACES - 1;
    }
    kernel->n[from] = kernel->n[to] = TINY_OPS;
    for (unsigned t = 0; t < TINY_THREADS; t++)
        for (unsigned i = 0; i < TINY_OPS; i++)
            if (g_rand_int_range(random, 0, 9) == 0)
                kernel->op[t][i] = random_op(random);
}

void tiny_make(struct tiny_kernel *kernel, GRand *random)
{
    memset(kernel, 0, sizeof *kernel);
    kernel->one_warp = g_rand_boolean(random);
    for (unsigned t = 0; t < TINY_THREADS; t++) {
        kernel->n[t] = (unsigned)g_rand_int_range(random, 2, TINY_OPS + 1);
        for (unsigned i = 0; i < kernel->n[t]; i++) {
            kernel->op[t][i] = random_op(random);
            /* what is strong is mostly elsewhere, as flags are */
            if (kernel->op[t][i].kind >= TINY_ATOMIC && g_rand_int_range(random, 0, 3) > 0)
                kernel->op[t][i].place = TINY_PLACES - 1;
        }
    }
    if (g_rand_boolean(random))
        make_message(kernel, random);
    const int barriers = g_rand_int_range(random, 0, 3);
    if (barriers == 0)
        return;
    const enum tiny_kind kind = barriers == 2 && kernel->one_warp ? TINY_WARP : TINY_BARRIER;
    for (unsigned t = 0; t < 2; t++)
        kernel->op[t][g_rand_int_range(random, 0, (gint32)kernel->n[t])].kind = kind;
}

bool tiny_has(const struct tiny_kernel *kernel, enum tiny_kind kind)
{
    for (unsigned t = 0; t < TINY_THREADS; t++)
        for (unsigned i = 0; i < kernel->n[t]; i++)
            if (kernel->op[t][i].kind == kind)
                return true;
    return false;
}

/* ---- interleavings ------------------------------------------------------------------------- */

/* Of threads 0 and 1: how many barriers they have come to in their first n operations. */
static unsigned waits_in(const struct tiny_kernel *kernel, unsigned thread, unsigned n)
{
    unsigned waits = 0;
    for (unsigned i = 0; i < n; i++)
        waits += tiny_waits(kernel->op[thread][i].kind);
    return waits;
}

/* Whether the thread stands at a barrier at which the other one has not arrived. */
static bool is_held(const struct tiny_kernel *kernel, unsigned thread, const unsigned done[])
{
    return thread < 2 &&
           waits_in(kernel, thread, done[thread]) > waits_in(kernel, 1 - thread, done[1 - thread]);
}

static void each_from(const struct tiny_kernel *kernel, struct tiny_trace *trace,
                      unsigned done[TINY_THREADS], void *data,
                      void (*call)(void *data, const struct tiny_trace *trace))
{
    bool some = false;
    for (unsigned t = 0; t < TINY_THREADS; t++) {
        if (done[t] == kernel->n[t] || is_held(kernel, t, done))
            continue;
        some = true;
        trace->thread[trace->n] = (unsigned char)t;
        trace->op[trace->n++] = (unsigned char)done[t]++;
        each_from(kernel, trace, done, data, call);
        done[t]--;
        trace->n--;
    }
    if (!some)
        call(data, trace);
}

void tiny_each(const struct tiny_kernel *kernel, void *data,
               void (*call)(void *data, const struct tiny_trace *trace))
{
    struct tiny_trace trace = {0};
    unsigned done[TINY_THREADS] = {0};
    each_from(kernel, &trace, done, data, call);
}

/* ---- order --------------------------------------------------------------------------------- */

struct graph {
    unsigned n;
    unsigned before[TINY_STEPS]; /* by step: the steps before it, a bit each */
};

static bool is_strong(const struct tiny_op *op)
{
    return op->kind == TINY_ATOMIC || op->kind == TINY_STORE;
}

static bool writes(const struct tiny_op *op)
{
    return op->kind == TINY_WRITE || is_strong(op);
}

static bool touches(const struct tiny_op *op)
{
    return op->kind == TINY_READ || writes(op);
}

static bool reach(bool same_block, const struct tiny_op *a, const struct tiny_op *b)
{
    return same_block || (a->wide && b->wide);
}

static bool same_block(const struct tiny_trace *trace, unsigned a, unsigned b)
{
    return (trace->thread[a] < 2) == (trace->thread[b] < 2);
}

/* Whether step r, an atomic, reads from step w or from a read-modify-write behind it. */
static bool reads_from(const struct tiny_kernel *kernel, const struct tiny_trace *trace, unsigned w,
                       unsigned r)
{
    const unsigned place = op_of(kernel, trace, w)->place;
    for (unsigned i = w + 1; i < r; i++) {
        const struct tiny_op *op = op_of(kernel, trace, i);
        if ((op->kind == TINY_STORE || op->kind == TINY_WRITE) && op->place == place)
            return false;
    }
    return true;
}

/* Whether step b is behind a in its thread, or in one that has met it at a barrier. */
static bool comes_to(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                     const struct graph *graph, unsigned a, unsigned b)
{
    if (trace->thread[a] == trace->thread[b])
        return true;
    for (unsigned i = a + 1; i < b; i++)
        if (trace->thread[i] == trace->thread[a] && tiny_waits(op_of(kernel, trace, i)->kind) &&
            graph->before[b] >> i & 1)
            return true;
    return false;
}

/* A barrier is a fence of the block behind a read. */
static bool is_fence_for(const struct tiny_op *op, bool near, const struct tiny_op *write)
{
    return tiny_waits(op->kind) ? near : op->kind == TINY_FENCE && reach(near, write, op);
}

/* Whether step r is an atomic that sees write w, behind fence f, and all reach each other. */
static bool takes(const struct tiny_kernel *kernel, const struct tiny_trace *trace, unsigned f,
                  unsigned w, unsigned r)
{
    const struct tiny_op *write = op_of(kernel, trace, w), *read = op_of(kernel, trace, r);
    const bool near = same_block(trace, w, r);
    return read->kind == TINY_ATOMIC && read->place == write->place && reach(near, write, read) &&
           reach(near, op_of(kernel, trace, f), read) && reads_from(kernel, trace, w, r);
}

/* Fence f, write w behind it; read r, fence g behind it. */
static void synchronise(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                        struct graph *graph, unsigned f, unsigned w)
{
    for (unsigned r = w + 1; r < trace->n; r++) {
        if (!takes(kernel, trace, f, w, r))
            continue;
        for (unsigned g = r + 1; g < trace->n; g++)
            if (comes_to(kernel, trace, graph, r, g) &&
                is_fence_for(op_of(kernel, trace, g), same_block(trace, w, r),
                             op_of(kernel, trace, w)))
                graph->before[g] |= 1u << f;
    }
}

/* The n-th barriers of threads 0 and 1 are one: what is before one of them is before all that is
 * behind the other. */
static void meet(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                 struct graph *graph)
{
    unsigned at[2] = {TINY_STEPS, TINY_STEPS};
    for (unsigned i = 0; i < trace->n; i++)
        if (trace->thread[i] < 2 && tiny_waits(op_of(kernel, trace, i)->kind))
            at[trace->thread[i]] = i;
    if (at[0] == TINY_STEPS || at[1] == TINY_STEPS)
        return;
    for (unsigned i = MAX(at[0], at[1]) + 1; i < trace->n; i++)
        if (trace->thread[i] < 2)
            graph->before[i] |= 1u << at[0] | 1u << at[1];
}

static void close_paths(struct graph *graph)
{
    for (unsigned i = 0; i < graph->n; i++) /* edges lead to later steps only */
        for (unsigned k = 0; k < i; k++)
            if (graph->before[i] >> k & 1)
                graph->before[i] |= graph->before[k];
}

static void order(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                  struct graph *graph)
{
    *graph = (struct graph){.n = trace->n};
    for (unsigned i = 0; i < trace->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (trace->thread[i] == trace->thread[k])
                graph->before[i] |= 1u << k;
    meet(kernel, trace, graph);
    for (unsigned f = 0; f < trace->n; f++)
        for (unsigned w = f + 1; op_of(kernel, trace, f)->kind == TINY_FENCE && w < trace->n; w++)
            if (is_strong(op_of(kernel, trace, w)) && comes_to(kernel, trace, graph, f, w))
                synchronise(kernel, trace, graph, f, w);
    close_paths(graph);
}

/* Whether an atomic has read what step a has left, and comes before step b. */
static bool observed(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                     const struct graph *graph, unsigned a, unsigned b)
{
    if (!is_strong(op_of(kernel, trace, a)))
        return false;
    for (unsigned r = a + 1; r < b; r++) {
        const struct tiny_op *read = op_of(kernel, trace, r);
        if (graph->before[b] >> r & 1 && read->kind == TINY_ATOMIC &&
            read->place == op_of(kernel, trace, a)->place &&
            reach(same_block(trace, a, r), op_of(kernel, trace, a), read) &&
            reads_from(kernel, trace, a, r))
            return true;
    }
    return false;
}

/* Soft order: strong step b comes behind an atomic that has seen a release behind step a, perhaps
 * without a fence. */
static bool softly(const struct tiny_kernel *kernel, const struct tiny_trace *trace,
                   const struct graph *graph, unsigned a, unsigned b)
{
    if (!is_strong(op_of(kernel, trace, b)))
        return false;
    for (unsigned f = a; f < b; f++) {
        if (op_of(kernel, trace, f)->kind != TINY_FENCE || !(graph->before[f] >> a & 1))
            continue;
        for (unsigned w = f + 1; w < b; w++)
            for (unsigned r = w + 1; r < b; r++)
                if (is_strong(op_of(kernel, trace, w)) && comes_to(kernel, trace, graph, f, w) &&
                    takes(kernel, trace, f, w, r) && comes_to(kernel, trace, graph, r, b))
                    return true;
    }
    return false;
}

unsigned tiny_races(const struct tiny_kernel *kernel, const struct tiny_trace *trace)
{
    struct graph graph;
    unsigned races = 0;
    order(kernel, trace, &graph);
    for (unsigned i = 0; i < trace->n; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct tiny_op *a = op_of(kernel, trace, k), *b = op_of(kernel, trace, i);
            if (!touches(a) || !touches(b) || a->place != b->place || (!writes(a) && !writes(b)) ||
                graph.before[i] >> k & 1 || observed(kernel, trace, &graph, k, i) ||
                softly(kernel, trace, &graph, k, i))
                continue;
            if (!(is_strong(a) && is_strong(b) && reach(same_block(trace, i, k), a, b)))
                races |= 1u << a->place;
        }
    return races;
}
