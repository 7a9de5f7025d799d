/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX operands into exec_operands; see lowering.h. */
#include "base/float_bits.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

struct lowered_constant {
    uint64_t bits;
    uint32_t offset;
    uint8_t bytes;
};

static guint constant_hash(gconstpointer key)
{
    const struct lowered_constant *c = key;
    return (guint)((c->bits * 0x9e3779b97f4a7c15) >> 32) + c->bytes;
}

static gboolean constant_equal(gconstpointer first, gconstpointer second)
{
    const struct lowered_constant *a = first, *b = second;
    return a->bits == b->bits && a->bytes == b->bytes;
}

GHashTable *lowering_constants_new(void)
{
    return g_hash_table_new_full(constant_hash, constant_equal, g_free, NULL);
}

unsigned lane_type_bytes(enum lane_type type)
{
    return type == LANE_PREDICATE ? 0 : type >= LANE_u64 ? 8 : 4;
}

bool lane_type_of(enum ptx_type type, enum lane_type *lane)
{
    static const int8_t lanes[PTX_TYPES] = {
        [PTX_PRED] = LANE_PREDICATE + 1, [PTX_B8] = LANE_u16 + 1,  [PTX_U8] = LANE_u16 + 1,
        [PTX_S8] = LANE_s16 + 1,         [PTX_B16] = LANE_u16 + 1, [PTX_U16] = LANE_u16 + 1,
        [PTX_S16] = LANE_s16 + 1,        [PTX_F16] = LANE_u16 + 1, [PTX_BF16] = LANE_u16 + 1,
        [PTX_B32] = LANE_u32 + 1,        [PTX_U32] = LANE_u32 + 1, [PTX_S32] = LANE_s32 + 1,
        [PTX_F32] = LANE_f32 + 1,        [PTX_B64] = LANE_u64 + 1, [PTX_U64] = LANE_u64 + 1,
        [PTX_S64] = LANE_s64 + 1,        [PTX_F64] = LANE_f64 + 1, [PTX_F16X2] = LANE_u32 + 1,
        [PTX_BF16X2] = LANE_u32 + 1,     [PTX_TF32] = LANE_u32 + 1};
    if (lanes[type] == 0)
        return false;
    *lane = (enum lane_type)(lanes[type] - 1);
    return true;
}

bool value_type_of(enum ptx_type type, enum value_type *value)
{
    static const int8_t values[PTX_TYPES] = {
        [PTX_B8] = VALUE_U8 + 1,     [PTX_U8] = VALUE_U8 + 1,    [PTX_S8] = VALUE_S8 + 1,
        [PTX_B16] = VALUE_U16 + 1,   [PTX_U16] = VALUE_U16 + 1,  [PTX_S16] = VALUE_S16 + 1,
        [PTX_B32] = VALUE_U32 + 1,   [PTX_U32] = VALUE_U32 + 1,  [PTX_S32] = VALUE_S32 + 1,
        [PTX_B64] = VALUE_U64 + 1,   [PTX_U64] = VALUE_U64 + 1,  [PTX_S64] = VALUE_S64 + 1,
        [PTX_F32] = VALUE_F32 + 1,   [PTX_F64] = VALUE_F64 + 1,  [PTX_F16] = VALUE_F16 + 1,
        [PTX_BF16] = VALUE_BF16 + 1, [PTX_TF32] = VALUE_TF32 + 1};
    if (values[type] == 0)
        return false;
    *value = (enum value_type)(values[type] - 1);
    return true;
}

static uint8_t register_bits(enum ptx_type type)
{
    if (type == PTX_PRED)
        return 1;
    unsigned bits = 8 * ptx_type_bytes(type);
    return (uint8_t)(bits < 16 ? 16 : bits);
}

bool lowering_problem(struct lowering *l, const char *format, ...)
{
    if (!l->problem) {
        va_list args;
        va_start(args, format);
        l->problem = g_strdup_vprintf(format, args);
        va_end(args);
    }
    return false;
}

static uint32_t reserve(uint32_t *end, uint32_t bytes)
{
    uint32_t offset = (*end + 63) / 64 * 64;
    *end = offset + bytes;
    return offset;
}

