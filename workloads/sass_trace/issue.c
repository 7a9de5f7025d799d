/* SPDX-License-Identifier: BSD-3-Clause */
/* Issuing what a trace says was executed.
 *
 * A trace has no values: accesses report addresses only, and nothing is delivered. Control flow is
 * what the trace says; a taken branch is one whose lanes' next instruction is elsewhere.
 *
 * Generic addresses lie in a window of shared memory, one of local memory, or are global; windows
 * are 16 MiB. Differs: Accel-Sim takes all of them for shared if the header lacks a window's
 * address. Local addresses are offsets that all threads share, as NVBit reports them. Source:
 * NVIDIA, "CUDA C++ Programming Guide", on generic addressing. ASSUMED: the windows' size.
 */
#include "base/vector_clones.h"
#include "workloads/instruction_source.h"
#include "workloads/mbarrier.h"
#include "workloads/sass_trace/launch.h"
#include "workloads/sass_trace/sync/cluster_access.h"
#include "workloads/sass_trace/sync/sync_record.h"

#include <inttypes.h>

#define WINDOW_BYTES ((uint64_t)TRACE_WINDOW_BYTES)

struct trace_warp {
    struct trace_launch *launch;
    struct trace_block *block; /* NULL: it could not be read */
    uint32_t head;             /* word of the record that the next instruction belongs to */
    const uint32_t *at, *end;  /* its addresses, then the next record; the end of all */
    uint64_t index;            /* of the block */
    struct known_step own;     /* the next instruction, if it is of no segment */
};

size_t trace_warp_state_bytes(void)
{
    return sizeof(struct trace_warp);
}

static struct trace_launch *launch_of(const struct warp_context *w)
{
    struct trace_launch *launch;
    memcpy(&launch, w->block->launch->params, sizeof launch);
    return launch;
}

/* The warp's first instruction is to fail with the launch's error, at the line where it is. */
static void start_failing(struct warp_context *w)
{
    w->pc = LAUNCH_ERROR_INDEX;
    w->n_steps = 0;
    w->active = UINT32_MAX;
}

/* Goes to the next record. */
static void next_record(struct warp_context *w, struct trace_warp *warp)
{
    uint32_t head = warp->head = *warp->at++;
    if (head & RECORD_SEGMENT) {
        const struct trace_segments *segments = &warp->launch->code->segments;
        const struct trace_segment *segment = &segments->segments[head & RECORD_INDEX];
        w->step = segment->lines;
        w->n_steps = segment->n_lines;
    } else {
        warp->own = (struct known_step){head & RECORD_INDEX, *warp->at++};
        w->step = &warp->own;
        w->n_steps = 1;
    }
    w->pc = w->step->pc;
}

static void warp_start(struct warp_context *w)
{
    struct trace_warp *warp = w->state;
    struct trace_launch *launch = launch_of(w);
    const uint32_t *grid = w->block->launch->grid, *index = w->block->index;
    *warp = (struct trace_warp){.launch = launch};
    warp->index = ((uint64_t)index[2] * grid[1] + index[1]) * grid[0] + index[0];
    warp->block = trace_launch_block(launch, warp->index);
    if (!warp->block) {
        start_failing(w);
        return;
    }
    const struct block_warp *mine = &warp->block->warps[w->in_block];
    warp->at = warp->block->words + mine->first;
    warp->end = warp->block->words + mine->end;
    w->active = mine->lanes;
    next_record(w, warp);
}

static bool fail(const struct warp_context *w, struct issued *out)
{
    const struct trace_launch *launch = launch_of(w);
    const char *text = launch->error->message;
    /* The caller says file and line. */
    g_autofree char *place = launch->error_line > 0
                                 ? g_strdup_printf("%s:%u: ", launch->path, launch->error_line)
                                 : g_strdup_printf("%s: ", launch->path);
    if (g_str_has_prefix(text, place))
        text += strlen(place);
    out->fault = g_strdup(text);
    return false;
}

