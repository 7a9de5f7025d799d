/* SPDX-License-Identifier: BSD-3-Clause */
/* The SHA-256 of a file that a run has read, as `sha256sum` prints it.
 *
 * Nettle computes it, with the processor's own instructions if it has them. simgpu simulates a
 * trace of 60 MB in a tenth of a second, and a digest in plain C takes longer than that. The file
 * is read piece by piece, so it takes no memory. If it were mapped, a trace would count as the
 * process's memory.
 */
#ifndef SIMGPU_STUDY_DIGEST_H
#define SIMGPU_STUDY_DIGEST_H

/* In hexadecimal; the caller owns it. NULL: the file can't be read. */
char *digest_of_file(const char *path);

#endif