uint32_t lowering_reserve(struct lowering *l, uint32_t bytes)
{
    return reserve(&l->state_bytes, bytes);
}

uint32_t lowering_reserve_registers(struct lowering *l, uint32_t bytes)
{
    return reserve(&l->frame_bytes, bytes);
}

bool lower_register(struct lowering *l, uint32_t index, struct exec_operand *result)
{
    const struct ptx_register *reg = &l->function->registers[index];
    enum ptx_slot_class class = ptx_slot_class_of(reg->type);
    if (class == PTX_SLOT_NONE)
        return lowering_problem(l, "register %s has an unsupported type", reg->name);
    *result = (struct exec_operand){.offset = l->slot_offset[l->allocation->slot_of[index]],
                                    .base = BASE_REGISTERS,
                                    .bytes = class == PTX_SLOT_PRED ? 0
                                             : class == PTX_SLOT_64 ? 8
                                                                    : 4,
                                    .bits = register_bits(reg->type)};
    return true;
}

/* Room in the pool for a lane array; 64-byte aligned. */
static uint32_t pool_reserve(struct lowering *l, uint32_t bytes)
{
    guint start = (l->pool->len + 63) / 64 * 64, old = l->pool->len;
    g_byte_array_set_size(l->pool, start + bytes);
    memset(l->pool->data + old, 0, start + bytes - old);
    return start;
}

uint32_t lowering_pool(struct lowering *l, const void *bytes, uint32_t n)
{
    const uint32_t offset = pool_reserve(l, n);
    memcpy(l->pool->data + offset, bytes, n);
    return offset;
}

static void pool_fill(uint8_t *lanes, unsigned bytes, uint64_t bits)
{
    if (bytes == 0)
        memcpy(lanes, &bits, sizeof(lane_mask));
    else
        for (unsigned i = 0; i < WARP_LANES; i++)
            memcpy(lanes + i * bytes, &bits, bytes);
}

static struct exec_operand constant_operand(struct lowering *l, unsigned bytes, uint64_t bits)
{
    struct exec_operand operand = {
        .base = BASE_CONSTANTS, .bytes = (uint8_t)bytes, .bits = bytes ? (uint8_t)(8 * bytes) : 1};
    struct lowered_constant wanted = {.bits = bits, .bytes = (uint8_t)bytes};
    const struct lowered_constant *known = g_hash_table_lookup(l->constants, &wanted);
    if (known) {
        operand.offset = known->offset;
        return operand;
    }
    operand.offset = pool_reserve(l, bytes == 0 ? sizeof(lane_mask) : bytes * WARP_LANES);
    pool_fill(l->pool->data + operand.offset, bytes, bits);
    wanted.offset = operand.offset;
    g_hash_table_add(l->constants, g_memdup2(&wanted, sizeof wanted));
    return operand;
}

/* An immediate in the lanes of a type. An integer or a double where a float is expected is
 * converted; where a bit type is expected, the instruction's type decides. */
static uint64_t immediate_bits(const struct lowering *l, const struct ptx_operand *operand,
                               enum lane_type type)
{
    bool selects = strcmp(l->instruction->opcode, "slct") == 0; /* .dtype.ctype */
    enum ptx_type named = ptx_modifier_type(l->instruction, selects ? 1 : 0);
    bool is_float = type == LANE_f32 || (type == LANE_u32 && named == PTX_F32);
    bool is_double = type == LANE_f64 || (type == LANE_u64 && named == PTX_F64);
    if (operand->kind == PTX_OPERAND_F32) {
        uint32_t low = (uint32_t)operand->value;
        return is_double ? double_bits((double)float_of_bits(low)) : low;
    }
    if (operand->kind == PTX_OPERAND_F64) {
        double x = double_of_bits((uint64_t)operand->value);
        return is_float ? float_bits((float)x) : (uint64_t)operand->value;
    }
    if (is_float)
        return float_bits((float)operand->value);
    if (is_double)
        return double_bits((double)operand->value);
    uint64_t bits = (uint64_t)operand->value;
    return type <= LANE_s16 ? (uint16_t)bits : lane_type_bytes(type) == 4 ? (uint32_t)bits : bits;
}