static enum memory_space space_of(const struct trace_header *header, uint64_t address)
{
    if (header->local_base && address - header->local_base < WINDOW_BYTES)
        return SPACE_LOCAL;
    if (header->shared_base && address - header->shared_base < WINDOW_BYTES)
        return SPACE_SHARED;
    return SPACE_GLOBAL;
}

/* Where most of a generic access goes. Lanes elsewhere, which no compiler's code has, are served at
 * once. */
static void resolve_generic(const struct trace_header *header, struct issued *out)
{
    lane_mask lanes[SPACE_GENERIC] = {0};
    for (lane_mask left = out->active; left; left &= left - 1)
        lanes[space_of(header, out->address[__builtin_ctz(left)])] |= left & -left;
    out->space = lanes[SPACE_GLOBAL]   ? SPACE_GLOBAL
                 : lanes[SPACE_SHARED] ? SPACE_SHARED
                                       : SPACE_LOCAL;
    out->active = lanes[out->space];
}

/* From now on address[] says it alone. */
static void drop_shape(struct issued *out)
{
    issued_expand(out);
    out->shape = NULL;
}

VECTOR_CLONES static void mask_addresses(struct issued *out, uint64_t mask)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        out->address[lane] &= mask;
}

/* Shared memory is the window's part. A shape stays one if all of it lies in one window. */
static void place_shared(struct issued *out)
{
    if (out->shape) {
        uint64_t first = out->base + (uint64_t)out->shape->lowest;
        uint64_t last = out->base + (uint64_t)out->shape->highest;
        if ((first ^ last) < WINDOW_BYTES) {
            out->base -= first & ~(WINDOW_BYTES - 1);
            return;
        }
        drop_shape(out);
    }
    mask_addresses(out, WINDOW_BYTES - 1);
}

/* The tracer notes an address of every lane. Hardware reads those of as many lanes as there are
 * rows.
 */
static void keep_rows(unsigned matrices, struct issued *out)
{
    const lane_mask rows = UINT32_MAX >> (WARP_LANES - matrices * MATRIX_ROWS);
    if ((out->active & ~rows) == 0)
        return;
    drop_shape(out);
    out->active &= rows;
}

/* Of an atomic, as its type says (isa.c). */
static unsigned location_bytes(const struct instruction *facts)
{
    return facts->access_bytes == 8 || facts->access_bytes == 2 ? facts->access_bytes : 4;
}

/* Where lanes go one by one, or not all of them go. */
G_NO_INLINE static void report_unusual(const struct trace_header *header,
                                       const struct block_context *block,
                                       const struct instruction *facts, struct issued *out)
{
    const bool atomic = facts->op_class == OP_ATOMIC;
    if (atomic)
        memset(out->value, 0, sizeof out->value);
    else if (facts->matrices)
        keep_rows(facts->matrices, out);
    if (facts->space != SPACE_SHARED && (facts->space != SPACE_GLOBAL || atomic))
        drop_shape(out);
    if (facts->space == SPACE_GENERIC)
        resolve_generic(header, out);
    if (facts->space == SPACE_CLUSTER)
        trace_cluster_access(block, facts->access_bytes, out);
    else if (out->space == SPACE_SHARED)
        place_shared(out);
    else if (out->space == SPACE_LOCAL)
        mask_addresses(out, LAUNCH_LOCAL_BYTES - 1);
    else if (atomic) /* aligned, as hardware wants them */
        mask_addresses(out, ~(uint64_t)(location_bytes(facts) - 1));
}

void trace_report_access(const struct trace_header *header, const struct block_context *block,
                         const struct instruction *facts, struct issued *out)
{
    const bool plain = facts->op_class != OP_ATOMIC && facts->matrices == 0;
    out->space = facts->space;
    out->element_bytes = MIN(facts->access_bytes, 8);
    out->elements = facts->access_bytes / out->element_bytes;
    if (plain && facts->space == SPACE_GLOBAL)
        return;
    if (G_LIKELY(plain && facts->space == SPACE_SHARED))
        place_shared(out);
    else
        report_unusual(header, block, facts, out);
}

