/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/recorder.h"
#include "base/input_error.h"
#include "workloads/instruction_source.h"
#include "workloads/sass_trace/launch.h"
#include "workloads/sass_trace/sync/sync_record.h"
#include "workloads/trace_writer/copied_line.h"
#include "workloads/trace_writer/sync_text.h"
#include "workloads/trace_writer/view.h"

enum { STATE_ALIGNMENT = 64, MAX_LINES = CODE_INSTRUCTIONS };

struct recorder {
    struct kernel_code code; /* what is launched */
    const struct kernel_code *inner;
    const struct recorder_setup *setup;
    struct line_text *lines; /* MAX_LINES of them for a trace, else one for each instruction */
    uint32_t n_lines;
    struct trace_view *view; /* NULL: inner's own facts hold */
    size_t state_offset;     /* of struct recorded_warp in a warp's state */
    GString *addresses;
};

/* Behind inner's state. */
struct recorded_warp {
    struct kernel_file *file; /* NULL: nothing is written */
    struct kernel_block *block;
    uint32_t n_steps; /* inner's (struct warp_context): every issue is to come here */
};

static const struct instruction_source_ops recorder_ops;

static inline struct recorder *recorder_of(const struct warp_context *w)
{
    return w->code->impl;
}

static inline struct recorded_warp *own_state(const struct recorder *recorder,
                                              const struct warp_context *w)
{
    return (struct recorded_warp *)(void *)((uint8_t *)w->state + recorder->state_offset);
}

/* The warp is inner's until it is taken back. */
static void lend(const struct recorder *recorder, struct warp_context *w)
{
    w->code = recorder->inner;
    w->n_steps = own_state(recorder, w)->n_steps;
}

static void take_back(const struct recorder *recorder, struct warp_context *w)
{
    own_state(recorder, w)->n_steps = w->n_steps;
    w->n_steps = 0;
    w->code = &recorder->code;
}

/* ---- making it ------------------------------------------------------------------------------ */

static void make_lines(struct recorder *recorder)
{
    const struct kernel_code *inner = recorder->inner;
    g_autofree uint16_t *registers = line_text_registers(inner);
    for (uint32_t pc = 0; pc < recorder->n_lines; pc++)
        line_text_make(&recorder->lines[pc], recorder->setup->isa, inner, registers, pc,
                       recorder->setup->version);
}

struct recorder *recorder_new(const struct recorder_setup *setup, const struct kernel_code *inner,
                              GError **error)
{
    if (inner->n_instructions > MAX_LINES) {
        input_error_at(error, inner->file, 0,
                       "kernel %s has %u instructions; a trace can hold at most %d", inner->name,
                       inner->n_instructions, MAX_LINES);
        return NULL;
    }
    struct recorder *recorder = g_new0(struct recorder, 1);
    recorder->inner = inner;
    recorder->setup = setup;
    recorder->n_lines = inner->n_instructions;
    recorder->lines = g_new0(struct line_text, recorder->n_lines);
    recorder->addresses = g_string_new(NULL);
    if (!inner->traced)
        make_lines(recorder);
    if (setup->access && !inner->traced) {
        recorder->view = trace_view_new(inner, recorder->lines, setup->isa, &setup->windows,
                                        setup->version, error);
        if (!recorder->view) {
            recorder_free(recorder);
            return NULL;
        }
    }
    recorder_renew(recorder);
    return recorder;
}