static bool contains(struct ptx_variable *const *variables, unsigned n,
                     const struct ptx_variable *variable)
{
    for (unsigned i = 0; i < n; i++)
        if (variables[i] == variable)
            return true;
    return false;
}

bool lowering_frame_offset(const struct lowering *l, const struct ptx_variable *variable,
                           uint64_t *offset)
{
    const struct ptx_function *f = l->function;
    *offset = variable->offset;
    if (variable->space == SPACE_LOCAL)
        return true;
    if (variable->space != SPACE_PARAM)
        return false;
    if (contains(f->params, f->n_params, variable)) {
        *offset += l->parameters_at;
        return !f->is_entry;
    }
    if (contains(f->returns, f->n_returns, variable))
        *offset += l->results_at;
    else
        *offset = l->call_parameters_at +
                  GPOINTER_TO_UINT(g_hash_table_lookup(l->call_parameters, variable)) - 1;
    return true;
}

struct exec_operand lowering_frame_address(struct lowering *l, uint64_t offset, unsigned bytes)
{
    if (l->function->is_entry) /* whose frame is the first, at local address 0 */
        return constant_operand(l, bytes, offset);
    struct exec_operand operand = {
        .base = BASE_REGISTERS, .bytes = (uint8_t)bytes, .bits = (uint8_t)(8 * bytes)};
    for (guint i = 0; i < l->frame_addresses->len; i++) {
        const struct exec_frame_address *a =
            &g_array_index(l->frame_addresses, struct exec_frame_address, i);
        if (a->to == offset && a->bytes == bytes) {
            operand.offset = a->offset;
            return operand;
        }
    }
    operand.offset = lowering_reserve_registers(l, bytes * WARP_LANES);
    struct exec_frame_address added = {operand.offset, (uint8_t)bytes, offset};
    g_array_append_val(l->frame_addresses, added);
    return operand;
}

/* The address of a variable in its own space, as a constant or one of the frame. */
static bool variable_operand(struct lowering *l, const struct ptx_variable *variable,
                             int64_t addend, unsigned bytes, struct exec_operand *result)
{
    uint64_t address;
    if (lowering_frame_offset(l, variable, &address)) {
        *result = lowering_frame_address(l, address + (uint64_t)addend, bytes);
        return true;
    }
    if (variable->linkage == PTX_EXTERN &&
        (variable->space == SPACE_GLOBAL || variable->space == SPACE_CONST))
        return lowering_problem(l, "no module here defines the .extern variable %s",
                                variable->name);
    if (variable->space == SPACE_GLOBAL) {
        *result = (struct exec_operand){.offset = pool_reserve(l, bytes * WARP_LANES),
                                        .base = BASE_CONSTANTS,
                                        .bytes = (uint8_t)bytes,
                                        .bits = (uint8_t)(8 * bytes)};
        struct exec_fixup fixup = {variable, addend, result->offset, (uint8_t)bytes};
        g_array_append_val(l->fixups, fixup);
        return true;
    }
    if (variable->space == SPACE_CONST)
        address = exec_layout_find(l->layout, variable)->address;
    else if (variable->space == SPACE_SHARED)
        address = GPOINTER_TO_UINT(g_hash_table_lookup(l->shared, variable)) - 1;
    else if (variable->space != SPACE_PARAM)
        return lowering_problem(l, "the address of %s is unsupported", variable->name);
    *result = constant_operand(l, bytes, address + (uint64_t)addend);
    return true;
}

static bool resolve(struct lowering *l, const struct ptx_operand *operand, enum lane_type type,
                    struct exec_operand *result)
{
    unsigned bytes = lane_type_bytes(type);
    switch (operand->kind) {
    case PTX_OPERAND_REGISTER:
        if (operand->selector != NULL || (operand->negated && type != LANE_PREDICATE))
            return lowering_problem(l, "a modified operand is unsupported");
        return lower_register(l, operand->index, result);
    case PTX_OPERAND_SPECIAL:
        return lower_special(l, operand, bytes, result);
    case PTX_OPERAND_INTEGER:
        if (type == LANE_PREDICATE) {
            *result = constant_operand(l, 0, operand->value != 0 ? ALL_LANES : 0);
            return true;
        } /* fall through */
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64:
        *result = constant_operand(l, bytes, immediate_bits(l, operand, type));
        return true;
    case PTX_OPERAND_FUNCTION:
        *result = constant_operand(l, bytes, exec_layout_function(l->layout, operand->function));
        return true;
    case PTX_OPERAND_VARIABLE:
        return variable_operand(l, operand->variable, operand->value, bytes, result);
    default:
        return lowering_problem(l, "an operand is of an unsupported kind");
    }
}

