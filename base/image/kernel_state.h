/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel has of a thread besides its memory and files, read and set again. */
#ifndef SIMGPU_BASE_IMAGE_KERNEL_STATE_H
#define SIMGPU_BASE_IMAGE_KERNEL_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { KERNEL_SIGNALS = 64, CPU_WORDS = 6 };

struct kernel_state {
    struct {
        uint64_t words[4]; /* the kernel's struct sigaction: handler, flags, restorer, mask */
    } actions[KERNEL_SIGNALS];
    stack_t signal_stack;
    sigset_t mask;
};

void kernel_state_read(struct kernel_state *state);
/* Before this process's memory goes into an image. */
void kernel_state_keep_heap(void);
/* In memory that was restored: the kernel's restartable sequences begin again, too. */
void kernel_state_set(const struct kernel_state *state);
/* Before this thread's memory goes: the kernel is not to write there any more. No signal comes. */
void kernel_state_leave(void);
/* Whether this process has one thread. */
bool kernel_state_is_alone(void);
/* What the processor can do, from CPUID. */
void kernel_state_cpu(uint32_t words[CPU_WORDS]);

#endif
