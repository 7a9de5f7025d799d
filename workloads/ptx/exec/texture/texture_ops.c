/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/texture/texture_ops.h"
#include "base/float_bits.h"
#include "workloads/ptx/exec/texture/filter_lanes.h"
#include "workloads/ptx/exec/texture/texture_channels.h"
#include "workloads/ptx/exec/texture/texture_lanes.h"

#include <glib.h>
#include <string.h>

enum { TEXEL_BYTES_MAX = 16 };

static bool fault(struct issued *out, unsigned lane, char *text)
{
    out->fault = text;
    out->fault_lane = (uint8_t)lane;
    return false;
}

const struct texture *exec_texture_of(const struct exec_op *op, const struct warp_context *w,
                                      unsigned lane, bool surface, struct texture_memo *memo,
                                      struct issued *out)
{
    const struct launch_services *services = w->block->launch->services;
    const uint64_t operand =
        exec_lane(&op->source[0], exec_state_of(w), lane) + (uint64_t)op->immediate;
    if (memo->texture && memo->operand == operand)
        return memo->texture;
    const bool any = services && services->texture;
    memo->texture = any ? services->texture(services->data, w->block->launch, operand) : NULL;
    memo->operand = operand;
    if (memo->texture && (memo->texture->surface != 0) == surface)
        return memo->texture;
    memo->texture = NULL;
    fault(out, lane,
          g_strdup_printf("0x%" G_GINT64_MODIFIER "x names no %s", operand,
                          surface ? "surface" : "texture"));
    return NULL;
}

/* ---- tex and tld4 --------------------------------------------------------------------------- */

/* Reads the texels and writes the lane's channels; false if memory has no such texel. */
static bool finish_lane(const struct exec_op *op, struct warp_context *w, unsigned lane,
                        const struct texture *texture, const struct texture_fetch *fetch,
                        bool gather, struct issued *out)
{
    const struct launch_services *services = w->block->launch->services;
    uint8_t texels[TEXTURE_CORNERS * TEXEL_BYTES_MAX];
    uint32_t channels[4];
    unsigned bytes = texture_texel_bytes(texture);
    int touched = -1;
    for (unsigned k = fetch->n; k-- > 0;) {
        if (!fetch->inside[k])
            continue;
        if (!services->read(services->data, fetch->address[k], texels + k * bytes, bytes))
            return fault(out, lane,
                         g_strdup_printf("reads a texel of %u bytes at 0x%" G_GINT64_MODIFIER
                                         "x, which no allocation holds",
                                         bytes, fetch->address[k]));
        touched = (int)k;
    }
    if (gather)
        texture_gather(texture, fetch, texels, op->variant >> TEXTURE_CHANNEL_SHIFT, channels);
    else
        texture_combine(texture, fetch, texels, channels);
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0)
            exec_set_lane(op, exec_state_of(w), k, lane, channels[k]);
    if (touched >= 0)
        out->address[lane] = fetch->address[touched];
    else
        out->active &= ~((lane_mask)1 << lane);
    return true;
}

enum texture_read { READ_INDEX, READ_SAMPLE, READ_GATHER };

static void locate(const struct exec_op *op, const struct exec_state *state, unsigned lane,
                   enum texture_read read, const struct texture *texture,
                   struct texture_fetch *fetch)
{
    struct texture_point point = {.layer = 0};
    int32_t index[3] = {0};
    const struct exec_operand *next = &op->source[1];
    if (op->variant & TEXTURE_IS_LAYERED)
        point.layer = (uint32_t)exec_lane(next++, state, lane);
    for (unsigned d = 0; d < (op->variant & TEXTURE_COORDINATES); d++) {
        index[d] = (int32_t)exec_lane(next++, state, lane);
        point.at[d] = float_of_bits((uint32_t)index[d]);
    }
    if (read == READ_INDEX)
        texture_fetch_at(texture, index, point.layer, fetch);
    else if (read == READ_GATHER)
        texture_gather_at(texture, &point, fetch);
    else
        texture_sample_at(texture, &point, fetch);
}

/* Whether texels are in memory: they are. */
static void tell_resident(const struct exec_op *op, struct warp_context *w, lane_mask lanes)
{
    struct exec_operand resident;
    if (op->target == 0)
        return;
    memcpy(&resident, exec_kernel_of(w)->constants + op->target - 1, sizeof resident);
    uint8_t *registers = (uint8_t *)exec_state_of(w)->base[BASE_REGISTERS];
    *(lane_mask *)(void *)(registers + resident.offset) |= lanes;
}

/* Whether fetches are one texel each, whose channels are returned as they lie there, integers
 * widened. */
static bool is_plain(const struct texture *texture, bool by_index)
{
    const bool as_it_is =
        texture->texel == TEXEL_FLOAT ? texture->channel_bits == 32 : !texture->normalized_read;
    return as_it_is && !texture->surface && !texture->cube && texture->depth == 0 &&
           texture->pitch <= UINT32_MAX && (by_index || texture->filter == TEXTURE_FILTER_POINT) &&
           texture->width > 0;
}

