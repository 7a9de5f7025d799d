/* SPDX-License-Identifier: BSD-3-Clause */
/* Tensor maps: what cuTensorMapEncodeTiled writes into its 128 bytes, and boxes of a tensor.
 *
 * CUDA leaves the layout open. Ours (ASSUMED), little-endian:
 *
 *   0    8 bytes  "simgpuTM"
 *   8    8        address
 *   16   1        dimensions, 1 to 5
 *   17   1        bytes of an element: 1, 2, 4, 8
 *   18   1        swizzle: log2 of its span in units of 16 bytes: 0, 1, 2, 3
 *   19   1        fill outside of the tensor: 1: NaN, 0: zero
 *   20   5 x 4    sizes in elements, innermost first
 *   40   4 x 8    strides in bytes of all but the innermost dimension
 *   72   5 x 4    the box, in elements
 *   92   1        type of the elements, as CUtensorMapDataType has it
 *   93   35       zero
 *
 * Source: CUDA Driver API, "Tensor Map Object Management"; PTX ISA 8.6, "Tensors".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_TENSOR_MAP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_TENSOR_MAP_H

#include "workloads/bulk.h"
#include "workloads/ptx/exec/actions/sync_form.h"

enum { TENSOR_MAP_BYTES = 128 };

struct tensor_map {
    uint64_t address;
    uint64_t stride[TENSOR_MOST_DIMENSIONS]; /* bytes; the first is an element's */
    uint32_t size[TENSOR_MOST_DIMENSIONS], box[TENSOR_MOST_DIMENSIONS];
    uint8_t dimensions, element_bytes, swizzle, fill;
    uint8_t type; /* CUtensorMapDataType */
};

/* NULL, or what is wrong. */
const char *tensor_map_read(struct tensor_map *map, const uint8_t bytes[TENSOR_MAP_BYTES]);
/* The type of reductions, enum atomic_type; false: there are none of it. */
bool tensor_map_atomic(const struct tensor_map *map, uint8_t *type);
uint32_t tensor_map_box_bytes(const struct tensor_map *map);
/* Rows that the box at `at` is made of. A row lies inside of the tensor, or outside. */
uint32_t tensor_map_rows(const struct tensor_map *map, const int32_t at[]);
/* Fills in the job's rows, as many as tensor_map_rows says. shared: where the box goes. */
void tensor_map_fill(const struct tensor_map *map, const int32_t at[], uint32_t shared,
                     struct bulk_job *job);

#endif
