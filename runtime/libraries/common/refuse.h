/* SPDX-License-Identifier: BSD-3-Clause */
/* How a library says no: once by name on standard error for each call that a program makes. */
#ifndef SIMGPU_LIBRARIES_REFUSE_H
#define SIMGPU_LIBRARIES_REFUSE_H

#include <stdio.h>

static inline void refuse(const char *call, const char *why)
{
    fprintf(stderr, "simgpu: %s: %s\n", call, why);
}

/* Defines a call that is refused whole. */
#define REFUSED_CALL(status, answer, name)                                                         \
    extern "C" status name(...)                                                                    \
    {                                                                                              \
        refuse(#name, "this call is not supported");                                               \
        return answer;                                                                             \
    }

#endif
