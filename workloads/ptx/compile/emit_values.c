/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers, constants and special registers in a block; see emitter.h. */
#include "workloads/ptx/compile/emitter.h"
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

/* Declares a variable and reads it from `place`, a pointer to its bytes. */
static void declare(struct emitter *e, const char *name, uint8_t bytes)
{
    emit_line(e, "%s %s;", type_of(bytes), name);
}

static void fetch(struct emitter *e, const char *name, uint8_t bytes, const char *place,
                  uint32_t offset)
{
    emit_line(e, "memcpy(%s%s, %s + %u, %u);", bytes == 0 ? "&" : "", name, place, offset,
              bytes == 0 ? 4 : bytes * WARP_LANES);
}

static struct emitted_local *local_of(struct emitter *e, const struct exec_operand *operand)
{
    gpointer key = GUINT_TO_POINTER(operand->offset + 1);
    struct emitted_local *local = g_hash_table_lookup(e->locals, key);
    if (local)
        return local;
    local = g_new(struct emitted_local, 1);
    *local = (struct emitted_local){.offset = operand->offset, .bytes = operand->bytes};
    g_hash_table_insert(e->locals, key, local);
    g_ptr_array_add(e->in_order, local);
    declare(e, emit_name(e, "r%u", local->offset), local->bytes);
    return local;
}

static void make_known(struct emitter *e, struct emitted_local *local)
{
    if (!local->known && !e->whole)
        fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
    local->known = true;
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
        fetch(e, name, operand->bytes, "c->constants", operand->offset);
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
    fetch(e, name, operand->bytes, "c->specials", operand->offset);
    return name;
}

const char *emit_source(struct emitter *e, const struct exec_operand *operand)
{
    if (operand->base == BASE_CONSTANTS)
        return constant(e, operand);
    if (operand->base == BASE_STATE)
        return special(e, operand);
    struct emitted_local *local = local_of(e, operand);
    make_known(e, local);
    return emit_name(e, "r%u", local->offset);
}

const char *emit_shape(struct emitter *e, const struct exec_operand *operand)
{
    const char *from = emit_source(e, operand);
    struct emitted_local *local = operand->base == BASE_REGISTERS ? local_of(e, operand) : NULL;
    if (local && local->shaped)
        return emit_name(e, "h%u", local->shape);
    const char *name = emit_name(e, "h%u", e->pc);
    emit_use(e, operand->bytes == 8 ? "void shape_64(struct lane_shape *, const void *);"
                                    : "void shape_32(struct lane_shape *, const void *);");
    emit_line(e, "struct lane_shape %s; shape_%u(&%s, %s);", name, operand->bytes * 8u, name, from);
    if (local) {
        local->shaped = true;
        local->shape = e->pc;
    }
    return name;
}

const char *emit_tile_new(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = local_of(e, operand);
    local->tiled = true;
    local->tile = e->pc;
    return emit_name(e, "t%u", e->pc);
}

const char *emit_tile(struct emitter *e, const struct exec_operand *operand)
{
    const struct emitted_local *local = local_of(e, operand);
    return local->tiled ? emit_name(e, "t%u", local->tile) : NULL;
}

void emit_declare(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = local_of(e, operand);
    if (!e->always)
        make_known(e, local);
}

const char *emit_destination(struct emitter *e, const struct exec_operand *operand)
{
    struct emitted_local *local = local_of(e, operand);
    if (!e->always)
        make_known(e, local);
    local->known = local->dirty = true;
    local->shaped = local->tiled = false;
    return emit_name(e, "r%u", local->offset);
}

static void use_register(struct emitter *e, const struct exec_operand *operand)
{
    if (operand->base == BASE_REGISTERS && (operand->bits != 0 || operand->bytes == 0))
        local_of(e, operand)->known = true;
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

void emit_read_all(struct emitter *e, uint32_t leader)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (block_is_live(e->liveness, leader, local->offset))
            fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
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
            fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
    }
}

void emit_forget(struct emitter *e)
{
    g_hash_table_remove_all(e->others);
    if (e->whole) {
        for (guint i = 0; i < e->in_order->len; i++) {
            struct emitted_local *local = e->in_order->pdata[i];
            local->shaped = local->tiled = false;
        }
        return;
    }
    g_hash_table_remove_all(e->locals);
    g_ptr_array_set_size(e->in_order, 0);
}

