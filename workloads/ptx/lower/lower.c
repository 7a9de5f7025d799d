/* SPDX-License-Identifier: BSD-3-Clause */
/* A PTX kernel, with the functions it may call, into struct kernel_code. */
#include "workloads/ptx/lower/lower.h"
#include "workloads/instruction_source.h"
#include "workloads/ptx/analysis/link.h"
#include "workloads/ptx/analysis/shared_layout.h"
#include "workloads/ptx/analysis/spill.h"
#include "workloads/ptx/compile/ahead.h"
#include "workloads/ptx/compile/block_order.h"
#include "workloads/ptx/compile/blocks/live_loops.h"
#include "workloads/ptx/compile/compiled.h"
#include "workloads/ptx/compile/runner.h"
#include "workloads/ptx/exec/actions/child_ops.h"
#include "workloads/ptx/exec/block_lines/block_lines.h"
#include "workloads/ptx/exec/run/fingerprint.h"
#include "workloads/ptx/exec/run/flows.h"
#include "workloads/ptx/exec/run/idle.h"
#include "workloads/ptx/exec/run/issue.h"
#include "workloads/ptx/exec/run/paths.h"
#include "workloads/ptx/exec/run/polls.h"
#include "workloads/ptx/exec/run/waits.h"
#include "workloads/ptx/lower/counts.h"
#include "workloads/ptx/lower/forms.h"
#include "workloads/ptx/lower/lower_function.h"

#include <stdlib.h>
#include <string.h>

/* What a kernel with recursive functions may use of its stack at least: so many of the largest
 * frame. ASSUMED: recursion over a small tree works without setting a limit. */
enum { MIN_FRAMES = 16 };

/* Groups of lanes of one warp that may be in functions at once, each with frames of its own, when
 * independent scheduling has taken them apart. ASSUMED: one waits and one works, mostly. */
enum { LANE_GROUPS = 8 };

/* Registers of frames that a warp has room for, whatever its stack. ASSUMED. */
enum { MAX_REGISTER_STACK = 1 << 30 };

/* A return address, and the registers that must survive a call, on the stack. */
enum { RETURN_BYTES = 8, STACK_ALIGNMENT = 16 };

static uint32_t product_of(const uint32_t dimensions[3])
{
    return dimensions[0] * MAX(dimensions[1], 1) * MAX(dimensions[2], 1);
}

static uint32_t max_threads(const struct ptx_limits *limits)
{
    uint32_t required = product_of(limits->required_threads);
    return required != 0 ? required : product_of(limits->max_threads);
}

/* What a thread may have: 255, -maxrregcount (.maxnreg), and no more than lets as many blocks of
 * the largest size into an SM as launch bounds ask for. A count that is given is what a compiler
 * came to that has spilled itself. Source: CUDA C++ Programming Guide, "Launch Bounds"; 64 K
 * registers an SM, of which a thread takes 8 at a time, are those of all GPUs since compute
 * capability 3.0 but 3.7. */
static uint32_t most_registers(const struct ptx_limits *limits, uint32_t given)
{
    enum { SM_REGISTERS = 65536, UNIT = 8, LEAST = 16 };
    if (limits->max_registers != 0)
        return MAX(MIN(limits->max_registers, PTX_MAX_REGISTERS), LEAST);
    if (given != 0)
        return UINT32_MAX;
    uint64_t warps = ((uint64_t)max_threads(limits) + WARP_LANES - 1) / WARP_LANES;
    uint64_t threads = warps * WARP_LANES * MAX(limits->min_blocks_per_sm, 1);
    if (threads == 0)
        return PTX_MAX_REGISTERS;
    return (uint32_t)MAX(MIN(SM_REGISTERS / threads / UNIT * UNIT, PTX_MAX_REGISTERS), LEAST);
}

/* A caller keeps the registers it needs later while the function that it calls uses its own. */
static uint32_t registers_of(const struct ptx_function *kernel, const struct link_graph *graph,
                             const struct lowered_function *functions, uint32_t given)
{
    if (kernel->limits.max_registers != 0)
        return kernel->limits.max_registers;
    if (given != 0)
        return given;
    uint32_t n = graph->functions->len;
    g_autofree uint32_t *own = g_new(uint32_t, n), *kept = g_new(uint32_t, n);
    for (uint32_t f = 0; f < n; f++) {
        own[f] = functions[f].registers;
        kept[f] = functions[f].registers_kept;
    }
    uint64_t most = most_registers(&kernel->limits, given);
    return (uint32_t)MAX(MIN(link_most(graph, own, kept), most), 1); /* calls spill to the stack */
}

/* What a frame takes of its thread's stack. Where recursion makes the stack's size matter, this
 * counts what a compiler would keep there: registers that survive a call. */