/* Bytes from the first texel to the last one. */
static uint64_t span_of(const struct texture *texture)
{
    return (texture->height > 0 ? (texture->height - 1) * texture->pitch : 0) +
           texture->width * texture_texel_bytes(texture);
}

static bool all_name(const struct exec_op *op, const struct exec_state *state, lane_mask lanes,
                     uint64_t name)
{
    uint64_t differ = 0;
    if (op->source[0].bytes == sizeof name)
        return texture_all_name(exec_source(op, state, 0), lanes, name);
    EACH_LANE (i, lanes)
        differ |= exec_lane(&op->source[0], state, i) ^ name;
    return differ == 0;
}

/* The texture that all lanes name, if fetches can be done for all at once; NULL. */
static const struct texture *common_texture(const struct exec_op *op, const struct warp_context *w,
                                            lane_mask lanes, enum texture_read read)
{
    const struct launch_services *services = w->block->launch->services;
    const struct exec_state *state = exec_state_of(w);
    if (lanes == 0 || read == READ_GATHER || !services || !services->at || !services->texture ||
        op->variant & (TEXTURE_IS_CUBE | TEXTURE_IS_LAYERED) ||
        (op->variant & TEXTURE_COORDINATES) > 2)
        return NULL;
    const uint64_t name = exec_lane(&op->source[0], state, (unsigned)__builtin_ctz(lanes));
    const struct texture *texture =
        !all_name(op, state, lanes, name)
            ? NULL
            : services->texture(services->data, w->block->launch, name + (uint64_t)op->immediate);
    const unsigned dimensions = texture && texture->height > 0 ? 2 : 1;
    const bool may = texture && (is_plain(texture, read == READ_INDEX) ||
                                 (read == READ_SAMPLE && texture_filters_lanes(texture)));
    return may && (op->variant & TEXTURE_COORDINATES) >= dimensions ? texture : NULL;
}

/* Each lane's channels are those of one texel. Returns the lanes that read one, and where. */
static lane_mask fetch_plain(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                             const struct texture *texture, bool by_index,
                             const uint32_t *const coordinates[2], const uint8_t *texels,
                             uint64_t offset[WARP_LANES])
{
    uint32_t outside[4];
    const lane_mask inside = texture_offsets(texture, by_index, coordinates, lanes, offset);
    if (lanes & ~inside || texture->channels < op->n_destinations) {
        const struct texture_fetch border = {.n = 1, .weight = {1}};
        texture_combine(texture, &border, NULL, outside);
    }
    for (unsigned k = 0; k < op->n_destinations; k++) {
        uint32_t *to = exec_destination(op, state, k);
        const lane_mask there = k < texture->channels ? inside : 0;
        if (op->destination[k].bits == 0)
            continue;
        if (lanes & ~there)
            texture_fill(to, lanes & ~there, outside[k]);
        texture_read_channel(to, texture, k, there, texels, offset);
    }
    return inside;
}

/* The same of channels that are filtered. */
static lane_mask fetch_filtered(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                                const struct texture *texture, const uint32_t *const coordinates[2],
                                const uint8_t *texels, uint64_t offset[WARP_LANES])
{
    float channels[4][WARP_LANES];
    memset(offset, 0, WARP_LANES * sizeof *offset);
    const lane_mask inside = texture_filter_lanes(texture, coordinates, lanes, texels,
                                                  op->n_destinations, channels, offset);
    for (unsigned k = 0; k < op->n_destinations; k++) {
        uint32_t *to = exec_destination(op, state, k);
        if (op->destination[k].bits == 0)
            continue;
        if (lanes == ALL_LANES)
            memcpy(to, channels[k], sizeof channels[k]);
        else
            EACH_LANE (i, lanes)
                to[i] = float_bits(channels[k][i]);
    }
    return inside;
}

/* All lanes at once, which most instructions allow. False: not this one. */
static bool run_together(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out, enum texture_read read)
{
    const struct texture *texture = common_texture(op, w, lanes, read);
    struct exec_state *state = exec_state_of(w);
    const uint32_t *coordinates[2] = {NULL, NULL};
    uint64_t offset[WARP_LANES];
    if (!texture)
        return false;
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0 && op->destination[k].bits != 32)
            return false;
    const struct launch_services *services = w->block->launch->services;
    const uint8_t *texels = services->at(services->data, texture->address, span_of(texture));
    if (!texels)
        return false;
    for (unsigned d = 0; d < (op->variant & TEXTURE_COORDINATES); d++) {
        if (op->source[1 + d].bytes != 4)
            return false;
        coordinates[d] = exec_source(op, state, 1 + d);
    }
    const lane_mask inside =
        is_plain(texture, read == READ_INDEX)
            ? fetch_plain(op, state, lanes, texture, read == READ_INDEX, coordinates, texels,
                          offset)
            : fetch_filtered(op, state, lanes, texture, coordinates, texels, offset);
    texture_addresses(out->address, texture->address, offset); /* outside they mean nothing */
    out->active &= ~(lanes & ~inside);
    out->element_bytes = (uint8_t)texture_texel_bytes(texture);
    return true;
}

