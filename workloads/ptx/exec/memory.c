/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads, stores and atomics; see memory.h. */
#include "workloads/ptx/exec/memory.h"
#include "base/vector_clones.h"
#include "workloads/atomic.h"
#include "workloads/ptx/exec/convert.h"
#include "workloads/ptx/exec/lanes.h"

#include <glib.h>
#include <string.h>

/* Where a space that acts at once lies: lane i's address a is at base + i * lane_stride + a. */
struct region {
    uint8_t *base;
    uint64_t bytes;
    uint32_t lane_stride;
};

static const char *space_name(uint8_t space)
{
    static const char *const names[] = {"no",    "global", "shared", "local",
                                        "const", "param",  "generic"};
    return names[space];
}

static bool fail(const struct warp_context *w, struct issued *out, unsigned lane,
                 const struct exec_op *op, const char *what)
{
    out->fault = g_strdup_printf(
        "%s: thread %u of the block: %s %s address 0x%" G_GINT64_MODIFIER "x", op->text,
        w->in_block * WARP_LANES + lane, what, space_name(out->space), out->address[lane]);
    return false;
}

VECTOR_CLONES static void fill_longs(lane_long *out, lane_mask lanes, uint64_t value)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        out[i] = lanes >> i & 1 ? value : out[i];
}

VECTOR_CLONES static void fill_words(lane_word *out, lane_mask lanes, uint32_t value)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        out[i] = lanes >> i & 1 ? value : out[i];
}

VECTOR_CLONES static void add_to_longs(uint64_t address[WARP_LANES], const lane_long *base,
                                       uint64_t offset)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = base[i] + offset;
}

VECTOR_CLONES static void add_to_words(uint64_t address[WARP_LANES], const lane_word *base,
                                       uint32_t offset)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = base[i] + offset;
}

static void compute_addresses(const struct exec_op *op, const struct exec_state *state,
                              struct issued *out)
{
    if (op->source[0].bytes == 8)
        add_to_longs(out->address, exec_source(op, state, 0), (uint64_t)op->immediate);
    else
        add_to_words(out->address, exec_source(op, state, 0), (uint32_t)op->immediate);
}

static uint8_t space_of_generic(uint64_t address)
{
    if (address >= GLOBAL_BASE)
        return SPACE_GLOBAL;
    switch (address >> WINDOW_SHIFT) {
    case WINDOW_SHARED:
        return SPACE_SHARED;
    case WINDOW_LOCAL:
        return SPACE_LOCAL;
    case WINDOW_CONST:
        return SPACE_CONST;
    case WINDOW_PARAM:
        return SPACE_PARAM;
    default:
        return SPACE_NONE;
    }
}

/* Finds the space of generic addresses and turns them into addresses of that space. */
static bool resolve_generic(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                            struct issued *out)
{
    unsigned first = (unsigned)__builtin_ctz(lanes);
    uint8_t space = space_of_generic(out->address[first]);
    out->space = SPACE_GENERIC;
    EACH_LANE (i, lanes) {
        uint8_t other = space_of_generic(out->address[i]);
        if (other == SPACE_NONE)
            return fail(w, out, i, op, "no memory at");
        if (other != space)
            return fail(w, out, i, op, "mixed spaces unsupported:");
    }
    if (space != SPACE_GLOBAL)
        for (unsigned i = 0; i < WARP_LANES; i++)
            out->address[i] = (uint32_t)out->address[i];
    out->space = space;
    return true;
}

/* Bits of `low` that are set in the address of any of the lanes. */
VECTOR_CLONES static uint64_t low_bits(const uint64_t address[WARP_LANES], lane_mask lanes,
                                       uint64_t low)
{
    uint64_t odd = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        odd |= lanes >> i & 1 ? address[i] & low : 0;
    return odd;
}

static bool check_alignment(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                            struct issued *out)
{
    uint64_t low = (uint64_t)op->element_bytes * op->elements - 1;
    if (low_bits(out->address, lanes, low) == 0)
        return true;
    EACH_LANE (i, lanes)
        if (out->address[i] & low)
            return fail(w, out, i, op, "misaligned");
    return true;
}

/* The addresses and the space of an access, reported in out. False: the fault is set. */
static bool locate(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                   struct issued *out)
{
    compute_addresses(op, exec_state_of(w), out);
    out->space = op->space;
    out->element_bytes = op->element_bytes;
    out->elements = op->elements;
    if (op->space == SPACE_GENERIC && !resolve_generic(op, w, lanes, out))
        return false;
    if (op->space == SPACE_CONST && out->address[__builtin_ctz(lanes)] >= GLOBAL_BASE)
        out->space = SPACE_GLOBAL;
    return check_alignment(op, w, lanes, out);
}

