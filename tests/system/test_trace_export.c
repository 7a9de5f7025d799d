/* SPDX-License-Identifier: BSD-3-Clause */
/* --export-trace and --trace-like: a trace that has been written and is read again takes, cycle by
 * cycle and counter by counter, what the run that wrote it took, if that ran as its trace does. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

enum { SETS = 4 };

struct exported {
    const char *workload;
    const char *sets[SETS];
    /* Values that SMs pass to each other while they run decide what is executed, or how often a
     * program asks an mbarrier: a run like its trace, whose accesses act at once, executes
     * something else. */
    bool races;
    const char *platform; /* NULL: the GTX 480 */
};

#define A100    "platforms/ampere-a100.xml"
#define H100    "platforms/hopper-h100.xml"
#define TITAN_V "platforms/volta-titanv.xml"

static const struct exported workloads[] = {
    {"workloads/examples/vecadd/vecadd.json", {"scalars.n=5000", "scalars.block=128"}, false, NULL},
    {"workloads/examples/matmul/matmul.json", {"scalars.n=48"}, false, NULL},
    {"workloads/examples/spmv/spmv.json",
     {"scalars.rows=512", "scalars.edges=3000", "scalars.block=64"},
     false,
     NULL},
    {"workloads/examples/bfs/bfs.json",
     {"scalars.vertices=300", "scalars.degree=5", "scalars.block=64"},
     false,
     NULL},
    {"workloads/examples/histogram/histogram.json",
     {"scalars.n=10000", "scalars.blocks=20"},
     false,
     NULL},
    {"workloads/examples/kmeans/kmeans.json",
     {"scalars.n=150", "scalars.clusters=2", "scalars.block=64"},
     false,
     NULL},
    {"tests/opencl/dot.json", {"scalars.n=3000"}, false, NULL},
    {"tests/kernels/calls.json", {"scalars.n=200"}, false, NULL},
    {"tests/kernels/async_copy.json", {NULL}, false, NULL},
    {"tests/kernels/async_copy.json", {"gpu.compute_capability=8.0"}, false, NULL},
    {"tests/kernels/copy_paths.json", {NULL}, false, NULL},
    {"tests/kernels/copy_paths.json", {NULL}, false, A100},
    {"tests/kernels/matrices.json", {"gpu.compute_capability=8.0"}, false, NULL},
    {"tests/kernels/matrices.json", {NULL}, false, A100},
    {"tests/kernels/products.json", {NULL}, false, A100},
    {"tests/kernels/products.json", {NULL}, false, TITAN_V},
    {"tests/kernels/warp_groups.json", {NULL}, false, H100},
    {"tests/kernels/bulk.json", {NULL}, true, H100},
    {"tests/kernels/barriers.json", {NULL}, false, H100},
    {"workloads/examples/histogram/histogram.json",
     {"scalars.n=10000", "scalars.blocks=20", "gpu.compute_capability=6.1"},
     false,
     NULL},
    {"tests/kernels/calls.json", {"scalars.n=200", "gpu.lanes=independent"}, false, NULL},
    {"tests/kernels/handoff.json", {"scalars.blocks=20"}, true, NULL},
    {"tests/kernels/fence.json", {NULL}, true, NULL},
};

/* Of the workload's platform. */
static GPtrArray *command_on(const struct exported *workload, const char *path)
{
    if (!workload->platform)
        return command_for(path);
    GPtrArray *command = command_new();
    g_ptr_array_add(command, source_path(workload->platform));
    g_ptr_array_add(command, g_path_is_absolute(path) ? g_strdup(path) : source_path(path));
    return command;
}

static GPtrArray *command_of(const struct exported *workload, const char *folder, const char *name)
{
    GPtrArray *command = command_on(workload, workload->workload);
    command_set_all(command, workload->sets);
    command_add(command, "--export-trace");
    command_add(command, "%s/%s", folder, name);
    return command;
}

/* ... on the same GPU. */
static GPtrArray *command_to_read(const struct exported *workload, const char *folder,
                                  const char *name)
{
    g_autofree char *list = g_build_filename(folder, name, "kernelslist.g", NULL);
    GPtrArray *command = command_on(workload, list);
    for (unsigned i = 0; i < SETS && workload->sets[i]; i++)
        if (g_str_has_prefix(workload->sets[i], "gpu."))
            command_set_all(command, (const char *const[]){workload->sets[i], NULL});
    return command;
}

/* The result without what a trace has no part in. */
static char *timing_of(JsonNode *result)
{
    JsonObject *object = json_node_get_object(result);
    json_object_remove_member(object, "checks");
    json_object_remove_member(object, "workload");
    return result_without_host(result);
}

