/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface of a workload's CPU reference, which computes the right results.
 *
 * A check in a workload file may name a function in a shared library that is built beside the
 * kernels:
 *
 *     "reference": { "library": "saxpy_reference", "function": "saxpy_reference" }
 *
 * The function gets the initial contents of every buffer of the workload, and the values of its
 * scalars. It changes the buffers to the contents that they must have after the last step:
 *
 *     #include "workloads/reference.h"
 *
 *     void saxpy_reference(struct reference_case *c);
 *     void saxpy_reference(struct reference_case *c)
 *     {
 *         size_t n;
 *         const float *x = reference_buffer(c, "x", &n);
 *         float *y = reference_buffer(c, "y", &n);
 *         const float a = (float)reference_real(c, "a");
 *         for (size_t i = 0; i < n; i++)
 *             y[i] += a * x[i];
 *     }
 *
 * It must not keep pointers, print or exit. reference_fail() ends it with a message. A request for
 * an unknown name ends it in the same way, so you need not test results for NULL. Neither returns.
 * So hold no resource across them that you must give back.
 *
 * This header uses the C library only, so a reference needs nothing else to build.
 */
#ifndef SIMGPU_WORKLOADS_REFERENCE_H
#define SIMGPU_WORKLOADS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* C17's _Noreturn cannot describe a pointer to a function. */
#ifdef __GNUC__
#define REFERENCE_NORETURN __attribute__((noreturn))
#else
#define REFERENCE_NORETURN
#endif

/* Elements lie one after the other in the machine's own form: type "f32" is a float, "s64" an
 * int64_t. The memory is aligned for every type. */
struct reference_array {
    const char *name;
    const char *type; /* "u8" "s8" "u16" "s16" "u32" "s32" "u64" "s64" "f32" "f64" */
    void *data;       /* initial contents; the function leaves the final ones here */
    size_t count;     /* elements */
};

struct reference_scalar {
    const char *name;
    bool is_real;
    int64_t integer; /* if not is_real */
    double real;     /* always */
};

struct reference_case {
    struct reference_array *arrays;
    size_t n_arrays;
    const struct reference_scalar *scalars;
    size_t n_scalars;
    /* Ends the reference function with a message; does not return. `name` may be NULL. */
    void (*fail)(struct reference_case *c, const char *message,
                 const char *name) REFERENCE_NORETURN;
    void *impl; /* the loader's */
};

/* Gives up: the check cannot run. Does not return. */
REFERENCE_NORETURN static inline void reference_fail(struct reference_case *c, const char *message)
{
    c->fail(c, message, NULL);
}

/* The elements of a buffer; *count (which may be NULL) becomes their number. */
static inline void *reference_buffer(struct reference_case *c, const char *name, size_t *count)
{
    for (size_t i = 0; i < c->n_arrays; i++) {
        if (strcmp(c->arrays[i].name, name) == 0) {
            if (count)
                *count = c->arrays[i].count;
            return c->arrays[i].data;
        }
    }
    c->fail(c, "the workload has no buffer", name);
    return NULL;
}

static inline const struct reference_scalar *reference_find_scalar(struct reference_case *c,
                                                                   const char *name)
{
    for (size_t i = 0; i < c->n_scalars; i++)
        if (strcmp(c->scalars[i].name, name) == 0)
            return &c->scalars[i];
    c->fail(c, "the workload has no scalar", name);
    return NULL;
}

/* The value of a scalar that is an integer. */
static inline int64_t reference_integer(struct reference_case *c, const char *name)
{
    const struct reference_scalar *scalar = reference_find_scalar(c, name);
    if (scalar->is_real)
        c->fail(c, "not an integer: scalar", name);
    return scalar->integer;
}

/* The value of a scalar, integer or real. */
static inline double reference_real(struct reference_case *c, const char *name)
{
    return reference_find_scalar(c, name)->real;
}

#endif
