/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules do not include each other in circles. A module is a .c united with the .h of the same
 * path. And a .c has a header of its own name, so that its reader knows what it is for.
 *
 * Both hold in the folders of a table. An exception stands in a table of its own, with its reason.
 */
#include "tests/lint/includes_graph.h"
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"

/* Each with all folders below it. A folder is added here when its last circle is gone. */
static const char *const folders[] = {
    "base",
    "cli",
    "metrics",
    "models/cache",
    "models/core",
    "models/cpu",
    "models/dispatch",
    "models/dram",
    "models/energy",
    "models/functional",
    "models/host",
    "models/icnt",
    "models/l2",
    "models/launch",
    "models/memory",
    "models/sm",
    "policies",
    "results",
    "runtime/include",
    "study",
    "teaching",
    "tests",
    "workloads/cuda_process",
    "workloads/loader",
    "workloads/ptx",
    "workloads/sass_trace",
    "workloads/suite",
    "workloads/trace_writer",
};

/* Arrows that may close a circle. */
static const struct arrow {
    const char *from, *to, *why;
} arrows[] = {
    {"models/memory/device_memory", "models/memory/device_memory_state",
     "the inside of device_memory.h"},
    {"results/numbers", "results/numbers_private", "the inside of numbers.h"},
    {"tests/conformance/conformance", "tests/conformance/kernel_text",
     "conformance.h has the rows that all parts of the suite are given"},
    {"tests/conformance/conformance", "tests/conformance/values",
     "conformance.h has the rows that all parts of the suite are given"},
    {"tests/differential/generator", "tests/differential/writer",
     "the inside of generator.h, which all gen_*.c share"},
    {"tests/differential/plain", "tests/differential/plain_machine",
     "the inside of plain.h, which all plain_*.c share"},
    {"tests/traces/kinds", "tests/traces/synthetic",
     "the inside of synthetic.h, whose struct each kind is given"},
};

/* Files that need no header of their own; a * stands for anything. */
static const struct lone {
    const char *files, *why;
} lone[] = {
    {"cli/main.c", "a program"},
    {"metrics/derived.c", "the second half of registry.h"},
    {"models/host/host_*.c", "parts of the host: host_internal.h has them"},
    {"policies/*/*.c", "a policy is an ops table, which the list of its kind names"},
    {"results/kernel_numbers.c", "a half of numbers.h"},
    {"study/points.c", "the points of study.h"},
    {"study/store_runs.c", "the runs of store.h"},
    {"tests/*.c", "a test is a program"},
    {"workloads/cuda_process/requests_*.c", "serve requests by subject: requests.h has them"},
    {"workloads/loader/*.c", "readers of a member: workload_private.h, step.h, buffer.h have them"},
    {"workloads/ptx/compile/emit/emit_*.c", "families of instructions: emitter.h has them"},
    {"workloads/ptx/compile/machine/machine.c", "it becomes bitcode, not a part of simgpu"},
    {"workloads/ptx/exec/*.c", "the files of an action or of a lane's operation share its header"},
    {"workloads/ptx/lower/*.c", "parts of the lowering: lowering.h has them"},
    {"workloads/ptx/syntax/*.c", "parts of the parser: parser.h and ptx.h have them"},
    {"workloads/sass_trace/*.c", "parts of the reader: parser.h has them"},
    {"workloads/sass_trace/text/*.c", "packings: text_packing.h has them"},
    {"workloads/suite/suite.c", "a program"},
};

static bool is_in_folders(const char *path)
{
    bool is_in = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(folders) && !is_in; i++)
        is_in = tree_is_in(path, folders[i]);
    return is_in;
}

static struct includes_graph *graph_of(const char *folder)
{
    struct includes_graph *graph = includes_graph_new();
    g_autoptr(GPtrArray) files = tree_files(folder, ".c .h");
    ck_assert_msg(files->len > 0, "%s has no source files", folder);
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *text = tree_text(files->pdata[i]);
        includes_graph_add(graph, files->pdata[i], text);
    }
    return graph;
}

