/* SPDX-License-Identifier: BSD-3-Clause */
/* Put VECTOR_CLONES before a function that loops over 32 lanes. gcc then compiles it for AVX-512,
 * AVX2 and the base set, and the loader picks one. Elsewhere (clang, sanitizers, other processors)
 * it is compiled once. Results are the same: integers, or floats of which none are contracted.
 * VECTOR_CLONES_256 is for loops over 8 or 16 numbers, which gain nothing by AVX-512. */
#ifndef SIMGPU_BASE_VECTOR_CLONES_H
#define SIMGPU_BASE_VECTOR_CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define VECTOR_CLONES     __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define VECTOR_CLONES_256 __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define VECTOR_CLONES
#define VECTOR_CLONES_256
#endif

#endif
