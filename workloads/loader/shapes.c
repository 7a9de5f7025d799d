/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/shapes.h"

static const struct json_shape shapes[SHAPES] = {
    [SHAPE_WORKLOAD] = {"workload",
                        {REQUIRED("name"), REQUIRED("description"), REQUIRED("modules"),
                         OPTIONAL("scalars"), OPTIONAL("graphs"), REQUIRED("buffers"),
                         REQUIRED("steps"), OPTIONAL("checks"), OPTIONAL("policies"),
                         OPTIONAL("$schema")}},
    [SHAPE_PROGRAM_WORKLOAD] = {"program_workload",
                                {REQUIRED("name"), REQUIRED("description"), CHOICE("program"),
                                 CHOICE("programs"), OPTIONAL("policies"), OPTIONAL("$schema")}},
    [SHAPE_TRACE_WORKLOAD] = {"trace_workload",
                              {REQUIRED("trace"), OPTIONAL("name"), OPTIONAL("description"),
                               OPTIONAL("policies"), OPTIONAL("$schema")}},
    [SHAPE_MODULE] = {"module", {CHOICE("cuda"), CHOICE("opencl"), CHOICE("ptx")}},
    [SHAPE_GRAPH_UNIFORM] = {"graph_uniform",
                             {REQUIRED("kind"), REQUIRED("vertices"), REQUIRED("degree"),
                              REQUIRED("seed")}},
    [SHAPE_GRAPH_RMAT] = {"graph_rmat",
                          {REQUIRED("kind"), REQUIRED("vertices"), REQUIRED("edges"),
                           REQUIRED("seed"), REQUIRED("a"), REQUIRED("b"), REQUIRED("c")}},
    [SHAPE_BUFFER] = {"buffer", {REQUIRED("type"), OPTIONAL("count"), REQUIRED("init")}},
    [SHAPE_INIT] = {"init",
                    {CHOICE("csr"), CHOICE("uniform"), CHOICE("normal"), CHOICE("fill"),
                     CHOICE("iota"), CHOICE("file")}},
    [SHAPE_INIT_CSR] = {"init_csr", {REQUIRED("graph"), REQUIRED("part")}},
    [SHAPE_INIT_UNIFORM] = {"init_uniform", {REQUIRED("seed"), REQUIRED("min"), REQUIRED("max")}},
    [SHAPE_INIT_NORMAL] = {"init_normal",
                           {REQUIRED("seed"), REQUIRED("mean"), REQUIRED("deviation")}},
    [SHAPE_INIT_FILL] = {"init_fill", {REQUIRED("value"), OPTIONAL("except")}},
    [SHAPE_FILL_EXCEPT] = {"fill_except", {REQUIRED("index"), REQUIRED("value")}},
    [SHAPE_INIT_IOTA] = {"init_iota", {REQUIRED("start"), REQUIRED("step")}},
    [SHAPE_STEP] = {"step",
                    {CHOICE("write"), CHOICE("launch"), CHOICE("repeat"), CHOICE("do_while")}},
    [SHAPE_WRITE] = {"write", {REQUIRED("buffer"), REQUIRED("value"), OPTIONAL("index")}},
    [SHAPE_LAUNCH] = {"launch",
                      {REQUIRED("kernel"), OPTIONAL("module"), REQUIRED("grid"), REQUIRED("block"),
                       OPTIONAL("cluster"), OPTIONAL("shared_bytes"), OPTIONAL("registers"),
                       REQUIRED("args")}},
    [SHAPE_REPEAT] = {"repeat", {REQUIRED("count"), REQUIRED("steps")}},
    [SHAPE_DO_WHILE] = {"do_while",
                        {REQUIRED("buffer"), REQUIRED("index"), REQUIRED("steps"),
                         REQUIRED("max_iterations")}},
    [SHAPE_CHECK] = {"check",
                     {REQUIRED("buffer"), CHOICE("reference"), CHOICE("equals"), CHOICE("checksum"),
                      OPTIONAL("absolute"), OPTIONAL("relative")}},
    [SHAPE_REFERENCE] = {"reference", {REQUIRED("library"), REQUIRED("function")}},
};

const struct json_shape *shape_get(enum shape_id id)
{
    return &shapes[id];
}
