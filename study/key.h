/* SPDX-License-Identifier: BSD-3-Clause */
/* The key of a point: SHA-256, in hexadecimal, of everything that decides its result.
 *
 *   - simgpu's version, and the contents of its executable (and, for programs, of the runtime
 *     library that they are run with): a simulator that was built anew has new keys;
 *   - the texts of the platform file and of those that it is based on, the --set overrides in
 *     order, the warp scheduler, the options;
 *   - plug-ins: their contents;
 *   - the workload file's text and the contents of every file that it names: PTX modules, data
 *     files, reference libraries, programs, a trace's list and its kernels;
 *   - of a program its contents, its arguments as text, and the contents of arguments that are
 * files.
 *
 * Names and places of files are no part of it, so results survive a move of the tree; neither are
 * the time-out and the labels. Of a file beyond KEY_HASHED_MAX bytes its size and its time of last
 * change stand for its contents. A file that is missing counts as such; the run will say so.
 *
 * Differs from the contents of the whole machine: libraries of the system (SimGrid, GLib) and what
 * programs read by names that are not among their arguments are left out.
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
    char *digest; /* SHA-256; beyond KEY_HASHED_MAX bytes their number, for a time is no input */
};

/* What a run with this setting reads, in order and each once: struct input_file. Of simgpu itself
 * nothing is among them: neither its executable nor its runtime library. context: search_dirs. */
GPtrArray *study_input_files(const struct study_setting *setting,
                             const struct key_context *context);

/* Fills in the key of every point. A workload or a trace's list with errors is none here: the run
 * will say so, and the key holds the text. */
void study_keys(GPtrArray *points, const struct key_context *context);

#endif
