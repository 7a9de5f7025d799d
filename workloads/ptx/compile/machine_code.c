/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/machine_code.h"
#include "machine_options.h"
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

static const char *const options_base[] = {OPTIONS_base};
static const char *const options_avx2[] = {OPTIONS_avx2};
static const char *const options_avx512[] = {OPTIONS_avx512};

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
