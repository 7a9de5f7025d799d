/* SPDX-License-Identifier: BSD-3-Clause */
/* The SHA-256 of what a run has read, as `sha256sum` prints it.
 *
 * Nettle computes it, with the processor's own instructions where there are such: a trace of 60 MB
 * is simulated in a tenth of a second, and a digest in plain C takes longer than that.
 */
#ifndef SIMGPU_STUDY_DIGEST_H
#define SIMGPU_STUDY_DIGEST_H

#include <stddef.h>

/* In hexadecimal; the caller owns it. */
char *digest_of_bytes(const void *bytes, size_t n_bytes);

#endif