static void assert_same_files(const char *folder, const char *one, const char *other)
{
    g_autofree char *a = g_build_filename(folder, one, NULL);
    g_autofree char *b = g_build_filename(folder, other, NULL);
    g_autoptr(GDir) dir = g_dir_open(a, 0, NULL);
    ck_assert_ptr_nonnull(dir);
    unsigned n = 0;
    for (const char *name; (name = g_dir_read_name(dir)); n++) {
        g_autofree char *left = g_build_filename(a, name, NULL);
        g_autofree char *right = g_build_filename(b, name, NULL);
        g_autofree char *expected = NULL, *found = NULL;
        gsize n_expected, n_found;
        ck_assert(g_file_get_contents(left, &expected, &n_expected, NULL));
        ck_assert_msg(g_file_get_contents(right, &found, &n_found, NULL), "no %s", right);
        ck_assert_msg(n_expected == n_found && memcmp(expected, found, n_found) == 0,
                      "%s and %s differ", left, right);
    }
    ck_assert_uint_ge(n, 2); /* a list and a kernel */
}

START_TEST(reading_takes_what_writing_took)
{
    const struct exported *workload = &workloads[_i];
    char *folder = folder_new();
    g_autoptr(GPtrArray) write = command_of(workload, folder, "like");
    command_add(write, "--trace-like");
    command_add(write, "--check");
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    g_autoptr(GPtrArray) read = command_to_read(workload, folder, "like");
    g_autoptr(JsonNode) taken = run_for_result(read, EXIT_DONE);
    g_autofree char *expected = timing_of(written), *found = timing_of(taken);
    assert_same_result(expected, found, workload->workload);
    folder_remove(folder);
}
END_TEST

/* Writing changes nothing, and what is written depends neither on the lookahead nor on time. */
START_TEST(what_is_executed_is_written)
{
    const struct exported *workload = &workloads[_i];
    char *folder = folder_new();
    g_autoptr(GPtrArray) plain = command_on(workload, workload->workload);
    command_set_all(plain, workload->sets);
    g_autoptr(JsonNode) unwritten = run_for_result(plain, EXIT_DONE);
    g_autoptr(GPtrArray) write = command_of(workload, folder, "plain");
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    g_autofree char *expected = result_without_host(unwritten);
    g_autofree char *found = result_without_host(written);
    assert_same_result(expected, found, workload->workload);
    g_autoptr(GPtrArray) narrow = command_of(workload, folder, "narrow");
    command_set_all(narrow, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) one_cycle = run_for_result(narrow, EXIT_DONE);
    (void)one_cycle;
    assert_same_files(folder, "plain", "narrow");
    if (!workload->races) {
        g_autoptr(GPtrArray) like = command_of(workload, folder, "like");
        command_add(like, "--trace-like");
        g_autoptr(JsonNode) imitated = run_for_result(like, EXIT_DONE);
        (void)imitated;
        assert_same_files(folder, "plain", "like");
        g_autoptr(GPtrArray) compute = command_of(workload, folder, "functional");
        command_add(compute, "--functional");
        g_autoptr(JsonNode) computed = run_for_result(compute, EXIT_DONE);
        (void)computed;
        assert_same_files(folder, "plain", "functional");
    }
    folder_remove(folder);
}
END_TEST

/* A trace that runs is written as it is. */
START_TEST(a_trace_is_copied)
{
    const struct exported *workload = &workloads[_i];
    char *folder = folder_new();
    g_autoptr(GPtrArray) write = command_of(workload, folder, "first");
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    g_autoptr(GPtrArray) read = command_to_read(workload, folder, "first");
    command_add(read, "--export-trace");
    command_add(read, "%s/second", folder);
    g_autoptr(JsonNode) taken = run_for_result(read, EXIT_DONE);
    (void)written, (void)taken;
    assert_same_files(folder, "first", "second");
    folder_remove(folder);
}
END_TEST

/* Of many instructions, and of asynchronous copies, whose immediates count. */
static const struct exported in_formats[] = {
    {"workloads/examples/spmv/spmv.json",
     {"scalars.rows=512", "scalars.edges=3000", "scalars.block=64"},
     false,
     NULL},
    {"tests/kernels/async_copy.json", {"gpu.compute_capability=8.0"}, false, NULL},
    {"tests/kernels/matrices.json", {"gpu.compute_capability=8.0"}, false, NULL},
    {"tests/kernels/warp_groups.json", {NULL}, false, H100},
};

static GPtrArray *command_in(const struct exported *workload, const char *folder, const char *from,
                             const char *format)
{
    GPtrArray *command =
        from ? command_to_read(workload, folder, from) : command_of(workload, folder, format);
    if (from)
        command_add(command, "--export-trace=%s/%s-from-%s", folder, format, from);
    else
        command_add(command, "--trace-like");
    command_add(command, "--export-format=%s", format);
    return command;
}

