/* SPDX-License-Identifier: BSD-3-Clause */
/* Plug-ins, built as a user builds them: by a compiler, in a folder outside of the tree, against
 * nothing but the headers that are installed, laid out as they are installed.
 *
 * Environment, set by meson.build:
 *   SIMGPU_TEST_CC       the compiler with its arguments
 *   SIMGPU_TEST_CFLAGS   what pkg-config gives for GLib
 *   SIMGPU_TEST_INCLUDE  the folder whose policies/ holds the headers
 *   SIMGPU_TEST_BUILT    the folder whose policies/ holds the one that is made, abi.h
 *   SIMGPU_TEST_HEADERS  those that are installed, relative to policies/
 *   SIMGPU_TEST_EXAMPLES  the folder plugin_example
 */
#include "base/input_error.h"
#include "policies/kinds.h"
#include "policies/policy_values.h"
#include "tests/policies/offload/offload_contract.h"
#include "tests/policies/replacement/replacement_contract.h"
#include "tests/policies/warp_scheduler/warp_scheduler_contract.h"
#include "tests/rigs/event_stream.h"
#include "tests/rigs/fake_dispatcher.h"
#include "tests/rigs/suite.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder; /* temporary; one for each test */
static struct policy_registry *registry;

static const struct policy_head *find(const char *name, GError **error)
{
    return policy_registry_find(registry, policy_kinds[POLICY_WARP_SCHEDULER], name, error);
}

/* All warp schedulers, built in then loaded. */
static const struct policy_head **list_schedulers(void)
{
    return policy_registry_list(registry, policy_kinds[POLICY_WARP_SCHEDULER]);
}

static const char *environment(const char *name)
{
    const char *value = g_getenv(name);
    ck_assert_msg(value != NULL && *value != '\0', "%s is not set", name);
    return value;
}

static void install_header(const char *folder_of, const char *header)
{
    g_autofree char *from = g_build_filename(environment(folder_of), "policies", header, NULL);
    g_autofree char *to = g_build_filename(folder, "include/simgpu/policies", header, NULL);
    g_autofree char *parent = g_path_get_dirname(to);
    ck_assert_int_eq(g_mkdir_with_parents(parent, 0755), 0);
    g_autofree char *text = NULL;
    gsize length = 0;
    ck_assert_msg(g_file_get_contents(from, &text, &length, NULL), "cannot read %s", from);
    ck_assert(g_file_set_contents(to, text, (gssize)length, NULL));
}

static void setup(void)
{
    g_auto(GStrv) headers = g_strsplit(environment("SIMGPU_TEST_HEADERS"), " ", -1);
    folder = g_dir_make_tmp("simgpu-plugin-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    for (size_t i = 0; headers[i] != NULL; i++)
        install_header("SIMGPU_TEST_INCLUDE", headers[i]);
    install_header("SIMGPU_TEST_BUILT", "abi.h");
    registry = policy_registry_new(policy_kinds);
}

static void remove_folder(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    ck_assert_ptr_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        if (g_file_test(child, G_FILE_TEST_IS_DIR))
            remove_folder(child);
        else
            g_unlink(child);
    }
    g_dir_close(dir);
    g_rmdir(path);
}

static void teardown(void)
{
    policy_registry_free(registry);
    remove_folder(folder);
    g_free(folder);
}

/* Appends the words of an environment variable. */
static void append_words(GPtrArray *command, const char *name)
{
    g_auto(GStrv) words = NULL;
    ck_assert(g_shell_parse_argv(environment(name), NULL, &words, NULL));
    for (size_t i = 0; words[i] != NULL; i++)
        g_ptr_array_add(command, g_strdup(words[i]));
}

