/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/image_context.h"

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl image_context_save\n"
        ".hidden image_context_save\n"
        ".type image_context_save, @function\n"
        "image_context_save:\n"
        "    movq %rbx, 0(%rdi)\n"
        "    movq %rbp, 8(%rdi)\n"
        "    movq %r12, 16(%rdi)\n"
        "    movq %r13, 24(%rdi)\n"
        "    movq %r14, 32(%rdi)\n"
        "    movq %r15, 40(%rdi)\n"
        "    leaq 8(%rsp), %rdx\n"
        "    movq %rdx, 48(%rdi)\n"
        "    movq (%rsp), %rdx\n"
        "    movq %rdx, 56(%rdi)\n"
        "    stmxcsr 64(%rdi)\n"
        "    fnstcw 68(%rdi)\n"
        "    xorl %eax, %eax\n"
        "    ret\n"
        ".size image_context_save, . - image_context_save\n");
#else
int image_context_save(struct image_context *context)
{
    (void)context;
    return 0;
}
#endif