/* The last line of a warp's lanes stands for all of them. */
static void report_barrier(const struct code_line *line, uint32_t head, struct issued *out)
{
    out->barrier_kind = line->barrier;
    if (!line->id_in_value)
        out->barrier_id = line->barrier_id;
    out->barrier_threads = line->barrier_threads;
    if (out->barrier_kind == BARRIER_SYNC || out->barrier_kind == BARRIER_ARRIVE)
        out->active = head & RECORD_SPECIAL ? out->active : 0;
}

/* Barriers, and what belongs to asynchronous copies. */
G_NO_INLINE static void report_order(const struct trace_warp *warp, const struct instruction *facts,
                                     uint32_t pc, uint32_t head, struct issued *out)
{
    const struct code_line *line = &warp->launch->code->lines[pc];
    if (facts->op_class == OP_BARRIER)
        return report_barrier(line, head, out);
    const bool stores = head & RECORD_SPECIAL;
    out->async = stores ? ASYNC_BULK_WAIT : line->async;
    out->async_groups = stores && line->async_groups == UINT32_MAX ? 0 : line->async_groups;
    out->bulk_read = false;
}

/* What needs more than a mask. */
static inline void report_effect(const struct warp_context *w, const struct trace_warp *warp,
                                 const struct instruction *facts, uint32_t pc, uint32_t head,
                                 struct issued *out)
{
    if (facts->access_bytes > 0) {
        trace_report_access(&warp->launch->header, w->block, facts, out);
        if (facts->op_class == OP_LOAD && (head & RECORD_SPECIAL)) {
            out->async = ASYNC_COPY;
            memset(&out->copy, 0, sizeof out->copy);
        }
    } else if (facts->op_class == OP_BARRIER || facts->op_class == OP_FENCE) {
        report_order(warp, facts, pc, head, out);
    }
}

/* An mbarrier, a bulk copy or a commit of those. NULL, or what is wrong. */
static const char *report_sync(struct warp_context *w, struct trace_warp *warp,
                               const struct code_line *line, struct issued *out)
{
    struct traced_sync what;
    out->async = line->async;
    if ((warp->head & RECORD_FORM) != RECORD_SYNC) { /* nothing is known of it */
        out->async = line->async == ASYNC_BULK_COMMIT ? ASYNC_BULK_COMMIT : ASYNC_NONE;
        return NULL;
    }
    if (line->async == ASYNC_BULK) {
        warp->at = traced_job_read(warp->at, line->sync, &out->bulk);
        return NULL;
    }
    warp->at = traced_sync_read(warp->at, out->active, &what);
    return traced_sync_act(line->sync, out->active, &what, w->block->shared, out);
}

/* value[] is looked at for atomics only: a traced store has no bytes. */
static inline void report_nothing(struct issued *out)
{
    out->regular = false;
    out->space = SPACE_NONE;
    out->diverged = false;
    out->taken = 0;
    out->barrier_id = out->barrier_threads = 0;
    out->barrier_kind = BARRIER_SYNC;
    out->barrier_true = 0;
    out->async = ASYNC_NONE;
    out->fault = out->output = NULL;
    out->shape = NULL;
    out->fault_lane = WARP_LANES;
}

/* Those that stay with the access are a base and a shape if they can. */
static inline void read_addresses(struct trace_warp *warp, struct issued *out)
{
    struct lane_patterns *patterns = &warp->launch->code->patterns;
    if ((warp->head & RECORD_FORM) != RECORD_PATTERN) {
        warp->at =
            trace_record_addresses(patterns, warp->at, warp->head, out->active, out->address);
        return;
    }
    out->base = trace_record_base(warp->at);
    out->shape = &patterns->patterns[warp->at[2]].shape;
    warp->at += 3;
}