/* Compiles a source file in `folder`; returns the path of the library. */
static char *compile(const char *source, const char *name)
{
    char *library = g_strdup_printf("%s/%s.so", folder, name);
    g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
    append_words(command, "SIMGPU_TEST_CC");
    static const char *const flags[] = {"-std=c17", "-Wall",   "-Wextra",
                                        "-Werror",  "-shared", "-fPIC"};
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++)
        g_ptr_array_add(command, g_strdup(flags[i]));
    g_ptr_array_add(command, g_strdup_printf("-I%s/include/simgpu", folder));
    append_words(command, "SIMGPU_TEST_CFLAGS");
    g_ptr_array_add(command, g_strdup("-o"));
    g_ptr_array_add(command, g_strdup(library));
    g_ptr_array_add(command, g_strdup(source));
    g_ptr_array_add(command, NULL);

    int status = 0;
    g_autofree char *messages = NULL;
    GError *error = NULL;
    bool ran = g_spawn_sync(folder, (char **)command->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                            NULL, &messages, &status, &error);
    ck_assert_msg(ran, "%s", error != NULL ? error->message : "");
    ck_assert_msg(g_spawn_check_wait_status(status, NULL), "%s", messages);
    return library;
}

/* The same for a text. */
static char *compile_text(const char *text, const char *name)
{
    g_autofree char *source = g_strdup_printf("%s/%s.c", folder, name);
    ck_assert(g_file_set_contents(source, text, -1, NULL));
    return compile(source, name);
}

static char *compile_example(const char *name)
{
    g_autofree char *source = g_strdup_printf("%s/%s.c", environment("SIMGPU_TEST_EXAMPLES"), name);
    return compile(source, name);
}

/* Loading fails with the path and then `expected`, and adds nothing. */
static void expect_error(const char *path, const char *expected)
{
    GError *error = NULL;
    ck_assert(!policy_registry_load_plugin(registry, path, &error));
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *message = g_strdup_printf("%s: %s", absolute, expected);
    ck_assert_msg(g_str_has_prefix(error->message, message), "%s", error->message);
    g_error_free(error);

    g_autofree const struct policy_head **list = list_schedulers();
    for (size_t i = 0; list[i] != NULL; i++)
        ck_assert_ptr_eq(list[i], policy_kinds[POLICY_WARP_SCHEDULER]->built_in[i]);
}

START_TEST(example_loads_and_keeps_the_contract)
{
    g_autofree char *path = compile_example("youngest_first");
    GError *error = NULL;
    bool loaded = policy_registry_load_plugin(registry, path, &error);
    ck_assert_msg(loaded, "%s", error != NULL ? error->message : "");
    const struct policy_head *policy = find("youngest_first", NULL);
    ck_assert_ptr_nonnull(policy);
    g_autofree char *problem = contract_problem((const struct warp_scheduler_ops *)policy);
    ck_assert_msg(problem == NULL, "%s", problem);

    g_autofree const struct policy_head **list = list_schedulers();
    size_t last = 0;
    while (list[last + 1] != NULL)
        last++;
    ck_assert_ptr_eq(list[last], policy);

    ck_assert(!policy_registry_load_plugin(registry, path, &error));
    g_autofree char *expected = g_strdup_printf(
        "%s: there is a warp scheduler called \"youngest_first\" already (%s)", path, path);
    ck_assert_str_eq(error->message, expected);
    g_error_free(error);
    ck_assert_ptr_eq(find("youngest_first", NULL), policy);
}
END_TEST

/* ---- an example of every kind -----------------------------------------------------------------
 */

static char *scheduler_problem(const struct policy_head *policy)
{
    return contract_problem((const struct warp_scheduler_ops *)policy);
}

static char *replacement_problem(const struct policy_head *policy)
{
    return replacement_contract_problem((const struct replacement_ops *)policy);
}

static char *criticality_problem(const struct policy_head *policy)
{
    return g_strdup(
        event_stream_criticality_problem((const struct criticality_ops *)policy, NULL, 1));
}

static char *bypass_problem(const struct policy_head *policy)
{
    return g_strdup(event_stream_bypass_problem((const struct l1_bypass_ops *)policy, NULL, 1));
}

static char *dispatcher_problem(const struct policy_head *policy, bool is_partition)
{
    struct policy_values *values = policy_values_new(policy);
    const struct fake_policies policies = {is_partition ? NULL : values,
                                           is_partition ? values : NULL};
    char *problem = dispatcher_contract_problem(&policies);
    policy_values_free(values);
    return problem;
}