static uint32_t stack_bytes_of(const struct lowered_function *function, bool recursive)
{
    uint32_t kept = recursive ? 4 * function->registers_kept + RETURN_BYTES : 0;
    uint32_t bytes = function->code.memory_bytes + kept;
    return (bytes + STACK_ALIGNMENT - 1) / STACK_ALIGNMENT * STACK_ALIGNMENT;
}

/* What a thread can have: CUDA's 512 KiB, and beside it the largest stack for recursion. */
enum { LOCAL_BYTES_MAX = 2 * PTX_MAX_STACK_BYTES };

/* Sizes of the three stacks a warp has: local memory of a thread, registers, frames. */
struct stacks {
    uint64_t local_bytes, register_bytes, frames;
};

/* Without recursion: the deepest chain of calls. */
static struct stacks exact_stacks(const struct link_graph *graph,
                                  const struct lowered_function *functions)
{
    uint32_t n = graph->functions->len;
    g_autofree uint32_t *local = g_new(uint32_t, n), *registers = g_new(uint32_t, n);
    g_autofree uint32_t *one = g_new(uint32_t, n);
    for (uint32_t f = 0; f < n; f++) {
        local[f] = functions[f].code.stack_bytes;
        registers[f] = functions[f].code.register_bytes;
        one[f] = 1;
    }
    uint64_t register_bytes = link_most(graph, registers, registers);
    return (struct stacks){link_most(graph, local, local),
                           registers[0] + LANE_GROUPS * (register_bytes - registers[0]),
                           1 + LANE_GROUPS * (link_most(graph, one, one) - 1)};
}

/* With it: whatever fits into a stack of a given size on top of the kernel's own frame. */
static struct stacks bounded_stacks(const struct lowered_function *functions, uint32_t n,
                                    uint32_t limit)
{
    uint64_t bytes = limit;
    for (uint32_t f = 1; f < n; f++)
        bytes = MAX(bytes, (uint64_t)MIN_FRAMES * functions[f].code.stack_bytes);
    struct stacks most = {0};
    for (uint32_t f = 1; f < n; f++) {
        uint64_t frames = bytes / functions[f].code.stack_bytes + 1;
        frames = MIN(frames, MAX_REGISTER_STACK / functions[f].code.register_bytes);
        most.frames = MAX(most.frames, frames);
        most.register_bytes = MAX(most.register_bytes, frames * functions[f].code.register_bytes);
    }
    return (struct stacks){functions[0].code.stack_bytes + bytes,
                           functions[0].code.register_bytes + most.register_bytes, 1 + most.frames};
}

/* Lays out what follows the special registers in the warp's state. */
static void place_stacks(struct lowering *l, struct kernel_code *code, struct exec_kernel *kernel,
                         const struct stacks *stacks)
{
    kernel->n_frames = (uint32_t)stacks->frames;
    kernel->frames_offset = lowering_reserve(l, kernel->n_frames * sizeof(struct exec_frame));
    kernel->n_levels = SIMT_LEVELS + kernel->n_frames;
    kernel->levels_offset = lowering_reserve(l, kernel->n_levels * sizeof(struct simt_level));
    kernel->load_frames_offset = lowering_reserve(l, l->n_slots * sizeof(uint32_t));
    kernel->registers_offset = lowering_reserve(l, (uint32_t)stacks->register_bytes);
    kernel->registers_end = kernel->registers_offset + (uint32_t)stacks->register_bytes;
    code->local_bytes_per_thread = (uint32_t)MIN(stacks->local_bytes, LOCAL_BYTES_MAX);
    if (stacks->local_bytes > LOCAL_BYTES_MAX)
        code->problem = g_strdup_printf("it needs %" G_GUINT64_FORMAT
                                        " bytes of local memory a thread, and there are %d",
                                        stacks->local_bytes, LOCAL_BYTES_MAX);
    kernel->stack_end = code->local_bytes_per_thread;
    if (l->launches) {
        kernel->child_at = (code->local_bytes_per_thread + 15) / 16 * 16;
        kernel->child_bytes = child_area_bytes(l->layout->module);
        code->local_bytes_per_thread = kernel->child_at + kernel->child_bytes;
    }
    kernel->local_stride = (code->local_bytes_per_thread + 15) / 16 * 16;
    kernel->local_offset = lowering_reserve(l, kernel->local_stride * WARP_LANES);
    code->warp_state_bytes = lowering_reserve(l, 0);
}

