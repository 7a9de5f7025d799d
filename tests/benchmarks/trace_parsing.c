/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast traces are parsed and played, and in how much memory: 64 MB of text of each kind, in a
 * file that lies in memory only. What is measured is processor time, the kernel's copying included.
 */
#include "tests/benchmarks/figures.h"
#include "tests/workloads/sass_trace/trace_maker.h"
#include "workloads/instruction_source.h"
#include "workloads/sass_trace/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { WARPS = 8, ROUNDS = 8, ARITHMETIC = 60, TILE_LOADS = 32, DIFFERENT = 100 };

#define FILE_BYTES (64e6)

static unsigned draw(uint64_t *random, unsigned n)
{
    *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)((*random >> 33) % n);
}

/* A kind of kernel: the lines of one warp of a block. */
typedef unsigned (*make_lines)(GString *text, unsigned block, unsigned warp, uint64_t *random);

/* Loads and stores of whole lines, a few instructions apart. */
static unsigned streaming(GString *text, unsigned block, unsigned warp, uint64_t *random)
{
    (void)random;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned at = ((round * 1000 + block) * WARPS + warp) * 128;
        g_string_append_printf(text,
                               "0020 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x7f50%08x 4 0\n"
                               "0030 ffffffff 1 R5 LDG.E.SYS 1 R6 4 1 0x7f51%08x 4 0\n"
                               "0040 ffffffff 1 R4 FADD 2 R4 R5 0 0\n"
                               "0050 ffffffff 0 STG.E.SYS 2 R8 R4 4 1 0x7f52%08x 4 0\n"
                               "0060 ffffffff 1 R0 IADD3 3 R0 R255 R255 0 0\n"
                               "0070 ffffffff 0 BRA 0 0 0\n",
                               at, at, at);
    }
    return ROUNDS * 6;
}

static unsigned arithmetic(GString *text, unsigned block, unsigned warp, uint64_t *random)
{
    (void)block, (void)warp, (void)random;
    for (unsigned round = 0; round < ARITHMETIC; round++) {
        for (unsigned i = 0; i < 16; i++)
            g_string_append_printf(text, "%04x ffffffff 1 R%u FFMA 3 R%u R20 R21 0 0\n",
                                   0x20 + 16 * i, i % 8, i % 8);
        g_string_append(text, "0120 ffffffff 0 BRA 0 0 0\n");
    }
    return ARITHMETIC * 17;
}

/* Shared memory by deltas that every warp has. */
static unsigned tile(GString *text, unsigned block, unsigned warp, uint64_t *random)
{
    (void)block, (void)warp, (void)random;
    for (unsigned i = 0; i < TILE_LOADS; i++) {
        g_string_append_printf(text, "%04x ffffffff 1 R18 LDS.U 1 R16 4 2 0x7fa0%08x", 0x20 * i,
                               i * 4);
        for (unsigned lane = 1; lane < WARP_LANES; lane++)
            g_string_append(text, lane == 16 ? " 708" : " 4");
        g_string_append_printf(text, " 0\n%04x ffffffff 1 R22 FFMA 3 R18 R20 R22 0 0\n",
                               0x20 * i + 16);
    }
    return TILE_LOADS * 2;
}

/* Each lane somewhere else: deltas that are never the same. */
static unsigned gather(GString *text, unsigned block, unsigned warp, uint64_t *random)
{
    (void)block, (void)warp;
    for (unsigned round = 0; round < ROUNDS; round++) {
        g_string_append_printf(text, "%04x ffffffff 1 R4 LDG.E.SYS 1 R2 4 2 0x7f5000000000",
                               round * 16);
        for (unsigned lane = 1; lane < WARP_LANES; lane++)
            g_string_append_printf(text, " %d", (int)draw(random, 1 << 24) - (1 << 23));
        g_string_append(text, " 0\n");
    }
    return ROUNDS;
}

/* Lanes part in ever new ways. */
static unsigned divergent(GString *text, unsigned block, unsigned warp, uint64_t *random)
{
    (void)block, (void)warp;
    for (unsigned round = 0; round < ROUNDS; round++) {
        lane_mask mask = draw(random, 1u << 31) | 1;
        for (unsigned i = 0; i < 6; i++)
            g_string_append_printf(text, "%04x %08x 1 R4 IADD3 3 R4 R255 R255 0 0\n", 0x20 + 16 * i,
                                   mask);
        g_string_append_printf(text,
                               "0090 %08x 1 R4 LDG.E.SYS 1 R2 4 1 0x7f50%08x 4 0\n"
                               "00a0 %08x 0 BRA 0 0 0\n",
                               mask, draw(random, 1 << 30), mask);
    }
    return ROUNDS * 8;
}

static const struct kind {
    const char *name;
    make_lines make;
    double at_least; /* GB/s */
} kinds[] = {{"streaming", streaming, 1},
             {"arithmetic", arithmetic, 3},
             {"tile", tile, 3},
             {"gather", gather, 1},
             {"divergent", divergent, 1}};