START_TEST(modules_have_no_circle)
{
    struct includes_graph *graph = graph_of(folders[_i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(arrows); i++)
        includes_graph_cut(graph, arrows[i].from, arrows[i].to);
    g_autofree char *circle = includes_graph_circle(graph);
    ck_assert_msg(!circle, "a circle: %s", circle);
    includes_graph_free(graph);
}
END_TEST

START_TEST(exceptions_are_of_folders_in_the_table)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(arrows); i++)
        ck_assert_msg(is_in_folders(arrows[i].from) && *arrows[i].why, "%s -> %s", arrows[i].from,
                      arrows[i].to);
}
END_TEST

/* An arrow may be in the table only as long as a circle would be there without it. */
START_TEST(an_exception_is_needed)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(folders); i++) {
        if (!tree_is_in(arrows[_i].from, folders[i]))
            continue;
        struct includes_graph *graph = graph_of(folders[i]);
        for (int j = 0; j < (int)G_N_ELEMENTS(arrows); j++)
            if (j != _i)
                includes_graph_cut(graph, arrows[j].from, arrows[j].to);
        g_autofree char *circle = includes_graph_circle(graph);
        ck_assert_msg(circle != NULL, "take the arrow %s -> %s out of the table: no circle is left",
                      arrows[_i].from, arrows[_i].to);
        includes_graph_free(graph);
    }
}
END_TEST

static bool may_stand_alone(const char *file)
{
    bool may = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(lone) && !may; i++)
        may = g_pattern_match_simple(lone[i].files, file);
    return may;
}

START_TEST(sources_have_headers)
{
    g_autoptr(GPtrArray) files = tree_files(folders[_i], ".c");
    for (guint i = 0; i < files->len; i++) {
        const char *file = files->pdata[i];
        g_autofree char *header = g_strdup(file);
        header[strlen(header) - 1] = 'h';
        ck_assert_msg(tree_has(header) || may_stand_alone(file), "%s has no header", file);
    }
}
END_TEST

START_TEST(a_circle_is_found)
{
    struct includes_graph *graph = includes_graph_new();
    includes_graph_add(graph, "x/a.h", "#include <glib.h>\n#include \"x/a_in.h\"\n");
    includes_graph_add(graph, "x/a.c", "#include \"x/a.h\"\n#include \"x/b.h\"\n");
    includes_graph_add(graph, "x/b.c", "#include \"x/b.h\"\n#include \"x/c.h\"\n");
    includes_graph_add(graph, "x/c.h", "#include \"y/a.h\"\n");
    g_autofree char *none = includes_graph_circle(graph);
    ck_assert_ptr_null(none);
    includes_graph_add(graph, "x/c.c", "#include \"x/c.h\"\n#include \"x/a.h\"\n");
    g_autofree char *circle = includes_graph_circle(graph);
    ck_assert_str_eq(circle, "x/a -> x/b -> x/c -> x/a");
    ck_assert(includes_graph_cut(graph, "x/b", "x/c"));
    ck_assert(!includes_graph_cut(graph, "x/b", "x/c"));
    g_autofree char *gone = includes_graph_circle(graph);
    ck_assert_ptr_null(gone);
    includes_graph_free(graph);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("modules");
    TCase *tests = tcase_create("modules");
    tcase_add_loop_test(tests, modules_have_no_circle, 0, (int)G_N_ELEMENTS(folders));
    tcase_add_test(tests, exceptions_are_of_folders_in_the_table);
    tcase_add_loop_test(tests, an_exception_is_needed, 0, (int)G_N_ELEMENTS(arrows));
    tcase_add_loop_test(tests, sources_have_headers, 0, (int)G_N_ELEMENTS(folders));
    tcase_add_test(tests, a_circle_is_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
