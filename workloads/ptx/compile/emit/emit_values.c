/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers, constants and special registers in a block; see emitter.h. */
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

void emit_line(struct emitter *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_string_append_vprintf(e->text, format, arguments);
    va_end(arguments);
    g_string_append_c(e->text, '\n');
}

const char *emit_name(struct emitter *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return g_string_chunk_insert(e->names, text);
}

void emit_use(struct emitter *e, const char *prototype)
{
    if (!g_hash_table_contains(e->prototypes, prototype))
        g_hash_table_add(e->prototypes, g_string_chunk_insert(e->names, prototype));
}

static const char *type_of(uint8_t bytes)
{
    return bytes == 0 ? "uint32_t" : bytes == 8 ? "longs" : "words";
}

/* A guarded instruction asks for its register's old lanes, also where nobody has set them since
 * nobody will read them. To call a function with such a number is undefined in C: clang takes it
 * that the way there is never gone. So numbers begin as 0. */
static void declare(struct emitter *e, const char *name, uint8_t bytes)
{
    emit_line(e, "%s %s%s;", type_of(bytes), name, bytes == 0 ? " = 0" : "");
}

void emit_fetch(struct emitter *e, const char *name, uint8_t bytes, const char *place,
                uint32_t offset)
{
    emit_line(e, "memcpy(%s%s, %s + %u, %u);", bytes == 0 ? "&" : "", name, place, offset,
              bytes == 0 ? 4 : bytes * WARP_LANES);
}

struct emitted_local *emit_local(struct emitter *e, const struct exec_operand *operand)
{
    gpointer key = GUINT_TO_POINTER(operand->offset + 1);
    struct emitted_local *local = g_hash_table_lookup(e->locals, key);
    if (local)
        return local;
    local = g_new(struct emitted_local, 1);
    *local = (struct emitted_local){
        .offset = operand->offset, .bytes = operand->bytes, .even.kind = EVEN_NOT};
    g_hash_table_insert(e->locals, key, local);
    g_ptr_array_add(e->in_order, local);
    declare(e, emit_name(e, "r%u", local->offset), local->bytes);
    if (e->whole && e->even && local->bytes != 0)
        emit_line(e, "uint%u_t first%u = 0, second%u = 0, step%u = 0;", local->bytes * 8u,
                  local->offset, local->offset, local->offset);
    return local;
}

/* All lanes of it, in r<offset>. */
static void make_spread(struct emitter *e, struct emitted_local *local)
{
    if (local->even.kind == EVEN_NOT || local->spread || local->bytes == 0)
        return;
    emit_even_spread(e, local, emit_name(e, "r%u", local->offset), false);
    local->spread = true;
}

static void make_known(struct emitter *e, struct emitted_local *local)
{
    if (!local->known && !e->whole)
        emit_fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
    local->known = true;
    make_spread(e, local);
}

/* All lanes have the same value, and it is the same in every process. */
static bool is_literal(const struct emitter *e, const struct exec_operand *operand)
{
    const uint8_t *bytes = e->kernel->constants + operand->offset;
    if (g_hash_table_contains(e->relocated, GUINT_TO_POINTER(operand->offset + 1)))
        return false;
    for (unsigned i = 1; i < WARP_LANES; i++)
        if (memcmp(bytes, bytes + i * operand->bytes, operand->bytes) != 0)
            return false;
    return true;
}

static const char *constant(struct emitter *e, const struct exec_operand *operand)
{
    const uint8_t *bytes = e->kernel->constants + operand->offset;
    uint64_t value = 0;
    memcpy(&value, bytes, operand->bytes == 0 ? 4 : operand->bytes);
    if (operand->bytes == 0)
        return emit_name(e, "0x%xu", (uint32_t)value);
    const char *name = emit_name(e, "k%u", operand->offset);
    if (!g_hash_table_add(e->others, (char *)name))
        return name;
    declare(e, name, operand->bytes);
    if (!is_literal(e, operand)) {
        emit_fetch(e, name, operand->bytes, "c->constants", operand->offset);
        return name;
    }
    emit_use(e, operand->bytes == 8 ? "void splat_64(void *, uint64_t);"
                                    : "void splat_32(void *, uint32_t);");
    emit_line(e, "splat_%u(%s, 0x%" G_GINT64_MODIFIER "xu);", operand->bytes * 8u, name, value);
    return name;
}

static const char *special(struct emitter *e, const struct exec_operand *operand)
{
    const char *name = emit_name(e, "s%u", operand->offset);
    if (!g_hash_table_add(e->others, (char *)name))
        return name;
    declare(e, name, operand->bytes);
    emit_fetch(e, name, operand->bytes, "c->specials", operand->offset);
    return name;
}

