/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the PTX tests find their fixtures, and short ways to parse one. */
#ifndef SIMGPU_TESTS_PTX_FIXTURES_H
#define SIMGPU_TESTS_PTX_FIXTURES_H

#include "workloads/ptx/syntax/ptx.h"
#include <check.h>
#include <string.h>

/* Tests run in the root of the repository. */
#define FIXTURES "tests/workloads/ptx/data/"

static const char *const fixture_names[] = {"opencl_vadd.ptx", "nvcc_calls.ptx", "switch.ptx",
                                            "operands.ptx", "loops.ptx"};

static inline struct ptx_module *load_fixture(const char *name)
{
    g_autofree char *path = g_strconcat(FIXTURES, name, NULL);
    GError *error = NULL;
    struct ptx_module *module = ptx_module_load(path, &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "no message");
    return module;
}

/* A kernel k(.param .u64 a) with this body and registers %p<9> %r<30> %rd<30> %f<30> %rs<9>. */
static inline struct ptx_module *parse_body(const char *body)
{
    g_autofree char *text = g_strconcat(".version 6.0\n.target sm_70\n.entry k(.param .u64 a) "
                                        "{\n.reg .pred %p<9>; .reg .b32 %r<30>;"
                                        ".reg .b64 %rd<30>; .reg .f32 %f<30>; .reg .b16 %rs<9>;\n",
                                        body, "}\n", NULL);
    GError *error = NULL;
    struct ptx_module *module = ptx_module_parse("body.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "no message");
    return module;
}

/* NULL if there is none of that name. */
static inline const struct ptx_variable *find_variable(const struct ptx_module *m, const char *name)
{
    for (unsigned i = 0; i < m->n_variables; i++)
        if (strcmp(m->variables[i]->name, name) == 0)
            return m->variables[i];
    return NULL;
}

static inline const struct ptx_variable *variable(const struct ptx_module *m, const char *name)
{
    const struct ptx_variable *v = find_variable(m, name);
    ck_assert_msg(v != NULL, "no variable %s", name);
    return v;
}

static inline const struct ptx_function *kernel(const struct ptx_module *m, const char *name)
{
    GError *error = NULL;
    const struct ptx_function *f = ptx_module_find(m, name, &error);
    ck_assert_msg(f != NULL, "%s", error ? error->message : "no message");
    return f;
}

#endif
