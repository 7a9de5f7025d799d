/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/device_output.h"
#include <string.h>

/* Where the text begins that is kept of so many bytes: a line's begin, or the end. */
static const char *begin_of_tail(const char *text, size_t length, uint64_t most)
{
    const char *begin = text + length - most;
    if (begin[-1] == '\n')
        return begin;
    const char *end = memchr(begin, '\n', most);
    return end ? end + 1 : text + length;
}

bool device_output_append(GString *output, const char *text, uint64_t limit)
{
    size_t length = strlen(text);
    if (length <= limit && output->len <= limit - length) {
        g_string_append_len(output, text, (gssize)length);
        return true;
    }
    if (length > limit) {
        g_string_assign(output, begin_of_tail(text, length, limit));
        return false;
    }
    const char *kept = begin_of_tail(output->str, output->len, limit - length);
    g_string_erase(output, 0, (gssize)(kept - output->str));
    g_string_append_len(output, text, (gssize)length);
    return false;
}
