/* SPDX-License-Identifier: BSD-3-Clause */
/* Unpacks one LZ4 block, without the frame around it. */
#ifndef SIMGPU_RUNTIME_CUDA_LZ4_H
#define SIMGPU_RUNTIME_CUDA_LZ4_H

#include <stdbool.h>
#include <stddef.h>

/* True if the block is sound and makes exactly text_bytes. */
bool lz4_unpack(const unsigned char *block, size_t block_bytes, unsigned char *text,
                size_t text_bytes);

#endif
