/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/texture_ops.h"
#include "base/float_bits.h"
#include "workloads/texture.h"

#include <glib.h>
#include <string.h>

enum { TEXEL_BYTES_MAX = 16 };

static bool fault(struct issued *out, unsigned lane, char *text)
{
    out->fault = text;
    out->fault_lane = (uint8_t)lane;
    return false;
}

/* The lane's texture: mostly the same one as the lane's before it. */
static const struct texture *texture_of(const struct warp_context *w, uint64_t operand,
                                        const struct texture *known, uint64_t known_operand)
{
    const struct launch_services *services = w->block->launch->services;
    if (known != NULL && operand == known_operand)
        return known;
    return services != NULL && services->texture != NULL
               ? services->texture(services->data, operand)
               : NULL;
}

/* Reads the texels and writes the lane's channels; false if memory has no such texel. */
static bool finish_lane(const struct exec_op *op, struct warp_context *w, unsigned lane,
                        const struct texture *texture, const struct texture_fetch *fetch,
                        struct issued *out)
{
    const struct launch_services *services = w->block->launch->services;
    uint8_t texels[TEXTURE_CORNERS * TEXEL_BYTES_MAX];
    uint32_t channels[4];
    unsigned bytes = texture_texel_bytes(texture);
    for (unsigned k = 0; k < fetch->n; k++)
        if (fetch->inside[k] &&
            !services->read(services->data, fetch->address[k], texels + k * bytes, bytes))
            return fault(out, lane,
                         g_strdup_printf("reads a texel of %u bytes at 0x%" G_GINT64_MODIFIER
                                         "x, which no allocation holds",
                                         bytes, fetch->address[k]));
    texture_combine(texture, fetch, texels, channels);
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0)
            exec_set_lane(op, exec_state_of(w), k, lane, channels[k]);
    if (fetch->inside[0])
        out->address[lane] = fetch->address[0];
    else
        out->active &= ~((lane_mask)1 << lane);
    return true;
}

static void locate(const struct exec_op *op, const struct exec_state *state, unsigned lane,
                   bool sample, const struct texture *texture, struct texture_fetch *fetch)
{
    uint64_t x = exec_lane(&op->source[1], state, lane);
    if (!sample) {
        texture_fetch_at(texture, (int32_t)x, fetch);
        return;
    }
    uint64_t y = op->n_sources > 2 ? exec_lane(&op->source[2], state, lane) : 0;
    texture_sample_at(texture, float_of_bits((uint32_t)x), float_of_bits((uint32_t)y), fetch);
}

static bool run(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out, bool sample)
{
    const struct exec_state *state = exec_state_of(w);
    const struct texture *texture = NULL;
    uint64_t operand = 0;
    out->space = SPACE_TEXTURE;
    out->elements = 1;
    EACH_LANE (i, lanes) {
        uint64_t named = exec_lane(&op->source[0], state, i) + (uint64_t)op->immediate;
        texture = texture_of(w, named, texture, operand);
        operand = named;
        if (!texture)
            return fault(out, i,
                         g_strdup_printf("0x%" G_GINT64_MODIFIER "x names no texture", named));
        struct texture_fetch fetch;
        out->element_bytes = (uint8_t)texture_texel_bytes(texture);
        locate(op, state, i, sample, texture, &fetch);
        if (!finish_lane(op, w, i, texture, &fetch, out))
            return false;
    }
    return true;
}

bool exec_texture_fetch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    return run(op, w, lanes, out, false);
}

bool exec_texture_sample(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    return run(op, w, lanes, out, true);
}
