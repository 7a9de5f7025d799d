/* SPDX-License-Identifier: BSD-3-Clause */
/* A digest of bytes, to find out fast whether they are what they were: XXH3, 128 bits. Two contents
 * with one digest do not occur by chance; they can be made by somebody who wants them. */
#ifndef SIMGPU_BASE_CONTENT_DIGEST_H
#define SIMGPU_BASE_CONTENT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct content_digest {
    uint64_t word[2];
};

/* Of the bytes, behind whatever `before` is the digest of; {0} if that is nothing. */
struct content_digest content_digest_add(struct content_digest before, const void *bytes,
                                         size_t n_bytes);

static inline int content_digest_equal(struct content_digest a, struct content_digest b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

#endif
