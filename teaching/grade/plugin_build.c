/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/plugin_build.h"
#include "base/input_error.h"
#include "base/named_files.h"
#include "teaching/grade/confine.h"
#include <string.h>

/* A policy is a thousandth of this. ASSUMED. */
enum { MOST_BYTES = 8 << 20, COMPILER_BYTES = 1 << 30 };

GQuark grade_fault_quark(void)
{
    return g_quark_from_static_string("simgpu-grade-fault");
}

static bool fault(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fault(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        *error = g_error_new_valist(GRADE_FAULT, 0, format, arguments);
    va_end(arguments);
    return false;
}

/* Adds words of the text, which the shell would split. */
static void add_words(GPtrArray *words, const char *text)
{
    g_auto(GStrv) split = NULL;
    if (!g_shell_parse_argv(text, NULL, &split, NULL))
        return;
    for (char **word = split; *word; word++)
        g_ptr_array_add(words, g_strdup(*word));
}

/* "-I" for the headers of this simgpu: below a prefix, or of a clone and its build folder. What
 * may be read of them goes to `read`. */
static void add_headers(GPtrArray *words, GPtrArray *read)
{
    static const char *const parts[] = {"base", "models", "offload", "policies", "workloads"};
    g_autofree char *executable = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *own = g_path_get_dirname(executable ? executable : "/");
    g_autofree char *installed = g_canonicalize_filename("../include/simgpu", own);
    if (g_file_test(installed, G_FILE_TEST_IS_DIR)) {
        g_ptr_array_add(words, g_strconcat("-I", installed, NULL));
        g_ptr_array_add(read, g_strdup(installed));
        return;
    }
    g_autofree char *built = g_canonicalize_filename("..", own);
    g_autofree char *policies = named_folder("policies");
    g_autofree char *top = policies ? g_path_get_dirname(policies) : g_strdup(built);
    const char *const roots[] = {built, top};
    for (unsigned i = 0; i < G_N_ELEMENTS(roots); i++) {
        g_ptr_array_add(words, g_strconcat("-I", roots[i], NULL));
        for (unsigned k = 0; k < G_N_ELEMENTS(parts); k++)
            g_ptr_array_add(read, g_build_filename(roots[i], parts[k], NULL));
    }
}

static GPtrArray *compiler_words(const char *compiler, const char *name, GPtrArray *read)
{
    g_autofree char *flags = NULL;
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, g_strdup(compiler));
    add_words(words, "-shared -fPIC -O2 -std=gnu17 -Wall");
    add_headers(words, read);
    if (g_spawn_command_line_sync("pkg-config --cflags glib-2.0", &flags, NULL, NULL, NULL) &&
        flags)
        add_words(words, flags);
    g_ptr_array_add(words, g_strconcat(name, ".c", NULL));
    add_words(words, "-o");
    g_ptr_array_add(words, g_strconcat(name, ".so", NULL));
    g_ptr_array_add(words, NULL);
    return words;
}

static bool compile(const char *folder, const char *name, double seconds, GError **error)
{
    static const char *const system[] = {
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/proc/self"};
    g_autofree char *compiler = g_find_program_in_path("gcc");
    if (!compiler)
        compiler = g_find_program_in_path("cc");
    if (!compiler)
        return input_error_at(error, "gcc", 0, "there is no compiler for plug-ins; install gcc");
    g_autoptr(GPtrArray) read = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < G_N_ELEMENTS(system); i++)
        g_ptr_array_add(read, g_strdup(system[i]));
    g_autoptr(GPtrArray) words = compiler_words(compiler, name, read);
    g_ptr_array_add(read, NULL);
    const struct confine_rules rules = {.read = (const char *const *)read->pdata,
                                        .write = folder,
                                        .forks = true,
                                        .seconds = seconds,
                                        .memory = COMPILER_BYTES};
    struct confine_outcome outcome;
    confine_run((char *const *)words->pdata, &rules, &outcome);
    const bool good = outcome.end == CONFINE_ENDED && outcome.exit_code == 0;
    if (!good && outcome.end == CONFINE_ENDED)
        fault(error, "%s.c does not compile:\n%s", name, g_strchomp(outcome.errors));
    else if (!good)
        fault(error, "%s.c does not compile: of the compiler, %s", name, confine_how(&outcome));
    confine_outcome_clear(&outcome);
    return good;
}

char *plugin_build(const char *file, const char *folder, double seconds, GError **error)
{
    g_autofree char *text = NULL, *base = g_path_get_basename(file);
    gsize length;
    const char *suffix = strrchr(base, '.');
    const bool is_source = suffix && strcmp(suffix, ".c") == 0;
    if (!is_source && !(suffix && strcmp(suffix, ".so") == 0)) {
        fault(error, "%s is neither a .c nor a .so", base);
        return NULL;
    }
    g_autofree char *name = g_strndup(base, (gsize)(suffix - base));
    g_autofree char *copy = g_build_filename(folder, base, NULL);
    if (name[0] == '-' || !g_file_test(file, G_FILE_TEST_IS_REGULAR) ||
        !g_file_get_contents(file, &text, &length, NULL) || length > MOST_BYTES) {
        fault(error, "%s is no file that can be read, of at most %d MB", base, MOST_BYTES >> 20);
        return NULL;
    }
    if (!g_file_set_contents(copy, text, (gssize)length, NULL)) {
        input_error_at(error, copy, 0, "cannot write it");
        return NULL;
    }
    if (is_source && !compile(folder, name, seconds, error))
        return NULL;
    g_autofree char *library = g_strconcat(name, ".so", NULL);
    return g_build_filename(folder, library, NULL);
}
