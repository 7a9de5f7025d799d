/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that only jump to those of another library, whose addresses somebody fills in when the
 * program starts: ENTRY_SLOT(name) has the address, ENTRY_FILL(name) finds it in the library
 * `runtime`, and ENTRY_JUMP(name, scope) is the function, with a directive of the assembler for its
 * scope (".globl ", ".hidden ").
 */
#ifndef SIMGPU_ENTRY_JUMPS_H
#define SIMGPU_ENTRY_JUMPS_H

#include <dlfcn.h>

#define ENTRY_SLOT(name) __attribute__((visibility("hidden"))) void *simgpu_entry_##name;
#define ENTRY_FILL(name) simgpu_entry_##name = dlsym(runtime, #name);

#if defined __x86_64__
#define ENTRY_CODE(name) "jmp *simgpu_entry_" #name "(%rip)\n"
#elif defined __aarch64__
#define ENTRY_CODE(name)                                                                           \
    "adrp x16, simgpu_entry_" #name "\n"                                                           \
    "ldr x16, [x16, :lo12:simgpu_entry_" #name "]\n"                                               \
    "br x16\n"
#else
#error "no jump is known for this processor"
#endif

#define ENTRY_JUMP(name, scope)                                                                    \
    __asm__(".text\n.globl " #name "\n" scope #name "\n.type " #name ", %function\n" #name         \
            ":\n" ENTRY_CODE(name) ".size " #name ", . - " #name "\n");

#endif
