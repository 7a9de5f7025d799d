/* SPDX-License-Identifier: BSD-3-Clause */
/* What workload.c, source.c and compare.c share. */
#ifndef SIMGPU_WORKLOADS_LOADER_WORKLOAD_PRIVATE_H
#define SIMGPU_WORKLOADS_LOADER_WORKLOAD_PRIVATE_H

#include "workloads/loader/check.h"
#include "workloads/loader/step.h"
#include "workloads/loader/workload.h"

/* A loop that runs; the outermost frame is the workload's own steps. */
struct source_frame {
    const GPtrArray *steps;
    unsigned at;             /* the next step */
    const struct step *loop; /* NULL: outermost */
    int64_t done;            /* iterations completed */
};

struct workload_source {
    struct command_source base; /* first: next() gets a pointer to it */
    struct workload *workload;
    enum { SOURCE_START, SOURCE_BUFFERS, SOURCE_SYMBOLS, SOURCE_STEPS, SOURCE_END } phase;
    unsigned position; /* the next buffer or module */
    unsigned symbol;   /* the next symbol of that module */
    GArray *addresses; /* uint64_t: of all symbols, modules in order */
    unsigned n_placed; /* symbols written so far */
    uint32_t n_commands;
    struct source_frame frames[STEP_MAX_DEPTH + 1];
    unsigned n_frames;
};

void workload_source_init(struct workload_source *source, struct workload *w);
void workload_source_finish(struct workload_source *source);

struct workload {
    char *file;      /* as given to workload_load */
    char *directory; /* where it lies, absolute */
    char *name, *description;
    struct scalars scalars;
    GPtrArray *graphs, *modules, *buffers; /* struct graph *, module *, buffer * */
    GPtrArray *steps, *checks;             /* struct step *, check * */
    GPtrArray *programs;                   /* char **: argument vectors; then there are no steps */
    char *trace;                           /* its list; NULL: there are steps or programs */
    GPtrArray *policy_kinds, *policies;    /* char *; kinds end in NULL */
    bool prepared;
    struct workload_source source;
};

#endif
