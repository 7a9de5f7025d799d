/* SPDX-License-Identifier: BSD-3-Clause */
/* Which members each kind of object in a workload file has.
 *
 * One table serves the reader (unknown and missing members) and the test that holds it against
 * workloads/workload.schema.json, where the shape "launch" is "#/$defs/launch", so that the
 * published schema and the loader cannot drift apart.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_SHAPES_H
#define SIMGPU_WORKLOADS_LOADER_SHAPES_H

#include <stdbool.h>

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

struct shape_member {
    const char *name;                                              /* NULL ends the list */
    enum { MEMBER_REQUIRED, MEMBER_OPTIONAL, MEMBER_CHOICE } need; /* exactly one of the choices */
};

enum { SHAPE_MAX_MEMBERS = 20 };

struct shape {
    const char *name;
    struct shape_member members[SHAPE_MAX_MEMBERS];
};

const struct shape *shape_get(enum shape_id id);

#endif
