/* SPDX-License-Identifier: BSD-3-Clause */
/* Accel-Sim traces of what a run executes: a folder with kernelslist.g and a kernel-N.traceg, or
 * .tracez, for each launch.
 *
 * The writer stands between a command source and the host: it sees copies and launches in the order
 * of issue, and gives each launched kernel a recorder (recorder.h). A list has no streams: a copy
 * comes behind everything before it and ahead of everything behind it.
 *
 * Source: Accel-Sim's reader and NVBit tracer, versions 5 and 6 of the format.
 * Differs: device-to-host copies and moves within device memory are lines of the list, too, which
 * Accel-Sim passes over; kernels are numbered as simgpu does, from 1 on.
 */
#ifndef SIMGPU_TRACE_WRITER_TRACE_WRITER_H
#define SIMGPU_TRACE_WRITER_TRACE_WRITER_H

#include "workloads/command.h"

struct trace_writer;

struct trace_writer_setup {
    const char *folder;      /* made if it isn't there; NULL: nothing is written */
    unsigned binary_version; /* of the names in traces of other than traced kernels */
    unsigned version;        /* of the format: 5 or 6; traces of version 6 stay that */
    bool packed;             /* kernels become .tracez; else .traceg */
    void *data;              /* for the function below */
    /* 32-bit registers a thread of the kernel gets. */
    uint32_t (*registers)(void *data, const struct kernel_code *code);
    bool as_trace; /* kernels run as their traces would; see recorder.h */
    void *memory;  /* as_trace: for access, which is functional_access(), and sync,
                    * functional_sync() */
    char *(*sync)(void *memory, uint8_t *shared, struct issued *what);
    bool (*access)(void *memory, struct warp_context *w, uint32_t pc,
                   const struct instruction *instruction, struct issued *what);
};

/* The binary version whose instruction set a GPU of this compute capability has. Pascal's, 61, for
 * those before Kepler, whose names no tracer knows: Accel-Sim's configuration SM2_GTX480 is run
 * with traces of that version. Volta's, 70, of others that we have no names for. */
unsigned trace_writer_version(unsigned major, unsigned minor);

/* NULL with an error if the folder can't be made or has a list already. */
struct trace_writer *trace_writer_new(const struct trace_writer_setup *setup, GError **error);
void trace_writer_free(struct trace_writer *writer); /* NULL is fine */

/* The source's next command. launch: number of a launch, from 0 on, as the host counts them.
 * wanted: it is to be written. */
bool trace_writer_command(struct trace_writer *writer, struct command *command, uint32_t launch,
                          bool wanted, GError **error);
/* A command has ended. False with an error if its trace could not be written. */
bool trace_writer_done(struct trace_writer *writer, uint64_t id, GError **error);
/* How many barriers of a part of its block a warp has come to: traces have them for the whole. */
uint64_t trace_writer_part_barriers(const struct trace_writer *writer);
/* Writes the list of what has ended. Once, at the end. */
bool trace_writer_finish(struct trace_writer *writer, GError **error);

#endif