void recorder_renew(struct recorder *recorder)
{
    const struct kernel_code *inner = recorder->inner;
    recorder->code = *inner;
    if (recorder->view)
        trace_view_code(recorder->view, &recorder->code);
    recorder->state_offset =
        (inner->warp_state_bytes + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT * STATE_ALIGNMENT;
    recorder->code.warp_state_bytes = recorder->state_offset + sizeof(struct recorded_warp);
    recorder->code.ops = &recorder_ops;
    recorder->code.impl = recorder;
}

void recorder_free(struct recorder *recorder)
{
    trace_view_free(recorder->view);
    for (uint32_t pc = 0; pc < recorder->n_lines; pc++)
        line_text_finish(&recorder->lines[pc]);
    g_free(recorder->lines);
    g_string_free(recorder->addresses, TRUE);
    g_free(recorder);
}

const struct kernel_code *recorder_code(const struct recorder *recorder)
{
    return &recorder->code;
}

const struct kernel_code *recorder_inner(const struct recorder *recorder)
{
    return recorder->inner;
}

const struct line_text *recorder_lines(const struct recorder *recorder)
{
    return recorder->lines;
}

/* ---- writing down --------------------------------------------------------------------------- */

static void warp_start(struct warp_context *w)
{
    struct recorder *recorder = recorder_of(w);
    const struct launch *launch = w->block->launch;
    const uint32_t *grid = launch->grid, *index = w->block->index, *size = launch->block;
    w->code = recorder->inner;
    recorder->inner->ops->warp_start(w);
    recorder->code.file = recorder->inner->file; /* a trace's launches have one each */
    struct recorded_warp *warp = own_state(recorder, w);
    *warp = (struct recorded_warp){
        .file = recorder->setup->file_of(recorder->setup->data, recorder, launch)};
    take_back(recorder, w);
    if (!warp->file)
        return;
    uint64_t number = ((uint64_t)index[2] * grid[1] + index[1]) * grid[0] + index[0];
    unsigned n_warps = (size[0] * size[1] * size[2] + WARP_LANES - 1) / WARP_LANES;
    warp->block = kernel_file_block(warp->file, number, n_warps);
}

/* A trace may have lines without values. */
static void append_mbarrier(GString *out, const struct line_text *line, lane_mask mask,
                            const uint64_t address[WARP_LANES], const struct issued *what)
{
    const struct sync_registers registers = {line->n_written, line->n_read};
    const bool known = what->async != ASYNC_NONE;
    g_autofree char *opcode = copied_line_opcode(line);
    line_addresses_append(out, known ? mask : 0, address);
    if (known)
        sync_text_mbarrier(out, opcode, &registers, mask, address, what->operand);
    else
        g_string_append(out, line_text_end(TRACE_VERSION_WITH_VALUES));
}

/* What the line has of its own. address: of a bulk copy its mbarrier's. */
static void append_tail(struct recorder *recorder, const struct line_text *line, unsigned version,
                        lane_mask mask, const uint64_t address[WARP_LANES],
                        const struct issued *what)
{
    GString *out = recorder->addresses;
    if (line->tail == LINE_HAS_ADDRESSES) {
        line_addresses_append(out, mask, address);
    } else if (line->tail == LINE_HAS_MBARRIER) {
        append_mbarrier(out, line, mask, address, what);
    } else if (line->tail == LINE_HAS_BARRIER) {
        sync_text_barrier(out, what);
    } else if (line->tail == LINE_HAS_TRANSFER &&
               !sync_text_transfer(out, what->async == ASYNC_BULK ? what->bulk : NULL,
                                   (uint32_t)address[0], line->width, version)) {
        GError *error = NULL;
        input_error_at(&error, recorder->inner->file, 0,
                       "expected bulk copies of one instruction to be for one mbarrier, which a "
                       "trace can say; found several");
        recorder->setup->failed(recorder->setup->data, error);
    }
}

static void log_line(struct recorder *recorder, struct warp_context *w, uint32_t pc, lane_mask mask,
                     const uint64_t address[WARP_LANES], const struct issued *what)
{
    struct recorded_warp *warp = own_state(recorder, w);
    GError *error = NULL;
    bool good;
    if (!warp->file)
        return;
    g_string_truncate(recorder->addresses, 0);
    append_tail(recorder, &recorder->lines[pc], recorder_version(recorder->setup, w->block->launch),
                mask, address, what);
    const struct log_line line = {.pc = pc,
                                  .mask = mask,
                                  .addresses = recorder->addresses->str,
                                  .n_addresses = recorder->addresses->len};
    good = warp_log_add(warp->block->logs[w->in_block], &line, &error);
    if (good && w->active == 0 && --warp->block->left == 0)
        good = kernel_file_block_ended(warp->file, warp->block, &error);
    if (!good)
        recorder->setup->failed(recorder->setup->data, error);
}

unsigned recorder_version(const struct recorder_setup *setup, const struct launch *launch)
{
    const struct kernel_code *inner = recorder_inner(launch->code->impl);
    return inner->traced ? MAX(setup->version,
                               MIN(trace_launch_header(launch)->version, TRACE_VERSION_WITH_VALUES))
                         : setup->version;
}

/* The addresses of mbarriers: of a bulk copy's at the first place. */
static void mbarriers_of(const struct recorder *recorder, const struct warp_context *w, uint32_t pc,
                         const struct issued *what, uint64_t address[WARP_LANES])
{
    const unsigned tail = recorder->lines[pc].tail;
    const struct launch *traced = recorder->inner->traced ? w->block->launch : NULL;
    if (tail == LINE_HAS_MBARRIER && what->async != ASYNC_NONE)
        for (lane_mask left = what->active; left; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctz(left);
            address[i] = traced ? trace_launch_mbarrier(traced, (uint32_t)what->address[i])
                                : what->address[i];
        }
    if (tail != LINE_HAS_TRANSFER)
        return;
    const bool waited =
        what->async == ASYNC_BULK && what->bulk && what->bulk->mbarrier != BULK_NO_BARRIER;
    address[0] = !waited  ? 0
                 : traced ? trace_launch_mbarrier(traced, what->bulk->mbarrier)
                          : what->bulk->mbarrier;
}

static bool issue_traced(struct recorder *recorder, struct warp_context *w, uint64_t cycle,
                         struct issued *out)
{
    uint32_t pc = w->pc;
    lane_mask mask = 0;
    uint64_t address[WARP_LANES] = {0}; /* of lines whose addresses don't matter */
    const struct code_line *line = trace_warp_next(w, &mask, address);
    if (line && own_state(recorder, w)->file)
        copied_line_make(&recorder->lines[pc], line,
                         recorder_version(recorder->setup, w->block->launch));
    if (!recorder->inner->ops->issue(w, cycle, out))
        return false;
    mbarriers_of(recorder, w, pc, out, address);
    log_line(recorder, w, pc, mask, address, out);
    return true;
}

/* Before version 6 a trace has barriers of the whole block only. */
static bool is_part_barrier(const struct warp_context *w, const struct issued *what)
{
    const uint32_t *size = w->block->launch->block;
    uint32_t lanes = (size[0] * size[1] * size[2] + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
    return what->active && (what->barrier_kind == BARRIER_ARRIVE ||
                            (what->barrier_threads != 0 && what->barrier_threads < lanes));
}

/* As a trace, bytes of bulk copies move at once, and requests without values take the time. What no
 * trace of these instructions waits for is there at once, too. */
static bool carry_out(const struct recorder *recorder, const struct warp_context *w, uint32_t pc,
                      struct issued *out)
{
    const struct recorder_setup *setup = recorder->setup;
    const bool copies = out->async == ASYNC_BULK && out->bulk;
    const bool several = copies && !sync_text_one_mbarrier(out->bulk);
    struct bulk_job *traced = NULL;
    if (!copies && (out->async != ASYNC_TRACK || trace_view_syncs(recorder->view, pc)))
        return true;
    if (copies && !several && trace_view_syncs(recorder->view, pc)) {
        traced = traced_jobs_joined(out->bulk);
        for (struct bulk_job *job = out->bulk; job; job = job->next)
            job->mbarrier = BULK_NO_BARRIER;
    }
    out->fault = setup->sync(setup->memory, w->block->shared, out);
    out->bulk = traced;
    if (several && !out->fault)
        out->fault = g_strdup("bulk copies of one instruction for several mbarriers cannot run as "
                              "a trace does");
    return out->fault == NULL;
}

static bool issue_executed(struct recorder *recorder, struct warp_context *w, uint64_t cycle,
                           struct issued *out)
{
    const struct recorder_setup *setup = recorder->setup;
    uint32_t pc = w->pc;
    uint64_t address[WARP_LANES];
    const struct instruction *facts = &recorder->inner->instructions[pc];
    if (!recorder->inner->ops->issue(w, cycle, out))
        return false;
    if (recorder->view && out->async == ASYNC_LAUNCH && out->children) {
        child_launch_free_all(out->children);
        out->fault = g_strdup("a kernel that launches kernels cannot run as its trace does");
        return false;
    }
    if (G_UNLIKELY(sync_text_is_lost(facts, out)))
        setup->failed(setup->data, sync_text_refusal(recorder->inner));
    if (recorder->view && facts->access_bytes > 0 &&
        !setup->access(setup->memory, w, pc, facts, out))
        return false;
    if (recorder->lines[pc].tail == LINE_HAS_ADDRESSES)
        trace_view_addresses(&setup->windows, w->block, facts, out, address);
    mbarriers_of(recorder, w, pc, out, address);
    log_line(recorder, w, pc, out->active, address, out);
    if (setup->version < TRACE_VERSION_WITH_VALUES && facts->op_class == OP_BARRIER &&
        is_part_barrier(w, out))
        ++*setup->part_barriers;
    if (recorder->view && facts->op_class == OP_SYNC && out->active &&
        !carry_out(recorder, w, pc, out))
        return false;
    if (recorder->view)
        trace_view_report(recorder->view, w, pc, address, out);
    return true;
}

static bool issue(struct warp_context *w, uint64_t cycle, struct issued *out)
{
    struct recorder *recorder = recorder_of(w);
    lend(recorder, w);
    bool good = recorder->inner->traced ? issue_traced(recorder, w, cycle, out)
                                        : issue_executed(recorder, w, cycle, out);
    take_back(recorder, w);
    return good;
}

static void deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES])
{
    const struct recorder *recorder = recorder_of(w);
    /* As a trace, values have been there since the issue; but barriers' reductions and what waits
     * for mbarriers come here. */
    if (recorder->view && w->code->instructions[pc].op_class != OP_BARRIER &&
        w->code->instructions[pc].op_class != OP_SYNC)
        return;
    w->code = recorder->inner;
    recorder->inner->ops->deliver(w, pc, lanes, data, offset);
    w->code = &recorder->code;
}

