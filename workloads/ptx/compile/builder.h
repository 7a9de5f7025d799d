/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's C text into a shared object, by clang in a process of its own, while simgpu goes on.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BUILDER_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BUILDER_H

#include "base/content_digest.h"

#include <glib.h>
#include <stdbool.h>

struct kernel_builder;

/* Whether this machine has what it takes: a clang, bitcode for the host, and a cache folder. */
bool kernel_builder_is_there(void);

/* The digest of what this simgpu compiles with here; false: there is no clang, or no bitcode. */
bool kernel_builder_tools(struct content_digest *tools);

/* The digest of all that decides what the text becomes; g_free. */
char *kernel_builder_digest(const char *text);

/* Starts. The result will be at path. NULL: it could not be started. */
struct kernel_builder *kernel_builder_new(const char *text, const char *path);

/* BUILD_REFUSED: clang takes the text for no C. It is simgpu's own, so that is its mistake. */
enum kernel_build { BUILD_RUNS, BUILD_DONE, BUILD_FAILED, BUILD_REFUSED };
/* How far it is; with `wait` it is BUILD_RUNS only if a signal has come. */
enum kernel_build kernel_builder_look(struct kernel_builder *builder, bool wait);
/* Kills it if it still runs. */
void kernel_builder_free(struct kernel_builder *builder);

#endif
