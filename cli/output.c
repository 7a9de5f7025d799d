/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/output.h"
#include "base/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool output_check(const struct options *options, GError **error)
{
    const char *const files[] = {options->json, options->csv, options->profile_out,
                                 options->over_time.sample_csv, options->over_time.timeline};
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        if (files[i] && strcmp(files[i], "-") != 0 && !output_file_check(files[i], error))
            return false;
    return true;
}

void output_note(GPtrArray *lost, bool good, GError **problem)
{
    if (good)
        return;
    g_ptr_array_add(lost, g_strdup((*problem)->message));
    g_clear_error(problem);
}

void output_open_standard(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", modes[i]); /* takes the lowest number that is free */
}

char *output_close_standard(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return NULL;
    /* If it is not the last part that is lost, its reason is, too. */
    return g_strdup_printf("standard output could not be written whole%s%s", errno ? ": " : "",
                           errno ? g_strerror(errno) : "");
}