static bool run(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out, enum texture_read read)
{
    out->taken = lanes; /* those that meet the border read nothing, but run */
    const struct exec_state *state = exec_state_of(w);
    struct texture_memo memo = {.operand = 0};
    out->space = SPACE_TEXTURE;
    out->elements = 1;
    if (run_together(op, w, lanes, out, read)) {
        tell_resident(op, w, lanes);
        return true;
    }
    EACH_LANE (i, lanes) {
        const struct texture *texture = exec_texture_of(op, w, i, false, &memo, out);
        struct texture_fetch fetch;
        if (!texture)
            return false;
        if ((texture->cube != 0) != ((op->variant & TEXTURE_IS_CUBE) != 0))
            return fault(out, i,
                         g_strdup_printf("%s: the texture is %s cube map", op->text,
                                         texture->cube ? "a" : "no"));
        out->element_bytes = (uint8_t)texture_texel_bytes(texture);
        locate(op, state, i, read, texture, &fetch);
        if (!finish_lane(op, w, i, texture, &fetch, read == READ_GATHER, out))
            return false;
    }
    tell_resident(op, w, lanes);
    return true;
}

bool exec_texture_fetch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    return run(op, w, lanes, out, READ_INDEX);
}

bool exec_texture_sample(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    return run(op, w, lanes, out, READ_SAMPLE);
}

bool exec_texture_gather(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    return run(op, w, lanes, out, READ_GATHER);
}

/* ---- txq and suq ---------------------------------------------------------------------------- */

/* The numbers are OpenCL's, as PTX has them. Source: PTX ISA, "Channel Data Type and Channel Order
 * Fields". */
static uint32_t channel_type(const struct texture *texture)
{
    enum { SNORM_8 = 0x10d0, UNORM_8 = 0x10d2, SIGNED_8 = 0x10d7, UNSIGNED_8 = 0x10da };
    enum { HALF = 0x10dd, FLOAT = 0x10de };
    const uint32_t size = texture->channel_bits == 8 ? 0 : texture->channel_bits == 16 ? 1 : 2;
    if (texture->texel == TEXEL_FLOAT)
        return size == 1 ? HALF : FLOAT;
    if (texture->normalized_read)
        return (texture->texel == TEXEL_SIGNED ? SNORM_8 : UNORM_8) + size;
    return (texture->texel == TEXEL_SIGNED ? SIGNED_8 : UNSIGNED_8) + size;
}

static uint32_t channel_order(const struct texture *texture)
{
    enum { ORDER_R = 0x10b0, ORDER_RG = 0x10b2, ORDER_RGBA = 0x10b5 };
    return texture->channels == 1 ? ORDER_R : texture->channels == 2 ? ORDER_RG : ORDER_RGBA;
}

/* wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border are 0 to 4. */
static uint32_t address_mode(const struct texture *texture, unsigned dimension)
{
    static const uint8_t numbers[] = {[TEXTURE_ADDRESS_WRAP] = 0,
                                      [TEXTURE_ADDRESS_MIRROR] = 1,
                                      [TEXTURE_ADDRESS_CLAMP] = 3,
                                      [TEXTURE_ADDRESS_BORDER] = 4};
    return numbers[texture->address_mode[dimension]];
}

static uint32_t answer(const struct texture *texture, enum texture_query query)
{
    switch (query) {
    case QUERY_WIDTH:
        return (uint32_t)texture->width;
    case QUERY_HEIGHT:
        return (uint32_t)texture->height;
    case QUERY_DEPTH:
        return texture->layered || texture->cube ? 0 : (uint32_t)texture->depth;
    case QUERY_ARRAY_SIZE:
        return texture->layered ? (uint32_t)texture_layers(texture) : 0;
    case QUERY_CHANNEL_TYPE:
        return channel_type(texture);
    case QUERY_CHANNEL_ORDER:
        return channel_order(texture);
    case QUERY_NORMALIZED:
        return texture->normalized_coordinates;
    case QUERY_UNNORMALIZED:
        return !texture->normalized_coordinates;
    case QUERY_MIPMAP_LEVELS:
    case QUERY_SAMPLES:
        return 1;
    case QUERY_FILTER:
        return texture->filter;
    case QUERY_MEMORY_LAYOUT: /* arrays are not linear memory */
        return texture->linear_memory;
    default:
        return address_mode(texture, query - QUERY_ADDRESS_MODE_0);
    }
}

static bool ask(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out, bool surface)
{
    struct texture_memo memo = {.operand = 0};
    EACH_LANE (i, lanes) {
        const struct texture *texture = exec_texture_of(op, w, i, surface, &memo, out);
        if (!texture)
            return false;
        exec_set_lane(op, exec_state_of(w), 0, i, answer(texture, op->variant));
    }
    return true;
}

bool exec_texture_query(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    return ask(op, w, lanes, out, false);
}

bool exec_surface_query(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    return ask(op, w, lanes, out, true);
}
