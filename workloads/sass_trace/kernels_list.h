/* SPDX-License-Identifier: BSD-3-Clause */
/* kernelslist.g: what a traced program asked of the GPU, one command a line.
 *
 *   MemcpyHtoD,<address, hexadecimal>,<bytes>    also MemcpyDtoH and MemcpyDtoD
 *   kernel-1.traceg                              a trace, relative to the list: .traceg,
 *                                                .traceg.xz or .traceg.zst
 *
 * Blank lines and lines that begin with '#' are comments. Lines of NCCL, which some tracers write,
 * are noted. Differs: Accel-Sim ignores every line it does not know, device-to-host copies
 * included.
 */
#ifndef SIMGPU_SASS_TRACE_KERNELS_LIST_H
#define SIMGPU_SASS_TRACE_KERNELS_LIST_H

#include "workloads/sass_trace/notes.h"
#include "workloads/sass_trace/text/line_reader.h"

#include <stdint.h>

enum list_command_kind { LIST_COPY_TO_DEVICE, LIST_COPY_TO_HOST, LIST_MOVE, LIST_KERNEL, LIST_END };

struct list_command {
    enum list_command_kind kind;
    uint64_t bytes, address; /* of a copy */
    char *path;              /* of a kernel; g_free */
};

struct kernels_list {
    struct line_reader reader;
    char *path, *folder;
    struct trace_notes *notes;
};

bool kernels_list_open(struct kernels_list *list, const char *path, struct trace_notes *notes,
                       GError **error);
void kernels_list_close(struct kernels_list *list);
bool kernels_list_next(struct kernels_list *list, struct list_command *out, GError **error);
/* Whether the file looks like a list: by its name (kernelslist...), or by its first line. */
bool kernels_list_recognise(const char *path);

#endif
