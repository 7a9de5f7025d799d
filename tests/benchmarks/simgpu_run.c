/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/simgpu_run.h"
#include "tests/benchmarks/figures.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char FERMI[] = "platforms/fermi-gtx480.xml";

enum { KIB_PER_MIB = 1024, MAX_RUNS = 16 };

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

static const char *from_environment(const char *name, const char *otherwise)
{
    const char *value = g_getenv(name);
    return value ? value : otherwise;
}

char *simgpu_run_source_file(const char *path)
{
    return g_path_is_absolute(path)
               ? g_strdup(path)
               : g_build_filename(from_environment("SIMGPU_SOURCE", "."), path, NULL);
}

bool simgpu_run_has(const char *platform)
{
    g_autofree char *path = simgpu_run_source_file(platform);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* json: NULL for the summary alone. */
static char **command_line(const char *platform, const char *workload, const char *const *options,
                           const char *json)
{
    GPtrArray *words = g_ptr_array_new();
    g_ptr_array_add(words, g_strdup(from_environment("SIMGPU", "simgpu")));
    g_ptr_array_add(words, simgpu_run_source_file(platform));
    g_ptr_array_add(words, simgpu_run_source_file(workload));
    g_ptr_array_add(words, g_strdup("--check"));
    if (json)
        g_ptr_array_add(words, g_strdup_printf("--json=%s", json));
    for (; options && *options; options++)
        g_ptr_array_add(words, g_strdup(*options));
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

/* wait4, because getrusage(RUSAGE_CHILDREN) knows the largest child only. */
static bool run_process(struct simgpu_run *run, char **words, GError **error)
{
    const GSpawnFlags flags =
        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL;
    GPid child;
    struct rusage usage;
    int status;
    double start = wall_seconds();
    if (!g_spawn_async(NULL, words, NULL, flags, NULL, NULL, &child, error))
        return false;
    while (wait4(child, &status, 0, &usage) < 0)
        g_assert(errno == EINTR);
    run->process_s = wall_seconds() - start;
    run->cpu_s = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
    run->resident_mib = (double)usage.ru_maxrss / KIB_PER_MIB;
    return g_spawn_check_wait_status(status, error);
}

static bool read_results(struct simgpu_run *run, const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!json_parser_load_from_file(parser, path, error))
        return false;
    run->results = json_parser_steal_root(parser);
    JsonObject *all = run->results && JSON_NODE_HOLDS_OBJECT(run->results)
                          ? json_node_get_object(run->results)
                          : NULL;
    JsonObject *host = all && json_object_has_member(all, "host")
                           ? json_object_get_object_member(all, "host")
                           : NULL;
    if (!host || !json_object_has_member(host, "wall_s")) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the results have no host.wall_s");
        return false;
    }
    run->wall_s = json_object_get_double_member(host, "wall_s");
    return true;
}

bool simgpu_run_on(struct simgpu_run *run, const char *platform, const char *workload,
                   const char *const *options, GError **error)
{
    *run = (struct simgpu_run){0};
    g_autofree char *json = NULL;
    int file = g_file_open_tmp("simgpu-benchmark-XXXXXX.json", &json, error);
    if (file < 0)
        return false;
    close(file);
    g_auto(GStrv) words = command_line(platform, workload, options, json);
    bool good = run_process(run, words, error) && read_results(run, json, error);
    if (!good) {
        g_prefix_error(error, "%s: ", workload);
        simgpu_run_clear(run);
    }
    g_unlink(json);
    return good;
}

bool simgpu_run(struct simgpu_run *run, const char *workload, const char *const *options,
                GError **error)
{
    return simgpu_run_on(run, FERMI, workload, options, error);
}

void simgpu_run_clear(struct simgpu_run *run)
{
    if (run->results)
        json_node_unref(run->results);
    *run = (struct simgpu_run){0};
}

static JsonObject *group_of(const struct simgpu_run *run, const char *group)
{
    JsonObject *object = json_node_get_object(run->results);
    if (group && strcmp(group, "host") != 0)
        object = json_object_get_object_member(object, "totals");
    return group ? json_object_get_object_member(object, group) : object;
}

double simgpu_run_count(const struct simgpu_run *run, const char *group, const char *name)
{
    JsonObject *object = group_of(run, group);
    if (!object || !json_object_has_member(object, name))
        g_error("simgpu's results have no %s of %s", name, group ? group : "the run");
    return (double)json_object_get_int_member(object, name);
}

double simgpu_run_kernel_cycles(const struct simgpu_run *run)
{
    JsonArray *kernels =
        json_object_get_array_member(json_node_get_object(run->results), "kernels");
    double sum = 0;
    for (guint i = 0; i < json_array_get_length(kernels); i++)
        sum +=
            (double)json_object_get_int_member(json_array_get_object_element(kernels, i), "cycles");
    return sum;
}

void simgpu_run_warn_if_slowed(const struct simgpu_run *run)
{
    double usual = 0.9; /* of a process that computes and reads a few small files */
    if (run->cpu_s < usual * run->process_s)
        printf("  ! this machine is busy: of %.2f s, simgpu had a core for %.2f s only\n",
               run->process_s, run->cpu_s);
}

static int compare_runs(const void *a, const void *b)
{
    const struct simgpu_run *x = a, *y = b;
    return (x->wall_s > y->wall_s) - (x->wall_s < y->wall_s);
}

bool simgpu_run_median(struct simgpu_run *run, const char *workload, const char *const *options,
                       unsigned times, GError **error)
{
    struct simgpu_run runs[MAX_RUNS] = {0};
    g_assert(times > 0 && times <= MAX_RUNS);
    bool good = true;
    for (unsigned i = 0; i < times; i++)
        good = good && simgpu_run(&runs[i], workload, options, error);
    if (good) {
        qsort(runs, times, sizeof *runs, compare_runs);
        *run = runs[times / 2];
        runs[times / 2] = (struct simgpu_run){0};
    }
    for (unsigned i = 0; i < times; i++)
        simgpu_run_clear(&runs[i]);
    return good;
}

bool simgpu_run_least(struct simgpu_run *run, const char *platform, const char *workload,
                      const char *const *options, unsigned times, GError **error)
{
    double enough_s = 2;
    if (!simgpu_run_on(run, platform, workload, options, error))
        return false;
    g_auto(GStrv) words = command_line(platform, workload, options, NULL);
    double start = wall_seconds();
    for (unsigned i = 0; i < times || (i < 2 * times && wall_seconds() - start < enough_s); i++) {
        struct simgpu_run next = {0};
        if (!run_process(&next, words, error)) {
            g_prefix_error(error, "%s: ", workload);
            simgpu_run_clear(run);
            return false;
        }
        if (i > 0 && next.process_s >= run->process_s)
            continue;
        run->process_s = next.process_s;
        run->cpu_s = next.cpu_s;
        run->resident_mib = next.resident_mib;
    }
    return true;
}
