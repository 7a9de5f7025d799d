/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled without what would need the rest of the process: see meson.build. */
#include "base/image/image_restorer.h"

#define IN_COPY __attribute__((section("image_restorer"), used))

#if defined(__x86_64__)
#include <asm/prctl.h>
#include <asm/unistd.h>
#include <linux/mman.h>

enum { EXIT_CODE = 3, LAST_ERROR = 4095 };

static inline __attribute__((always_inline)) uint64_t
call(uint64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)
{
    uint64_t result;
    register uint64_t r10 __asm__("r10") = d;
    register uint64_t r8 __asm__("r8") = e;
    register uint64_t r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static inline __attribute__((always_inline)) uint64_t carry_out(const struct restorer_step *step)
{
    switch (step->kind) {
    case RESTORER_UNMAP:
        return call(__NR_munmap, step->to, step->bytes, 0, 0, 0, 0);
    case RESTORER_MOVE:
        return call(__NR_mremap, step->from, step->bytes, step->bytes,
                    MREMAP_MAYMOVE | MREMAP_FIXED, step->to, 0);
    case RESTORER_MAP:
        return call(__NR_mmap, step->to, step->bytes, (uint64_t)step->protection,
                    (uint64_t)step->flags, (uint64_t)step->file, step->from);
    case RESTORER_PROTECT:
        return call(__NR_mprotect, step->to, step->bytes, (uint64_t)step->protection, 0, 0, 0);
    case RESTORER_CLOSE:
        return call(__NR_close, (uint64_t)step->file, 0, 0, 0, 0, 0);
    default: {
        uint64_t to = step->to, from = step->from, bytes = step->bytes;
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
        return 0;
    }
    }
}

IN_COPY void image_restorer_run(const struct restorer_plan *plan)
{
    for (uint64_t i = 0; i < plan->n_steps; i++) {
        const uint64_t result = carry_out(&plan->steps[i]);
        if (result >= (uint64_t)-LAST_ERROR) {
            call(__NR_write, 2, (uint64_t)(uintptr_t)plan->message, plan->message_bytes, 0, 0, 0);
            call(__NR_exit_group, EXIT_CODE, 0, 0, 0, 0, 0);
        }
    }
    call(__NR_arch_prctl, ARCH_SET_FS, plan->thread_pointer, 0, 0, 0, 0);
    __asm__ volatile("ldmxcsr 64(%0)\n"
                     "fldcw 68(%0)\n"
                     "movq 0(%0), %%rbx\n"
                     "movq 8(%0), %%rbp\n"
                     "movq 16(%0), %%r12\n"
                     "movq 24(%0), %%r13\n"
                     "movq 32(%0), %%r14\n"
                     "movq 40(%0), %%r15\n"
                     "movq 48(%0), %%rsp\n"
                     "movl $1, %%eax\n"
                     "jmpq *56(%0)\n"
                     :
                     : "D"(&plan->context)
                     : "memory");
    __builtin_unreachable();
}
#else
IN_COPY void image_restorer_run(const struct restorer_plan *plan)
{
    (void)plan;
}
#endif