static void append_block(GString *text, const struct kind *kind, unsigned block, uint64_t *random)
{
    trace_block_begin(text, block, 0, 0);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        g_autoptr(GString) lines = g_string_new(NULL);
        unsigned n = kind->make(lines, block, warp, random);
        g_string_append_printf(text, "\nwarp = %u\ninsts = %u\n%s0ff0 ffffffff 0 EXIT 0 0 0\n",
                               warp, n + 1, lines->str);
    }
    trace_block_end(text);
}

/* As many blocks as fit, of which DIFFERENT differ in more than their number: making them takes
 * longer than reading them. */
static double write_trace(int file, const struct kind *kind)
{
    uint64_t random = 1;
    g_autoptr(GPtrArray) blocks = g_ptr_array_new_with_free_func(g_free);
    size_t bytes = 0;
    for (unsigned i = 0; i < DIFFERENT; i++) {
        GString *text = g_string_new(NULL);
        append_block(text, kind, 99999, &random);
        bytes += text->len;
        g_ptr_array_add(blocks, g_string_free(text, FALSE));
    }
    unsigned n = (unsigned)(FILE_BYTES / (double)bytes * DIFFERENT) + 1;
    FILE *out = fdopen(dup(file), "w");
    g_autoptr(GString) header = g_string_new(NULL);
    trace_header_append(header,
                        &(const struct trace_shape){.grid = {n}, .block = {WARPS * WARP_LANES}});
    fputs(header->str, out);
    for (unsigned i = 0; i < n; i++) {
        char number[16];
        char *text = blocks->pdata[i % DIFFERENT];
        snprintf(number, sizeof number, "%05u", i);
        memcpy(strstr(text, "block = ") + strlen("block = "), number, 5);
        fputs(text, out);
    }
    double written = (double)ftell(out);
    fclose(out);
    return written;
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
    double parsing, playing; /* seconds */
    double lines;
};

/* Every warp of a block to its end, as the SM does, but for what it makes of the addresses. */
static void play_block(const struct launch *launch, uint64_t index, struct reading *out)
{
    static struct issued issued;
    const struct block_context block = {.launch = launch, .index = {(uint32_t)index}};
    g_autofree void *state = g_malloc(trace_warp_state_bytes());
    for (unsigned warp = 0; warp < WARPS; warp++) {
        struct warp_context context = {
            .code = launch->code, .block = &block, .in_block = warp, .state = state};
        trace_source_ops.warp_start(&context);
        for (; context.active != 0; out->lines++)
            trace_source_ops.issue(&context, 0, &issued);
    }
}

static void read_blocks(struct trace_launch *trace, struct reading *out)
{
    struct kernel_code *code = &trace->code->code;
    code->ops = &trace_source_ops;
    code->instructions = trace->code->instructions;
    struct launch launch = {.code = code, .params = (const uint8_t *)&trace->self};
    memcpy(launch.grid, trace->header.grid, sizeof launch.grid);
    for (uint64_t i = 0; i < trace->n_blocks; i++) {
        double start = processor_seconds();
        if (!trace_launch_block(trace, i))
            g_error("%s", trace->error->message);
        double parsed = processor_seconds();
        play_block(&launch, i, out);
        out->parsing += parsed - start;
        out->playing += processor_seconds() - parsed;
    }
}

static bool measure(struct figures *figures, const struct kind *kind)
{
    GError *error = NULL;
    struct trace_notes notes;
    struct reading reading = {0};
    int file = memfd_create("trace", MFD_CLOEXEC);
    double bytes = write_trace(file, kind);
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", file);
    trace_notes_init(&notes);
    struct trace_launch *trace = trace_launch_new(path, &(struct trace_repair){0}, &notes, &error);
    if (!trace) {
        fprintf(stderr, "%s\n", error->message);
        return false;
    }
    trace->code = trace_code_new("benchmark", &error);
    read_blocks(trace, &reading);
    trace_code_free(trace->code);
    trace_launch_free(trace);
    trace_notes_finish(&notes);
    close(file);
    g_autofree char *speed = g_strdup_printf("trace_parsing.%s.speed", kind->name);
    g_autofree char *line = g_strdup_printf("trace_parsing.%s.per_line", kind->name);
    g_autofree char *issue = g_strdup_printf("trace_parsing.%s.issue", kind->name);
    figures_add(figures, speed, bytes / reading.parsing / 1e9, "GB/s",
                (struct target){.at_least = kind->at_least});
    figures_add(figures, line, reading.parsing * 1e9 / reading.lines, "ns", (struct target){0});
    figures_add(figures, issue, reading.playing * 1e9 / reading.lines, "ns",
                (struct target){.at_most = 15});
    return true;
}

int main(void)
{
    struct figures *figures = figures_new("Parsing and issue of traces (64 MB each)");
    bool good = true;
    for (unsigned i = 0; good && i < G_N_ELEMENTS(kinds); i++)
        good = measure(figures, &kinds[i]);
    figures_add(figures, "trace_parsing.memory", peak_mib(), "MiB", (struct target){.at_most = 50});
    return figures_free(figures) && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
