/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/machine_code.h"
#include "workloads/ptx/exec/lanes/alu.h"

#include <string.h>

const char machine_header[] = {
#include "compiled_warp.inc"
    , 0};

#if EXEC_ALU_VECTORS
static const uint8_t bitcode_base[] = {
#include "machine_base.inc"
};
static const uint8_t bitcode_avx2[] = {
#include "machine_avx2.inc"
};
static const uint8_t bitcode_avx512[] = {
#include "machine_avx512.inc"
};

/* The same options as in meson.build, with which the bitcode was made. */
static const char *const options_base[] = {NULL};
static const char *const options_avx2[] = {"-mavx2", "-mfma", "-mpopcnt", NULL};
static const char *const options_avx512[] = {
    "-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl",
    "-mavx2",    "-mfma",      "-mpopcnt",   "-mprefer-vector-width=512",
    NULL};

const struct machine_code *machine_code_best(void)
{
    static const struct machine_code all[] = {
        {"base", options_base, bitcode_base, sizeof bitcode_base},
        {"avx2", options_avx2, bitcode_avx2, sizeof bitcode_avx2},
        {"avx512", options_avx512, bitcode_avx512, sizeof bitcode_avx512}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].set, exec_alu_best()->name) == 0)
            return &all[i];
    return NULL;
}
#else
const struct machine_code *machine_code_best(void)
{
    return NULL;
}
#endif
