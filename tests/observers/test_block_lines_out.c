/* SPDX-License-Identifier: BSD-3-Clause */
/* Which lines blocks read: two launches, of which one ends, and their file. */
#include "observers/block_lines_out.h"
#include "tests/observers/rig.h"

static const struct gpu_config config = {.n_sms = 2};

static void start(struct block_lines_out *out, const struct rig *rig, unsigned block, unsigned warp)
{
    const struct warp_identity identity = {.block = block, .in_block = warp, .block_slot = block};
    block_lines_out_warp_started(out, block % 2, 2 * block + warp, &identity, &rig->launch);
}

static void load(struct block_lines_out *out, uint32_t launch, unsigned block, unsigned warp,
                 uint64_t line)
{
    struct l1_access access = rig_load(block % 2, 2 * block + warp, 0, line, 0, 0, 15);
    access.launch = launch;
    block_lines_out_l1_access(out, &access);
}

/* Blocks of two warps; the second launch out the same lines and doesn't end. */
START_TEST(a_file_of_two_launches)
{
    struct rig rig;
    struct block_lines_out *out = block_lines_out_new(&config);
    rig_init(&rig, 3, 64);
    for (uint32_t launch = 0; launch < 2; launch++) {
        rig.launch.id = 2 * launch;
        for (unsigned i = 0; i < 6; i++)
            start(out, &rig, i / 2, i % 2);
        load(out, 2 * launch, 2, 1, 70);
        load(out, 2 * launch, 0, 0, 32);
        load(out, 2 * launch, 0, 1, 12);
        load(out, 2 * launch, 2, 0, 7);
        load(out, 2 * launch, 0, 0, 22);
        load(out, 2 * launch, 0, 1, 22);
        for (unsigned i = 0; launch == 0 && i < 6; i++)
            block_lines_out_warp_ended(out, i / 2 % 2, i);
    }
    g_autofree char *text = block_lines_out_text(out);
    ck_assert_str_eq(text, "block lines 1\n"
                           "launch 0 line 128 blocks 3 kernel kernel\n"
                           "block 0 12-32/10\n"
                           "block 2 7 70\n"
                           "launch 2 line 128 blocks 3 kernel kernel\n"
                           "block 0 12-32/10\n"
                           "block 2 7 70\n");
    block_lines_out_free(out);
}
END_TEST

START_TEST(others)
{
    struct rig rig;
    struct block_lines_out *out = block_lines_out_new(&config);
    rig_init(&rig, 1, 32);
    start(out, &rig, 0, 0);
    struct l1_access access = rig_load(0, 0, 0, 7, 0, 0, 15);
    access.op_class = OP_STORE;
    block_lines_out_l1_access(out, &access);
    access.op_class = OP_LOAD;
    access.space = SPACE_LOCAL;
    block_lines_out_l1_access(out, &access);
    g_autofree char *text = block_lines_out_text(out);
    ck_assert_str_eq(text, "block lines 1\nlaunch 0 line 128 blocks 1 kernel kernel\n");
    block_lines_out_free(out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lines out");
    TCase *tests = tcase_create("events");
    tcase_add_test(tests, a_file_of_two_launches);
    tcase_add_test(tests, others);
    suite_add_tcase(suite, tests);
    return rig_run(suite);
}
