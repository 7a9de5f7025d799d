/* SPDX-License-Identifier: BSD-3-Clause */
/* A study cut into jobs for several machines. A job is a chunk of points. It has its own results
 * file, and one shell command line that makes this file.
 *
 * The lines need only a shell, simgpu and a file system that the machines share. So any scheduler
 * can run them, in any order and as often as it likes: a chunk goes on where it was stopped.
 * `simgpu study FILE --merge` merges the results.
 */
#ifndef SIMGPU_STUDY_JOB_LIST_H
#define SIMGPU_STUDY_JOB_LIST_H

#include "study/study.h"

/* By default a chunk is one point, if there are no more chunks than this. */
enum { JOB_CHUNKS_MAX = 200 };

struct job_chunk {
    GArray *positions; /* unsigned, ascending */
    char *points;      /* the same as text: "0-3,7" */
    char *store;       /* its results file */
    char *line;        /* the command line, without the newline */
};

struct job_setup {
    const char *executable; /* simgpu's; absolute, as are all paths here */
    const char *study_file;
    const char *directory; /* where the lines run: relative paths of the study start there */
    const char *folder;    /* for the chunks' results files */
    unsigned jobs;         /* -j of a line */
    unsigned cores;        /* --cores of a line; no more than jobs: the line has no --cores */
    unsigned chunk_points; /* points in a chunk; 0: as many as JOB_CHUNKS_MAX chunks need */
};

/* The chunks of the chosen ones of n points, in order: struct job_chunk *. The caller owns them. */
GPtrArray *job_chunks(const struct job_setup *setup, const bool *chosen, unsigned n);

/* Writes the chunks' command lines to a file, whole or not at all. */
bool job_list_write(const GPtrArray *chunks, const char *path, GError **error);

#endif
