/* SPDX-License-Identifier: BSD-3-Clause */
/* Where an access goes; see addresses.h. */
#include "workloads/ptx/exec/actions/addresses.h"
#include "base/vector_clones.h"
#include "workloads/cluster.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <glib.h>
#include <string.h>

static const char *space_name(uint8_t space)
{
    static const char *const names[] = {[SPACE_GLOBAL] = "global",
                                        [SPACE_SHARED] = "shared",
                                        [SPACE_LOCAL] = "local",
                                        [SPACE_CONST] = "const",
                                        [SPACE_PARAM] = "param",
                                        [SPACE_GENERIC] = "generic",
                                        [SPACE_CLUSTER] = "shared::cluster"};
    return names[space];
}

bool exec_bad_address(const struct exec_op *op, struct issued *out, unsigned lane,
                      enum fault_kind kind, const char *what)
{
    out->fault_lane = (uint8_t)lane;
    out->fault_kind = (uint8_t)kind;
    out->fault = g_strdup_printf("%s: %u bytes at %s address 0x%" G_GINT64_MODIFIER "x: %s",
                                 op->text, op->element_bytes * op->elements, space_name(out->space),
                                 out->address[lane], what);
    return false;
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

/* Bits of `low` that are set in the address of any of the lanes. */
VECTOR_CLONES static uint64_t low_bits(const uint64_t address[WARP_LANES], lane_mask lanes,
                                       uint64_t low)
{
    uint64_t odd = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        odd |= lanes >> i & 1 ? address[i] & low : 0;
    return odd;
}

VECTOR_CLONES static bool all_at_stride(const uint64_t address[WARP_LANES], uint64_t stride)
{
    uint64_t differences = 0;
    for (unsigned i = 1; i < WARP_LANES; i++)
        differences |= (address[i] - address[i - 1]) ^ stride;
    return differences == 0;
}

/* Most accesses of all lanes are, and the last address rules most others out. */
static void find_stride(lane_mask lanes, struct issued *out)
{
    const uint64_t *address = out->address;
    const uint64_t stride = address[1] - address[0];
    if (lanes != ALL_LANES || address[WARP_LANES - 1] - address[0] != (WARP_LANES - 1) * stride)
        return;
    out->regular = all_at_stride(address, stride);
    out->stride = stride;
}

static bool check_alignment(const struct exec_op *op, lane_mask lanes, struct issued *out)
{
    uint64_t low = (uint64_t)op->element_bytes * op->elements - 1;
    if (out->regular && ((out->address[0] | out->stride) & low) == 0)
        return true;
    if (low_bits(out->address, lanes, low) == 0)
        return true;
    EACH_LANE (i, lanes)
        if (out->address[i] & low)
            return exec_bad_address(op, out, i, FAULT_MISALIGNED, "misaligned");
    return true;
}

bool exec_locate(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    const struct exec_state *state = exec_state_of(w);
    if (op->source[0].bytes == 8)
        add_to_longs(out->address, exec_source(op, state, 0), (uint64_t)op->immediate);
    else
        add_to_words(out->address, exec_source(op, state, 0), (uint32_t)op->immediate);
    out->space = op->space;
    out->element_bytes = op->element_bytes;
    out->elements = op->elements;
    find_stride(lanes, out);
    return check_alignment(op, lanes, out);
}

static uint8_t space_of_generic(uint64_t address)
{
    static const uint8_t spaces[] = {[WINDOW_SHARED] = SPACE_SHARED,
                                     [WINDOW_LOCAL] = SPACE_LOCAL,
                                     [WINDOW_CONST] = SPACE_CONST,
                                     [WINDOW_PARAM] = SPACE_PARAM};
    if (address >= GLOBAL_BASE)
        return SPACE_GLOBAL;
    uint64_t window = address >> WINDOW_SHIFT;
    return window < G_N_ELEMENTS(spaces) ? spaces[window] : SPACE_NONE;
}

VECTOR_CLONES static lane_mask global_lanes(const uint64_t address[WARP_LANES])
{
    lane_mask found = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        found |= address[i] >= GLOBAL_BASE ? (lane_mask)1 << i : 0;
    return found;
}

/* Of the lanes whose addresses lie in the shared memory of the cluster: first those of the own
 * block, whose addresses become offsets; else all, which are other blocks'. */
static lane_mask resolve_cluster(const struct warp_context *w, struct issued *out, lane_mask lanes)
{
    lane_mask own = 0;
    EACH_LANE (i, lanes)
        own |= (lane_mask)(cluster_address_rank((uint32_t)out->address[i], w->block->rank) ==
                           w->block->rank)
               << i;
    out->space = own ? SPACE_SHARED : SPACE_CLUSTER;
    EACH_LANE (i, own ? own : lanes) {
        const uint32_t address = (uint32_t)out->address[i];
        out->address[i] = own ? cluster_address_offset(address) : address;
    }
    return own ? own : lanes;
}

/* Of addresses in other blocks' shared memory. */
static bool check_cluster(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                          struct issued *out)
{
    const struct launch *launch = w->block->launch;
    const uint64_t bytes = (uint64_t)op->element_bytes * op->elements;
    const uint64_t size = (uint64_t)w->code->static_shared_bytes + launch->dynamic_shared_bytes;
    EACH_LANE (i, lanes) {
        const uint32_t address = (uint32_t)out->address[i];
        if (cluster_address_rank(address, 0) >= cluster_blocks(launch))
            return exec_bad_address(op, out, i, FAULT_RANGE,
                                    "the cluster has no block of this rank");
        if (cluster_address_offset(address) + bytes > size)
            return exec_bad_address(op, out, i, FAULT_RANGE, "outside the block's shared memory");
    }
    return true;
}

/* The space of some of the lanes, those that are not global first, whose addresses become ones in
 * that space. */
static lane_mask resolve_generic(const struct warp_context *w, struct issued *out, lane_mask lanes)
{
    lane_mask others = lanes & ~global_lanes(out->address), found = 0;
    out->space = SPACE_GLOBAL;
    if (others == 0)
        return lanes;
    out->space = space_of_generic(out->address[__builtin_ctz(others)]);
    EACH_LANE (i, others)
        found |= (lane_mask)(space_of_generic(out->address[i]) == out->space) << i;
    if (out->space == SPACE_SHARED)
        return resolve_cluster(w, out, found);
    if (out->space != SPACE_NONE)
        EACH_LANE (i, found)
            out->address[i] = (uint32_t)out->address[i];
    return found;
}

static struct exec_region region_of(const struct warp_context *w, uint8_t space)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct launch *launch = w->block->launch;
    switch (space) {
    case SPACE_SHARED:
        return (struct exec_region){
            w->block->shared, (uint64_t)w->code->static_shared_bytes + launch->dynamic_shared_bytes,
            0};
    case SPACE_LOCAL:
        return (struct exec_region){(uint8_t *)w->state + kernel->local_offset,
                                    w->code->local_bytes_per_thread, kernel->local_stride};
    case SPACE_CONST:
        return (struct exec_region){(uint8_t *)kernel->const_image, kernel->const_bytes, 0};
    case SPACE_PARAM:
        return (struct exec_region){(uint8_t *)launch->params, w->code->param_bytes, 0};
    default:
        return (struct exec_region){NULL, 0, 0};
    }
}

