/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared object with code of a kernel: looked for in the cache, else made by clang, and loaded.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_COMPILED_OBJECT_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_COMPILED_OBJECT_H

#include "workloads/ptx/compile/builder.h"

enum object_state {
    OBJECT_NOT_LOOKED,
    OBJECT_NOT_CACHED, /* and nobody has begun to make it */
    OBJECT_BUILDING,
    OBJECT_LOADED,
    OBJECT_NEVER
};

/* Zeroed, it has not been looked for. */
struct compiled_object {
    enum object_state state;
    bool refused;  /* never, because clang takes the text for no C */
    void *library; /* dlopen's, once it is loaded */
    char *text, *path;
    char *link; /* leads to path: found without the text. NULL: there is none */
    struct kernel_builder *builder;
};

/* Looks for it by its link, which it takes. */
bool compiled_object_find(struct compiled_object *object, char *link);
/* Takes the text, and looks for what it becomes. Without a place for that it is never made. */
void compiled_object_write(struct compiled_object *object, char *text);
/* Starts to make it; sees how far it is, or waits for it. */
void compiled_object_build(struct compiled_object *object);
void compiled_object_look(struct compiled_object *object, bool wait);
void compiled_object_finish(struct compiled_object *object);

#endif
