/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's code as C text, made of calls of the functions in machine/. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_H

#include "workloads/ptx/exec/exec.h"

/* rows: of launches whose whole warps are rows of threads (blocks/even.h).
 *
 * The text of a function compiled_kernel (compiled_warp.h) with the name COMPILED_NAME, and of a
 * uint32_t COMPILED_WINDOWS: how many windows the kernel needs; g_free. Where there is a function
 * for whole warps, it is COMPILED_WHOLE. A text depends on the code alone, not on where its
 * variables lie; what it depends on is in the code's key (kernel_key.h), too. */
struct kernel_texts {
    char *first;
    char *parted; /* NULL, or: the first one's COMPILED_NAME leaves all to the interpreter, and this
                     text has another, which calls compiled_warp.whole */
};
struct kernel_texts emit_kernel(const struct kernel_code *code, bool rows);
/* Whether there is a text for parted lanes alone. */
bool emit_has_parted(const struct kernel_code *code);

#define COMPILED_NAME    "simgpu_kernel"
#define COMPILED_WHOLE   "simgpu_whole"
#define COMPILED_WINDOWS "simgpu_windows"

#endif
