/* SPDX-License-Identifier: BSD-3-Clause */
/* A team finds what one thread finds: random blocks with barriers, whose accesses are checked at
 * once and by teams of two to four. */
#include "sanitize/race/finds.h"
#include "sanitize/race/race.h"
#include "sanitize/race/team.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 220, STEPS = 120, WARPS = 4, PLACES = 1 << 16, SHARED = 2048 };

struct bench {
    struct order order;
    struct sites *sites;
    uint32_t site[3]; /* read, write, atomic */
    struct race race;
    struct shadow *parts[TEAM_PARTS];
    struct race_team *team; /* NULL: at once */
    GPtrArray *free_shadows;
    struct finds *finds;
    const struct race_stored *stored;
    GString *told;
    GRand *random;
};

static void hear(void *data, const struct race_access *access, struct race_found *found)
{
    struct bench *bench = data;
    found->same = bench->stored && mark_site(&found->earlier) == bench->site[1] &&
                  race_stored_same(bench->stored, access, found);
    finds_add(bench->finds, found);
}

static void tell(void *data, const struct race_found *found)
{
    struct bench *bench = data;
    g_string_append_printf(
        bench->told, "%u.%u %u/%u at %u, %u/%u at %u: %u %d %" G_GUINT64_FORMAT "\n", found->space,
        (unsigned)found->offset, found->earlier.warp, mark_lane(&found->earlier),
        found->earlier.stamp, found->now.warp, found->lane, found->now.stamp,
        (unsigned)found->missing, found->same, found->n);
}

static uint32_t site_of(struct sites *sites, uint8_t kind, unsigned flags)
{
    const struct site site = {.kind = kind, .scope = SCOPE_GPU, .flags = (uint16_t)flags};
    return sites_add(sites, &site);
}

static void bench_init(struct bench *bench, unsigned threads)
{
    *bench = (struct bench){.sites = sites_new(),
                            .finds = finds_new(),
                            .told = g_string_new(NULL),
                            .random = g_rand_new_with_seed(44),
                            .free_shadows = g_ptr_array_new()};
    bench->site[0] = site_of(bench->sites, SITE_LOAD, 0);
    bench->site[1] = site_of(bench->sites, SITE_STORE, SITE_WRITES);
    bench->site[2] = site_of(bench->sites, SITE_ATOMIC, SITE_WRITES | SITE_STRONG);
    order_init(&bench->order);
    race_init(&bench->race, &bench->order, bench->sites);
    bench->race.data = bench;
    bench->race.report = hear;
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        bench->parts[i] = shadow_new(threads > 1 ? TEAM_PART_BITS : 0);
    if (threads > 1)
        bench->team = race_team_new(threads, bench->parts, bench->sites, bench->free_shadows);
}

static void bench_finish(struct bench *bench)
{
    race_team_free(bench->team);
    race_finish(&bench->race);
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        shadow_free(bench->parts[i]);
    for (guint i = 0; i < bench->free_shadows->len; i++)
        shadow_free(bench->free_shadows->pdata[i]);
    g_ptr_array_free(bench->free_shadows, TRUE);
    order_finish(&bench->order);
    finds_free(bench->finds);
    sites_free(bench->sites);
    g_string_free(bench->told, TRUE);
    g_rand_free(bench->random);
}

static unsigned any(struct bench *bench, unsigned below)
{
    return (unsigned)g_rand_int_range(bench->random, 0, (gint32)below);
}

static void submit(struct bench *bench, struct race_access *access,
                   const struct race_stored *stored)
{
    if (bench->team) {
        race_team_add(bench->team, access, race_stamp(&bench->race), stored);
        return;
    }
    bench->stored = stored;
    if (!access->shadow)
        access->shadow = bench->parts[0];
    race_access(&bench->race, access);
}

static void touch(struct bench *bench, struct order_block *block, struct shadow *shared)
{
    static uint8_t now[WARP_LANES * STORED_MOST], before[WARP_LANES * STORED_MOST];
    const unsigned which = any(bench, 3), bytes = 1u << any(bench, 5);
    const bool in_shared = any(bench, 2), regular = any(bench, 2);
    const unsigned first = any(bench, in_shared ? SHARED : PLACES) / bytes;
    const unsigned stride = regular ? any(bench, 3) : 0, most = in_shared ? SHARED : PLACES;
    uint64_t offset[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++)
        offset[i] = (regular ? first + i * stride : any(bench, most)) % (most / bytes) * bytes;
    for (unsigned i = 0; i < WARP_LANES * bytes; i++) {
        now[i] = i / bytes % 2;
        before[i] = i / bytes % 3 == 0;
    }
    const struct race_stored stored = {.unit = bytes,
                                       .elements = 1,
                                       .now = now,
                                       .before = before,
                                       .there = g_rand_int(bench->random)};
    struct race_access access = {.block = block,
                                 .warp = any(bench, WARPS),
                                 .lanes = any(bench, 2) ? UINT32_MAX : g_rand_int(bench->random),
                                 .offset = offset,
                                 .bytes = bytes,
                                 .site = bench->site[which],
                                 .floor = in_shared ? block->begun : 0,
                                 .flags = which > 0 ? MARK_WRITES : 0,
                                 .space = in_shared ? SPACE_SHARED : SPACE_GLOBAL,
                                 .shadow = in_shared ? shared : NULL};
    submit(bench, &access, which == 1 ? &stored : NULL);
}

static void run_block(struct bench *bench, uint32_t launch)
{
    struct order_block *block = order_block_new(&bench->order, launch, WARPS * WARP_LANES);
    const guint n = bench->free_shadows->len;
    struct shadow *shared =
        n > 0 ? g_ptr_array_steal_index_fast(bench->free_shadows, n - 1) : shadow_new(0);
    shadow_begin_life(shared);
    for (unsigned i = 0; i < STEPS; i++) {
        const unsigned what = any(bench, 20);
        if (what == 0)
            order_open(&bench->order, block, 0, (1 << WARPS) - 1);
        else if (what == 1)
            order_warp_sync(&bench->order, block, any(bench, WARPS), UINT32_MAX);
        else
            touch(bench, block, shared);
    }
    order_block_free(block);
    g_ptr_array_add(bench->team ? race_team_ended(bench->team) : bench->free_shadows, shared);
}

/* Two launches, the second behind the first, and one that knows of neither. */
static char *finds_of(unsigned threads)
{
    struct bench bench;
    bench_init(&bench, threads);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t *knows = g_new0(uint32_t, 1);
        *knows = i == 1 ? 1 : 0;
        const uint32_t launch = order_launch(&bench.order, 0, i + 1, knows, 1);
        if (bench.team)
            race_team_launch(bench.team, &bench.order);
        for (unsigned b = 0; b < BLOCKS; b++)
            run_block(&bench, launch);
        if (bench.team)
            race_team_finish(bench.team, tell, &bench);
        else
            finds_tell(&bench.finds, 1, tell, &bench);
    }
    char *told = g_strdup(bench.told->str);
    bench_finish(&bench);
    return told;
}

START_TEST(a_team_finds_what_one_thread_finds)
{
    g_autofree char *alone = finds_of(1);
    ck_assert_uint_gt(strlen(alone), 500);
    for (unsigned threads = 2; threads <= 4; threads++) {
        g_autofree char *together = finds_of(threads);
        unsigned same = 0;
        while (together[same] != 0 && together[same] == alone[same])
            same++;
        ck_assert_msg(strcmp(together, alone) == 0,
                      "%u threads, from byte %u on: %.200s\nalone: %.200s", threads, same,
                      together + same, alone + same);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("team");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_team_finds_what_one_thread_finds);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
