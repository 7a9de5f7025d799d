/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/kernel_state.h"
#include <dirent.h>
#include <malloc.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/rseq.h>
#endif

enum { MASK_BYTES = 8 };

/* By the kernel's call: the C library's hides some signals, and the way back from handlers. */
void kernel_state_read(struct kernel_state *state)
{
    memset(state, 0, sizeof *state);
    for (int i = 0; i < KERNEL_SIGNALS; i++)
        syscall(SYS_rt_sigaction, i + 1, NULL, &state->actions[i], MASK_BYTES);
    sigaltstack(NULL, &state->signal_stack);
    pthread_sigmask(SIG_SETMASK, NULL, &state->mask);
}

#if defined(__x86_64__)
/* Source: rseq(2) of the Linux man pages project. The C library's area is at least 32 bytes. */
static const uint32_t SIGNATURE = 0x53053053;
enum { LEAVE = 1, AREA_BYTES = 32 };

static void restartable_sequences(int flags)
{
    if (__rseq_size > 0)
        syscall(SYS_rseq, (char *)__builtin_thread_pointer() + __rseq_offset, AREA_BYTES, flags,
                SIGNATURE);
}
#else
enum { LEAVE = 1 };
static void restartable_sequences(int flags)
{
    (void)flags;
}
#endif

/* The end of the heap (brk) is the kernel's, and another one than in the image. The C library takes
 * any answer above what it asked for as a success: it must know an end that lies higher. Where it
 * lies lower, the first call fails, and malloc maps memory instead. It would then give back memory
 * by a difference of the two, so it is told never to. */
static void go_on_with_heap(void)
{
    void *end = (void *)syscall(SYS_brk, 0);
    if ((uintptr_t)end > (uintptr_t)sbrk(0))
        (void)!brk(end);
}

void kernel_state_keep_heap(void)
{
    mallopt(M_TRIM_THRESHOLD, -1);
}

void kernel_state_set(const struct kernel_state *state)
{
    go_on_with_heap();
    for (int i = 0; i < KERNEL_SIGNALS; i++)
        syscall(SYS_rt_sigaction, i + 1, &state->actions[i], NULL, MASK_BYTES);
    sigaltstack(&state->signal_stack, NULL);
    restartable_sequences(0);
    pthread_sigmask(SIG_SETMASK, &state->mask, NULL);
}

void kernel_state_leave(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    restartable_sequences(LEAVE);
}

bool kernel_state_is_alone(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    unsigned n = 0;
    while (folder && (entry = readdir(folder)) != NULL)
        n += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return n == 1;
}

void kernel_state_cpu(uint32_t words[CPU_WORDS])
{
    memset(words, 0, CPU_WORDS * sizeof *words);
#if defined(__x86_64__)
    unsigned of_this_core; /* EBX of leaf 1 */
    __get_cpuid(1, &words[0], &of_this_core, &words[1], &words[2]);
    unsigned leaves;
    __get_cpuid_count(7, 0, &leaves, &words[3], &words[4], &words[5]);
#endif
}
