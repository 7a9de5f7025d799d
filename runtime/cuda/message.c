/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages on standard error, each in one write, so that those of threads don't mix. */
#include "runtime/cuda/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 1024 };

void message_print(const char *format, ...)
{
    static const char prefix[] = "simgpu: ";
    char text[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s%s\n", prefix, text);
}

void *message_reallocate(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes > 0 ? bytes : 1);
    if (!memory) {
        message_print("this program's own memory is used up");
        _exit(EXIT_FAILURE);
    }
    return memory;
}

void *message_allocate(size_t bytes)
{
    return message_reallocate(NULL, bytes);
}
