/* SPDX-License-Identifier: BSD-3-Clause */
/* Reference functions for test_workload_check.c. */
#include "workloads/reference.h"

void doubled(struct reference_case *c);
void nothing_there(struct reference_case *c);
void wants_integer(struct reference_case *c);
void gives_up(struct reference_case *c);

/* y = factor * x */
void doubled(struct reference_case *c)
{
    size_t n;
    const float *x = reference_buffer(c, "x", NULL);
    float *y = reference_buffer(c, "y", &n);
    if (n != (size_t)reference_integer(c, "n"))
        reference_fail(c, "y has another size");
    for (size_t i = 0; i < n; i++)
        y[i] = (float)(reference_real(c, "factor") * x[i]);
}

void nothing_there(struct reference_case *c)
{
    float *z = reference_buffer(c, "z", NULL);
    z[0] = 1; /* never reached */
}

void wants_integer(struct reference_case *c)
{
    (void)reference_integer(c, "factor");
}

void gives_up(struct reference_case *c)
{
    reference_fail(c, "this cannot be computed");
}
