/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/content_digest.h"
#include "base/host/content_digest_wide.h"

#include <xxhash.h>

static XXH128_hash_t digest_of(const void *bytes, size_t n_bytes)
{
#if CONTENT_DIGEST_WIDE
    if (__builtin_cpu_supports("avx2")) {
        uint64_t word[2];
        content_digest_wide(bytes, n_bytes, word);
        return (XXH128_hash_t){word[0], word[1]};
    }
#endif
    return XXH3_128bits(bytes, n_bytes);
}

struct content_digest content_digest_add(struct content_digest before, const void *bytes,
                                         size_t n_bytes)
{
    const XXH128_hash_t of_bytes = digest_of(bytes, n_bytes);
    const uint64_t both[] = {before.word[0], before.word[1], of_bytes.low64, of_bytes.high64};
    const XXH128_hash_t all = XXH3_128bits(both, sizeof both);
    return (struct content_digest){{all.low64, all.high64}};
}
