/* SPDX-License-Identifier: BSD-3-Clause */
/* A workload file: which kernels run on which data, in which order, and what must come out.
 *
 * The file format is JSON, described by workloads/workload.schema.json. Use is in steps, because
 * the command line changes scalars between reading and evaluating:
 *
 *     w = workload_load(path, &error);
 *     workload_set(w, "scalars.rows", "1024", &error);      as often as wanted
 *     workload_prepare(w, &provider, search_dirs, &error);  evaluates, finds and opens files
 *     source = workload_source(w);                          the host model pulls it to its end
 *     results = workload_check(w, &device, &error);
 *     workload_free(w);
 *
 * Errors are INPUT_ERROR, "file: at JSON.path: message", or "file:line: message" where the
 * text is no JSON.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_WORKLOAD_H
#define SIMGPU_WORKLOADS_LOADER_WORKLOAD_H

#include "workloads/command.h"
#include "workloads/loader/kernel_provider.h"

struct workload;

/* Reads the file and checks its form and all names in it; evaluates nothing. NULL on error. */
struct workload *workload_load(const char *path, GError **error);
void workload_free(struct workload *w);

/* Gives a scalar another value, before workload_prepare. `target` is "scalars.NAME" of a scalar
 * that the file has; `value` is a number or an integer expression over earlier scalars. */
bool workload_set(struct workload *w, const char *target, const char *value, GError **error);

/* Evaluates every expression, opens modules and reference libraries, and packs the arguments of
 * every launch. Files that the build makes (PTX of CUDA and OpenCL sources, reference libraries)
 * are looked for in the directory of the JSON file; then in each search directory joined with
 * that directory's last name; then in each search directory itself.
 * search_dirs: NULL-terminated, or NULL. *provider is borrowed until workload_free. Once only. */
bool workload_prepare(struct workload *w, const struct kernel_provider *provider,
                      const char *const *search_dirs, GError **error);

/* The commands of a prepared workload: first one COMMAND_COPY for each buffer and symbol, in the
 * order of the file and of the modules; then the steps. All memory is allocated by the first
 * next(). Owned by w; it runs once, and after COMMAND_END repeats COMMAND_END. */
struct command_source *workload_source(struct workload *w);

/* How many programs the workload consists of; 0: it has steps. Then there is no source and there
 * are no checks, and the argument vectors (NULL-terminated; owned by w) say what to run. */
unsigned workload_n_programs(const struct workload *w);
const char *const *workload_program(const struct workload *w, unsigned index);

/* The kernelslist.g that the file names, joined with the file's directory; NULL if it has steps or
 * programs. Then there are no source and no checks: workloads/sass_trace reads it. Owned by w. */
const char *workload_trace(const struct workload *w);

/* The files that the workload names, as workload_prepare finds them: modules, data, reference
 * libraries; not programs and traces, which the two functions above give. A name that is not found
 * is as the file has it. char *, to be freed with g_ptr_array_unref. */
GPtrArray *workload_named_files(const struct workload *w, const char *const *search_dirs);

/* The outcome of one entry of "checks". */
struct workload_check_result {
    unsigned index;     /* in "checks" */
    const char *buffer; /* borrowed from the workload */
    bool passed;
    uint64_t elements;    /* that the buffer has */
    uint64_t wrong;       /* elements out of tolerance; 0 for a checksum */
    uint64_t first_wrong; /* index of the first one */
    char *message;        /* one line for people, passed or not */
};

/* Carries out the checks against device memory, after the source's end. Returns an array of
 * struct workload_check_result *, one for each check, to be freed with g_ptr_array_unref; NULL
 * with an error when a check could not be carried out. A failed check is a result, no error. */
GPtrArray *workload_check(struct workload *w, const struct device_access *device, GError **error);

/* NULL if the file, of a trace, doesn't say. */
const char *workload_name(const struct workload *w);
/* The path given to workload_load, for messages. */
const char *workload_file(const struct workload *w);

/* The policy that the file names for a kind, NULL if it names none. */
const char *workload_policy(const struct workload *w, const char *kind);
/* All kinds for which the file names a policy, in file order; NULL-terminated, owned by w. */
const char *const *workload_policy_kinds(const struct workload *w);

#endif
