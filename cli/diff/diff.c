/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/diff/diff.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/diff/diff_numbers.h"
#include "cli/diff/diff_provenance.h"
#include "cli/diff/diff_text.h"
#include <stdio.h>
#include <string.h>

static const char *const description =
    "A and B are results of --json. simgpu prints the inputs that differ, then sentences, then "
    "the\n"
    "numbers in groups. In a group the largest relative differences come first. The object "
    "\"host\"\n"
    "(wall time, engine figures) does not count. simgpu names other words on the command line and\n"
    "another commit of simgpu, but they do not count as a difference.\n"
    "\n"
    "Exit codes: 0 the same, 1 different, 2 wrong command line, 3 bad input.";

/* Everything that a says, b says. */
static bool is_in(const struct diff_run *a, const struct diff_run *b)
{
    for (guint i = 0; i < a->values->len; i++) {
        const struct diff_value *one = a->values->pdata[i];
        const struct diff_value *other = diff_run_value(b, one->path);
        if (!diff_run_is_wording(one) && (!other || strcmp(one->text, other->text) != 0))
            return false;
    }
    return true;
}

static void print(const struct diff_pair *pair, bool equal)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "a: %s\nb: %s\n", pair->a->file, pair->b->file);
    if (equal) {
        g_string_append(text, "the same\n");
        diff_text_provenance(text, pair);
    } else {
        diff_text_inputs(text, pair);
        diff_text_words(text, pair);
        diff_text_kernels(text, pair);
        diff_text_numbers(text, pair);
    }
    output_text(stdout, text->str);
    g_string_free(text, TRUE);
}

enum exit_code diff_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    gboolean all = FALSE;
    const GOptionEntry entries[] = {{"all", 0, 0, G_OPTION_ARG_NONE, &all,
                                     "Print every difference, not only the largest", NULL},
                                    {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Explains two runs side by side.", description, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc != 3) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected two results of --json, found %d argument%s", argc - 1,
                    argc == 2 ? "" : "s");
        return EXIT_USAGE;
    }
    enum exit_code code = EXIT_BAD_INPUT;
    struct diff_run *a = diff_run_new(argv[1], error);
    struct diff_run *b = a ? diff_run_new(argv[2], error) : NULL;
    if (b) {
        const struct diff_pair pair = {.a = a, .b = b, .all = all};
        bool equal = is_in(a, b) && is_in(b, a);
        print(&pair, equal);
        code = equal ? EXIT_DONE : EXIT_CHECK_FAILED;
    }
    diff_run_free(a);
    diff_run_free(b);
    return code;
}
