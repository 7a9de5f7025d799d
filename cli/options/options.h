/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line as data; options_parse.h reads it. */
#ifndef SIMGPU_CLI_OPTIONS_OPTIONS_H
#define SIMGPU_CLI_OPTIONS_OPTIONS_H

#include "cli/options/film_options.h"
#include "cli/options/message_options.h"
#include "cli/options/over_time_options.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What a kernel's fault does. */
enum on_fault {
    ON_FAULT_STOP,  /* an access to nothing ends the run; other faults are the program's errors */
    ON_FAULT_ERROR, /* all are the program's errors */
    ON_FAULT_REPORT /* so, but accesses beside an allocation are told once and go through */
};

/* When kernels that are only computed are compiled, instead of interpreted. */
enum compile_kernels {
    COMPILE_AUTO, /* those that run long, beside the run */
    COMPILE_NEVER,
    COMPILE_FIRST /* all, before they run */
};

struct options {
    GArray *files;             /* struct option_file: those of the members below that name files */
    char *platform, *workload; /* workload: NULL if a program is given */
    char *platform_name;       /* the platform as it was given: its name, or its path */
    char **command_line;       /* see command_line.h */
    char *dump_platform;       /* then nothing is simulated; NULL: it is; "-": standard output */
    char **program;            /* what follows "--": a program and its arguments; NULL: none */
    GPtrArray *programs;       /* char **: that one, and those behind "--and"; NULL: none */
    char **sets;               /* "key=value", in the order given; NULL-terminated, may be NULL */
    char **plugins;            /* paths; NULL-terminated, may be NULL */
    char **policies;           /* "kind=name", in the order given; NULL-terminated, may be NULL */
    char *scheduler;           /* short for warp_scheduler=..., not together with it; NULL */
    char *profile_in, *profile_out; /* of policies; NULL: none */
    char *lines_out;                /* what blocks read; NULL: nowhere */
    char *targets, *targets_out;    /* see cli/run/targets.h; NULL: none */
    gboolean start_together;        /* programs' first kernels */
    char *host_apps;                /* file of applications on the CPU; NULL: none */
    char **host_app;                /* their names; NULL: all of the file */
    char *features;                 /* of launches, as CSV; NULL: nowhere */
    gboolean launch_features;       /* the same in `json` */
    char *json;                     /* NULL: none; "-": standard output */
    uint64_t max_cycles;            /* 0: no limit */
    uint64_t patience;              /* SM cycles; see observers/patience.h */
    char *progress_from;            /* a former result: how many instructions there are; NULL */
    double max_wall;                /* seconds; 0: no limit */
    char *checkpoint;               /* a folder for images of the run; NULL: none are made */
    double checkpoint_every;        /* seconds; negative: by what they cost */
    char *csv;                      /* NULL: none; "-": standard output */
    gboolean per_kernel;            /* counters of all kernels in `json` */
    char *observe;                  /* kinds, or "all"; NULL: none */
    char *kernels;                  /* launches simulated in detail; NULL: all */
    uint64_t max_instructions, max_blocks; /* 0: no limit */
    char *export_trace;                    /* folder; NULL: none */
    char *export_format;                   /* "5", "6", "tracez"; NULL: not said */
    int trace_version;                     /* of traces that are read or written; 0: not said */
    gboolean trace_like;
    gboolean unknown_opcodes; /* of traces don't make a run fail */
    struct over_time_options over_time;
    struct film_run_options film;
    struct message_options messages;
    gboolean functional;
    gboolean representative; /* some launches are timed, see cli/run/sampling/ */
    double sampling_error;   /* its aim: 0.02 is two per cent; 0: not said */
    char *sanitize;          /* checkers, as in sanitize/findings.h; NULL: none */
    char *sanitize_suppress; /* file; NULL */
    gboolean sanitize_error; /* a finding is exit code 1 */
    enum on_fault on_fault;
    enum compile_kernels compile_kernels;
    gboolean recompute; /* kernels that are only computed, even if their effect is known */
    gboolean explain;
    uint64_t threads;      /* that run units; 0: not said */
    gboolean profile_host; /* what the simulation itself costs */
    gboolean check;        /* a failed check is exit code 1 */
    gboolean list_policies, list_observers, version;
    gboolean list_platforms, list_workloads; /* see cli/lists/named_lists.h */
    gboolean list_properties;                /* of a platform, or of the GTX 480 */
};

/* What options_parse has put there. */
void options_clear(struct options *options);

#endif
