/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a workload, which workload.c, named_files.c, source.c and compare.c share. */
#ifndef SIMGPU_WORKLOADS_LOADER_WORKLOAD_PRIVATE_H
#define SIMGPU_WORKLOADS_LOADER_WORKLOAD_PRIVATE_H

#include "workloads/loader/check.h"
#include "workloads/loader/scalars.h"
#include "workloads/loader/step.h"

struct workload_source;

struct workload {
    char *file;      /* as given to workload_load */
    char *directory; /* where it lies, absolute */
    char *name;
    struct scalars scalars;
    GPtrArray *graphs, *modules, *buffers; /* struct graph *, module *, buffer * */
    GPtrArray *steps, *checks;             /* struct step *, check * */
    GPtrArray *programs;                   /* char **: argument vectors; then there are no steps */
    char *trace;                           /* its list; NULL: there are steps or programs */
    GPtrArray *policy_kinds, *policies;    /* char *; kinds end in NULL */
    bool prepared;
    struct workload_source *source;
};

#endif