static char *block_scheduler_problem(const struct policy_head *policy)
{
    return dispatcher_problem(policy, false);
}

static char *partition_problem(const struct policy_head *policy)
{
    return dispatcher_problem(policy, true);
}

static char *offload_problem(const struct policy_head *policy)
{
    return g_strdup(offload_contract_problem(policy, NULL));
}

static const struct {
    const char *name;
    enum policy_kind_index kind;
    char *(*problem)(const struct policy_head *policy);
} examples[] = {
    {"most_critical", POLICY_WARP_SCHEDULER, scheduler_problem},
    {"fewest_issued", POLICY_CRITICALITY, criticality_problem},
    {"even_lines", POLICY_L1_BYPASS, bypass_problem},
    {"mru", POLICY_L1_REPLACEMENT, replacement_problem},
    {"mru", POLICY_L2_REPLACEMENT, replacement_problem},
    {"reverse_order", POLICY_BLOCK_SCHEDULER, block_scheduler_problem},
    {"half", POLICY_PARTITION, partition_problem},
    {"every_other", POLICY_OFFLOAD, offload_problem},
};

START_TEST(every_kind_takes_plugins)
{
    g_autofree char *path = compile_example(examples[_i].name);
    g_autoptr(GError) error = NULL;
    bool loaded = policy_registry_load_plugin(registry, path, &error);
    ck_assert_msg(loaded, "%s", error != NULL ? error->message : "");
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const char *plugs = policy_kinds[kind]->plugs;
        bool fits = g_str_equal(plugs, policy_kinds[examples[_i].kind]->plugs);
        const struct policy_head *policy =
            policy_registry_find(registry, policy_kinds[kind], examples[_i].name, NULL);
        ck_assert_int_eq(policy != NULL, fits);
        if (kind != examples[_i].kind)
            continue;
        g_autofree char *problem = examples[_i].problem(policy);
        ck_assert_msg(problem == NULL, "%s", problem);
    }
}
END_TEST

START_TEST(example_is_described_and_suggested)
{
    g_autofree char *path = compile_example("youngest_first");
    ck_assert(policy_registry_load_plugin(registry, path, NULL));
    g_autoptr(GString) text = g_string_new(NULL);
    policy_registry_describe(registry, text);
    ck_assert(g_str_has_prefix(text->str, "criticality predictor:\n  none: "));
    ck_assert(strstr(text->str, "\nwarp scheduler:\n  lrr: Loose round robin") != NULL);
    g_autofree char *expected = g_strdup_printf(
        "\n  youngest_first: The youngest ready warp, for a limited time in a row\n"
        "      Source: none: an example\n"
        "      Plug-in: %s\n"
        "      limit: an integer from 1 to 1000000 (instructions), default 32. instructions in a "
        "row after which others go first. ASSUMED\n",
        path);
    ck_assert_msg(strstr(text->str, expected) != NULL, "%s", text->str);

    GError *error = NULL;
    ck_assert_ptr_null(find("youngest", &error));
    ck_assert_msg(g_str_has_suffix(error->message, ", youngest_first"), "%s", error->message);
    g_error_free(error);
}
END_TEST

START_TEST(files_that_are_no_plugin)
{
    g_autofree char *missing = g_build_filename(folder, "missing.so", NULL);
    expect_error(missing, "there is no such file");
    expect_error("libm.so.6", "there is no such file"); /* not searched for */
    expect_error(folder, "there is no such file");

    g_autofree char *script = g_build_filename(folder, "text.so", NULL);
    ck_assert(g_file_set_contents(script, "not a library\n", -1, NULL));
    expect_error(script, "this plug-in can't be loaded: ");

    g_autofree char *path = compile_text("int simgpu_plug = 1;\n", "no_symbol");
    expect_error(path, "it does not define the symbol simgpu_plugin");
}
END_TEST

