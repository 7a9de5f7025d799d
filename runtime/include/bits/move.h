/* SPDX-License-Identifier: BSD-3-Clause */
/* libstdc++'s file of this name defines std::swap, which <type_traits> declares: see there. */
#if defined(__clang__) && defined(__CUDA__)
#pragma clang force_cuda_host_device begin
#include_next <bits/move.h>
#pragma clang force_cuda_host_device end
#else
#include_next <bits/move.h>
#endif
