/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/digest.h"
#include <glib.h>
#include <nettle/sha2.h>

char *digest_of_bytes(const void *bytes, size_t n_bytes)
{
    struct sha256_ctx sum;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&sum);
    sha256_update(&sum, n_bytes, bytes);
    sha256_digest(&sum, sizeof digest, digest);
    GString *text = g_string_sized_new(2 * sizeof digest);
    for (size_t i = 0; i < sizeof digest; i++)
        g_string_append_printf(text, "%02x", digest[i]);
    return g_string_free(text, FALSE);
}
