/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions from which kernels are put together. clang compiles this file to LLVM's bitcode
 * when simgpu is built, once for each vector instruction set (../meson.build). So loops over lanes
 * become vector code here, each by itself, and are merged later, when a kernel is compiled. */
#include "workloads/ptx/compile/machine/across.h"
#include "workloads/ptx/compile/machine/arithmetic.h"
#include "workloads/ptx/compile/machine/copies.h"
#include "workloads/ptx/compile/machine/even.h"
#include "workloads/ptx/compile/machine/memory.h"
#include "workloads/ptx/compile/machine/products.h"
#include "workloads/ptx/compile/machine/steps.h"
#include "workloads/ptx/compile/machine/strips.h"
#include "workloads/ptx/compile/machine/tiles.h"
