/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels; see child_ops.h. */
#include "workloads/ptx/exec/actions/child_ops.h"
#include "workloads/ptx/exec/actions/addresses.h"
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/syntax/ptx.h"

#include <string.h>

/* Codes of cudaError_t. Source: CUDA Runtime API, "Data types used by CUDA Runtime". */
enum child_status {
    CHILD_SUCCESS = 0,
    CHILD_INVALID_VALUE = 1,
    CHILD_INVALID_CONFIGURATION = 9,
    CHILD_TOO_DEEP = 65,
    CHILD_INVALID_HANDLE = 400
};

/* Source: CUDA C++ Programming Guide, "Compute Capabilities": largest grids and blocks. */
enum { GRID_X_MAX = INT32_MAX, GRID_YZ_MAX = 65535, BLOCK_MAX = 1024, BLOCK_Z_MAX = 64 };

/* The head of a thread's area; parameters follow. */
struct area {
    uint64_t kernel, stream;
    uint32_t grid[3], size[3];
    uint32_t shared_bytes;
    uint32_t n_streams; /* that the thread has made */
    uint32_t error;     /* the last one */
    uint32_t zero[3];
};

enum { DIM3_BYTES = 12 };

uint32_t child_area_bytes(const struct ptx_module *module)
{
    uint32_t most = 0;
    for (unsigned f = 0; f < module->n_functions; f++)
        if (module->functions[f]->is_entry)
            most = MAX(most, module->functions[f]->param_bytes);
    return (uint32_t)sizeof(struct area) + (most + 15) / 16 * 16;
}

static struct area *area_of(const struct warp_context *w, unsigned lane)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    return (struct area *)(void *)((uint8_t *)w->state + kernel->local_offset +
                                   (size_t)lane * kernel->local_stride + kernel->child_at);
}

static uint32_t param_room(const struct exec_kernel *kernel)
{
    return kernel->child_bytes - (uint32_t)sizeof(struct area);
}

void child_areas_clear(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    for (unsigned i = 0; kernel->child_bytes > 0 && i < WARP_LANES; i++)
        memset(area_of(w, i), 0, kernel->child_bytes);
}

/* ---- arguments and results --------------------------------------------------------------------
 */

static void dim3_argument(const struct exec_op *op, const struct warp_context *w, unsigned k,
                          unsigned lane, uint32_t out[3])
{
    const struct exec_call *call = exec_kernel_of(w)->calls[op->target];
    memset(out, 0, DIM3_BYTES);
    if (k < call->n_arguments && call->arguments[k].bytes == DIM3_BYTES)
        exec_slot_read(w, &exec_frames(w)[exec_state_of(w)->frame], &call->arguments[k], lane, out);
}

static void answer(const struct exec_op *op, const struct warp_context *w, unsigned lane,
                   uint64_t value)
{
    const struct exec_call *call = exec_kernel_of(w)->calls[op->target];
    if (call->n_results > 0 && call->results[0].bytes <= sizeof value)
        exec_slot_write(w, &exec_frames(w)[exec_state_of(w)->frame], &call->results[0], lane,
                        &value);
}

static uint64_t buffer_address(const struct warp_context *w)
{
    return ((uint64_t)WINDOW_LOCAL << WINDOW_SHIFT) + exec_kernel_of(w)->child_at +
           sizeof(struct area);
}

/* ---- what is to be launched --------------------------------------------------------------------
 */

static void configure(const struct exec_op *op, const struct warp_context *w, unsigned first,
                      unsigned lane)
{
    struct area *area = area_of(w, lane);
    dim3_argument(op, w, first, lane, area->grid);
    dim3_argument(op, w, first + 1, lane, area->size);
    area->shared_bytes = (uint32_t)builtin_argument(op, w, first + 2, lane);
}

/* unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, stream) */
static bool push_configuration(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                               struct issued *out)
{
    (void)out;
    EACH_LANE (i, lanes) {
        configure(op, w, 0, i);
        area_of(w, i)->stream = builtin_argument(op, w, 3, i);
        answer(op, w, i, CHILD_SUCCESS);
    }
    return true;
}