static void store_whole(struct emitter *e, const struct emitted_local *local)
{
    emit_line(e, "memcpy(R + %u, r%u, %u);", local->offset, local->offset,
              local->bytes * WARP_LANES);
}

void emit_keep(struct emitter *e, uint8_t bytes, const char *to, const char *from,
               const char *lanes)
{
    emit_use(e, bytes == 8 ? "void keep_64(void *, const void *, uint32_t);"
                           : "void keep_32(void *, const void *, uint32_t);");
    emit_line(e, "keep_%u(%s, %s, %s);", bytes * 8u, to, from, lanes);
}

void emit_take(struct emitter *e, const struct exec_operand *to)
{
    if (e->always)
        emit_line(e, "memcpy(r%u, t, %u);", to->offset, to->bytes * WARP_LANES);
    else
        emit_keep(e, to->bytes, emit_name(e, "r%u", to->offset), "t", e->lanes);
}

/* The lanes that run; the others keep what they have. */
static void store_running(struct emitter *e, const struct emitted_local *local)
{
    const uint32_t at = local->offset;
    if (local->bytes == 0) {
        emit_line(e, "*(mask *)(R + %u) = (*(mask *)(R + %u) & ~A) | (r%u & A);", at, at, at);
        return;
    }
    emit_keep(e, local->bytes, emit_name(e, "R + %u", at), emit_name(e, "r%u", at), "A");
}

static bool is_wanted(const struct emitter *e, const struct emitted_local *local, uint32_t leader,
                      uint32_t other, bool all)
{
    const bool changed = e->whole
                             ? block_has_changed(e->changes, e->leader, local->offset, e->at_end)
                             : local->dirty;
    return changed &&
           (all || (leader != UINT32_MAX && block_is_live(e->liveness, leader, local->offset)) ||
            (e->closes && block_is_seen(e->liveness, leader, local->offset)) ||
            (other != UINT32_MAX && block_is_live(e->liveness, other, local->offset)));
}

static void store_lanes(struct emitter *e, uint32_t leader, uint32_t other, bool all, bool whole)
{
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (local->bytes != 0 && is_wanted(e, local, leader, other, all))
            (whole ? store_whole : store_running)(e, local);
    }
}

void emit_write_back(struct emitter *e, uint32_t leader, uint32_t other, bool all)
{
    bool any = false;
    for (guint i = 0; i < e->in_order->len; i++) {
        const struct emitted_local *local = e->in_order->pdata[i];
        if (!is_wanted(e, local, leader, other, all))
            continue;
        any |= local->bytes != 0;
        if (local->bytes == 0)
            store_running(e, local);
    }
    if (e->whole || e->has_whole) { /* all lanes run, or hardly ever */
        store_lanes(e, leader, other, all, e->whole);
        return;
    }
    if (!any)
        return;
    emit_line(e, "if (A == ~0u) {");
    store_lanes(e, leader, other, all, true);
    emit_line(e, "} else {");
    store_lanes(e, leader, other, all, false);
    emit_line(e, "}");
}

/* What execute() reads must be in memory: a source, or lanes of a destination that it leaves. */
static void flush(struct emitter *e, const struct exec_operand *operand)
{
    if (operand->base != BASE_REGISTERS)
        return;
    const struct emitted_local *local =
        g_hash_table_lookup(e->locals, GUINT_TO_POINTER(operand->offset + 1));
    if (local && (local->dirty || e->whole))
        (e->whole && local->bytes != 0 ? store_whole : store_running)(e, local);
}

void emit_execute(struct emitter *e, const struct exec_op *op, bool alone)
{
    struct exec_operand_list list;
    exec_list_sources(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        flush(e, list.at[k]);
    exec_list_destinations(e->kernel, op, &list);
    for (unsigned k = 0; k < list.n && !e->always; k++)
        flush(e, list.at[k]);
    emit_line(e, "if (!c->execute(c, %u, %s, left + %u)) return COMPILED_FAULT;", e->pc, e->lanes,
              e->left);
    for (unsigned k = 0; k < list.n; k++) {
        struct emitted_local *local = local_of(e, list.at[k]);
        fetch(e, emit_name(e, "r%u", local->offset), local->bytes, "R", local->offset);
        local->known = true;
        local->dirty = !alone;
        local->shaped = local->tiled = false;
    }
}
