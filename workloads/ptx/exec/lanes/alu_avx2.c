/* SPDX-License-Identifier: BSD-3-Clause */
/* The hot arithmetic with 256-bit vectors; see alu_template.h. */
#include "workloads/ptx/exec/lanes/alu.h"
#if EXEC_ALU_VECTORS
#define ALU_SET      exec_alu_avx2
#define ALU_SET_NAME "avx2"
#define ALU_BYTES    32
#define ALU_TARGET   "avx2,fma"
#include "workloads/ptx/exec/lanes/alu_template.h"
#else
typedef int alu_avx2_is_empty_here; /* ISO C wants a declaration in every file */
#endif
