/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels that synthetic.h lists: their heads, their copies, their blocks. */
#ifndef SIMGPU_TESTS_TRACES_KINDS_H
#define SIMGPU_TESTS_TRACES_KINDS_H

#include "tests/traces/synthetic.h"

/* Where the arrays are; a chase's base unless it has another. */
#define TRACE_A_BASE UINT64_C(0x7f5000000000)

struct synthetic_copy {
    uint64_t address, bytes;
};

enum { SYNTHETIC_COPIES = 2 };

struct synthetic_kind {
    struct synthetic defaults;
    const char *name;
    const char *const *parameters; /* those that it has, up to a NULL */
    /* False if the parameters don't fit together. */
    bool (*fits)(const struct synthetic *trace);
    void (*head)(const struct synthetic *trace, struct trace_head *head);
    /* Copies without bytes are none; NULL: it has none. */
    void (*copies)(const struct synthetic *trace, struct synthetic_copy copies[SYNTHETIC_COPIES]);
    void (*write)(const struct synthetic *trace, struct trace_writer *writer);
};

/* What compilers put before most kernels: the thread's number, a test of it, three addresses. */
void synthetic_add_prologue(struct trace_writer *w);

/* NULL: there is none of that name. */
const struct synthetic_kind *synthetic_kind_named(const char *name);

/* Those in files of their own. */
extern const struct synthetic_kind synthetic_async, synthetic_bank, synthetic_chase,
    synthetic_random, synthetic_tensor;

#endif
