/* SPDX-License-Identifier: BSD-3-Clause */
/* How floats are to be made of products of shorter numbers. What a program sets is kept and
 * answered. Nothing is made so here: products are those of the types themselves, which are at least
 * as exact.
 *
 * Source: cuBLAS 13.x documentation, "Floating Point Emulation": the defaults.
 */
#include "handle.h"

#define ACCESSORS(name, type, field, is_valid)                                                     \
    extern "C" cublasStatus_t cublasSet##name(cublasHandle_t handle, type value)                   \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(is_valid);                                                                     \
        handle->emulation.field = value;                                                           \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    extern "C" cublasStatus_t cublasGet##name(cublasHandle_t handle, type *value)                  \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(value);                                                                        \
        *value = handle->emulation.field;                                                          \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }

ACCESSORS(EmulationStrategy, cublasEmulationStrategy_t, strategy,
          value >= CUBLAS_EMULATION_STRATEGY_DEFAULT && value <= CUBLAS_EMULATION_STRATEGY_EAGER)
ACCESSORS(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, special_values, true)
ACCESSORS(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, control,
          value == CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC ||
              value == CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
ACCESSORS(FixedPointEmulationMaxMantissaBitCount, int, most_bits, value >= 0)
ACCESSORS(FixedPointEmulationMantissaBitOffset, int, offset, true)
ACCESSORS(FixedPointEmulationMantissaBitCountPointer, int *, bits, true)
