/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs with clusters of blocks: simulated and only computed; and what is refused. */
#include "tests/programs/run.h"
#include <string.h>

#define HOPPER "platforms/hopper-h100.xml"

static const char *const ways[] = {HOPPER, HOPPER " --functional"};

START_TEST(a_histogram_in_shared_memory_of_clusters)
{
    static const char *const words[] = {"clusters count 1", "clusters count 4",
                                        "clusters count 16"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        auto_run run;
        run_well(&run, ways[_i], words[i]);
        assert_line(&run, "wrong 0");
    }
}
END_TEST

START_TEST(a_block_knows_its_cluster)
{
    static const char *const words[] = {"clusters registers 4 2", "clusters registers 1 4"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        auto_run run;
        run_well(&run, ways[_i], words[i]);
        assert_line(&run, "wrong 0");
    }
}
END_TEST

/* 912: a wrong cluster. 801: there are none. */
START_TEST(wrong_clusters_are_refused)
{
    auto_run run, without;
    run_program(&run, HOPPER, "clusters refusals");
    ck_assert_ptr_nonnull(strstr(run.out, "clusters 1\nstatus 912\nstatus 912\nstatus 912\n"
                                          "status 912\nstatus 0\n"));
    assert_complains(&run, "does not divide into clusters of 3 x 1 x 1");
    assert_complains(&run, "more than 8 need cudaFuncAttributeNonPortableClusterSizeAllowed");
    run_program(&without, NULL, "clusters refusals");
    ck_assert_ptr_nonnull(strstr(without.out, "clusters 0\nstatus 801\n"));
    assert_complains(&without, "on a GPU that has no clusters");
}
END_TEST

/* 57 pairs of SMs; of a GPC's 16 or 18 SMs two are left over by clusters of 8. */
START_TEST(clusters_are_counted)
{
    auto_run run;
    run_well(&run, HOPPER, "clusters occupancy");
    ck_assert_ptr_nonnull(strstr(run.out, "clusters 57\nblocks 16\nportable 8\nclusters 14\n"
                                          "blocks 16\nportable 8\nclusters 7\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clusters");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, a_histogram_in_shared_memory_of_clusters, 0,
                        (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, a_block_knows_its_cluster, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, clusters_are_counted);
    tcase_add_test(tests, wrong_clusters_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
