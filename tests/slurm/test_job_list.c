/* SPDX-License-Identifier: BSD-3-Clause */
/* The jobs of a study, and the reading of what Slurm's commands print. Slurm itself: test_study. */
#include "study/job_list.h"
#include "study/slurm.h"
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct job_setup setup = {
    .executable = "/bin/simgpu",
    .study_file = "/home/a b/s.json",
    .directory = "/home/a b",
    .folder = "/tmp/c",
    .jobs = 3,
    .chunk_points = 3,
};

START_TEST(test_chunks_of_chosen_points)
{
    const bool chosen[] = {true, true, false, true, true, true, true, true, false, true};
    GPtrArray *chunks = job_chunks(&setup, chosen, G_N_ELEMENTS(chosen));
    ck_assert_uint_eq(chunks->len, 3);
    const struct job_chunk *chunk = g_ptr_array_index(chunks, 0);
    ck_assert_str_eq(chunk->points, "0-1,3");
    ck_assert_str_eq(chunk->store, "/tmp/c/chunk-0.sqlite");
    ck_assert_str_eq(chunk->line, "cd '/home/a b' && '/bin/simgpu' study '/home/a b/s.json' "
                                  "--points 0-1,3 -j 3 -o '/tmp/c/chunk-0.sqlite' >/dev/null");
    chunk = g_ptr_array_index(chunks, 1);
    ck_assert_str_eq(chunk->points, "4-6");
    chunk = g_ptr_array_index(chunks, 2);
    ck_assert_str_eq(chunk->points, "7,9");
    ck_assert_uint_eq(chunk->positions->len, 2);
    ck_assert_uint_eq(g_array_index(chunk->positions, unsigned, 1), 9);
    g_ptr_array_unref(chunks);
    struct job_setup wide = setup;
    wide.cores = 12;
    chunks = job_chunks(&wide, chosen, G_N_ELEMENTS(chosen));
    chunk = g_ptr_array_index(chunks, 0);
    ck_assert_ptr_nonnull(strstr(chunk->line, " -j 3 --cores 12 -o "));
    g_ptr_array_unref(chunks);
}
END_TEST

START_TEST(test_chunk_size_by_itself)
{
    struct job_setup own = setup;
    own.chunk_points = 0;
    g_autofree bool *chosen = g_new(bool, 401);
    for (unsigned i = 0; i < 401; i++)
        chosen[i] = true;
    GPtrArray *chunks = job_chunks(&own, chosen, 200);
    ck_assert_uint_eq(chunks->len, 200);
    g_ptr_array_unref(chunks);
    chunks = job_chunks(&own, chosen, 401);
    ck_assert_uint_eq(chunks->len, 134);
    const struct job_chunk *last = g_ptr_array_index(chunks, 133);
    ck_assert_str_eq(last->points, "399-400");
    g_ptr_array_unref(chunks);
}
END_TEST

START_TEST(test_list_file)
{
    const bool chosen[] = {true, true, true, true};
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "simgpu-jobs-XXXXXX", NULL);
    close(g_mkstemp(path));
    GPtrArray *chunks = job_chunks(&setup, chosen, 4);
    g_autofree char *text = NULL, *expected = NULL;
    ck_assert(job_list_write(chunks, path, NULL));
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    const struct job_chunk *first = g_ptr_array_index(chunks, 0);
    const struct job_chunk *second = g_ptr_array_index(chunks, 1);
    expected = g_strdup_printf("%s\n%s\n", first->line, second->line);
    ck_assert_str_eq(text, expected);
    g_autoptr(GError) error = NULL;
    ck_assert(!job_list_write(chunks, "/dev/null/jobs", &error));
    ck_assert(g_str_has_prefix(error->message, "/dev/null/jobs: "));
    g_unlink(path);
    g_ptr_array_unref(chunks);
}
END_TEST

START_TEST(test_job_numbers)
{
    struct slurm_job job = {0};
    ck_assert(slurm_job_parse(&job, "1234\n"));
    ck_assert_str_eq(job.id, "1234");
    ck_assert_ptr_null(job.cluster);
    ck_assert(slurm_job_parse(&job, "77;north\n"));
    ck_assert_str_eq(job.id, "77");
    ck_assert_str_eq(job.cluster, "north");
    ck_assert(!slurm_job_parse(&job, "Submitted batch job 5\n"));
    ck_assert(!slurm_job_parse(&job, "12x\n"));
    ck_assert(!slurm_job_parse(&job, ""));
    slurm_job_clear(&job);
}
END_TEST

START_TEST(test_task_states)
{
    struct slurm_job job = {.id = "10"};
    enum slurm_task tasks[4];
    bool any;
    slurm_tasks_parse("CLUSTER: north\n10|0|R\n10|3|PD\n11|1|R\n10|2|CG\n10|9|R\n", &job, tasks, 4,
                      &any);
    ck_assert(any);
    ck_assert_int_eq(tasks[0], SLURM_RUNNING);
    ck_assert_int_eq(tasks[1], SLURM_ENDED);
    ck_assert_int_eq(tasks[2], SLURM_RUNNING);
    ck_assert_int_eq(tasks[3], SLURM_WAITING);
    slurm_tasks_parse("110|0|R\n1|1|R\n", &job, tasks, 4, &any);
    ck_assert(!any);
    ck_assert_int_eq(tasks[0], SLURM_ENDED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("job_list");
    TCase *tests = tcase_create("job_list");
    tcase_add_test(tests, test_chunks_of_chosen_points);
    tcase_add_test(tests, test_chunk_size_by_itself);
    tcase_add_test(tests, test_list_file);
    tcase_add_test(tests, test_job_numbers);
    tcase_add_test(tests, test_task_states);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