/* An instruction of `sync/`, or a barrier whose number is in the record. False: the fault is set.
 */
G_NO_INLINE static bool issue_sync(struct warp_context *w, struct trace_warp *warp,
                                   const struct instruction *facts, struct issued *out)
{
    const struct code_line *line = &warp->launch->code->lines[w->pc];
    if (facts->op_class != OP_SYNC) {
        out->barrier_id = *warp->at++;
        return true;
    }
    const char *problem = report_sync(w, warp, line, out);
    if (!problem)
        return true;
    out->fault = g_strdup_printf("pc %04" PRIx64 " of the trace: %s", line->pc, problem);
    return false;
}

/* The last line of a record: it may do more than arithmetic. False: the fault is set. */
static bool issue_last(struct warp_context *w, struct trace_warp *warp, struct issued *out)
{
    uint32_t head = warp->head, pc = w->pc;
    const struct instruction *facts = &w->code->instructions[pc];
    if (G_UNLIKELY(facts->op_class == OP_SYNC || (head & RECORD_FORM) == RECORD_SYNC)) {
        if (!issue_sync(w, warp, facts, out))
            return false;
    } else if (head & RECORD_FORM) {
        read_addresses(warp, out);
    }
    if (out->active)
        report_effect(w, warp, facts, pc, head, out);
    if (warp->at == warp->end) {
        w->active = 0;
        trace_launch_warp_ended(warp->launch, warp->block, warp->index);
        return true;
    }
    next_record(w, warp);
    if (facts->op_class == OP_BRANCH && w->pc != pc + 1)
        out->taken = out->active;
    return true;
}

/* Runs for every warp instruction: of a segment, all but the last are plain arithmetic. */
static bool issue(struct warp_context *w, uint64_t cycle, struct issued *out)
{
    struct trace_warp *warp = w->state;
    (void)cycle;
    report_nothing(out);
    if (G_UNLIKELY(!warp->block))
        return fail(w, out);
    if (w->n_steps > 1) {
        out->active = warp_context_step(w);
        return true;
    }
    out->active = w->step->lanes;
    return issue_last(w, warp, out);
}

const struct code_line *trace_warp_next(const struct warp_context *w, lane_mask *mask,
                                        uint64_t address[WARP_LANES])
{
    const struct trace_warp *warp = w->state;
    if (!warp->block)
        return NULL;
    *mask = w->step->lanes;
    if (w->n_steps == 1 && (warp->head & RECORD_FORM) && (warp->head & RECORD_FORM) < RECORD_SYNC)
        trace_record_addresses(&warp->launch->code->patterns, warp->at, warp->head, *mask, address);
    return &warp->launch->code->lines[w->pc];
}

const struct trace_header *trace_launch_header(const struct launch *launch)
{
    const struct trace_launch *traced;
    memcpy(&traced, launch->params, sizeof traced);
    return &traced->header;
}

uint64_t trace_launch_mbarrier(const struct launch *launch, uint32_t place)
{
    struct trace_launch *traced;
    memcpy(&traced, launch->params, sizeof traced);
    return g_array_index(traced->parser.mbarriers, uint64_t, place / MBARRIER_BYTES);
}

static void block_sent(const struct launch *launch, uint64_t block)
{
    struct trace_launch *traced;
    memcpy(&traced, launch->params, sizeof traced);
    trace_launch_prepare(traced, block);
}

static void deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES])
{
    (void)w, (void)pc, (void)lanes, (void)data, (void)offset;
}

const struct instruction_source_ops trace_source_ops = {
    .name = "sass_trace",
    .warp_start = warp_start,
    .issue = issue,
    .deliver = deliver,
    .block_sent = block_sent,
    .work = trace_launch_file_bytes,
};