/* void *cudaGetParameterBuffer(size_t alignment, size_t bytes) */
static bool get_buffer(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    (void)out;
    EACH_LANE (i, lanes) {
        const bool fits = builtin_argument(op, w, 1, i) <= param_room(exec_kernel_of(w));
        answer(op, w, i, fits ? buffer_address(w) : 0);
    }
    return true;
}

/* void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared) */
static bool get_buffer_v2(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                          struct issued *out)
{
    (void)out;
    EACH_LANE (i, lanes) {
        configure(op, w, 1, i);
        area_of(w, i)->kernel = builtin_argument(op, w, 0, i);
        answer(op, w, i, buffer_address(w));
    }
    return true;
}

static enum child_status check(const struct warp_context *w, const struct area *area)
{
    const uint32_t *grid = area->grid, *size = area->size;
    const uint64_t threads = (uint64_t)size[0] * size[1] * size[2];
    if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0 || grid[0] > GRID_X_MAX ||
        grid[1] > GRID_YZ_MAX || grid[2] > GRID_YZ_MAX || threads == 0 || threads > BLOCK_MAX ||
        size[0] > BLOCK_MAX || size[1] > BLOCK_MAX || size[2] > BLOCK_Z_MAX)
        return CHILD_INVALID_CONFIGURATION;
    return w->block->launch->depth >= CHILD_DEPTH_MAX ? CHILD_TOO_DEEP : CHILD_SUCCESS;
}

static uint64_t block_number(const struct warp_context *w)
{
    const uint32_t *grid = w->block->launch->grid, *at = w->block->index;
    return at[0] + (uint64_t)grid[0] * (at[1] + (uint64_t)grid[1] * at[2]);
}

/* A lane's launch, with its parameters still to be copied. */
static struct child_launch *new_child(const struct warp_context *w, unsigned lane,
                                      uint32_t param_bytes)
{
    const struct area *area = area_of(w, lane);
    struct child_launch *child = g_malloc0(sizeof *child + param_bytes);
    child->kernel = area->kernel;
    child->stream = area->stream;
    child->block = block_number(w);
    child->thread = w->in_block * WARP_LANES + lane;
    memcpy(child->grid, area->grid, sizeof child->grid);
    memcpy(child->size, area->size, sizeof child->size);
    child->dynamic_shared_bytes = area->shared_bytes;
    child->param_bytes = param_bytes;
    return child;
}

/* Launches what the areas of lanes say. call: a call of the kernel itself, whose arguments are the
 * parameters; NULL: they stand in the areas. */
static bool launch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                   const struct exec_call *call, struct issued *out)
{
    struct child_launch **last = &out->children;
    const struct exec_frame *frame = &exec_frames(w)[exec_state_of(w)->frame];
    uint32_t rank = 0;
    out->async = ASYNC_LAUNCH;
    out->children = NULL;
    EACH_LANE (i, lanes) {
        struct area *area = area_of(w, i);
        const enum child_status status = check(w, area);
        if (!call)
            answer(op, w, i, status);
        if (status != CHILD_SUCCESS) {
            area->error = status;
            continue;
        }
        const uint32_t bytes = call ? call->entry->param_bytes : param_room(exec_kernel_of(w));
        struct child_launch *child = new_child(w, i, bytes);
        child->rank = rank++;
        if (!call)
            memcpy(child->params, area + 1, bytes);
        for (uint32_t k = 0; call && k < call->n_arguments; k++)
            exec_slot_read(w, frame, &call->arguments[k], i,
                           child->params + call->entry->params[k]->offset);
        *last = child;
        last = &child->next;
    }
    return true;
}

bool child_call(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out)
{
    EACH_LANE (i, lanes)
        area_of(w, i)->kernel = (uint64_t)op->immediate;
    return launch(op, w, lanes, exec_kernel_of(w)->calls[op->target], out);
}

/* cudaLaunchDevice(kernel, buffer, dim3 grid, dim3 block, unsigned shared, stream) */
static bool launch_v1(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    EACH_LANE (i, lanes) {
        configure(op, w, 2, i);
        area_of(w, i)->kernel = builtin_argument(op, w, 0, i);
        area_of(w, i)->stream = builtin_argument(op, w, 5, i);
    }
    return launch(op, w, lanes, NULL, out);
}