/* A plug-in with one scheduler, of the given name, pick function and parameter table. */
#define PLUGIN(name, kind, abi, policy, pick)                                                      \
    "#include \"policies/warp_scheduler/warp_scheduler.h\"\n"                                      \
    "unsigned f(void *state, unsigned scheduler, uint64_t candidates,\n"                           \
    "           const struct warp_view *view);\n"                                                  \
    "unsigned f(void *state, unsigned scheduler, uint64_t candidates,\n"                           \
    "           const struct warp_view *view)\n"                                                   \
    "{ (void)state, (void)scheduler, (void)view; return warp_first(candidates); }\n"               \
    "const struct warp_scheduler_ops x = {.policy = {.head = {.name = " name ",\n"                 \
    "    .summary = \"x\", .source = \"x\"}}, .pick = " pick "};\n"                                \
    "const struct policy_plugin simgpu_plugin = {" kind ", " abi ", " policy "};\n"

#define KIND "WARP_SCHEDULER_KIND"
#define ABI  "POLICY_ABI"

START_TEST(plugins_that_do_not_fit)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {PLUGIN("\"x\"", KIND, ABI " + 1", "&x.policy.head", "f"),
         "it was built with other headers ("},
        /* Nothing is read behind an ABI that does not fit. */
        {PLUGIN("\"x\"", KIND, ABI " - 1", "(const struct policy_head *)1", "f"),
         "it was built with other headers ("},
        {PLUGIN("\"x\"", "\"teapot\"", ABI, "&x.policy.head", "f"),
         "no kind of policy is called \"teapot\"; known: criticality, warp_scheduler, replacement, "
         "l1_bypass, block_scheduler, partition, offload"},
        {PLUGIN("\"x\"", "0", ABI, "&x.policy.head", "f"),
         "no kind of policy is called \"(NULL)\"; known: criticality, warp_scheduler"},
        {PLUGIN("\"x\"", KIND, ABI, "0", "f"),
         "simgpu_plugin names no policy: its pointer is NULL"},
        {PLUGIN("\"x\"", KIND, ABI, "&x.policy.head", "0"),
         "warp scheduler \"x\": it has no pick function"},
        {PLUGIN("\"gto\"", KIND, ABI, "&x.policy.head", "f"),
         "there is a warp scheduler called \"gto\" already (built in)"},
        {PLUGIN("\"X y\"", KIND, ABI, "&x.policy.head", "f"),
         "warp scheduler \"X y\": its name must be of a-z, 0-9 and _"},
        {PLUGIN("0", KIND, ABI, "&x.policy.head", "f"),
         "warp scheduler \"(NULL)\": its name must be of a-z, 0-9 and _"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strdup_printf("case%zu", i);
        g_autofree char *path = compile_text(cases[i].text, name);
        expect_error(path, cases[i].expected);
    }
    /* The text itself is sound: with nothing wrong it loads. */
    g_autofree char *path = compile_text(PLUGIN("\"x\"", KIND, ABI, "&x.policy.head", "f"), "good");
    ck_assert(policy_registry_load_plugin(registry, path, NULL));
}
END_TEST

/* A path without a folder is a file here, as the shell's user means it. */
START_TEST(relative_path)
{
    g_autofree char *path = compile_text(PLUGIN("\"x\"", KIND, ABI, "&x.policy.head", "f"), "here");
    g_autofree char *name = g_path_get_basename(path);
    ck_assert_int_eq(g_chdir(folder), 0);
    ck_assert(policy_registry_load_plugin(registry, name, NULL));
    ck_assert_ptr_nonnull(find("x", NULL));
    ck_assert_int_eq(g_chdir("/"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plug-ins");
    TCase *tests = tcase_create("build and load");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, example_loads_and_keeps_the_contract);
    tcase_add_loop_test(tests, every_kind_takes_plugins, 0, G_N_ELEMENTS(examples));
    tcase_add_test(tests, example_is_described_and_suggested);
    tcase_add_test(tests, files_that_are_no_plugin);
    tcase_add_test(tests, plugins_that_do_not_fit);
    tcase_add_test(tests, relative_path);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
