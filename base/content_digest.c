/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/content_digest.h"

#include <xxhash.h>

struct content_digest content_digest_add(struct content_digest before, const void *bytes,
                                         size_t n_bytes)
{
    const XXH128_hash_t of_bytes = XXH3_128bits(bytes, n_bytes);
    const uint64_t both[] = {before.word[0], before.word[1], of_bytes.low64, of_bytes.high64};
    const XXH128_hash_t all = XXH3_128bits(both, sizeof both);
    return (struct content_digest){{all.low64, all.high64}};
}
