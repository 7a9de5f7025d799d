/* SPDX-License-Identifier: BSD-3-Clause */
/* Preprocessing this fails where there is no libcu++. */
#if !__has_include(<cuda/atomic>)
#error "no libcu++"
#endif
