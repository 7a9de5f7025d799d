/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of textures (tex, tld4, txq) and surfaces (suld, sust, sured, suq). */
#include "workloads/atomic.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/exec/texture/surface_ops.h"
#include "workloads/ptx/exec/texture/texture_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* Makes the op an action whose source 0 names the texture or surface of an address operand.
 * *coordinates: the operand's last element, NULL if it has none. */
static bool lower_name(struct lowering *l, const struct ptx_operand *operand,
                       const struct ptx_operand **coordinates)
{
    const struct ptx_variable *variable;
    /* [texture, coordinates] or [texture, sampler, coordinates]: samplers are part of textures. */
    struct ptx_operand name = *operand;
    *coordinates = name.n_elements > 0 ? &name.elements[name.n_elements - 1] : NULL;
    name.n_elements = 0;
    l->op->kind = EXEC_ACTION;
    return lower_address(l, &name, &variable);
}

/* ---- tex and tld4 --------------------------------------------------------------------------- */

static bool geometry_of(const struct ptx_instruction *in, uint8_t *geometry)
{
    static const struct {
        const char *word;
        uint8_t geometry;
    } known[] = {{"1d", 1},
                 {"2d", 2},
                 {"3d", 3},
                 {"a1d", 1 | TEXTURE_IS_LAYERED},
                 {"a2d", 2 | TEXTURE_IS_LAYERED},
                 {"cube", 3 | TEXTURE_IS_CUBE},
                 {"acube", 3 | TEXTURE_IS_CUBE | TEXTURE_IS_LAYERED}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word)) {
            *geometry = known[i].geometry;
            return true;
        }
    return false;
}

/* Operands behind the address: levels and gradients come first, and don't count. */
static unsigned operands_of(const struct ptx_instruction *in)
{
    return 2 + (ptx_has_modifier(in, "level") ? 1 : ptx_has_modifier(in, "grad") ? 2 : 0);
}

/* Four channels and coordinates of 32-bit types. */
static bool check_form(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type to = ptx_modifier_type(in, 1), from = ptx_modifier_type(in, 0);
    bool integer = from == PTX_S32;
    if (!geometry_of(in, &l->op->variant))
        return lowering_problem(l, "textures of several samples are not supported");
    if (!ptx_has_modifier(in, "v4"))
        return lowering_problem(l, "only the form with exactly four channels is supported");
    if ((to != PTX_F32 && to != PTX_S32 && to != PTX_U32) || (from != PTX_F32 && !integer))
        return lowering_problem(l, "only channels and coordinates of 32 bits are supported");
    if (in->n_operands != operands_of(in))
        return lowering_problem(l, "offsets and depth comparison are not supported");
    if (integer && (l->op->variant & TEXTURE_IS_CUBE || strcmp(in->opcode, "tld4") == 0))
        return lowering_problem(l, "cube maps and tld4 have no integer coordinates");
    return true;
}

static bool lower_coordinates(struct lowering *l, const struct ptx_operand *coordinates)
{
    const unsigned layer = l->op->variant & TEXTURE_IS_LAYERED ? 1 : 0;
    const unsigned n = layer + (l->op->variant & TEXTURE_COORDINATES);
    enum lane_type type = ptx_modifier_type(l->instruction, 0) == PTX_F32 ? LANE_f32 : LANE_u32;
    bool vector = coordinates->kind == PTX_OPERAND_VECTOR;
    if (vector ? coordinates->n_elements < n : n != 1)
        return lowering_problem(l, "there are too few coordinates");
    for (unsigned k = 0; k < n; k++)
        if (!lower_source(l, vector ? &coordinates->elements[k] : coordinates,
                          k < layer ? LANE_u32 : type))
            return false;
    return true;
}

