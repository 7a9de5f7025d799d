/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/profile.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include <string.h>

bool profile_check(const struct options *options, const struct warp_scheduler_ops *scheduler,
                   GError **error)
{
    if (options->profile_in && !scheduler->profile_read)
        return input_error_at(error, options->profile_in, 0,
                              "the warp scheduler %s reads no profile", scheduler->head.name);
    if (options->profile_out && !scheduler->profile_write)
        return input_error_at(error, options->profile_out, 0,
                              "the warp scheduler %s writes no profile", scheduler->head.name);
    return true;
}

bool profile_read(struct gpu *gpu, const char *file, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) problem = NULL;
    gsize length;
    if (!file)
        return true;
    if (!g_file_get_contents(file, &text, &length, &problem))
        return input_error_at(error, file, 0, "%s", problem->message);
    if (strlen(text) != length)
        return input_error_at(error, file, 0, "expected text, found a byte of 0");
    return gpu_profile_read(gpu, file, text, error);
}

bool profile_write(struct gpu *gpu, const char *file, GError **error)
{
    if (!file)
        return true;
    g_autoptr(GString) text = g_string_new(NULL);
    gpu_profile_write(gpu, text);
    return write_text(file, text->str, error);
}
