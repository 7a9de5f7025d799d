/* SPDX-License-Identifier: BSD-3-Clause */
/* libstdc++'s file of this name says __attribute__((__noinline__)), which CUDA's macro __noinline__
 * turns into nonsense. This file is found first, puts the macro away and includes the real one.
 */
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
