/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/import.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/import_check.h"
#include "import/import.h"
#include <stdio.h>

static const char *const description =
    "FILE is a gpgpusim.config, or the folder of one. Further files, such as Accel-Sim's\n"
    "trace.config, override it. If you give one FILE alone, simgpu also reads the trace.config\n"
    "beside it. simgpu lists each option that it drops on standard error, with the reason.\n"
    "It loads the platform before it writes it. What it cannot simulate it refuses, and names\n"
    "the option and its value.";

/* Adds the file, or the gpgpusim.config of a folder. */
static void add_file(GStrvBuilder *files, const char *path)
{
    g_autofree char *inside = g_build_filename(path, "gpgpusim.config", NULL);
    g_strv_builder_add(files, g_file_test(path, G_FILE_TEST_IS_DIR) ? inside : path);
}

/* The files to read: those given, and a trace.config beside a single one. NULL-terminated. */
static char **option_files(int argc, char **argv)
{
    GStrvBuilder *files = g_strv_builder_new();
    for (int i = 1; i < argc; i++)
        add_file(files, argv[i]);
    g_autofree char *folder =
        g_file_test(argv[1], G_FILE_TEST_IS_DIR) ? g_strdup(argv[1]) : g_path_get_dirname(argv[1]);
    g_autofree char *beside = g_build_filename(folder, "trace.config", NULL);
    if (argc == 2 && g_file_test(beside, G_FILE_TEST_EXISTS))
        g_strv_builder_add(files, beside);
    char **paths = g_strv_builder_end(files);
    g_strv_builder_unref(files);
    return paths;
}

/* A configuration's folder is named after its GPU: "SM7_QV100". */
static char *gpu_name(const char *path)
{
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    return g_path_get_basename(folder);
}

static bool write_result(const struct import_result *result, const char *output, GError **error)
{
    for (guint i = 0; i < result->losses->len; i++)
        output_line(stderr, "simgpu: dropped: %s", (char *)result->losses->pdata[i]);
    if (!output) {
        fputs(result->xml, stdout);
        return true;
    }
    return write_text(output, result->xml, error);
}

enum exit_code import_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    g_autofree char *output = NULL;
    g_autofree char *given_name = NULL;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
         "Write the platform to PLATFORM instead of standard output", "PLATFORM"},
        {"name", 0, 0, G_OPTION_ARG_STRING, &given_name,
         "Name the GPU; otherwise it gets the name of the first file's folder", "NAME"},
        {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Makes a platform file from a GPGPU-Sim or Accel-Sim configuration.",
                        description, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc < 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a configuration file such as gpgpusim.config");
        return EXIT_USAGE;
    }
    g_auto(GStrv) paths = option_files(argc, argv);
    g_autofree char *name = given_name ? g_strdup(given_name) : gpu_name(paths[0]);
    struct import_result result;
    bool right = import_config(&result, (const char *const *)paths, name, error) &&
                 import_check(result.xml, paths[0], error) && write_result(&result, output, error);
    import_result_finish(&result);
    return command_end(right);
}