/* cudaLaunchDeviceV2(buffer, stream) */
static bool launch_v2(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    EACH_LANE (i, lanes)
        area_of(w, i)->stream = builtin_argument(op, w, 1, i);
    return launch(op, w, lanes, NULL, out);
}

/* The same where the NULL stream is each thread's own. */
static bool launch_v2_per_thread(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                                 struct issued *out)
{
    EACH_LANE (i, lanes) {
        const uint64_t stream = builtin_argument(op, w, 1, i);
        area_of(w, i)->stream = stream == CHILD_STREAM_BLOCK ? CHILD_STREAM_THREAD : stream;
    }
    return launch(op, w, lanes, NULL, out);
}

/* ---- streams, errors ---------------------------------------------------------------------------
 */

enum { STREAM_NON_BLOCKING = 1, STREAM_BLOCK_SHIFT = 26, STREAM_THREAD_SHIFT = 16 };
#define STREAM_MADE (UINT64_C(1) << 63)

/* cudaStreamCreateWithFlags(stream *, unsigned flags). The guide asks for the flag NonBlocking. */
static bool create_stream(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                          struct issued *out)
{
    EACH_LANE (i, lanes) {
        struct area *area = area_of(w, i);
        const uint64_t to = builtin_argument(op, w, 0, i);
        const uint64_t thread = w->in_block * WARP_LANES + i;
        const uint64_t stream = STREAM_MADE | block_number(w) << STREAM_BLOCK_SHIFT |
                                thread << STREAM_THREAD_SHIFT | (uint16_t)++area->n_streams;
        if (builtin_argument(op, w, 1, i) != STREAM_NON_BLOCKING) {
            area->error = CHILD_INVALID_VALUE;
            answer(op, w, i, CHILD_INVALID_VALUE);
            continue;
        }
        if (!exec_write_private(w, i, to, &stream, sizeof stream)) {
            out->fault_lane = (uint8_t)i;
            out->fault =
                g_strdup("cudaStreamCreateWithFlags in a kernel: the stream's place must be "
                         "in local or shared memory");
            return false;
        }
        answer(op, w, i, CHILD_SUCCESS);
    }
    return true;
}

static bool destroy_stream(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                           struct issued *out)
{
    (void)out;
    EACH_LANE (i, lanes) {
        const bool is_one = builtin_argument(op, w, 0, i) & STREAM_MADE;
        answer(op, w, i, is_one ? CHILD_SUCCESS : CHILD_INVALID_HANDLE);
    }
    return true;
}

static bool peek_error(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    (void)out;
    EACH_LANE (i, lanes)
        answer(op, w, i, area_of(w, i)->error);
    return true;
}

static bool get_error(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    peek_error(op, w, lanes, out);
    EACH_LANE (i, lanes)
        area_of(w, i)->error = CHILD_SUCCESS;
    return true;
}

/* ---- names -------------------------------------------------------------------------------------
 */

exec_action *child_action_of(const char *name)
{
    static const struct {
        const char *name;
        exec_action *action;
    } known[] = {{"__cudaPushCallConfiguration", push_configuration},
                 {"cudaGetParameterBuffer", get_buffer},
                 {"cudaGetParameterBufferV2", get_buffer_v2},
                 {"cudaLaunchDevice", launch_v1},
                 {"cudaLaunchDeviceV2", launch_v2},
                 {"cudaLaunchDeviceV2_ptsz", launch_v2_per_thread},
                 {"cudaStreamCreateWithFlags", create_stream},
                 {"cudaStreamDestroy", destroy_stream},
                 {"cudaGetLastError", get_error},
                 {"cudaPeekAtLastError", peek_error}};
    static const char second_interface[] = "__cudaCDP2";
    if (g_str_has_prefix(name, second_interface)) {
        g_autofree char *first = g_strconcat("cuda", name + strlen(second_interface), NULL);
        return child_action_of(first);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].action;
    return NULL;
}

bool child_launches(exec_action *action)
{
    return action == child_call || action == launch_v1 || action == launch_v2 ||
           action == launch_v2_per_thread;
}

const struct kernel_code *child_kernel_at(const struct kernel_code *code, uint64_t address,
                                          GError **error)
{
    const struct exec_kernel *kernel = code->impl;
    return kernel->kernel_at(kernel->program, address, error);
}