/* tld4.COMPONENT. */
static bool lower_gather(struct lowering *l)
{
    static const char *const channels[] = {"r", "g", "b", "a"};
    if ((l->op->variant & TEXTURE_COORDINATES) < 2 || l->op->variant == 3)
        return lowering_problem(l, "tld4 needs a texture of two dimensions");
    l->op->action = exec_texture_gather;
    for (unsigned k = 0; k < G_N_ELEMENTS(channels); k++)
        if (ptx_has_modifier(l->instruction, channels[k]))
            l->op->variant |= (uint8_t)(k << TEXTURE_CHANNEL_SHIFT);
    return true;
}

static bool lower_channels(struct lowering *l, const struct ptx_operand *channels)
{
    if (channels->kind != PTX_OPERAND_VECTOR || channels->n_elements > EXEC_DESTINATIONS)
        return lowering_problem(l, "the destination is no vector of four registers");
    for (unsigned k = 0; k < channels->n_elements; k++) {
        const struct ptx_operand *channel = &channels->elements[k];
        if (channel->kind == PTX_OPERAND_SINK ? !lower_destination_any(l, channel)
                                              : !lower_destination(l, channel, LANE_u32))
            return false;
    }
    return true;
}

/* {channels} or {channels}|resident. */
static bool lower_results(struct lowering *l, const struct ptx_operand *results)
{
    struct exec_operand resident;
    if (results->kind != PTX_OPERAND_PAIR)
        return lower_channels(l, results);
    if (!lower_channels(l, &results->elements[0]))
        return false;
    if (results->elements[1].kind == PTX_OPERAND_SINK)
        return true;
    if (!lower_operand(l, &results->elements[1], LANE_PREDICATE, &resident) ||
        resident.base != BASE_REGISTERS)
        return lowering_problem(l, "the second destination is no predicate");
    l->op->target = lowering_pool(l, &resident, sizeof resident) + 1;
    return true;
}

static bool lower_fetch(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *coordinates;
    if (!check_form(l))
        return false;
    if (in->operands[1].kind != PTX_OPERAND_ADDRESS || in->operands[1].n_elements == 0)
        return lowering_problem(l, "the operand is no texture with coordinates");
    bool integer = ptx_modifier_type(in, 0) == PTX_S32;
    l->op->action = integer ? exec_texture_fetch : exec_texture_sample;
    if (strcmp(in->opcode, "tld4") == 0 && !lower_gather(l))
        return false;
    l->op->space = SPACE_TEXTURE;
    l->op->element_bytes = 4;
    l->op->elements = 1;
    return lower_name(l, &in->operands[1], &coordinates) && lower_coordinates(l, coordinates) &&
           lower_results(l, &in->operands[0]);
}

/* ---- txq and suq ---------------------------------------------------------------------------- */

static bool query_of(const struct ptx_instruction *in, uint8_t *query)
{
    static const struct {
        const char *word;
        uint8_t query;
    } known[] = {{"width", QUERY_WIDTH},
                 {"height", QUERY_HEIGHT},
                 {"depth", QUERY_DEPTH},
                 {"array_size", QUERY_ARRAY_SIZE},
                 {"channel_data_type", QUERY_CHANNEL_TYPE},
                 {"channel_order", QUERY_CHANNEL_ORDER},
                 {"normalized_coords", QUERY_NORMALIZED},
                 {"num_mipmap_levels", QUERY_MIPMAP_LEVELS},
                 {"num_samples", QUERY_SAMPLES},
                 {"filter_mode", QUERY_FILTER},
                 {"addr_mode_0", QUERY_ADDRESS_MODE_0},
                 {"addr_mode_1", QUERY_ADDRESS_MODE_1},
                 {"addr_mode_2", QUERY_ADDRESS_MODE_2},
                 {"force_unnormalized_coords", QUERY_UNNORMALIZED},
                 {"memory_layout", QUERY_MEMORY_LAYOUT}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word)) {
            *query = known[i].query;
            return true;
        }
    return false;
}

