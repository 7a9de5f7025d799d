/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast traces are parsed, and in how much memory: 200 MB of text that never lies on a disk.
 *
 * A child process writes the text into a pipe again and again; what is measured is the processor
 * time of the reader, the kernel's copying included, so the figure is that of one core. */
#include "tests/benchmarks/figures.h"
#include "tests/sass_trace/trace_maker.h"
#include "workloads/sass_trace/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BLOCKS = 10000, ROUNDS = 8, WARPS = 8, LANES_OF_LIST = 32 };

static const struct vecadd_shape vecadd = {
    .trace = {.grid = {BLOCKS}, .block = {WARPS * WARP_LANES}},
    .rounds = ROUNDS,
    .bytes_apart = 1 << 30,
    .immediate = " 0"};

/* Each lane somewhere else: deltas that are never the same. */
static void gather_block(GString *text, unsigned block, uint64_t *random)
{
    trace_block_begin(text, block, 0, 0);
    for (unsigned w = 0; w < WARPS; w++) {
        g_string_append_printf(text, "\nwarp = %u\ninsts = %d\n", w, ROUNDS + 1);
        for (unsigned round = 0; round < ROUNDS; round++) {
            g_string_append_printf(text, "%04x ffffffff 1 R4 LDG.E.SYS 1 R2 4 2 0x7f5000000000",
                                   round * 16);
            for (unsigned lane = 1; lane < LANES_OF_LIST; lane++) {
                *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
                g_string_append_printf(text, " %d", (int)(*random >> 40) - (1 << 23));
            }
            g_string_append(text, " 0\n");
        }
        g_string_append(text, "0900 ffffffff 0 EXIT 0 0 0\n");
    }
    trace_block_end(text);
}

/* Writes a trace and ends. The blocks' bodies are made once: making them is slower than reading. */
static void write_trace(const char *path, bool gather)
{
    FILE *pipe = fopen(path, "w");
    GString *text = g_string_new(NULL);
    uint64_t random = 1;
    trace_vecadd_header(text, &vecadd);
    fwrite(text->str, 1, text->len, pipe);
    for (unsigned block = 0; block < BLOCKS; block++) {
        char number[16];
        if (block % 100 == 0) { /* the same text a hundred times, but for its number */
            g_string_set_size(text, 0);
            if (gather)
                gather_block(text, 99999, &random);
            else
                trace_vecadd_block(text, &vecadd, 99999);
        }
        snprintf(number, sizeof number, "%05u", block);
        memcpy(strstr(text->str, "block = ") + strlen("block = "), number, 5);
        fwrite(text->str, 1, text->len, pipe);
    }
    fclose(pipe);
    _exit(0);
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double peak_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

struct reading {
    double seconds, bytes, lines;
};

static bool read_trace(const char *path, struct reading *out)
{
    GError *error = NULL;
    struct trace_notes notes;
    trace_notes_init(&notes);
    struct trace_launch *launch = trace_launch_new(path, &notes, &error);
    if (!launch)
        return false;
    launch->code = trace_code_new("benchmark", &error);
    double start = processor_seconds();
    *out = (struct reading){0};
    for (uint64_t i = 0; i < launch->n_blocks; i++) {
        struct trace_block *block = trace_launch_block(launch, i);
        if (!block) {
            fprintf(stderr, "%s\n", launch->error->message);
            return false;
        }
        for (unsigned w = 0; w < WARPS; w++) {
            out->lines += block->warps[w].count;
            trace_launch_warp_ended(launch, block, i);
        }
    }
    out->seconds = processor_seconds() - start;
    trace_code_free(launch->code);
    trace_launch_free(launch);
    trace_notes_finish(&notes);
    return true;
}

static double bytes_of_trace(bool gather)
{
    g_autoptr(GString) text = g_string_new(NULL);
    uint64_t random = 1;
    if (gather)
        gather_block(text, 99999, &random);
    else
        trace_vecadd_block(text, &vecadd, 99999);
    return (double)text->len * BLOCKS;
}

static bool measure(struct figures *figures, const char *folder, const char *name, bool gather,
                    double at_least)
{
    struct reading reading;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *speed = g_strdup_printf("trace_parsing.%s.speed", name);
    g_autofree char *line = g_strdup_printf("trace_parsing.%s.per_line", name);
    if (mkfifo(path, 0600) != 0)
        return false;
    pid_t writer = fork();
    if (writer == 0)
        write_trace(path, gather);
    bool good = read_trace(path, &reading);
    waitpid(writer, NULL, 0);
    unlink(path);
    if (!good)
        return false;
    figures_add(figures, speed, bytes_of_trace(gather) / reading.seconds / 1e9, "GB/s",
                (struct target){.at_least = at_least});
    figures_add(figures, line, reading.seconds * 1e9 / reading.lines, "ns", (struct target){0});
    return true;
}

int main(void)
{
    struct figures *figures = figures_new("Parsing of traces (200 MB each, through a pipe)");
    g_autofree char *folder = g_dir_make_tmp("simgpu-trace-XXXXXX", NULL);
    bool good =
        measure(figures, folder, "vecadd", false, 1) && measure(figures, folder, "gather", true, 1);
    figures_add(figures, "trace_parsing.memory", peak_mib(), "MiB", (struct target){.at_most = 50});
    rmdir(folder);
    return figures_free(figures) && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