static struct region region_of(const struct warp_context *w, uint8_t space)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct launch *launch = w->block->launch;
    switch (space) {
    case SPACE_SHARED:
        return (struct region){
            w->block->shared, (uint64_t)w->code->static_shared_bytes + launch->dynamic_shared_bytes,
            0};
    case SPACE_LOCAL:
        return (struct region){(uint8_t *)w->state + kernel->local_offset,
                               w->code->local_bytes_per_thread, kernel->local_stride};
    case SPACE_CONST:
        return (struct region){(uint8_t *)kernel->const_image, kernel->const_bytes, 0};
    case SPACE_PARAM:
        return (struct region){(uint8_t *)launch->params, w->code->param_bytes, 0};
    default:
        return (struct region){NULL, 0, 0};
    }
}

/* Offsets of all lanes from region.base. Returns the lanes whose bytes are not all inside. */
VECTOR_CLONES static lane_mask offsets_in(const struct region *region,
                                          const uint64_t address[WARP_LANES], uint64_t bytes,
                                          uint32_t offset[WARP_LANES])
{
    lane_mask outside = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        bool out = address[i] + bytes > region->bytes || address[i] > region->bytes;
        outside |= out ? (lane_mask)1 << i : 0;
        offset[i] = (uint32_t)address[i] + i * region->lane_stride;
    }
    return outside;
}

/* Offsets of the lanes from region.base; false with the fault set if one is outside. */
static bool place(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                  const struct region *region, struct issued *out, uint32_t offset[WARP_LANES])
{
    uint64_t bytes = (uint64_t)op->element_bytes * op->elements;
    lane_mask outside = offsets_in(region, out->address, bytes, offset) & lanes;
    if (outside == 0)
        return true;
    g_autofree char *what =
        g_strdup_printf("outside the %" G_GUINT64_FORMAT " bytes there are:", region->bytes);
    return fail(w, out, (unsigned)__builtin_ctz(outside), op, what);
}

bool exec_load_parameter(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    out->space = SPACE_PARAM;
    uint64_t raw = 0;
    memcpy(&raw, w->block->launch->params + op->immediate, op->element_bytes);
    raw = exec_extend(op->source_type, raw);
    if (op->destination[0].bits == 64)
        fill_longs(exec_destination(op, state, 0), lanes, raw);
    else
        fill_words(exec_destination(op, state, 0), lanes, (uint32_t)raw);
    return true;
}

bool exec_load(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out)
{
    if (lanes == 0)
        return true;
    if (!locate(op, w, lanes, out))
        return false;
    if (out->space == SPACE_GLOBAL)
        return true;
    uint32_t offset[WARP_LANES];
    struct region region = region_of(w, out->space);
    if (!place(op, w, lanes, &region, out, offset))
        return false;
    exec_write_loaded(op, exec_state_of(w), lanes, region.base, offset);
    return true;
}

static void report_values(const struct exec_op *op, const struct exec_state *state,
                          struct issued *out)
{
    for (unsigned k = 1; k < op->n_sources; k++)
        out->value[k - 1] = (struct lane_operand){exec_source(op, state, k), op->source[k].bytes};
}

static bool writable(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                     struct issued *out)
{
    if (out->space != SPACE_CONST && out->space != SPACE_PARAM)
        return true;
    return fail(w, out, (unsigned)__builtin_ctz(lanes), op, "write to");
}

bool exec_store(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out)
{
    if (lanes == 0)
        return true;
    report_values(op, exec_state_of(w), out);
    if (!locate(op, w, lanes, out) || !writable(op, w, lanes, out))
        return false;
    if (out->space == SPACE_GLOBAL)
        return true;
    uint32_t offset[WARP_LANES];
    struct region region = region_of(w, out->space);
    if (!place(op, w, lanes, &region, out, offset))
        return false;
    EACH_LANE (i, lanes)
        for (unsigned k = 0; k < op->elements; k++)
            memcpy(region.base + offset[i] + k * op->element_bytes,
                   out->value[k].base + i * out->value[k].stride, op->element_bytes);
    return true;
}

bool exec_atomic(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    if (lanes == 0)
        return true;
    struct exec_state *state = exec_state_of(w);
    report_values(op, state, out);
    if (!locate(op, w, lanes, out) || !writable(op, w, lanes, out))
        return false;
    if (out->space == SPACE_GLOBAL)
        return true;
    if (out->space == SPACE_LOCAL)
        return fail(w, out, (unsigned)__builtin_ctz(lanes), op,
                    "atomics only on global and shared:");
    uint32_t offset[WARP_LANES];
    struct region region = region_of(w, out->space);
    if (!place(op, w, lanes, &region, out, offset))
        return false;
    EACH_LANE (i, lanes) {
        uint64_t a = exec_lane(&op->source[1], state, i);
        uint64_t b = op->n_sources > 2 ? exec_lane(&op->source[2], state, i) : 0;
        uint64_t old = atomic_apply(op->atomic_op, op->atomic_type, region.base + offset[i], a, b);
        if (op->n_destinations > 0 && op->destination[0].bits != 0)
            exec_set_lane(op, state, 0, i, old);
    }
    return true;
}
