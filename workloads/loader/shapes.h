/* SPDX-License-Identifier: BSD-3-Clause */
/* Which members each kind of object in a workload file has; workloads/workload.schema.json says the
 * same. */
#ifndef SIMGPU_WORKLOADS_LOADER_SHAPES_H
#define SIMGPU_WORKLOADS_LOADER_SHAPES_H

#include "base/json/shape.h"

enum shape_id {
    SHAPE_WORKLOAD,
    SHAPE_PROGRAM_WORKLOAD,
    SHAPE_TRACE_WORKLOAD,
    SHAPE_MODULE,
    SHAPE_GRAPH_UNIFORM,
    SHAPE_GRAPH_RMAT,
    SHAPE_BUFFER,
    SHAPE_INIT,
    SHAPE_INIT_CSR,
    SHAPE_INIT_UNIFORM,
    SHAPE_INIT_NORMAL,
    SHAPE_INIT_FILL,
    SHAPE_FILL_EXCEPT,
    SHAPE_INIT_IOTA,
    SHAPE_STEP,
    SHAPE_WRITE,
    SHAPE_LAUNCH,
    SHAPE_REPEAT,
    SHAPE_DO_WHILE,
    SHAPE_CHECK,
    SHAPE_REFERENCE,
    SHAPES
};

const struct json_shape *shape_get(enum shape_id id);

#endif