static void place_functions(struct lowering *l, struct kernel_code *code,
                            struct exec_kernel *kernel, struct lowered_function *functions,
                            uint32_t stack_bytes)
{
    uint32_t n = l->graph->functions->len;
    bool recursive = l->graph->recursive;
    for (uint32_t f = 0; f < n; f++)
        functions[f].code.stack_bytes = stack_bytes_of(&functions[f], recursive && f > 0);
    struct stacks stacks =
        recursive ? bounded_stacks(functions, n, stack_bytes) : exact_stacks(l->graph, functions);
    if (n == 1) /* not rounded up */
        stacks.local_bytes = functions[0].code.memory_bytes;
    bool has_alloca = false;
    for (uint32_t f = 0; f < n; f++)
        has_alloca |= functions[f].code.tops != 0;
    if (has_alloca) /* beside what is known, a stack for what is not */
        stacks.local_bytes += stack_bytes;
    place_stacks(l, code, kernel, &stacks);
    kernel->stack_limit = recursive ? (uint32_t)stacks.local_bytes - functions[0].code.stack_bytes
                          : has_alloca ? stack_bytes
                                       : 0;
    kernel->n_functions = n;
    kernel->functions = g_new(struct exec_function, n);
    for (uint32_t f = 0; f < n; f++)
        kernel->functions[f] = functions[f].code;
}

#define TAKE(array) ((void *)g_array_free(array, FALSE))

/* Bulk copies and mbarriers are no loads and stores that anybody would see. */
static bool has_engine(const struct kernel_code *code)
{
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        if (code->instructions[pc].op_class == OP_SYNC)
            return true;
    return false;
}

static void take_results(struct lowering *l, struct kernel_code *code, struct exec_kernel *kernel)
{
    size_t bytes = (l->pool->len + 63) / 64 * 64;
    kernel->constants = aligned_alloc(64, MAX(bytes, 64));
    g_assert(kernel->constants != NULL);
    memcpy(kernel->constants, l->pool->data, l->pool->len);
    kernel->constant_bytes = l->pool->len;
    kernel->n_fixups = l->fixups->len;
    kernel->fixups = TAKE(l->fixups);
    kernel->n_specials = l->specials->len;
    kernel->specials = TAKE(l->specials);
    kernel->n_calls = l->calls->len;
    kernel->calls = (struct exec_call **)g_ptr_array_free(l->calls, FALSE);
    kernel->targets = TAKE(l->targets);
    code->n_instructions = l->ops->len;
    if (l->unlikely->len > 0)
        g_array_set_size(l->unlikely, l->ops->len + 1);
    kernel->unlikely = TAKE(l->unlikely); /* NULL if it is empty */
    kernel->ops = TAKE(l->ops);
    code->instructions = TAKE(l->facts);
    code->n_loops = l->loops->len;
    code->loops = TAKE(l->loops);
    code->n_register_slots = l->n_slots;
    code->allocates = l->allocates;
    code->predicate_slots = TAKE(l->predicates);
    kernel->slot_offsets = TAKE(l->slot_offsets);
    bool has_places = false;
    for (guint i = 0; i < l->places->len; i++)
        has_places |= g_array_index(l->places, struct source_place, i).file != NULL;
    code->places = (void *)g_array_free(l->places, !has_places); /* NULL if they are freed */
}

static void lowering_init(struct lowering *l, const struct exec_layout *layout,
                          const struct link_graph *graph)
{
    *l = (struct lowering){.layout = layout,
                           .graph = graph,
                           .alus = exec_alu_best(),
                           .pool = g_byte_array_new(),
                           .constants = lowering_constants_new(),
                           .fixups = g_array_new(FALSE, FALSE, sizeof(struct exec_fixup)),
                           .specials = g_array_new(FALSE, FALSE, sizeof(struct exec_special)),
                           .calls = g_ptr_array_new(),
                           .targets = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                           .ops = g_array_new(FALSE, FALSE, sizeof(struct exec_op)),
                           .facts = g_array_new(FALSE, FALSE, sizeof(struct instruction)),
                           .unlikely = g_array_new(FALSE, TRUE, sizeof(bool)),
                           .places = g_array_new(FALSE, FALSE, sizeof(struct source_place)),
                           .loops = g_array_new(FALSE, FALSE, sizeof(struct code_loop)),
                           .predicates = g_array_new(FALSE, FALSE, sizeof(bool)),
                           .slot_offsets = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                           .shared = g_hash_table_new(NULL, NULL),
                           .state_bytes = sizeof(struct exec_state)};
}

static void lowering_finish(struct lowering *l)
{
    g_byte_array_free(l->pool, TRUE);
    g_hash_table_destroy(l->constants);
    g_hash_table_destroy(l->shared);
}

