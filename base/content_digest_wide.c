/* SPDX-License-Identifier: BSD-3-Clause */
/* meson.build compiles this file with -mavx2 on x86-64; see content_digest_wide.h. */
#include "base/content_digest_wide.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

struct content_digest content_digest_wide(const void *bytes, size_t n_bytes)
{
    const XXH128_hash_t digest = XXH3_128bits(bytes, n_bytes);
    return (struct content_digest){{digest.low64, digest.high64}};
}
