/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that say in C what an instruction computes, for tables of them (test_exec_table.h). */
#ifndef SIMGPU_TESTS_WORKLOADS_PTX_EXEC_REFERENCES_H
#define SIMGPU_TESTS_WORKLOADS_PTX_EXEC_REFERENCES_H

#include "tests/workloads/ptx/test_exec_table.h"

/* A register's bits as a number. */
static inline float f(uint64_t bits)
{
    return table_float(bits);
}

static inline double d(uint64_t bits)
{
    return table_double(bits);
}

/* Of the sources a, b and c, and of x, what the destination was before. */
#define REFERENCE(name, expression)                                                                \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t x)                           \
    {                                                                                              \
        (void)a, (void)b, (void)c, (void)x;                                                        \
        return (uint64_t)(expression);                                                             \
    }

#endif