const char *emit_source(struct emitter *e, const struct exec_operand *operand)
{
    if (operand->base == BASE_CONSTANTS)
        return constant(e, operand);
    if (operand->base == BASE_STATE)
        return special(e, operand);
    struct emitted_local *local = emit_local(e, operand);
    make_known(e, local);
    return emit_name(e, "r%u", local->offset);
}

static void note_shape(struct emitter *e, struct emitted_local *local)
{
    local->shaped = true;
    local->shape = e->pc;
}

const char *emit_shape(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = operand->base == BASE_REGISTERS ? emit_local(e, operand) : NULL;
    if (local && local->shaped)
        return emit_name(e, "h%u", local->shape);
    const char *name = emit_name(e, "h%u", e->pc);
    if (local && local->even.kind != EVEN_NOT) {
        emit_even_shape(e, local, name);
        note_shape(e, local);
        return name;
    }
    const char *from = emit_source(e, operand);
    emit_use(e, operand->bytes == 8 ? "void shape_64(struct lane_shape *, const void *);"
                                    : "void shape_32(struct lane_shape *, const void *);");
    emit_line(e, "struct lane_shape %s; shape_%u(&%s, %s);", name, operand->bytes * 8u, name, from);
    if (local)
        note_shape(e, local);
    return name;
}

const char *emit_tile_new(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = emit_local(e, operand);
    local->tiled = true;
    local->tile = e->pc;
    return emit_name(e, "t%u", e->pc);
}

const char *emit_tile(struct emitter *e, const struct exec_operand *operand)
{
    const struct emitted_local *local = emit_local(e, operand);
    return local->tiled ? emit_name(e, "t%u", local->tile) : NULL;
}

void emit_declare(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = emit_local(e, operand);
    if (!e->always)
        make_known(e, local);
}

void emit_lose(struct emitted_local *local)
{
    local->shaped = local->tiled = local->spread = false;
    local->even.kind = EVEN_NOT;
    local->reach[0].aligned = local->reach[1].aligned = 0;
}

const char *emit_destination(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = emit_local(e, operand);
    if (!e->always)
        make_known(e, local);
    local->known = local->dirty = true;
    emit_lose(local);
    return emit_name(e, "r%u", local->offset);
}

static void use_register(struct emitter *e, const struct exec_operand *operand)
{
    if (operand->base == BASE_REGISTERS && (operand->bits != 0 || operand->bytes == 0))
        emit_local(e, operand)->known = true;
}

void emit_registers(struct emitter *e)
{
    g_hash_table_remove_all(e->locals);
    g_ptr_array_set_size(e->in_order, 0);
    struct exec_operand_list list;
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++) {
        const struct exec_op *op = &e->kernel->ops[pc];
        use_register(e, &op->guard);
        exec_list_sources(e->kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            use_register(e, list.at[k]);
        exec_list_destinations(e->kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            use_register(e, list.at[k]);
    }
}

void emit_read_all(struct emitter *e, uint32_t leader, bool shared)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (!block_is_live(e->liveness, leader, local->offset))
            continue;
        if (local->even.kind != EVEN_NOT)
            emit_even_read(e, local);
        else if (!shared)
            emit_fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
    }
}

uint32_t emit_count_live(struct emitter *e, const bool *entry)
{
    uint32_t n = 0;
    for (uint32_t pc = 0; pc < e->code->n_instructions; pc++)
        for (guint i = 0; entry[pc] && e->ends[pc] && i < e->in_order->len; i++) {
            const struct emitted_local *local = e->in_order->pdata[i];
            n += block_is_live(e->liveness, pc, local->offset);
        }
    return n;
}

void emit_read_any(struct emitter *e, const bool *entry)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        bool live = false;
        for (uint32_t pc = 0; pc < e->code->n_instructions && !live; pc++)
            live = entry[pc] && e->ends[pc] && block_is_live(e->liveness, pc, local->offset);
        if (live)
            emit_fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
    }
}

void emit_forget(struct emitter *e)
{
    g_hash_table_remove_all(e->others);
    if (e->whole) {
        for (guint i = 0; i < e->in_order->len; i++) {
            struct emitted_local *local = e->in_order->pdata[i];
            local->shaped = local->tiled = false;
            local->reach[0].aligned = local->reach[1].aligned = 0;
        }
        return;
    }
    g_hash_table_remove_all(e->locals);
    g_ptr_array_set_size(e->in_order, 0);
}
