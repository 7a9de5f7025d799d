/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/count_texts.h"
#include "cli/base/wall_limit.h"
#include <string.h>

/* A whole number of at least 1; 0 without text. */
static bool read_count(const char *option, const char *text, uint64_t *out, GError **error)
{
    if (!text || g_ascii_string_to_unsigned(text, 10, 1, UINT64_MAX / 2, out, NULL))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s wants a whole number of at least 1, not \"%s\"", option, text);
    return false;
}

/* One of the words: its number. NULL: *out stays. */
static bool read_word(const char *option, const char *text, const char *const *words, unsigned *out,
                      GError **error)
{
    for (unsigned i = 0; text && words[i]; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = i;
            return true;
        }
    if (!text)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s wants %s, %s or %s, not \"%s\"", option, words[0], words[1], words[2], text);
    return false;
}

static bool read_words(struct options *options, const struct count_texts *counts, GError **error)
{
    static const char *const faults[] = {
        [ON_FAULT_STOP] = "stop", [ON_FAULT_ERROR] = "error", [ON_FAULT_REPORT] = "report", NULL};
    static const char *const compile[] = {
        [COMPILE_AUTO] = "auto", [COMPILE_NEVER] = "never", [COMPILE_FIRST] = "first", NULL};
    unsigned fault = options->on_fault, when = options->compile_kernels;
    if (!read_word("--on-fault", counts->on_fault, faults, &fault, error) ||
        !read_word("--compile-kernels", counts->compile, compile, &when, error))
        return false;
    options->on_fault = (enum on_fault)fault;
    options->compile_kernels = (enum compile_kernels)when;
    return true;
}

/* "2%" or "0.5". */
static bool read_error(struct options *options, const char *text, GError **error)
{
    char *end;
    if (!text)
        return true;
    options->sampling_error = g_ascii_strtod(text, &end) / 100;
    if (end != text && (*end == '\0' || strcmp(end, "%") == 0) &&
        options->sampling_error >= 0.001 && options->sampling_error <= 0.5)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--error wants per cents from 0.1%% to 50%%, such as 2%%, not %s", text);
    return false;
}

static bool read_times(struct options *options, const struct count_texts *counts, GError **error)
{
    static const double LEAST_S = 1e-6;
    options->checkpoint_every = -1;
    return (!counts->max_wall ||
            wall_time_read("--max-wall", counts->max_wall, LEAST_S, &options->max_wall, error)) &&
           (!counts->checkpoint_every ||
            wall_time_read("--checkpoint-every", counts->checkpoint_every, 0,
                           &options->checkpoint_every, error));
}

bool count_texts_read(struct options *options, const struct count_texts *counts, GError **error)
{
    return read_count("--max-cycles", counts->max_cycles, &options->max_cycles, error) &&
           read_count("--max-instructions", counts->max_instructions, &options->max_instructions,
                      error) &&
           read_count("--patience", counts->patience, &options->patience, error) &&
           read_count("--max-blocks", counts->max_blocks, &options->max_blocks, error) &&
           read_count("--threads", counts->threads, &options->threads, error) &&
           read_error(options, counts->error, error) && read_times(options, counts, error) &&
           read_words(options, counts, error);
}

void count_texts_clear(struct count_texts *counts)
{
    g_free(counts->max_cycles);
    g_free(counts->max_instructions);
    g_free(counts->max_blocks);
    g_free(counts->patience);
    g_free(counts->on_fault);
    g_free(counts->threads);
    g_free(counts->compile);
    g_free(counts->error);
    g_free(counts->max_wall);
    g_free(counts->checkpoint_every);
}
