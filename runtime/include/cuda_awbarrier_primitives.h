/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers in shared memory in which arriving and waiting are two steps: the functions of C.
 *
 * From compute capability 8.0 on they are PTX's mbarrier. Below, a word in shared memory counts:
 * its low 32 bits say who is still missing, the next 31 how many a phase waits for, and the highest
 * bit is the phase. A token is the word as it was when a thread arrived.
 *
 * Source: CUDA C++ Programming Guide, "Asynchronous Barrier", "Barrier Primitives Interface"; PTX
 * ISA, "mbarrier". Differs: below 8.0, CUDA's layout of the word is another, and no program sees
 * it.
 */
#ifndef SIMGPU_CUDA_AWBARRIER_PRIMITIVES_H
#define SIMGPU_CUDA_AWBARRIER_PRIMITIVES_H

#include "cuda_runtime.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

#ifdef __CUDA__

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
#define SIMGPU_HAS_MBARRIER 1
#else
#define SIMGPU_HAS_MBARRIER 0
#endif

SIMGPU_DEVICE unsigned int simgpu_mbarrier_address(__mbarrier_t *barrier)
{
    return (unsigned int)__cvta_generic_to_shared(barrier);
}

/* Of a word below 8.0: one thread less is expected now, and in later phases if it drops. */
SIMGPU_DEVICE __mbarrier_token_t simgpu_mbarrier_count(__mbarrier_t *barrier, bool drops)
{
    const unsigned long long phase = 1ull << 63;
    unsigned long long seen = *(volatile __mbarrier_t *)barrier, next, before;
    do {
        before = seen;
        unsigned long long expected = (before & ~phase) >> 32;
        const unsigned int missing = (unsigned int)before - 1;
        expected -= drops ? 1 : 0;
        next = (before & phase) | expected << 32 | missing;
        if (!missing)
            next = (~before & phase) | expected << 32 | expected;
        seen = atomicCAS(barrier, before, next);
    } while (seen != before);
    return before;
}

SIMGPU_DEVICE unsigned int __mbarrier_maximum_count()
{
    return (1u << 20) - 1;
}
SIMGPU_DEVICE void __mbarrier_init(__mbarrier_t *barrier, unsigned int expected)
{
#if SIMGPU_HAS_MBARRIER
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(simgpu_mbarrier_address(barrier)),
                 "r"(expected)
                 : "memory");
#else
    *barrier = (unsigned long long)expected << 32 | expected;
#endif
}
SIMGPU_DEVICE void __mbarrier_inval(__mbarrier_t *barrier)
{
#if SIMGPU_HAS_MBARRIER
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(simgpu_mbarrier_address(barrier))
                 : "memory");
#else
    (void)barrier;
#endif
}
SIMGPU_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
    __mbarrier_token_t token;
#if SIMGPU_HAS_MBARRIER
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(simgpu_mbarrier_address(barrier))
                 : "memory");
#else
    __threadfence_block();
    token = simgpu_mbarrier_count(barrier, false);
#endif
    return token;
}
SIMGPU_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
    __mbarrier_token_t token;
#if SIMGPU_HAS_MBARRIER
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(simgpu_mbarrier_address(barrier))
                 : "memory");
#else
    __threadfence_block();
    token = simgpu_mbarrier_count(barrier, true);
#endif
    return token;
}
/* Whether the phase of the token has ended. */
SIMGPU_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
#if SIMGPU_HAS_MBARRIER
    unsigned int done;
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(simgpu_mbarrier_address(barrier)), "l"(token)
        : "memory");
    return done != 0;
#else
    const bool done = ((*(volatile __mbarrier_t *)barrier ^ token) >> 63) != 0;
    __threadfence_block();
    return done;
#endif
}
/* Whether the phase of that parity has ended: 0 is the first one. */
SIMGPU_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity)
{
#if SIMGPU_HAS_MBARRIER
    unsigned int done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; "
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(simgpu_mbarrier_address(barrier)), "r"((unsigned int)parity)
                 : "memory");
    return done != 0;
#else
    const bool done = (*(volatile __mbarrier_t *)barrier >> 63 != 0) != parity;
    __threadfence_block();
    return done;
#endif
}
/* The most nanoseconds that the thread may sleep are a hint, which is not taken. */
SIMGPU_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                       unsigned int most_nanoseconds = 0)
{
    (void)most_nanoseconds;
    return __mbarrier_test_wait(barrier, token);
}
SIMGPU_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                              unsigned int most_nanoseconds = 0)
{
    (void)most_nanoseconds;
    return __mbarrier_test_wait_parity(barrier, parity);
}
/* How many were missing when the thread arrived, itself among them. */
SIMGPU_DEVICE unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token)
{
#if SIMGPU_HAS_MBARRIER
    unsigned int missing;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(missing) : "l"(token));
    return missing;
#else
    return (unsigned int)token;
#endif
}

#endif

#endif
