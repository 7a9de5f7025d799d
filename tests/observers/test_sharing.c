/* SPDX-License-Identifier: BSD-3-Clause */
/* Who shares lines: a launch of four blocks of two warps on two SMs, in two orders of events. */
#include "observers/sharing.h"
#include "tests/observers/rig.h"

static const struct gpu_config config = {.n_sms = 2};

/* Block b is on SM b % 2, its warp w in slot 2 * b + w. */
static const struct {
    unsigned block, warp;
    uint64_t line;
} reads[] = {
    {0, 0, 10}, {0, 0, 10}, {0, 0, 10},             /* one warp: 3 reads */
    {1, 0, 20}, {1, 1, 20}, {1, 0, 20},             /* two warps of a block */
    {0, 1, 30}, {3, 1, 30}, {0, 1, 30},             /* two blocks, a warp each */
    {2, 0, 40}, {0, 0, 40}, {2, 1, 40}, {2, 0, 40}, /* both: one of the blocks with two warps */
    {0, 0, 50}, {0, 1, 51},                         /* neighbours are different lines */
};

static void start_all(struct rig *rig, struct sharing *sharing)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned block = i / 2;
        sharing_warp_started(sharing,
                             rig_start(rig, &sharing->residents, block % 2, i, block, i % 2));
    }
}

static void read_line(struct sharing *sharing, unsigned i, uint32_t launch)
{
    struct l1_access access = rig_load(reads[i].block % 2, 2 * reads[i].block + reads[i].warp, 0,
                                       reads[i].line, 0, 0, 15);
    access.launch = launch;
    sharing_l1_access(sharing, &access);
}

static void check(const struct sharing *sharing, unsigned times)
{
    const struct sharing_kernel *kernel = sharing->residents.kernels->pdata[0];
    g_autofree struct sharing_counts *counts = sharing_sum(sharing, kernel);
    RIG_EXPECT(counts->reads, 5 * times, 3 * times, 3 * times, 4 * times);
    RIG_EXPECT(counts->lines, 3 * times, 1 * times, 1 * times, 1 * times);
    RIG_EXPECT(counts->matrix[0], 5 * times);
    RIG_EXPECT(counts->matrix[1], 0, 1 * times);
    RIG_EXPECT(counts->matrix[2], 1 * times, 0, 1 * times);
    RIG_EXPECT(counts->matrix[3], 1 * times, 0, 0, 1 * times);
    ck_assert_uint_eq(kernel->most_blocks, 4);
}

/* The SMs' events in turn; all of SM 1's first; the same backwards. */
START_TEST(classes)
{
    struct rig rig;
    struct sharing *sharing = sharing_new(&config);
    rig_init(&rig, 4, 64);
    for (unsigned launch = 0; launch < 3; launch++) {
        rig.launch.id = launch;
        start_all(&rig, sharing);
        for (unsigned pass = 0; pass < 2; pass++)
            for (unsigned i = 0; i < G_N_ELEMENTS(reads); i++) {
                unsigned index = launch == 2 ? (unsigned)G_N_ELEMENTS(reads) - 1 - i : i;
                bool now = launch == 0 ? pass == 0 : reads[index].block % 2 == 1 - pass;
                if (now)
                    read_line(sharing, index, launch);
            }
        check(sharing, launch + 1);
        for (unsigned slot = 0; slot < 8; slot++)
            sharing_warp_left(sharing, residents_at(&sharing->residents, slot / 2 % 2, slot));
        check(sharing, launch + 1);
        ck_assert_ptr_null(sharing->launches->pdata[launch]);
    }
    ck_assert_uint_eq(sharing->residents.kernels->len, 1);
    sharing_free(sharing);
}
END_TEST

/* A block's slot is used again: its lines are not the next block's. */
START_TEST(block_slots)
{
    struct rig rig;
    struct sharing *sharing = sharing_new(&config);
    rig_init(&rig, 4, 64);
    for (unsigned block = 0; block < 2; block++) {
        const struct warp_identity warp = {.block = block, .block_slot = 3};
        sharing_warp_started(sharing,
                             residents_start(&sharing->residents, 0, 0, &warp, &rig.launch));
        struct l1_access access = rig_load(0, 0, 0, 7, 0, 0, 15);
        sharing_l1_access(sharing, &access);
    }
    g_autofree struct sharing_counts *counts =
        sharing_sum(sharing, sharing->residents.kernels->pdata[0]);
    RIG_EXPECT(counts->reads, 0, 0, 2);
    sharing_free(sharing);
}
END_TEST

/* Stores are no reads; local memory is not shared. */
START_TEST(others)
{
    struct rig rig;
    struct sharing *sharing = sharing_new(&config);
    rig_init(&rig, 1, 32);
    sharing_warp_started(sharing, rig_start(&rig, &sharing->residents, 0, 0, 0, 0));
    struct l1_access access = rig_load(0, 0, 0, 7, 0, 0, 15);
    access.op_class = OP_STORE;
    sharing_l1_access(sharing, &access);
    access.op_class = OP_LOAD;
    access.space = SPACE_LOCAL;
    sharing_l1_access(sharing, &access);
    const struct sharing_kernel *kernel = sharing->residents.kernels->pdata[0];
    g_autofree struct sharing_counts *counts = sharing_sum(sharing, kernel);
    RIG_EXPECT(counts->lines, 0);
    ck_assert_uint_eq(kernel->local_reads, 1);
    sharing_free(sharing);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sharing");
    TCase *cases = tcase_create("sharing");
    tcase_add_test(cases, classes);
    tcase_add_test(cases, block_slots);
    tcase_add_test(cases, others);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
