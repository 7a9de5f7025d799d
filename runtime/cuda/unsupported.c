/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that are not supported exist, so that programs that could make them load and run; each
 * fails when it is made, and the first time says its name.
 *
 * None looks at its parameters, so none declares them; for the same reason this file does without
 * the public headers, which may declare some.
 */
#include "runtime/cuda/unsupported.h"

#include <stdbool.h>

#include "runtime/cuda/message.h"

/* Of runtime.h, whose header includes public ones. Source of the number: cudaErrorNotSupported. */
int error_note(int status);
enum { NOT_SUPPORTED = 801 };

static int refuse(const char *name, bool *told)
{
    if (!*told)
        message_print("%s is not supported", name);
    *told = true;
    return error_note(NOT_SUPPORTED);
}

#define DEFINE(name)                                                                               \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        static bool told;                                                                          \
        return refuse(#name, &told);                                                               \
    }
UNSUPPORTED_CALLS(DEFINE)
