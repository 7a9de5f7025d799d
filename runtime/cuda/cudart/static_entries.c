/* SPDX-License-Identifier: BSD-3-Clause */
/* libcudart_static.a, for programs that link the runtime statically: each function jumps to the
 * shared library's, which simgpu has in LD_LIBRARY_PATH. A script for the linker that names the
 * shared library would do, but for linkers that are told to take no shared ones, as CMake's
 * FindCUDA tells them.
 *
 * The functions are not exported: a library of the program's, such as cuBLAS, has the shared one's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "entry_jumps.h"
#include "static_entries.h" /* made by entries.sh */

RUNTIME_ENTRIES(ENTRY_SLOT)
#define HIDDEN_JUMP(name) ENTRY_JUMP(name, ".hidden ")
RUNTIME_ENTRIES(HIDDEN_JUMP)

/* Before constructors of the program's, which register kernels. */
__attribute__((constructor(101))) static void fill(void)
{
    void *runtime = dlopen("libsimgpu-cudart.so", RTLD_NOW | RTLD_GLOBAL);
    if (!runtime) {
        fprintf(
            stderr,
            "libcudart_static.a: %s (without simgpu, set LD_LIBRARY_PATH to the folder lib64)\n",
            dlerror());
        exit(1);
    }
    RUNTIME_ENTRIES(ENTRY_FILL)
}
