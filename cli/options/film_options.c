/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/film_options.h"
#include "cli/options/option_files.h"
#include <string.h>

/* A browser holds a few million numbers without trouble. ASSUMED. */
enum { FILM_EVENTS_ALLOWED = 1000000 };

void film_run_options_add(GOptionContext *context, GArray *files, struct film_run_options *options)
{
    const GOptionEntry entries[] = {
        {"film-data", 0, 0, G_OPTION_ARG_FILENAME, &options->file,
         "Write the events of the run to FILE as JSON, from which simgpu film makes its page",
         "FILE"},
        {"film-window", 0, 0, G_OPTION_ARG_STRING, &options->window,
         "Limit the film to SM cycles A to B (without B)", "A-B"},
        {"film-events", 0, 0, G_OPTION_ARG_STRING, &options->events,
         "Limit the film to N events (50,000)", "N"},
        {0}};
    option_files_add(files, context, entries);
}

void film_run_options_clear(struct film_run_options *options)
{
    g_free(options->file);
    g_free(options->window);
    g_free(options->events);
    *options = (struct film_run_options){0};
}

static bool read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    return text && g_ascii_string_to_unsigned(text, 10, least, most, number, NULL);
}

static bool read_window(struct film_run_options *options, GError **error)
{
    struct film_options *film = &options->film;
    film->has_window = options->window != NULL;
    if (!options->window)
        return true;
    g_auto(GStrv) ends = g_strsplit(options->window, "-", -1);
    if (g_strv_length(ends) == 2 && read_number(ends[0], 0, UINT64_MAX / 2 - 1, &film->from) &&
        read_number(ends[1], film->from + 1, UINT64_MAX / 2, &film->until))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "a film's window is two SM cycles, the second larger, such as 1000-2000, not "
                "\"%s\"",
                options->window);
    return false;
}

bool film_run_options_check(struct film_run_options *options, GError **error)
{
    options->film.file = options->file;
    options->film.most_events = FILM_MOST_EVENTS;
    if (!options->file && (options->window || options->events)) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                            "--film-window and --film-events want --film-data FILE");
        return false;
    }
    if (g_strcmp0(options->file, "-") == 0) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                            "--film-data wants a file, not standard output");
        return false;
    }
    if (options->events &&
        !read_number(options->events, 1, FILM_EVENTS_ALLOWED, &options->film.most_events)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "a film has 1 to %d events, not \"%s\"", FILM_EVENTS_ALLOWED, options->events);
        return false;
    }
    return read_window(options, error);
}