static bool wrong_width(struct lowering *l, const struct ptx_operand *operand)
{
    return lowering_problem(l, "operand %s has the wrong width",
                            l->function->registers[operand->index].name);
}

bool lower_operand(struct lowering *l, const struct ptx_operand *operand, enum lane_type type,
                   struct exec_operand *result)
{
    if (!resolve(l, operand, type, result))
        return false;
    return result->bytes == lane_type_bytes(type) || wrong_width(l, operand);
}

static bool append_source(struct lowering *l, const struct ptx_operand *operand,
                          enum lane_type type, bool any)
{
    struct exec_operand result;
    g_assert(l->op->n_sources < EXEC_SOURCES);
    if (!resolve(l, operand, type, &result))
        return false;
    bool fits = any ? result.bytes != 0 : result.bytes == lane_type_bytes(type);
    if (!fits)
        return wrong_width(l, operand);
    l->op->source[l->op->n_sources++] = result;
    return true;
}

bool lower_source(struct lowering *l, const struct ptx_operand *operand, enum lane_type type)
{
    return append_source(l, operand, type, false);
}

bool lower_source_any(struct lowering *l, const struct ptx_operand *operand, enum lane_type type)
{
    return append_source(l, operand, type, true);
}

bool lower_destination_any(struct lowering *l, const struct ptx_operand *operand)
{
    struct exec_operand result = {0};
    g_assert(l->op->n_destinations < EXEC_DESTINATIONS);
    if (operand->kind != PTX_OPERAND_SINK) {
        if (operand->kind != PTX_OPERAND_REGISTER || operand->negated || operand->selector)
            return lowering_problem(l, "the destination is no plain register");
        if (!lower_register(l, operand->index, &result))
            return false;
    }
    l->op->destination[l->op->n_destinations++] = result;
    return true;
}

bool lower_destination(struct lowering *l, const struct ptx_operand *operand, enum lane_type type)
{
    if (operand->kind == PTX_OPERAND_SINK)
        return lowering_problem(l, "the destination is no register");
    if (!lower_destination_any(l, operand))
        return false;
    if (l->op->destination[l->op->n_destinations - 1].bytes == lane_type_bytes(type))
        return true;
    return lowering_problem(l, "destination %s has the wrong width",
                            l->function->registers[operand->index].name);
}

bool lower_constant(struct lowering *l, enum lane_type type, uint64_t bits)
{
    l->op->source[l->op->n_sources++] = constant_operand(l, lane_type_bytes(type), bits);
    return true;
}

bool lower_address(struct lowering *l, const struct ptx_operand *operand,
                   const struct ptx_variable **variable)
{
    *variable = NULL;
    if (operand->kind != PTX_OPERAND_ADDRESS || operand->n_elements > 0)
        return lowering_problem(l, "the address is of an unsupported kind");
    l->op->immediate = operand->value;
    struct exec_operand *base = &l->op->source[l->op->n_sources++];
    if (operand->variable) {
        *variable = operand->variable;
        return variable_operand(l, operand->variable, 0, 8, base);
    }
    if (operand->index == PTX_NO_REGISTER) {
        *base = constant_operand(l, 8, 0);
        return true;
    }
    if (!lower_register(l, operand->index, base))
        return false;
    if (base->bits < 32)
        return lowering_problem(l, "the address register is too narrow");
    return true;
}

bool lower_guard(struct lowering *l)
{
    if (l->instruction->guard == PTX_NO_REGISTER) {
        l->op->guard = constant_operand(l, 0, ALL_LANES);
        return true;
    }
    l->op->guard_invert = l->instruction->guard_negated ? ALL_LANES : 0;
    return lower_register(l, l->instruction->guard, &l->op->guard);
}