/* Each format becomes each later one, byte by byte, and takes what the others take. */
START_TEST(formats_say_the_same)
{
    static const char *const formats[] = {"5", "6", "tracez"};
    const struct exported *workload = &in_formats[_i];
    char *folder = folder_new();
    g_autofree char *expected = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autoptr(GPtrArray) write = command_in(workload, folder, NULL, formats[i]);
        g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
        g_free(expected);
        expected = timing_of(written);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++)
        for (unsigned j = 1; j < G_N_ELEMENTS(formats); j++) {
            g_autofree char *to = g_strdup_printf("%s-from-%s", formats[j], formats[i]);
            g_autoptr(GPtrArray) copy = command_in(workload, folder, formats[i], formats[j]);
            g_autoptr(JsonNode) taken = run_for_result(copy, EXIT_DONE);
            g_autofree char *found = timing_of(taken);
            assert_same_result(expected, found, to);
            assert_same_files(folder, formats[j], to);
        }
    folder_remove(folder);
}
END_TEST

/* Of all SMs. */
static int64_t remote_requests(JsonNode *result, const char *counter)
{
    g_autofree char *path = g_strdup_printf("$.totals.sm.%s", counter);
    g_autoptr(JsonNode) found = json_path_query(path, result, NULL);
    return json_array_get_int_element(json_node_get_array(found), 0);
}

/* Each thread stores to the next block's shared memory and adds to that of all four, so a warp
 * sends a store and, its own block apart, three reductions. Its trace does the same, and so does
 * its copy.
 */
START_TEST(stores_to_other_blocks_are_written)
{
    enum { WARPS = 20 * 128 / 32, REQUESTS = WARPS * 4 };
    const struct exported remote = {"tests/kernels/remote.json", {NULL}, false, H100};
    char *folder = folder_new();
    g_autoptr(GPtrArray) write = command_of(&remote, folder, "first");
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    g_autoptr(GPtrArray) copy = command_to_read(&remote, folder, "first");
    command_add(copy, "--export-trace=%s/second", folder);
    g_autoptr(JsonNode) taken = run_for_result(copy, EXIT_DONE);
    ck_assert_int_eq(remote_requests(written, "remote_requests"), REQUESTS);
    ck_assert_int_eq(remote_requests(taken, "remote_requests"), REQUESTS);
    ck_assert_int_eq(remote_requests(taken, "remote_served"), REQUESTS);
    assert_same_files(folder, "first", "second");
    folder_remove(folder);
}
END_TEST

static void expect_error(GPtrArray *command, int code, const char *message)
{
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, code);
    ck_assert_msg(strstr(outcome.err, message) != NULL, "no \"%s\" in: %s", message, outcome.err);
}

START_TEST(errors)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) functional = command_of(&workloads[0], folder, "x");
    command_add(functional, "--trace-like");
    command_add(functional, "--functional");
    expect_error(functional, EXIT_USAGE, "--trace-like needs a run that simulates everything");
    g_autoptr(GPtrArray) format = command_of(&workloads[0], folder, "x");
    command_add(format, "--export-format=4");
    expect_error(format, EXIT_USAGE, "--export-format wants 5, 6 or tracez, not 4");
    g_free(folder_write(folder, "file", "", 0));
    g_autoptr(GPtrArray) taken = command_of(&workloads[0], folder, "file/x");
    expect_error(taken, EXIT_BAD_INPUT, "file/x: cannot make this folder: Not a directory");
    g_free(folder_write(folder, "kernelslist.g", "", 0));
    g_autoptr(GPtrArray) full = command_of(&workloads[0], folder, ".");
    expect_error(full, EXIT_BAD_INPUT,
                 "expected a folder without a trace, found kernelslist.g in it");
    folder_remove(folder);
}
END_TEST

/* Only picked launches are written, under their own numbers. */
START_TEST(picked_kernels_are_written)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) write = command_of(&workloads[3], folder, "some");
    command_add(write, "--kernels");
    command_add(write, "2,4-5");
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    (void)written;
    g_autofree char *path = g_build_filename(folder, "some", "kernelslist.g", NULL);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) kernels = g_string_new(NULL);
    for (char **line = lines; *line; line++)
        if (!g_str_has_prefix(*line, "Memcpy"))
            g_string_append_printf(kernels, "%s ", *line);
    ck_assert_str_eq(kernels->str, "kernel-3.traceg kernel-5.traceg kernel-6.traceg  ");
    folder_remove(folder);
}
END_TEST

START_TEST(barriers_of_a_part_are_warned_of)
{
    char *folder = folder_new();
    const struct exported barriers = {"tests/kernels/barriers.json", {NULL}, false, NULL};
    g_autoptr(GPtrArray) write = command_of(&barriers, folder, "x");
    expect_error(write, EXIT_DONE,
                 "warning: a barrier of a part of a block becomes a barrier of the whole block");
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_export");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, reading_takes_what_writing_took, 0, G_N_ELEMENTS(workloads));
    tcase_add_loop_test(tests, what_is_executed_is_written, 0, G_N_ELEMENTS(workloads));
    tcase_add_loop_test(tests, a_trace_is_copied, 0, G_N_ELEMENTS(workloads));
    tcase_add_loop_test(tests, formats_say_the_same, 0, G_N_ELEMENTS(in_formats));
    tcase_add_test(tests, stores_to_other_blocks_are_written);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, picked_kernels_are_written);
    tcase_add_test(tests, barriers_of_a_part_are_warned_of);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
