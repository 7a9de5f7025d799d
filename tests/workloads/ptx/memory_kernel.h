/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel around the instructions of the memory tests: %rd1 is the buffer `out`, %rd3 = out + 16
 * thread, %r1 the thread, %r19 = 4 thread; `tile` lies in shared, `stack` in local memory. */
#ifndef SIMGPU_TESTS_PTX_MEMORY_KERNEL_H
#define SIMGPU_TESTS_PTX_MEMORY_KERNEL_H

#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define MEMORY_HEAD                                                                                \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".global .align 4 .u32 counter = 17;\n.global .align 8 .u64 pointer = counter;\n"              \
    ".const .align 4 .b32 table[4] = {10, 20, 30, 40};\n"                                          \
    ".shared .align 4 .b8 unused[400];\n.extern .shared .align 16 .b8 dynamic[];\n"                \
    ".visible .entry k(.param .u64 out, .param .f32 scale, .param .align 4 .b8 pair[8])\n{\n"      \
    ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .b64 %rd<12>;\n"   \
    ".shared .align 4 .b8 tile[132]; .local .align 8 .b8 stack[24];\n"                             \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16;\n"                 \
    "add.s64 %rd3, %rd1, %rd2; mul.lo.u32 %r19, %r1, 4;\n"

static inline uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

static inline void start(struct harness *h, const char *body)
{
    g_autofree char *text = g_strconcat(MEMORY_HEAD, body, "\nret;\n}\n", NULL);
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++)
        if (ptx_program_symbol(h->program, i).space == SPACE_GLOBAL)
            ptx_program_set_address(h->program, i, DEVICE_BASE + 0x8000 + 64 * i);
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++) {
        struct ptx_symbol s = ptx_program_symbol(h->program, i);
        if (s.space == SPACE_GLOBAL && s.initial != NULL)
            memcpy(h->memory + (s.address - DEVICE_BASE), s.initial, s.bytes);
    }
}

static inline void run(struct harness *h, const char *body)
{
    start(h, body);
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

static inline void fails(const char *body, unsigned lane, const char *fault)
{
    struct harness h;
    start(&h, body);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, fault);
    ck_assert_uint_eq(h.fault_lane, lane);
    harness_finish(&h);
}

#endif
