/* SPDX-License-Identifier: BSD-3-Clause */
/* large_trace [KERNELS [PLATFORM]]: memory of a trace of any size. A child process writes the
 * traces of that many kernels, 2 MB each, through named pipes; 1,000 unless told otherwise, and
 * 10,000 are 20 GB. No trace is ever on a disk. */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/large_platform.h"
#include "tests/benchmarks/simgpu_run.h"
#include "tests/traces/synthetic.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KERNELS = 1000 };

static char *pipe_path(const char *folder, unsigned kernel)
{
    g_autofree char *name = g_strdup_printf("kernel-%u.traceg", kernel);
    return g_build_filename(folder, name, NULL);
}

/* A pipe for each kernel, because a pipe that is opened again while its reader has not yet closed
 * it goes on. */
static bool make_pipes(const char *folder, const char *list, unsigned kernels, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < kernels; i++) {
        g_autofree char *path = pipe_path(folder, i);
        if (mkfifo(path, 0600) != 0) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: cannot make a pipe", path);
            return false;
        }
        g_string_append_printf(text, "kernel-%u.traceg\n", i);
    }
    return g_file_set_contents(list, text->str, (gssize)text->len, error);
}

static void remove_all(const char *folder, const char *list, unsigned kernels)
{
    for (unsigned i = 0; i < kernels; i++) {
        g_autofree char *path = pipe_path(folder, i);
        g_unlink(path);
    }
    g_unlink(list);
    g_rmdir(folder);
}

/* All kernels are the same text, made once. Vector addition: a third of its lines are accesses. */
static char *kernel_text(size_t *length, double *instructions, GError **error)
{
    static const char *const settings[] = {"blocks=120", "iters=4", NULL};
    struct synthetic trace;
    struct trace_counts counts;
    char *text = NULL;
    if (!synthetic_init(&trace, "vecadd", settings, error))
        return NULL;
    trace.version = large_platform_version();
    FILE *memory = open_memstream(&text, length);
    bool written = synthetic_write(&trace, memory, &counts, error);
    fclose(memory);
    *instructions = (double)counts.warp_instructions;
    if (!written)
        g_clear_pointer(&text, free);
    return text;
}

static G_NORETURN void write_pipes(const char *folder, unsigned kernels, const char *text,
                                   size_t length)
{
    for (unsigned i = 0; i < kernels; i++) {
        g_autofree char *path = pipe_path(folder, i);
        FILE *pipe = fopen(path, "w");
        if (!pipe || fwrite(text, 1, length, pipe) != length || fclose(pipe) != 0)
            _exit(1);
    }
    _exit(0);
}

static bool run(struct simgpu_run *run, const char *platform, unsigned kernels, const char *text,
                size_t length, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-large-XXXXXX", error);
    if (!folder)
        return false;
    g_autofree char *list = g_build_filename(folder, "kernelslist.g", NULL);
    bool good = make_pipes(folder, list, kernels, error);
    if (good) {
        pid_t writer = fork();
        if (writer == 0)
            write_pipes(folder, kernels, text, length);
        good = writer > 0 && simgpu_run_on(run, platform, list, NULL, error);
        if (writer > 0) {
            if (!good)
                kill(writer, SIGTERM); /* it waits for a reader */
            waitpid(writer, NULL, 0);
        }
    }
    remove_all(folder, list, kernels);
    return good;
}

static void report(const struct simgpu_run *run, unsigned kernels, double gigabytes)
{
    const struct target memory = {.at_most = 150}, none = {0};
    g_autofree char *title =
        g_strdup_printf("A trace of %u kernels, %.1f GB, through pipes", kernels, gigabytes);
    struct figures *figures = figures_new(title);
    figures_add(figures, "large_trace.resident", run->resident_mib, "MiB", memory);
    figures_add(figures, "large_trace.speed", gigabytes / run->process_s, "GB/s", none);
    figures_add(figures, "large_trace.instructions",
                simgpu_run_count(run, "sm", "warp_instructions") / run->process_s / 1e3,
                "kilo warp instructions/s", none);
    figures_free(figures);
}

int main(int argc, char **argv)
{
    unsigned kernels = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : KERNELS;
    const char *platform = argc > 2 ? argv[2] : large_platform();
    g_autoptr(GError) error = NULL;
    struct simgpu_run outcome;
    size_t length;
    double instructions;
    char *text = kernel_text(&length, &instructions, &error);
    bool good = kernels > 0 && text && run(&outcome, platform, kernels, text, length, &error);
    free(text);
    if (!good) {
        fprintf(stderr, "large_trace: %s\n", error ? error->message : "failed");
        return 1;
    }
    good = simgpu_run_count(&outcome, "sm", "warp_instructions") == instructions * kernels;
    report(&outcome, kernels, 1e-9 * (double)length * kernels);
    simgpu_run_clear(&outcome);
    return good ? 0 : 1;
}
