/* SPDX-License-Identifier: BSD-3-Clause */
/* The race checker against a graph of all operations: on every interleaving of a thousand random
 * tiny kernels. */
#include "sanitize/race/order_sync.h"
#include "sanitize/race/race.h"
#include "tests/sanitize/tiny_kernel.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNELS = 1000, SEED = 20261128, WORD = 4 };

struct machine {
    struct order order;
    struct race race;
    struct shadow *shadow;
    struct order_block *block[2];
    bool waits[2];
    uint64_t base; /* of this run's places */
};

struct bench {
    const struct tiny_kernel *kernel;
    struct machine machine;
    struct sites *sites;
    uint32_t site[TINY_KINDS][2];
    uint64_t traces, racy;
    unsigned some, all; /* places with a race in some interleaving, in all of them */
    unsigned found;     /* of the trace that runs */
};

static void note(void *data, const struct race_access *access, struct race_found *found)
{
    struct bench *bench = data;
    (void)access;
    bench->found |= 1u << (found->offset - bench->machine.base) / WORD;
}

static void add_sites(struct bench *bench)
{
    static const struct site sites[TINY_KINDS] = {
        [TINY_READ] = {.kind = SITE_LOAD},
        [TINY_WRITE] = {.kind = SITE_STORE, .flags = SITE_WRITES},
        [TINY_ATOMIC] = {.kind = SITE_ATOMIC, .flags = SITE_STRONG | SITE_WRITES},
        [TINY_STORE] = {.kind = SITE_STORE, .flags = SITE_STRONG | SITE_WRITES},
        [TINY_FENCE] = {.kind = SITE_FENCE}};
    for (unsigned k = 0; k <= TINY_FENCE; k++)
        for (unsigned wide = 0; wide < 2; wide++) {
            struct site site = sites[k];
            site.scope = wide ? SCOPE_GPU : SCOPE_BLOCK;
            bench->site[k][wide] = sites_add(bench->sites, &site);
        }
}

/* Where a thread is. */
static unsigned warp_of(const struct tiny_kernel *kernel, unsigned thread)
{
    return thread == 1 && !kernel->one_warp ? 1 : 0;
}

static unsigned lane_of(const struct tiny_kernel *kernel, unsigned thread)
{
    return thread == 1 && kernel->one_warp ? 1 : 0;
}

static void wait_at(struct machine *machine, const struct tiny_kernel *kernel, unsigned thread,
                    enum tiny_kind kind)
{
    struct order_block *block = machine->block[thread == 2];
    const bool last = thread == 2 || machine->waits[1 - thread];
    if (kind == TINY_BARRIER && (last || !kernel->one_warp))
        order_arrive(&machine->order, block, 0, warp_of(kernel, thread), 0);
    if (thread < 2)
        machine->waits[thread] = !last;
    if (!last)
        return;
    if (thread < 2)
        machine->waits[1 - thread] = false;
    if (kind == TINY_WARP)
        order_warp_sync(&machine->order, block, 0, 3);
    else
        order_open(&machine->order, block, 0, block->n_warps == 1 ? 1 : 3);
}

static void step(struct bench *bench, unsigned thread, const struct tiny_op *op)
{
    struct machine *machine = &bench->machine;
    const struct tiny_kernel *kernel = bench->kernel;
    struct order_block *block = machine->block[thread == 2];
    const unsigned warp = warp_of(kernel, thread), lane = lane_of(kernel, thread);
    if (tiny_waits(op->kind)) {
        wait_at(machine, kernel, thread, op->kind);
        return;
    }
    if (op->kind == TINY_FENCE) {
        order_fence(&machine->order, block, warp, 1u << lane, op->wide ? SCOPE_GPU : SCOPE_BLOCK);
        return;
    }
    uint64_t offset[WARP_LANES] = {0};
    offset[lane] = machine->base + op->place * WORD;
    const struct race_access access = {.block = block,
                                       .warp = warp,
                                       .lanes = 1u << lane,
                                       .offset = offset,
                                       .bytes = WORD,
                                       .site = bench->site[op->kind][op->wide],
                                       .flags = op->kind == TINY_READ ? 0 : MARK_WRITES,
                                       .shadow = machine->shadow};
    race_access(&machine->race, &access);
}

