/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h, which includes it once for numbers of 32 bits and once for those of 64. */
#include "copies.h"

#include "../cublas_level1.h"
#include "../cublas_level2.h"
#include "../cublas_level3.h"

#ifdef __cplusplus
extern "C++" {
#include "../cublas_overloads.h"
}
#endif
