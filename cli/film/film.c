/* SPDX-License-Identifier: BSD-3-Clause */
/* Each film is a run of simgpu of its own, with the words of the command line: so every option of a
 * run applies, and two runs need not share a process. */
#include "cli/film/film.h"
#include "base/input_error.h"
#include "base/output_file.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "policies/kinds.h"
#include "teaching/film/film_page.h"
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const description =
    "All options of a run apply (simgpu --help), and a program may stand behind --. The page needs "
    "no\n"
    "other file and no network. docs/howto/film.md explains it.";

struct film_order {
    char *output, *compare, *window, *events;
    char **words;   /* of the run */
    char **program; /* from "--" on; NULL: none */
};

static void order_clear(struct film_order *order)
{
    g_free(order->output);
    g_free(order->compare);
    g_free(order->window);
    g_free(order->events);
    g_strfreev(order->words);
    g_strfreev(order->program);
}

/* ---- one run --------------------------------------------------------------------------------- */

static void add_option(GPtrArray *command, const char *option, const char *value)
{
    if (!value)
        return;
    g_ptr_array_add(command, g_strdup(option));
    g_ptr_array_add(command, g_strdup(value));
}

/* choice: "warp_scheduler=lrr" or "sm.count=2"; NULL: none. */
static GPtrArray *command_of(const struct film_order *order, const char *self, const char *choice,
                             const char *data)
{
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(command, g_strdup(self));
    for (char **word = order->words; *word; word++)
        g_ptr_array_add(command, g_strdup(*word));
    if (choice)
        add_option(command, strcspn(choice, ".") < strcspn(choice, "=") ? "--set" : "--policy",
                   choice);
    add_option(command, "--film-data", data);
    add_option(command, "--film-window", order->window);
    add_option(command, "--film-events", order->events);
    for (char **word = order->program; word && *word; word++)
        g_ptr_array_add(command, g_strdup(*word));
    g_ptr_array_add(command, NULL);
    return command;
}

/* The exit code of the run; -1 with an error. */
static int run_once(GPtrArray *command, GError **error)
{
    int status;
    if (!g_spawn_sync(NULL, (char **)command->pdata, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL,
                      NULL, NULL, &status, error))
        return -1;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    input_error_at(error, "simgpu film", 0, "the run was ended by signal %d", WTERMSIG(status));
    return -1;
}

/* *film stays NULL if the run has left none; then it has said why. */
static int make_film(const struct film_order *order, const char *choice, char **film,
                     GError **error)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", error), *data = NULL;
    if (!self)
        return -1;
    const int file = g_file_open_tmp("simgpu-film-XXXXXX", &data, error);
    if (file < 0)
        return -1;
    close(file);
    if (choice)
        output_line(stdout, "%s", choice);
    fflush(stdout);
    g_autoptr(GPtrArray) command = command_of(order, self, choice, data);
    const int code = run_once(command, error);
    gsize length = 0;
    if (code >= 0 && g_file_get_contents(data, film, &length, error) && length == 0)
        g_clear_pointer(film, g_free);
    g_unlink(data);
    return *error ? -1 : code;
}

/* ---- the command line ------------------------------------------------------------------------ */

/* "warp_scheduler=lrr,gto" as two choices. */
static bool read_compare(const char *text, char *choices[2], GError **error)
{
    const char *equals = strchr(text, '=');
    g_auto(GStrv) values = g_strsplit(equals ? equals + 1 : "", ",", -1);
    if (!equals || equals == text || g_strv_length(values) != 2 || !*values[0] || !*values[1]) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--compare wants a key with two values, such as warp_scheduler=lrr,gto or "
                    "sm.count=1,2, not \"%s\"",
                    text);
        return false;
    }
    for (unsigned i = 0; i < 2; i++)
        choices[i] = g_strdup_printf("%.*s=%s", (int)(equals - text), text, values[i]);
    return true;
}

/* What is not an option of the film is the run's. */
static bool read_order(const struct command_call *call, struct film_order *order, GError **error)
{
    int argc = 1;
    while (argc < call->argc && strcmp(call->argv[argc], "--") != 0)
        argc++;
    if (argc < call->argc) {
        order->program = g_strdupv(call->argv + argc);
        call->argv[argc] = NULL;
    }
    char **argv = call->argv;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &order->output, "Write the page to FILE", "FILE"},
        {"compare", 0, 0, G_OPTION_ARG_STRING, &order->compare,
         "Run twice, and show both runs side by side: KEY is a kind of policies or a key of --set",
         "KEY=A,B"},
        {"window", 0, 0, G_OPTION_ARG_STRING, &order->window,
         "Show SM cycles A to B (without B) instead of the run's beginning", "A-B"},
        {"events", 0, 0, G_OPTION_ARG_STRING, &order->events,
         "Show at most N events of each run (50,000)", "N"},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Makes a page that shows a run as a film, event by event.", description, entries);
    g_option_context_set_ignore_unknown_options(context, TRUE);
    if (!suggest_parse(context, &argc, &argv, error))
        return false;
    order->words = g_strdupv(argv + 1);
    if (order->output && (argc > 1))
        return true;
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                        order->output ? "expected a platform and a workload"
                                      : "a film wants a file for its page: -o film.html");
    return false;
}

static bool write_page(const struct film_order *order, char **films, guint n, GError **error)
{
    g_autofree char *page = film_page_html((const char *const *)films, n);
    if (!write_text(order->output, page, error))
        return false;
    fprintf(stderr, "simgpu: %s: open it in a browser\n", order->output);
    return true;
}

static enum exit_code make_page(const struct film_order *order, char *const choices[2],
                                GError **error)
{
    g_autofree char *first = NULL, *second = NULL;
    GError *problem = NULL;
    int code = make_film(order, choices[0], &first, &problem);
    if (code >= 0 && first && choices[1]) {
        const int other = make_film(order, choices[1], &second, &problem);
        code = MAX(code, other);
    }
    if (problem) {
        g_propagate_error(error, problem);
        return EXIT_BAD_INPUT;
    }
    if (!first || (choices[1] && !second))
        return (enum exit_code)code; /* the run has said why */
    char *films[] = {first, second};
    return write_page(order, films, choices[1] ? 2 : 1, error) ? (enum exit_code)code
                                                               : EXIT_BAD_INPUT;
}

enum exit_code film_command(const struct command_call *call, GError **error)
{
    struct film_order order = {0};
    char *choices[2] = {NULL, NULL};
    enum exit_code code = EXIT_USAGE;
    if (read_order(call, &order, error) &&
        (!order.compare || read_compare(order.compare, choices, error)))
        code = output_file_check(order.output, error) ? make_page(&order, choices, error)
                                                      : EXIT_BAD_INPUT;
    g_free(choices[0]);
    g_free(choices[1]);
    order_clear(&order);
    return code;
}
