/* SPDX-License-Identifier: BSD-3-Clause */
/* The hot arithmetic with 512-bit vectors; see alu_template.h. */
#include "workloads/ptx/exec/lanes/alu.h"
#if EXEC_ALU_VECTORS
#define ALU_SET      exec_alu_avx512
#define ALU_SET_NAME "avx512"
#define ALU_BYTES    64
#define ALU_TARGET   "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"
#include "workloads/ptx/exec/lanes/alu_template.h"
#else
typedef int alu_avx512_is_empty_here; /* ISO C wants a declaration in every file */
#endif
