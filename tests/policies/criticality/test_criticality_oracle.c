/* SPDX-License-Identifier: BSD-3-Clause */
/* The oracle: what its file may say, and whose scores it publishes when. */
#include "policies/criticality/criticality.h"
#include "policies/policy_values.h"
#include "policies/sm_members.h"
#include "tests/rigs/suite.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

extern const struct criticality_ops criticality_oracle;

static char *file_name;

static void setup(void)
{
    int file = g_file_open_tmp("simgpu-scores-XXXXXX", &file_name, NULL);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void teardown(void)
{
    g_unlink(file_name);
    g_free(file_name);
}

/* Values with that text as a file. */
static struct policy_values *values_of(const char *text, const char *threshold)
{
    struct policy_values *values = policy_values_new(&criticality_oracle.policy.head);
    ck_assert(g_file_set_contents(file_name, text, -1, NULL));
    ck_assert(policy_values_set(values, "file", file_name, NULL));
    ck_assert(policy_values_set(values, "threshold", threshold, NULL));
    return values;
}

/* ---- the file ---------------------------------------------------------------------------------
 */

static const struct {
    const char *text, *problem; /* behind the file's name; NULL: none */
} files[] = {
    {"", NULL},
    {"# nothing\n\n   \n", NULL},
    {"0 0 0 5\n0 0 1 7 critical\n0 1 0 0\n1 0 0 18446744073709551615", NULL},
    {"0 0 0 5 critical\r\n\t0  0 1\t7\r\n", NULL},
    {"0 0 0 5\n0 0 1\n", ":2: expected launch, block, warp, score, and perhaps \"critical\""},
    {"0 0 0 5 often\n", ":1: expected launch"},
    {"0 0 0 5 critical 1\n", ":1: expected launch"},
    {"0 0 0 5 criticalx\n", ":1: expected launch"},
    {"# one\n0 0 0 -5\n", ":2: expected launch"},
    {"0 0 0 18446744073709551616\n", ":1: expected launch"},
    {"0 0 0x 5\n", ":1: expected launch"},
    {"0 1 0 5\n\n0 0 1 5\n",
     ":3: launch 0 block 0 warp 1 does not come after the warp of the line before"},
    {"0 1 0 5\n0 1 0 6\n", ":2: launch 0 block 1 warp 0 does not come after"},
};

START_TEST(files_are_checked)
{
    struct policy_values *values = values_of(files[_i].text, "0");
    g_autoptr(GError) error = NULL;
    bool right = policy_values_check(values, &error);
    ck_assert_msg(right == (files[_i].problem == NULL), "%s", error ? error->message : "no error");
    if (error) {
        g_autofree char *expected = g_strconcat(file_name, files[_i].problem, NULL);
        ck_assert_msg(g_str_has_prefix(error->message, expected), "%s", error->message);
    }
    policy_values_free(values);
}
END_TEST

START_TEST(it_wants_a_file)
{
    struct policy_values *values = policy_values_new(&criticality_oracle.policy.head);
    g_autoptr(GError) error = NULL;
    ck_assert(!policy_values_check(values, &error));
    ck_assert_str_eq(error->message, "oracle: file: expected a file with the warps' scores");
    policy_values_free(values);
}
END_TEST

/* ---- what it publishes ------------------------------------------------------------------------
 */

struct rig {
    struct policy_values *values;
    struct sm_members members;
    const struct criticality *published;
    struct warp_view view;
};

static void rig_init(struct rig *rig, const char *text, const char *threshold)
{
    const struct sm_policy_site facts = {.n_sms = 1, .schedulers = 1, .warp_slots = WARP_SLOTS};
    *rig = (struct rig){.values = values_of(text, threshold)};
    ck_assert(policy_values_check(rig->values, NULL));
    sm_members_init(&rig->members, &facts);
    rig->published = criticality_oracle.published(
        sm_members_add(&rig->members, &criticality_oracle.policy.head, rig->values));
    sm_members_ready(&rig->members);
}

static void rig_finish(struct rig *rig)
{
    sm_members_finish(&rig->members);
    policy_values_free(rig->values);
}

static void start_block(struct rig *rig, uint32_t launch, uint64_t index, uint64_t warps)
{
    const struct warp_block block = {.launch = launch, .index = index, .warps = warps};
    uint64_t critical = rig->published->critical;
    SM_MEMBERS_TELL(&rig->members, block_started, &block, &rig->view);
    ck_assert_uint_eq(rig->published->critical, critical); /* none of them is there yet */
    for (; warps; warps &= warps - 1) {
        rig->view.resident |= warps & -warps;
        SM_MEMBERS_TELL(&rig->members, warp_started, warp_first(warps), &rig->view);
    }
}

static void finish_warp(struct rig *rig, unsigned slot)
{
    rig->view.resident &= ~warp_bit(slot);
    SM_MEMBERS_TELL(&rig->members, warp_finished, slot, &rig->view);
}

START_TEST(the_lowest_slot_is_the_first_warp)
{
    struct rig rig;
    rig_init(&rig, "0 7 0 10\n0 7 1 11 critical\n0 7 2 12\n1 7 0 99 critical\n", "0");
    start_block(&rig, 0, 7, warp_bit(2) | warp_bit(5) | warp_bit(63));
    ck_assert_uint_eq(rig.published->score[2], 10);
    ck_assert_uint_eq(rig.published->score[5], 11);
    ck_assert_uint_eq(rig.published->score[63], 12);
    ck_assert_uint_eq(rig.published->critical, warp_bit(5));
    finish_warp(&rig, 5);
    ck_assert_uint_eq(rig.published->critical, 0);
    start_block(&rig, 1, 7, warp_bit(5) | warp_bit(6)); /* its second warp has no line */
    ck_assert_uint_eq(rig.published->score[5], 99);
    ck_assert_uint_eq(rig.published->score[6], 0);
    ck_assert_uint_eq(rig.published->critical, warp_bit(5));
    ck_assert_uint_eq(rig.published->score[2], 10);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_high_score_is_critical)
{
    struct rig rig;
    rig_init(&rig, "0 0 0 10\n0 0 1 11\n0 0 2 1 critical\n", "11");
    start_block(&rig, 0, 0, 15);
    ck_assert_uint_eq(rig.published->critical, 6);
    rig_finish(&rig);
}
END_TEST

/* Gaps, comments and lines of many lengths: each warp's own score, or none. */
START_TEST(every_line_is_found)
{
    enum { LAUNCHES = 3, BLOCKS = 40, WARPS = 3 };
    g_autoptr(GString) text = g_string_new("# scores\n");
    uint64_t scores[LAUNCHES][BLOCKS][WARPS] = {0}, random = 1;
    for (unsigned i = 0; i < LAUNCHES * BLOCKS * WARPS; i++) {
        uint64_t *score = &scores[i / WARPS / BLOCKS][i / WARPS % BLOCKS][i % WARPS];
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        if (random >> 62 == 0)
            continue;
        *score = (random >> 8) >> (random >> 58);
        g_string_append_printf(text, "%s%u %u %u %" G_GUINT64_FORMAT "%s\n",
                               random >> 61 == 3 ? "#0 0 0 0\n\n" : "", i / WARPS / BLOCKS,
                               i / WARPS % BLOCKS, i % WARPS, *score,
                               random >> 61 == 4 ? " critical" : "");
    }
    struct rig rig;
    rig_init(&rig, text->str, "0");
    for (unsigned i = 0; i < LAUNCHES * BLOCKS; i++) {
        unsigned j = i * 7 % (LAUNCHES * BLOCKS);
        start_block(&rig, j / BLOCKS, j % BLOCKS, 7);
        ck_assert_mem_eq(rig.published->score, scores[j / BLOCKS][j % BLOCKS], sizeof scores[0][0]);
        for (unsigned slot = 0; slot < WARPS; slot++)
            finish_warp(&rig, slot);
    }
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("criticality oracle");
    TCase *tests = tcase_create("oracle");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, files_are_checked, 0, (int)G_N_ELEMENTS(files));
    tcase_add_test(tests, it_wants_a_file);
    tcase_add_test(tests, the_lowest_slot_is_the_first_warp);
    tcase_add_test(tests, a_high_score_is_critical);
    tcase_add_test(tests, every_line_is_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
