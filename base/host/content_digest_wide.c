/* SPDX-License-Identifier: BSD-3-Clause */
/* meson.build compiles this file with -mavx2 on x86-64; see content_digest_wide.h. */
#include "base/host/content_digest_wide.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void content_digest_wide(const void *bytes, size_t n_bytes, uint64_t word[2])
{
    const XXH128_hash_t digest = XXH3_128bits(bytes, n_bytes);
    word[0] = digest.low64;
    word[1] = digest.high64;
}
