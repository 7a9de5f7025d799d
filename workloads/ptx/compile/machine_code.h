/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel is compiled with: the bitcode of machine/ for this host, and its options. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_CODE_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_CODE_H

#include <stddef.h>
#include <stdint.h>

struct machine_code {
    const char *set; /* the vector instruction set: exec_alu_set.name */
    const char *const *options;
    const uint8_t *bitcode;
    size_t bytes;
};

/* For the set that the interpreter uses here; NULL: no code was made for this host. */
const struct machine_code *machine_code_best(void);

/* The text of compiled_warp.h. */
extern const char machine_header[];

#endif