static bool lower_query(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *none;
    const unsigned levels = ptx_has_modifier(in, "level") ? 1 : 0;
    if (!query_of(in, &l->op->variant) || in->n_operands != 2 + levels ||
        in->operands[1].kind != PTX_OPERAND_ADDRESS)
        return false;
    l->op->action = strcmp(in->opcode, "suq") == 0 ? exec_surface_query : exec_texture_query;
    return lower_name(l, &in->operands[1], &none) &&
           lower_destination(l, &in->operands[0], LANE_u32);
}

/* ---- surfaces ------------------------------------------------------------------------------- */

/* How many coordinates there are, and which of them is the slice; the layer stands before them. */
static bool lower_spot(struct lowering *l, const struct ptx_operand *spot,
                       struct surface_access *access)
{
    uint8_t geometry;
    if (!geometry_of(l->instruction, &geometry) || geometry & TEXTURE_IS_CUBE)
        return lowering_problem(l, "surfaces have one, two or three dimensions, or layers");
    const unsigned layer = geometry & TEXTURE_IS_LAYERED ? 1 : 0;
    const unsigned n = layer + (geometry & TEXTURE_COORDINATES);
    const bool vector = spot->kind == PTX_OPERAND_VECTOR;
    if (vector ? spot->n_elements < n : n != 1)
        return lowering_problem(l, "there are too few coordinates");
    for (unsigned k = 0; k < n; k++) {
        const unsigned d = !layer ? k : k == 0 ? 2 : k - 1;
        access->has[d] = true;
        if (!lower_operand(l, vector ? &spot->elements[k] : spot, LANE_u32, &access->at[d]))
            return false;
    }
    return true;
}

/* The name, the place, and how wide an access is. */
static bool lower_surface_access(struct lowering *l, const struct ptx_operand *address)
{
    const struct ptx_instruction *in = l->instruction;
    const enum ptx_type type = ptx_modifier_type(in, 0);
    const struct ptx_operand *spot;
    enum value_type value;
    /* The pool is compared with nothing, so bytes between members need not be clear. */
    struct surface_access access = {.samples = ptx_has_modifier(in, "p")};
    if (address->kind != PTX_OPERAND_ADDRESS || address->n_elements == 0)
        return lowering_problem(l, "the operand is no surface with coordinates");
    if (!value_type_of(type, &value))
        return lowering_problem(l, "the type is unsupported");
    access.clamp = ptx_has_modifier(in, "zero")    ? SURFACE_ZERO
                   : ptx_has_modifier(in, "clamp") ? SURFACE_CLAMP
                                                   : SURFACE_TRAP;
    l->op->source_type = (uint8_t)value;
    l->op->space = SPACE_GLOBAL;
    l->op->element_bytes = (uint8_t)ptx_type_bytes(type);
    l->op->elements = ptx_has_modifier(in, "v4") ? 4 : ptx_has_modifier(in, "v2") ? 2 : 1;
    if (l->op->elements * l->op->element_bytes > 16)
        return lowering_problem(l, "accesses of more than 16 bytes are unsupported");
    if (!lower_name(l, address, &spot) || !lower_spot(l, spot, &access))
        return false;
    if (access.samples)
        access.texels_at = lowering_reserve(l, 4 * WARP_LANES * sizeof(uint32_t));
    l->op->target = lowering_pool(l, &access, sizeof access);
    return true;
}

/* The k-th of n registers, of which one may stand without braces. NULL: there are not so many. */
static const struct ptx_operand *element_of(const struct ptx_operand *operand, unsigned k,
                                            unsigned n)
{
    if (operand->kind == PTX_OPERAND_VECTOR)
        return operand->n_elements == n ? &operand->elements[k] : NULL;
    return n == 1 ? operand : NULL;
}

static bool lower_surface_values(struct lowering *l, const struct ptx_operand *values)
{
    enum lane_type lane;
    const enum ptx_type type = ptx_modifier_type(l->instruction, 0);
    const unsigned n = l->op->elements;
    for (unsigned k = 0; k < n; k++) {
        const struct ptx_operand *value = element_of(values, k, n);
        if (!value)
            return lowering_problem(l, "value and vector size differ");
        if (!lane_type_of(type, &lane) || !lower_source_any(l, value, lane))
            return false;
        if (l->op->source[l->op->n_sources - 1].bits < 8 * ptx_type_bytes(type))
            return lowering_problem(l, "a value is too narrow");
    }
    return true;
}

