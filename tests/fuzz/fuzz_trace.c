/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's trace, played to its end or its first error; and the same text as a list of kernels.
 */
#include "tests/fuzz/fuzz.h"
#include "workloads/instruction_source.h"
#include "workloads/sass_trace/kernels_list.h"
#include "workloads/sass_trace/launch.h"

enum { BLOCKS_PLAYED = 64 };

/* False: the block could not be read. */
static bool play_warp(const struct launch *launch, uint64_t index, unsigned warp)
{
    static struct issued issued;
    const uint32_t *grid = launch->grid;
    const struct block_context block = {.launch = launch,
                                        .index = {(uint32_t)(index % grid[0]),
                                                  (uint32_t)(index / grid[0] % grid[1]),
                                                  (uint32_t)(index / grid[0] / grid[1])}};
    g_autofree void *state = g_malloc(trace_warp_state_bytes());
    struct warp_context context = {
        .code = launch->code, .block = &block, .in_block = warp, .state = state};
    trace_source_ops.warp_start(&context);
    while (context.active != 0)
        if (!trace_source_ops.issue(&context, 0, &issued)) {
            g_assert(issued.fault);
            g_free(issued.fault);
            return false;
        }
    return true;
}

static void play(struct trace_launch *trace)
{
    struct kernel_code *code = &trace->code->code;
    code->name = g_strdup("fuzz");
    code->ops = &trace_source_ops;
    code->instructions = trace->code->instructions;
    code->n_instructions = CODE_INSTRUCTIONS;
    struct launch launch = {.code = code, .params = (const uint8_t *)&trace->self};
    memcpy(launch.grid, trace->header.grid, sizeof launch.grid);
    memcpy(launch.block, trace->header.block, sizeof launch.block);
    unsigned n_warps = (trace_header_threads(&trace->header) + WARP_LANES - 1) / WARP_LANES;
    for (uint64_t index = 0; index < MIN(trace->n_blocks, BLOCKS_PLAYED); index++)
        for (unsigned warp = 0; warp < n_warps; warp++)
            if (!play_warp(&launch, index, warp))
                return;
}

static void read_trace(const char *path, struct trace_notes *notes)
{
    struct trace_repair repair = {.platform_version = 70};
    struct trace_launch *trace = trace_launch_new(path, &repair, notes, NULL);
    if (!trace)
        return;
    trace->code = trace_code_new("fuzz", NULL);
    g_assert(trace->code);
    play(trace);
    trace_code_free(trace->code);
    trace_launch_free(trace);
}

static void read_list(const char *path, struct trace_notes *notes)
{
    struct kernels_list list;
    struct list_command command;
    if (!kernels_list_open(&list, path, notes, NULL)) {
        kernels_list_close(&list);
        return;
    }
    while (kernels_list_next(&list, &command, NULL) && command.kind != LIST_END)
        g_free(command.path);
    kernels_list_close(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct trace_notes notes;
    trace_notes_init(&notes);
    read_trace(path, &notes);
    read_list(path, &notes);
    trace_notes_finish(&notes);
    fuzz_file_remove(file);
    return 0;
}
