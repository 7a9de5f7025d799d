/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/message_options.h"
#include "cli/options/option_files.h"
#include "models/core/clock.h"
#include "models/core/payload.h"
#include <string.h>

void message_options_add(GOptionContext *context, GArray *files, struct message_options *options)
{
    const GOptionEntry entries[] = {
        {"trace-messages", 0, 0, G_OPTION_ARG_FILENAME, &options->file,
         "Write every message between units, and what units do with it, to FILE (-: standard "
         "output; *.jsonl: as JSON)",
         "FILE"},
        {"trace-units", 0, 0, G_OPTION_ARG_STRING, &options->units,
         "Limit the list of messages and stories to these units, such as sm0,l2-*", "NAME,..."},
        {"trace-address", 0, 0, G_OPTION_ARG_STRING, &options->address,
         "Limit the list of messages to lines with these addresses", "A[-B]"},
        {"trace-warp", 0, 0, G_OPTION_ARG_STRING, &options->warp,
         "Limit the list of messages to those of a warp", "SM:SLOT"},
        {"trace-window", 0, 0, G_OPTION_ARG_STRING, &options->window,
         "Limit the list of messages and stories to SM cycles A to B (without B)", "A-B"},
        {"follow", 0, 0, G_OPTION_ARG_STRING, &options->follow,
         "Tell the life of each access to the line with this address, hop by hop", "ADDRESS"},
        {"follow-warp", 0, 0, G_OPTION_ARG_STRING, &options->follow_warp,
         "Tell the life of each access of this warp, hop by hop", "SM:SLOT"},
        {0}};
    option_files_add(files, context, entries);
}

void message_options_clear(struct message_options *options)
{
    g_free(options->file);
    g_free(options->units);
    g_free(options->address);
    g_free(options->warp);
    g_free(options->window);
    g_free(options->follow);
    g_free(options->follow_warp);
    *options = (struct message_options){0};
}

static bool refuse(GError **error, const char *option, const char *wanted, const char *text)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s wants %s, not \"%s\"", option,
                wanted, text);
    return false;
}

static bool read_number(const char *text, unsigned base, uint64_t *number)
{
    const bool hex = base == 0 && (strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0);
    return g_ascii_string_to_unsigned(hex ? text + 2 : text, hex ? 16 : 10, 0, UINT64_MAX, number,
                                      NULL);
}

static bool read_addresses(const char *option, const char *text, uint64_t *first, uint64_t *last,
                           GError **error)
{
    *first = 0;
    *last = UINT64_MAX;
    if (!text)
        return true;
    g_auto(GStrv) ends = g_strsplit(text, "-", -1);
    const guint n = g_strv_length(ends);
    if (n >= 1 && n <= 2 && read_number(ends[0], 0, first) && read_number(ends[n - 1], 0, last) &&
        *first <= *last)
        return true;
    return refuse(error, option, "an address or two with - between them, such as 0x10000080", text);
}

static bool read_warp(const char *option, const char *text, int *sm, int *slot, GError **error)
{
    uint64_t numbers[2];
    *sm = *slot = -1;
    if (!text)
        return true;
    g_auto(GStrv) words = g_strsplit(text, ":", -1);
    if (g_strv_length(words) != 2 || !read_number(words[0], 10, &numbers[0]) ||
        !read_number(words[1], 10, &numbers[1]) || numbers[0] > UINT16_MAX ||
        numbers[1] > UINT8_MAX)
        return refuse(error, option, "the number of an SM and of a warp slot, such as 0:3", text);
    *sm = (int)numbers[0];
    *slot = (int)numbers[1];
    return true;
}

static bool read_window(struct message_options *options, GError **error)
{
    options->until = CYCLE_NEVER;
    if (!options->window)
        return true;
    g_auto(GStrv) ends = g_strsplit(options->window, "-", -1);
    if (g_strv_length(ends) == 2 && read_number(ends[0], 10, &options->from) &&
        read_number(ends[1], 10, &options->until) && options->from < options->until &&
        options->until <= UINT64_MAX / 2)
        return true;
    return refuse(error, "--trace-window", "two SM cycles, the second larger, such as 1000-2000",
                  options->window);
}

static bool complain(GError **error, const char *text)
{
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, text);
    return false;
}

bool message_options_check(struct message_options *options, bool on_output, GError **error)
{
    const bool follows = options->follow || options->follow_warp;
    if (!read_addresses("--trace-address", options->address, &options->first, &options->last,
                        error) ||
        !read_addresses("--follow", options->follow, &options->follow_first, &options->follow_last,
                        error) ||
        !read_warp("--trace-warp", options->warp, &options->sm, &options->slot, error) ||
        !read_warp("--follow-warp", options->follow_warp, &options->follow_sm,
                   &options->follow_slot, error) ||
        !read_window(options, error))
        return false;
    if (!options->file && (options->address || options->warp))
        return complain(error, "--trace-address and --trace-warp want --trace-messages FILE");
    if (!options->file && !follows && (options->units || options->window))
        return complain(error,
                        "--trace-units and --trace-window want --trace-messages FILE or --follow");
    on_output |= g_strcmp0(options->file, "-") == 0;
    if (follows && on_output)
        return complain(error,
                        "--follow and --follow-warp write to standard output; give the other "
                        "results a file");
    return true;
}
