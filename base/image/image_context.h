/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a thread stands: the registers that a called function must keep, as setjmp has them, but
 * at known places, so that another process can go on from there.
 *
 * Source: System V ABI, AMD64 supplement, figure 3.4.
 */
#ifndef SIMGPU_BASE_IMAGE_CONTEXT_H
#define SIMGPU_BASE_IMAGE_CONTEXT_H

#include <stdint.h>

struct image_context {
    uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
    uint32_t mxcsr;
    uint16_t x87_control, unused;
};

/* 0 at once, and 1 when a process goes on from *context. */
__attribute__((returns_twice)) int image_context_save(struct image_context *context);

#endif