/* Offsets of all lanes from region.base. Returns the lanes whose bytes are not all inside. */
VECTOR_CLONES static lane_mask offsets_in(const struct exec_region *region,
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

/* Shared and local addresses have 32 bits: a register's others count for nothing (PTX ISA 8.6,
 * "Addresses as Operands"). Compilers leave some there where an index of 32 bits wraps around. */
static lane_mask truncate_addresses(const struct exec_place *place, struct issued *out)
{
    lane_mask changed = 0;
    if (out->space != SPACE_SHARED && out->space != SPACE_LOCAL)
        return 0;
    EACH_LANE (i, place->lanes)
        if (out->address[i] > UINT32_MAX) {
            out->address[i] = (uint32_t)out->address[i];
            changed |= (lane_mask)1 << i;
        }
    return changed;
}

bool exec_next_place(const struct exec_op *op, const struct warp_context *w, lane_mask *left,
                     struct issued *out, struct exec_place *place)
{
    place->lanes = *left;
    out->space = op->space;
    if (op->space == SPACE_GENERIC)
        place->lanes = resolve_generic(w, out, *left);
    else if (op->space == SPACE_CLUSTER)
        place->lanes = resolve_cluster(w, out, *left);
    else if (op->space == SPACE_CONST && out->address[__builtin_ctz(*left)] >= GLOBAL_BASE)
        out->space = SPACE_GLOBAL;
    *left &= ~place->lanes;
    place->space = out->space;
    if (out->space == SPACE_GLOBAL)
        return true;
    if (out->space == SPACE_CLUSTER)
        return check_cluster(op, w, place->lanes, out);
    unsigned first = (unsigned)__builtin_ctz(place->lanes);
    if (out->space == SPACE_NONE) {
        out->space = SPACE_GENERIC;
        return exec_bad_address(op, out, first, FAULT_NOWHERE, "there is no memory");
    }
    place->region = region_of(w, out->space);
    uint64_t bytes = (uint64_t)op->element_bytes * op->elements;
    lane_mask outside =
        offsets_in(&place->region, out->address, bytes, place->offset) & place->lanes;
    if (outside != 0 && truncate_addresses(place, out) != 0)
        outside = offsets_in(&place->region, out->address, bytes, place->offset) & place->lanes;
    if (outside == 0)
        return true;
    g_autofree char *what =
        g_strdup_printf("outside the %" G_GUINT64_FORMAT " bytes there are", place->region.bytes);
    return exec_bad_address(op, out, (unsigned)__builtin_ctz(outside), FAULT_RANGE, what);
}

bool exec_read_generic(const struct warp_context *w, unsigned lane, uint64_t address, void *bytes,
                       size_t n)
{
    uint8_t space = space_of_generic(address);
    if (space == SPACE_GLOBAL) {
        const struct launch_services *services = w->block->launch->services;
        return services != NULL && services->read(services->data, address, bytes, n);
    }
    struct exec_region region = region_of(w, space);
    uint64_t at = (uint32_t)address;
    if (at + n > region.bytes)
        return false;
    memcpy(bytes, region.base + (size_t)lane * region.lane_stride + at, n);
    return true;
}

bool exec_write_private(const struct warp_context *w, unsigned lane, uint64_t address,
                        const void *bytes, size_t n)
{
    const uint8_t space = space_of_generic(address);
    if (space != SPACE_LOCAL && space != SPACE_SHARED)
        return false;
    const struct exec_region region = region_of(w, space);
    const uint64_t at = (uint32_t)address;
    if (at + n > region.bytes)
        return false;
    memcpy(region.base + (size_t)lane * region.lane_stride + at, bytes, n);
    return true;
}