static char *text_of(const struct tiny_kernel *kernel, const struct tiny_trace *trace)
{
    static const char *const names[] = {"read",  "write",   "atomic",  "store",
                                        "fence", "barrier", "syncwarp"};
    GString *text = g_string_new(kernel->one_warp ? "one warp:" : "two warps:");
    for (unsigned i = 0; i < trace->n; i++) {
        const struct tiny_op *op = &kernel->op[trace->thread[i]][trace->op[i]];
        g_string_append_printf(text, " %u:%s%s(%u)", trace->thread[i], names[op->kind],
                               op->wide ? ".gpu" : ".cta", op->place);
    }
    return g_string_free(text, FALSE);
}

static void run(void *data, const struct tiny_trace *trace)
{
    struct bench *bench = data;
    const struct tiny_kernel *kernel = bench->kernel;
    struct machine *machine = &bench->machine;
    /* A launch behind all earlier ones, with places of its own. */
    uint32_t *known = g_new(uint32_t, 1);
    *known = UINT32_MAX;
    const uint32_t launch = order_launch(&machine->order, 0, 1, known, 1);
    for (unsigned i = 0; i < 2; i++)
        machine->block[i] = order_block_new(&machine->order, launch, kernel->one_warp ? 2 : 64);
    machine->race.keeps_many = tiny_has(kernel, TINY_FENCE);
    machine->base += 4 * WORD;
    bench->found = 0;
    for (unsigned i = 0; i < trace->n; i++)
        step(bench, trace->thread[i], &kernel->op[trace->thread[i]][trace->op[i]]);
    const unsigned wanted = tiny_races(kernel, trace);
    g_autofree char *text = bench->found == wanted ? NULL : text_of(kernel, trace);
    ck_assert_msg(bench->found == wanted, "found 0x%x, the graph has 0x%x:%s", bench->found, wanted,
                  text);
    bench->traces++;
    bench->racy += wanted != 0;
    bench->some |= wanted;
    bench->all &= wanted;
    order_block_free(machine->block[0]);
    order_block_free(machine->block[1]);
}

START_TEST(agrees_with_a_graph)
{
    struct tiny_kernel kernel;
    struct bench bench = {.kernel = &kernel, .sites = sites_new()};
    unsigned racy = 0;
    GRand *random = g_rand_new_with_seed(SEED);
    struct machine *machine = &bench.machine;
    add_sites(&bench);
    machine->shadow = shadow_new(0);
    order_init(&machine->order);
    race_init(&machine->race, &machine->order, bench.sites);
    machine->race.data = &bench;
    machine->race.report = note;
    for (unsigned i = 0; i < KERNELS; i++) {
        tiny_make(&kernel, random);
        bench.some = 0;
        bench.all = UINT_MAX;
        tiny_each(&kernel, &bench, run);
        racy += bench.some != 0;
        /* Without atomics no run can be luckier than another. */
        if (!tiny_has(&kernel, TINY_ATOMIC))
            ck_assert_uint_eq(bench.some, bench.all);
    }
    printf("%d kernels, %u with races; %lu interleavings, %lu with races\n", KERNELS, racy,
           (unsigned long)bench.traces, (unsigned long)bench.racy);
    ck_assert_uint_gt(racy, KERNELS / 4);
    ck_assert_uint_lt(racy, KERNELS);
    g_rand_free(random);
    race_finish(&machine->race);
    shadow_free(machine->shadow);
    order_finish(&machine->order);
    sites_free(bench.sites);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("race_order");
    TCase *tests = tcase_create("race_order");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, agrees_with_a_graph);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