static struct block_lines *block_lines(const struct launch *launch, uint64_t n_blocks,
                                       uint32_t line_bytes)
{
    const struct recorder *recorder = launch->code->impl;
    if (!recorder->inner->ops->block_lines)
        return NULL;
    struct launch inner = *launch;
    inner.code = recorder->inner;
    return inner.code->ops->block_lines(&inner, n_blocks, line_bytes);
}

/* With a view it runs as a trace does, of which this is not known. */
static const struct branch_path *branch_paths(const struct kernel_code *code)
{
    const struct recorder *recorder = code->impl;
    const struct kernel_code *inner = recorder->inner;
    return recorder->view || !inner->ops->branch_paths ? NULL : inner->ops->branch_paths(inner);
}

/* What kernels launch is simulated, and is not in the trace. */
static const struct kernel_code *kernel_at(const struct kernel_code *code, uint64_t address,
                                           GError **error)
{
    const struct recorder *recorder = code->impl;
    return recorder->inner->ops->kernel_at(recorder->inner, address, error);
}

static const struct instruction_source_ops recorder_ops = {
    .name = "recorder",
    .kernel_at = kernel_at,
    .warp_start = warp_start,
    .issue = issue,
    .deliver = deliver,
    .block_lines = block_lines,
    .branch_paths = branch_paths,
};
