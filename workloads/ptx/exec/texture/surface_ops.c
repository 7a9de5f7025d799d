/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/texture/surface_ops.h"
#include "workloads/ptx/exec/texture/texture_ops.h"
#include "workloads/texture.h"

#include <glib.h>
#include <string.h>

static const struct surface_access *access_of(const struct exec_op *op,
                                              const struct warp_context *w)
{
    return (const struct surface_access *)(const void *)(exec_kernel_of(w)->constants + op->target);
}

/* Coordinates of a lane: of bytes, rows, slices. */
struct spot {
    int64_t at[3];
};

/* How far each coordinate may go, for an access of so many bytes, which is aligned. */
static struct spot limits_of(const struct texture *surface, unsigned bytes)
{
    const int64_t fit = (int64_t)(surface->width * texture_texel_bytes(surface) / bytes);
    return (struct spot){{(fit - 1) * (int64_t)bytes,
                          surface->height ? (int64_t)surface->height - 1 : 0,
                          surface->depth ? (int64_t)surface->depth - 1 : 0}};
}

static struct spot spot_of(const struct surface_access *access, const struct exec_state *state,
                           unsigned lane, unsigned texel_bytes)
{
    struct spot spot = {{0}};
    for (unsigned d = 0; d < 3; d++)
        if (access->has[d])
            spot.at[d] = (int32_t)exec_lane(&access->at[d], state, lane);
    if (access->samples)
        spot.at[0] *= texel_bytes;
    return spot;
}

static char *describe(const struct exec_op *op, const struct texture *surface,
                      const struct spot *spot)
{
    return g_strdup_printf("%s: byte %" G_GINT64_FORMAT ", row %" G_GINT64_FORMAT
                           ", slice %" G_GINT64_FORMAT
                           " is outside of the surface: rows of %" G_GUINT64_FORMAT
                           " bytes, %" G_GUINT64_FORMAT " of them, %" G_GUINT64_FORMAT " slices",
                           op->text, spot->at[0], spot->at[1], spot->at[2],
                           surface->width * texture_texel_bytes(surface), MAX(surface->height, 1),
                           MAX(surface->depth, 1));
}

static bool fault(struct issued *out, unsigned lane, char *text)
{
    out->fault = text;
    out->fault_lane = (uint8_t)lane;
    return false;
}

enum found { FOUND, OUTSIDE, FAULT };

/* The address of a lane's texel. */
static enum found locate(const struct exec_op *op, const struct surface_access *access,
                         const struct texture *surface, struct spot spot, unsigned bytes,
                         unsigned lane, struct issued *out)
{
    const struct spot last = limits_of(surface, bytes);
    const struct spot asked = spot;
    bool inside = true;
    for (unsigned d = 0; d < 3; d++) {
        inside &= spot.at[d] >= 0 && spot.at[d] <= last.at[d];
        spot.at[d] = MAX(MIN(spot.at[d], last.at[d]), 0);
    }
    if (asked.at[0] % bytes != 0) {
        out->fault_kind = FAULT_MISALIGNED;
        fault(out, lane,
              g_strdup_printf("%s: byte %" G_GINT64_FORMAT " of a row: misaligned", op->text,
                              asked.at[0]));
        return FAULT;
    }
    if (!inside && access->clamp == SURFACE_TRAP) {
        fault(out, lane, describe(op, surface, &asked));
        return FAULT;
    }
    out->address[lane] = surface->address + (uint64_t)spot.at[0] +
                         (uint64_t)spot.at[1] * surface->pitch +
                         (uint64_t)spot.at[2] * surface->slice;
    return (inside || access->clamp == SURFACE_CLAMP) && last.at[0] >= 0 ? FOUND : OUTSIDE;
}

/* Sets out->address of the lanes inside, and out->active to them. */
static bool locate_lanes(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    const struct surface_access *access = access_of(op, w);
    const struct exec_state *state = exec_state_of(w);
    struct texture_memo memo = {.operand = 0};
    out->space = SPACE_GLOBAL;
    out->element_bytes = op->element_bytes;
    out->elements = op->elements;
    out->active = 0;
    out->taken = lanes; /* those outside read nothing, but run */
    EACH_LANE (i, lanes) {
        const struct texture *surface = exec_texture_of(op, w, i, true, &memo, out);
        if (!surface)
            return false;
        const unsigned texel = texture_texel_bytes(surface);
        const unsigned own = op->element_bytes * op->elements;
        const unsigned bytes = access->samples ? texel : own;
        if (access->samples && own > 1 && own != texel) /* sust.p says 1: any texel will do */
            return fault(
                out, i, g_strdup_printf("%s: the surface's texels have %u bytes", op->text, texel));
        const struct spot spot = spot_of(access, state, i, texel);
        const enum found found = locate(op, access, surface, spot, bytes, i, out);
        if (found == FAULT)
            return false;
        if (found == FOUND)
            out->active |= (lane_mask)1 << i;
    }
    return true;
}

bool exec_surface_load(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    if (!locate_lanes(op, w, lanes, out))
        return false;
    EACH_LANE (i, lanes & ~out->active)
        for (unsigned k = 0; k < op->n_destinations; k++)
            if (op->destination[k].bits != 0)
                exec_set_lane(op, exec_state_of(w), k, i, 0);
    return true;
}

static void report_values(const struct exec_op *op, const struct exec_state *state,
                          struct issued *out)
{
    for (unsigned k = 1; k < op->n_sources; k++)
        out->value[k - 1] = (struct lane_operand){exec_source(op, state, k), op->source[k].bytes};
}

bool exec_surface_store(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    report_values(op, exec_state_of(w), out);
    return locate_lanes(op, w, lanes, out);
}

bool exec_surface_store_texels(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                               struct issued *out)
{
    const struct exec_state *state = exec_state_of(w);
    uint32_t *texels = (uint32_t *)(void *)((uint8_t *)w->state + access_of(op, w)->texels_at);
    struct texture_memo memo = {.operand = 0};
    const struct texture *surface = NULL;
    if (!locate_lanes(op, w, lanes, out))
        return false;
    EACH_LANE (i, lanes) {
        const struct texture *of_lane = exec_texture_of(op, w, i, true, &memo, out);
        uint32_t channels[4] = {0}, texel[4] = {0};
        if (surface && texture_texel_bytes(surface) != texture_texel_bytes(of_lane))
            return fault(out, i, g_strdup_printf("%s: surfaces of different texels", op->text));
        surface = of_lane;
        for (unsigned k = 1; k < op->n_sources; k++)
            channels[k - 1] = (uint32_t)exec_lane(&op->source[k], state, i);
        texture_pack(surface, channels, (uint8_t *)texel);
        for (unsigned k = 0; k < 4; k++)
            texels[k * WARP_LANES + i] = texel[k];
    }
    const unsigned bytes = surface ? texture_texel_bytes(surface) : 4;
    out->element_bytes = (uint8_t)MIN(bytes, 4);
    out->elements = (uint8_t)(bytes / out->element_bytes);
    for (unsigned k = 0; k < 4; k++)
        out->value[k] = (struct lane_operand){(const uint8_t *)(texels + k * WARP_LANES), 4};
    return true;
}
