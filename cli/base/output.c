/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/output.h"
#include "base/output_file.h"
#include "base/write_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void output_note(GPtrArray *lost, bool good, GError **problem)
{
    if (good)
        return;
    g_ptr_array_add(lost, g_strdup((*problem)->message));
    g_clear_error(problem);
}

/* Of a character that is not to be printed; 0: it is. Bytes that are no UTF-8 stay. */
static unsigned bytes_of_control(const char *at)
{
    enum { DELETE = 0x7f, C1_LEAD = 0xc2, C1_FIRST = 0x80, C1_LAST = 0x9f };
    unsigned char first = (unsigned char)at[0], second = (unsigned char)at[1];
    if (first == C1_LEAD && second >= C1_FIRST && second <= C1_LAST)
        return 2;
    return (first < ' ' && first != '\n' && first != '\t') || first == DELETE ? 1 : 0;
}

void output_text(FILE *stream, const char *text)
{
    while (*text) {
        size_t n = 0;
        while (text[n] && bytes_of_control(text + n) == 0)
            n++;
        fwrite(text, 1, n, stream);
        text += n;
        unsigned control = *text ? bytes_of_control(text) : 0;
        for (unsigned i = 0; i < control; i++)
            fprintf(stream, "\\x%02x", (unsigned char)*text++);
    }
}

void output_line(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *line = g_strconcat(text, "\n", NULL);
    output_text(stream, line);
}

void output_error(const GError *error)
{
    output_line(stderr, "simgpu: %s", error->message);
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

bool output_write(const char *path, const char *text, GError **error)
{
    if (strcmp(path, "-") != 0)
        return write_text(path, text, error);
    fputs(text, stdout);
    return true;
}
