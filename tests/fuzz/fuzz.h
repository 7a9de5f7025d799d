/* SPDX-License-Identifier: BSD-3-Clause */
/* What a harness here defines: libFuzzer calls it with ever new inputs, run_corpus.c with those of
 * a folder. It must return with an error noted or not, never crash, hang or leak.
 *
 * Source: LLVM, "libFuzzer - a library for coverage-guided fuzz testing", for the function's form.
 */
#ifndef SIMGPU_TESTS_FUZZ_H
#define SIMGPU_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a file that exists only in memory: its path, to be g_freed after fuzz_file_remove.
 */
char *fuzz_file(const uint8_t *data, size_t size, int *file);
void fuzz_file_remove(int file);

#endif