static bool lower_surface_load(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands != 2 || !ptx_has_modifier(in, "b") ||
        !lower_surface_access(l, &in->operands[1]))
        return false;
    l->op->action = exec_surface_load;
    const unsigned n = l->op->elements;
    for (unsigned k = 0; k < n; k++) {
        const struct ptx_operand *to = element_of(&in->operands[0], k, n);
        if (!to)
            return lowering_problem(l, "destination and vector size differ");
        if (!lower_destination_any(l, to))
            return false;
        const unsigned bits = l->op->destination[k].bits;
        if (bits != 0 && bits < 8u * l->op->element_bytes)
            return lowering_problem(l, "a destination is too narrow");
    }
    return true;
}

static bool lower_surface_store(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool formatted = ptx_has_modifier(in, "p");
    if (in->n_operands != 2)
        return false;
    if (formatted && ptx_modifier_type(in, 0) != PTX_B32)
        return lowering_problem(l, "formatted stores have the type .b32 only");
    if (!lower_surface_access(l, &in->operands[0]) || !lower_surface_values(l, &in->operands[1]))
        return false;
    l->op->action = formatted ? exec_surface_store_texels : exec_surface_store;
    if (formatted) /* texels lie within a sector, whatever their size */
        l->op->element_bytes = l->op->elements = 1;
    return true;
}

/* Source: PTX ISA, "sured": add, min and max of .u32, .u64, .s32 and .s64, and and or of .b32. */
static bool lower_surface_atomic(struct lowering *l)
{
    static const struct {
        const char *word;
        uint8_t op;
    } known[] = {{"add", ATOMIC_ADD},
                 {"min", ATOMIC_MIN},
                 {"max", ATOMIC_MAX},
                 {"and", ATOMIC_AND},
                 {"or", ATOMIC_OR}};
    static const uint8_t types[PTX_TYPES] = {[PTX_B32] = ATOMIC_U32 + 1,
                                             [PTX_U32] = ATOMIC_U32 + 1,
                                             [PTX_S32] = ATOMIC_S32 + 1,
                                             [PTX_U64] = ATOMIC_U64 + 1,
                                             [PTX_S64] = ATOMIC_S64 + 1};
    const struct ptx_instruction *in = l->instruction;
    const uint8_t type = types[ptx_modifier_type(in, 0)];
    unsigned i = 0;
    while (i < G_N_ELEMENTS(known) && !ptx_has_modifier(in, known[i].word))
        i++;
    if (in->n_operands != 2 || i == G_N_ELEMENTS(known))
        return false;
    if (type == 0 ||
        (ptx_has_modifier(in, "p") && (known[i].op == ATOMIC_MIN || known[i].op == ATOMIC_MAX)))
        return lowering_problem(l, "the operation doesn't have this type");
    l->op->atomic_op = known[i].op;
    l->op->atomic_type = type - 1;
    l->op->action = exec_surface_store;
    return lower_surface_access(l, &in->operands[0]) && lower_surface_values(l, &in->operands[1]);
}

static bool lower_surface(struct lowering *l)
{
    const char *opcode = l->instruction->opcode;
    if (strcmp(opcode, "suld") == 0)
        return lower_surface_load(l);
    if (strcmp(opcode, "sust") == 0)
        return lower_surface_store(l);
    return strcmp(opcode, "sured") == 0 && lower_surface_atomic(l);
}

bool lower_texture(struct lowering *l)
{
    const char *opcode = l->instruction->opcode;
    const bool done = exec_word_in("tex tld4", opcode)  ? lower_fetch(l)
                      : exec_word_in("txq suq", opcode) ? lower_query(l)
                                                        : lower_surface(l);
    l->reads_more |= done;
    return done;
}