static const struct instruction_source_ops source_ops = {
    .name = "ptx",
    .standing = exec_standing,
    .describe = exec_describe,
    .warp_start = exec_warp_start,
    .issue = exec_issue,
    .run_plain = exec_run_plain,
    .deliver = exec_deliver,
    .branch_paths = exec_branch_paths,
    .simd_forms = exec_simd_forms,
    .value_flows = exec_value_flows,
    .operand = exec_operand_lanes,
    .block_lines = exec_block_lines,
    .static_counts = exec_static_counts,
    .turn_ends = compiled_turn_ends,
    .clock_polls = exec_clock_polls,
    .wait_loops = exec_wait_loops,
    .idle_blocks = exec_idle_blocks,
    .standstill = exec_standstill,
    .runner = compiled_runner,
    .refused = compiled_refused,
    .fingerprint = exec_fingerprint,
    .blocks_commute = exec_blocks_commute,
    .blocks_alike = exec_blocks_alike,
    .kernel_at = child_kernel_at,
};

struct kernel_code *exec_lower(const struct exec_layout *layout,
                               const struct ptx_function *function,
                               const struct lower_options *options)
{
    struct link_graph *graph = link_graph_new(function);
    struct lowering l;
    lowering_init(&l, layout, graph);
    struct exec_kernel *kernel = g_new0(struct exec_kernel, 1);
    struct kernel_code *code = g_new0(struct kernel_code, 1);
    uint32_t static_shared = exec_shared_layout(graph->functions, l.shared);
    g_autofree struct lowered_function *functions =
        g_new(struct lowered_function, graph->functions->len);
    const uint32_t most = most_registers(&function->limits, options->registers_per_thread);
    for (guint f = 0; f < graph->functions->len; f++)
        lower_function(&l, g_ptr_array_index(graph->functions, f), most, &functions[f]);
    *code = (struct kernel_code){
        .name = function->name,
        .file = layout->module->file_name,
        .ops = &source_ops,
        .registers_per_thread =
            registers_of(function, graph, functions, options->registers_per_thread),
        .max_threads = max_threads(&function->limits),
        .min_blocks = options->registers_per_thread == 0 ? function->limits.min_blocks_per_sm
                                                         : 0, /* the count is final */
        .cluster = {function->limits.cluster[0], function->limits.cluster[1],
                    function->limits.cluster[2]},
        .max_cluster = function->limits.max_cluster,
        .explicit_cluster = function->limits.explicit_cluster,
        .static_shared_bytes = static_shared,
        .param_bytes = function->param_bytes,
        .impl = kernel};
    *kernel = (struct exec_kernel){
        .source = function, .live_at = block_live_at, .const_bytes = layout->const_bytes};
    place_functions(&l, code, kernel, functions, options->stack_bytes);
    take_results(&l, code, kernel);
    kernel->reads_more = l.reads_more || l.launches || l.allocates || has_engine(code);
    lowering_finish(&l);
    link_graph_free(graph);
    exec_lowered_relocate(code, layout);
    block_find_ahead(code);
    return code;
}

bool exec_lowered_is_recursive(const struct kernel_code *code)
{
    return ((const struct exec_kernel *)code->impl)->stack_limit != 0;
}

void exec_lowered_relocate(struct kernel_code *code, const struct exec_layout *layout)
{
    struct exec_kernel *kernel = code->impl;
    kernel->const_image = layout->const_image;
    for (uint32_t i = 0; i < kernel->n_fixups; i++) {
        const struct exec_fixup *f = &kernel->fixups[i];
        uint64_t address = exec_layout_find(layout, f->variable)->address + (uint64_t)f->addend;
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            memcpy(kernel->constants + f->offset + lane * f->bytes, &address, f->bytes);
    }
}

void exec_lowered_free(struct kernel_code *code)
{
    if (code == NULL)
        return;
    g_free((char *)code->problem);
    struct exec_kernel *kernel = code->impl;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        g_free((char *)kernel->ops[pc].text);
    for (uint32_t f = 0; f < kernel->n_functions; f++)
        lowered_function_finish(&kernel->functions[f]);
    for (uint32_t i = 0; i < kernel->n_calls; i++) {
        g_free(kernel->calls[i]->arguments);
        g_free(kernel->calls[i]->results);
        g_free(kernel->calls[i]);
    }
    free(kernel->constants);
    g_free(kernel->functions);
    g_free(kernel->slot_offsets);
    g_free(kernel->calls);
    g_free(kernel->targets);
    g_free(kernel->paths);
    g_free(kernel->forms);
    g_free(kernel->unlikely);
    g_free(kernel->turn_ends);
    g_free(kernel->clock_polls);
    g_free(kernel->wait_loops);
    g_free(kernel->ahead);
    g_free(kernel->steps);
    compiled_free(kernel->compiled);
    g_free(kernel->first_reads);
    block_live_loops_free(kernel->live_loops, code->n_instructions);
    g_free(kernel->ops);
    g_free(kernel->fixups);
    g_free(kernel->specials);
    g_free(kernel);
    g_free((void *)code->instructions);
    g_free((void *)code->loops);
    g_free((void *)code->predicate_slots);
    g_free((void *)code->places);
    g_free(code);
}
