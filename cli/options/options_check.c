/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/options_check.h"
#include "sanitize/findings.h"
#include "workloads/sass_trace/isa.h"

/* More than a machine has processors is slow, and more than this surely a mistake. ASSUMED. */
enum { MOST_THREADS = 1024 };

static bool check_threads(const struct options *options, GError **error)
{
    if (options->threads <= MOST_THREADS)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--threads wants at most %d, not %" G_GUINT64_FORMAT, MOST_THREADS,
                options->threads);
    return false;
}

static bool check_trace_like(const struct options *options, GError **error)
{
    bool everything = !options->functional && !options->kernels && options->max_instructions == 0 &&
                      options->max_blocks == 0;
    if (!options->trace_like || everything)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                "--trace-like needs a run that simulates everything: leave out --functional, "
                "--kernels, --max-instructions and --max-blocks");
    return false;
}

static bool check_representative(const struct options *options, GError **error)
{
    const struct {
        const char *option;
        bool given;
    } others[] = {{"--functional", options->functional},
                  {"--max-instructions", options->max_instructions > 0},
                  {"--max-blocks", options->max_blocks > 0},
                  {"--targets", options->targets != NULL},
                  {"--export-trace", options->export_trace != NULL},
                  {"--trace-like", options->trace_like},
                  {"--host-apps", options->host_apps != NULL},
                  {"--sample", options->over_time.interval > 0},
                  {"a second program", options->programs && options->programs->len > 1}};
    for (size_t i = 0; options->representative && i < G_N_ELEMENTS(others); i++)
        if (others[i].given) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                        "--representative chooses itself what is timed, in runs of one program: "
                        "leave out %s",
                        others[i].option);
            return false;
        }
    if (options->representative || options->sampling_error == 0)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                "--error is the aim of --representative: give that, too");
    return false;
}

static bool check_lines_out(const struct options *options, GError **error)
{
    if (!options->lines_out || !options->functional)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                "--lines-out writes the lines that SMs read, but --functional simulates no SM");
    return false;
}

static bool check_trace_version(const struct options *options, GError **error)
{
    unsigned known;
    const int version = options->trace_version;
    if (version == 0 ||
        (version > 0 && sass_isa_of((unsigned)version, &known) && known == (unsigned)version))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--trace-version wants a binary version that simgpu knows, such as 35, 61, 70, 75, "
                "80, 90 or 120, not %d",
                version);
    return false;
}

static bool check_export_format(const struct options *options, GError **error)
{
    static const char *const formats[] = {"5", "6", "tracez", NULL};
    if (!options->export_format)
        return true;
    if (!options->export_trace)
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "--export-format wants --export-trace, too");
    else if (!g_strv_contains(formats, options->export_format))
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--export-format wants 5, 6 or tracez, not %s", options->export_format);
    else
        return true;
    return false;
}

static bool check_checkpoint(const struct options *options, GError **error)
{
    const char *what = NULL;
    if (!options->checkpoint && options->checkpoint_every >= 0)
        what = "--checkpoint-every says when an image is made: give --checkpoint, too";
    if (options->checkpoint && options->export_trace)
        what = "--checkpoint does not keep what --export-trace has written: leave out one of them";
    if (options->checkpoint && g_strcmp0(options->messages.file, "-") == 0)
        what = "--checkpoint can't take back what --trace-messages has written to standard output: "
               "name a file";
    if (what)
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s", what);
    return !what;
}

/* Files that are written at once; two of them in one would be neither. */
static bool check_outputs(const struct options *options, GError **error)
{
    const struct {
        const char *option, *file;
    } outputs[] = {{"--json", options->json},
                   {"--csv", options->csv},
                   {"--lines-out", options->lines_out},
                   {"--features", options->features},
                   {"--sample-csv", options->over_time.sample_csv},
                   {"--timeline", options->over_time.timeline},
                   {"--film-data", options->film.file},
                   {"--trace-messages", options->messages.file}};
    for (size_t i = 0; i < G_N_ELEMENTS(outputs); i++)
        for (size_t k = 0; k < i; k++)
            if (outputs[i].file && g_strcmp0(outputs[i].file, outputs[k].file) == 0) {
                g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                            "%s and %s want different files, not both %s", outputs[k].option,
                            outputs[i].option, outputs[i].file);
                return false;
            }
    if (!options->observe || options->json)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "--observe wants --json to write to");
    return false;
}

static bool check_host_apps(const struct options *options, GError **error)
{
    if (options->host_apps || !options->host_app)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                "--host-app %s wants a file of applications, --host-apps", options->host_app[0]);
    return false;
}

static bool check_sanitize(const struct options *options, GError **error)
{
    const char *option = options->sanitize_error      ? "--sanitize-error"
                         : options->sanitize_suppress ? "--sanitize-suppress"
                                                      : NULL;
    if (options->sanitize && options->representative) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "--sanitize looks at whole runs: leave out --representative, or take "
                    "--functional instead");
        return false;
    }
    if (options->sanitize)
        return checkers_parse(options->sanitize, error) != 0;
    if (!option)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s wants --sanitize, too", option);
    return false;
}

bool options_check(const struct options *options, GError **error)
{
    return check_threads(options, error) && check_trace_like(options, error) &&
           check_representative(options, error) && check_lines_out(options, error) &&
           check_checkpoint(options, error) && check_trace_version(options, error) &&
           check_export_format(options, error) && check_outputs(options, error) &&
           check_host_apps(options, error) && check_sanitize(options, error);
}
