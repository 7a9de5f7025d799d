/* SPDX-License-Identifier: BSD-3-Clause */
/* The key of a point: SHA-256, in hexadecimal, of everything that decides its result.
 *
 *   - simgpu's version, and the contents of its executable. For programs, also the contents of the
 *     runtime library that they run with. A simulator that was built anew has new keys;
 *   - the texts of the platform file and of the files that it is based on;
 *   - the --set overrides in order, the warp scheduler, the options;
 *   - plug-ins: their contents;
 *   - the workload file's text and the contents of every file that it names: PTX modules, data
 *     files, reference libraries, programs, a trace's list and its kernels;
 *   - of a program its contents, its arguments as text, and the contents of arguments that are
 * files.
 *
 * Names and places of files are no part of it, so results survive a move of the tree. The time-out
 * and the labels are no part of it either. If a file has more than KEY_HASHED_MAX bytes, its size
 * and its time of last change stand for its contents. A missing file counts as missing; the run
 * reports it.
 *
 * The key leaves out libraries of the system (SimGrid, GLib), and files that programs read by names
 * that are not among their arguments.
 */
#ifndef SIMGPU_STUDY_KEY_H
#define SIMGPU_STUDY_KEY_H

#include "study/study.h"

enum { KEY_HASHED_MAX = 64 * 1024 * 1024 };

struct key_context {
    const char *version;            /* of simgpu */
    const char *executable;         /* simgpu's */
    const char *runtime;            /* the library of programs; NULL: none is found */
    const char *const *search_dirs; /* see workload_prepare */
};

/* A file that decides a result. */
struct input_file {
    const char *role; /* "platform", "base", "workload", "kernel" of a trace, ... */
    char *path;
    char *digest; /* SHA-256. Beyond KEY_HASHED_MAX bytes: the size, since a time is no input */
};

/* The files that a run with this setting reads, in order and each once: struct input_file. simgpu's
 * executable and runtime library are not among them. context: only search_dirs counts. */
GPtrArray *study_input_files(const struct study_setting *setting,
                             const struct key_context *context);

/* Fills in the key of every point. A workload or a trace's list with errors is no error here: the
 * key holds its text, and the run reports it. */
void study_keys(GPtrArray *points, const struct key_context *context);

#endif
