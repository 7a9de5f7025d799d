/* SPDX-License-Identifier: BSD-3-Clause */
/* The PTX in what a compiler registers as a program's device code.
 *
 * Registered is a wrapper {uint32_t magic 0x466243b1, uint32_t version; const void *data; ...}.
 * With simgpucc (clang -fcuda-include-gpubinary) data is PTX text, ending with a zero. With nvcc it
 * is NVIDIA's container: a header {uint32_t magic 0xba55ed50; uint16_t version, header bytes;
 * uint64_t bytes that follow} and entries, each a header and its bytes; an entry of kind 1 is PTX.
 *
 * Source: __fatBinC_Wrapper_t is in CUDA's fatbinary_section.h; the container's fields are read off
 * the output of nvcc 13 with each of fatbinary's compression modes (tests/runtime).
 */
#ifndef SIMGPU_RUNTIME_CUDA_FATBIN_H
#define SIMGPU_RUNTIME_CUDA_FATBIN_H

#include <stddef.h>

struct fatbin_ptx {
    const char *text; /* ends with a zero */
    size_t bytes;     /* with the zero */
    char *owned;      /* the caller frees it; NULL if text is in the image */
};

/* The PTX of a registered image: of several, the one for the newest architecture that is not newer
 * than arch (10 * major + minor), or else the oldest. Returns NULL, or what is wrong. */
const char *fatbin_find_ptx(const void *image, unsigned arch, struct fatbin_ptx *ptx);
/* The same for a container of which no more than size bytes may be read. */
const char *fatbin_container_find_ptx(const void *container, size_t size, unsigned arch,
                                      struct fatbin_ptx *ptx);

#endif
