/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores. What they can't do is execute()'s. */
#include "workloads/ptx/compile/emit/emit_access.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/warp_runner.h"

#include <string.h>

static unsigned kinds_of(const struct exec_op *op)
{
    return op->action == exec_load || op->action == exec_async_copy ? RUNNER_READS
           : op->action == exec_store                               ? RUNNER_WRITES
                                                                    : RUNNER_READS | RUNNER_WRITES;
}

bool emit_space(struct emitter *e, const struct exec_op *op, struct emitted_space *space)
{
    switch (op->space) {
    case SPACE_GLOBAL:
    case SPACE_GENERIC: {
        const uint32_t number = e->n_windows++;
        *space = (struct emitted_space){"c->memory", emit_name(e, "&c->windows[%u]", number),
                                        emit_name(e, "%u", number * 4 + kinds_of(op))};
        return true;
    }
    case SPACE_SHARED:
        *space = (struct emitted_space){"c->shared", "&c->shared_window", "~0u"};
        return true;
    case SPACE_LOCAL:
        *space = (struct emitted_space){"c->local", "&c->local_window", "~0u"};
        return true;
    case SPACE_CONST:
        *space = (struct emitted_space){"c->constant_memory", "&c->constant_window", "~0u"};
        return true;
    case SPACE_PARAM:
        *space = (struct emitted_space){"c->params", "&c->param_window", "~0u"};
        return true;
    default:
        return false;
    }
}

bool emit_is_read_only(const struct exec_op *op)
{
    return op->space == SPACE_CONST || op->space == SPACE_PARAM;
}

/* How an element goes into a register: the end of a function's name. NULL: not by a function. */
const char *emit_gather(const struct exec_op *op, const struct exec_operand *to)
{
    static const char *const small[] = {
        [VALUE_U8] = "u8",   [VALUE_S8] = "s8",   [VALUE_U16] = "u16",
        [VALUE_S16] = "s16", [VALUE_F16] = "u16", [VALUE_BF16] = "u16"};
    if (op->element_bytes == 8)
        return to->bits == 64 ? "64" : NULL;
    if (op->element_bytes == 4 && to->bits == 64)
        return op->source_type == VALUE_S32   ? "s32_64"
               : op->source_type == VALUE_U32 ? "u32_64"
                                              : NULL;
    if (op->element_bytes == 4)
        return to->bits == 32 ? "32" : NULL;
    if (to->bits == 64 || to->bytes != 4 || op->source_type >= G_N_ELEMENTS(small))
        return NULL;
    if (to->bits == 16 && op->source_type == VALUE_S8) /* a register of 16 bits has zeros above */
        return "s8_16";
    return to->bits == 16 && op->source_type == VALUE_S16 ? "u16" : small[op->source_type];
}

/* clang takes ever longer for each access of a block with hundreds: 13.9 s for a kernel of lud, and
 * 8 s without rows in its largest blocks. ASSUMED: this number. */
enum { MOST_WITH_ROWS = 64 };
/* All lanes run, and lanes' memory does not lie apart. */
static bool has_rows(const struct emitter *e, const struct exec_op *op)
{
    if (!e->whole && (e->has_whole || e->accesses > MOST_WITH_ROWS))
        return false;
    for (unsigned k = 1; k < op->n_destinations; k++)
        if (op->destination[k].bits != op->destination[0].bits)
            return false;
    return op->space != SPACE_LOCAL &&
           (op->elements == 1 || op->elements == 2 || op->elements == 4);
}

/* The register with addresses goes by a step, and need not be all lanes. */
static bool is_even(struct emitter *e, const struct exec_op *op)
{
    return op->source[0].base == BASE_REGISTERS && emit_even_of(e, &op->source[0]).kind != EVEN_NOT;
}

/* address[] of the access, in a variable a<pc>. */
void emit_access_addresses(struct emitter *e, const struct exec_op *op)
{
    emit_line(e, "longs a%u;", e->pc);
    if (is_even(e, op)) {
        emit_even_addresses(e, op);
        return;
    }
    const char *base = emit_source(e, &op->source[0]);
    if (op->source[0].bytes == 8) {
        emit_use(e, "void addresses_64(void *, const void *, uint64_t);");
        emit_line(e, "addresses_64(a%u, %s, 0x%" G_GINT64_MODIFIER "xu);", e->pc, base,
                  (uint64_t)op->immediate);
    } else {
        emit_use(e, "void addresses_32(void *, const void *, uint32_t);");
        emit_line(e, "addresses_32(a%u, %s, 0x%xu);", e->pc, base, (uint32_t)op->immediate);
    }
}

/* Lanes may access memory of several spaces. (Atomics are of one.) */
static bool is_generic(const struct exec_op *op)
{
    return op->space == SPACE_GENERIC && op->action != exec_atomic;
}

/* What the addresses behind emit_access_reach() count from. */
static const char *base_of(const struct exec_op *op, const struct emitted_space *space)
{
    return is_generic(op) ? "(uint8_t *)0" : space->base;
}

/* The condition of element-wise access; behind it, addresses are from base_of(). */
void emit_access_reach(struct emitter *e, const struct exec_op *op,
                       const struct emitted_space *space)
{
    const bool generic = is_generic(op);
    emit_use(e, generic ? "bool reach_generic(struct compiled_warp *, const void *, uint32_t, "
                          "void *, uint32_t, uint32_t);"
                        : "bool reach(struct compiled_warp *, const void *, uint32_t, const void "
                          "*, uint32_t, uint32_t);");
    emit_line(e, "if (%s(c, %s, %s, a%u, %s, %u)) {", generic ? "reach_generic" : "reach",
              space->window, space->site, e->pc, e->lanes, op->element_bytes * op->elements);
    if (op->space == SPACE_LOCAL) {
        emit_use(e, "void addresses_local(void *, uint32_t);");
        emit_line(e, "addresses_local(a%u, c->local_stride);", e->pc);
    }
}

static void gather_element(struct emitter *e, const struct exec_op *op, unsigned k,
                           const char *base)
{
    const struct exec_operand *to = &op->destination[k];
    const char *kind = emit_gather(op, to);
    g_autofree char *prototype =
        g_strdup_printf("void gather_%s(void *, const uint8_t *, const void *, uint32_t);", kind);
    emit_use(e, prototype);
    emit_line(e, "{ %s t; gather_%s(t, %s + %u, a%u, %s);", to->bytes == 8 ? "longs" : "words",
              kind, base, k * op->element_bytes, e->pc, e->lanes);
    emit_take(e, to);
    emit_line(e, "}");
}

static bool emit_load(struct emitter *e, const struct exec_op *op)
{
    struct emitted_space space;
    const char *registers[EXEC_DESTINATIONS];
    for (unsigned k = 0; k < op->n_destinations; k++) {
        if (op->destination[k].bits == 0 || !emit_gather(op, &op->destination[k]))
            return false;
        registers[k] = emit_name(e, "r%u", op->destination[k].offset);
    }
    if (!emit_space(e, op, &space))
        return false;
    const char *shape = has_rows(e, op) ? emit_shape(e, &op->source[0]) : NULL;
    if (!is_even(e, op))
        emit_source(e, &op->source[0]);
    for (unsigned k = 0; k < op->n_destinations; k++)
        emit_declare(e, &op->destination[k]);
    emit_line(e, "{");
    if (shape)
        emit_by_rows(e, op, &space, shape, emit_gather(op, &op->destination[0]), registers);
    emit_access_addresses(e, op);
    emit_access_reach(e, op, &space);
    for (unsigned k = 0; k < op->n_destinations; k++)
        gather_element(e, op, k, base_of(op, &space));
    emit_line(e, "} else {");
    emit_execute(e, op, false);
    emit_line(e, shape ? "} } } }" : "} }");
    return true;
}

/* Element k of what is stored, as wide as scatter expects. NULL: there is none. */
const char *emit_value(struct emitter *e, const struct exec_op *op, unsigned k)
{
    const struct exec_operand *from = &op->source[op->action == exec_store_frame ? k : k + 1];
    if (from->bytes == (op->element_bytes == 8 ? 8 : 4))
        return emit_source(e, from);
    if (from->bytes != 8)
        return NULL;
    const char *whole = emit_source(e, from), *low = emit_name(e, "w%u_%u", e->pc, k);
    emit_use(e, "void low_32(void *, const void *);");
    emit_line(e, "words %s; low_32(%s, %s);", low, low, whole);
    return low;
}

static void scatter_elements(struct emitter *e, const struct exec_op *op, const char *const *value,
                             const char *base)
{
    const unsigned bits = op->element_bytes * 8u;
    g_autofree char *prototype =
        g_strdup_printf("void scatter_%u(const void *, uint8_t *, const void *, uint32_t);", bits);
    emit_use(e, prototype);
    for (unsigned k = 0; k < op->elements; k++)
        emit_line(e, "{ %s t; memcpy(t, %s, sizeof t); scatter_%u(t, %s + %u, a%u, %s); }",
                  bits == 64 ? "longs" : "words", value[k], bits, base, k * op->element_bytes,
                  e->pc, e->lanes);
}

static bool emit_store(struct emitter *e, const struct exec_op *op)
{
    struct emitted_space space;
    const char *value[EXEC_SOURCES];
    if (emit_is_read_only(op))
        return false;
    for (unsigned k = 0; k < op->elements; k++)
        if (!(value[k] = emit_value(e, op, k)))
            return false;
    if (!emit_space(e, op, &space))
        return false;
    const char *shape = has_rows(e, op) ? emit_shape(e, &op->source[0]) : NULL;
    if (!is_even(e, op))
        emit_source(e, &op->source[0]);
    emit_line(e, "{");
    if (shape)
        emit_by_rows(e, op, &space, shape, emit_name(e, "%u", op->element_bytes * 8u), value);
    emit_access_addresses(e, op);
    emit_access_reach(e, op, &space);
    scatter_elements(e, op, value, base_of(op, &space));
    emit_line(e, "} else {");
    emit_execute(e, op, false);
    emit_line(e, shape ? "} } } }" : "} }");
    return true;
}

/* One value for all lanes. */
static bool emit_parameter(struct emitter *e, const struct exec_op *op)
{
    const struct exec_operand *to = &op->destination[0];
    if (op->element_bytes < 4 || to->bits != 8 * op->element_bytes || !e->always)
        return false;
    const unsigned bits = to->bits;
    g_autofree char *prototype = g_strdup_printf("void splat_%u(void *, uint%u_t);", bits, bits);
    emit_use(e, prototype);
    const char *name = emit_destination(e, to);
    emit_line(e, "{ uint%u_t v; memcpy(&v, c->params + %" G_GINT64_FORMAT ", sizeof v);", bits,
              op->immediate);
    emit_line(e, "splat_%u(%s, v); }", bits, name);
    return true;
}

/* address[] of a parameter of a call, which lies at the same place in each lane's frame. */
static void emit_frame_addresses(struct emitter *e, const struct exec_op *op)
{
    emit_use(e, "void addresses_frame(void *, uint64_t, uint32_t);");
    emit_line(e, "longs a%u; addresses_frame(a%u, %" G_GINT64_FORMAT ", c->local_stride);", e->pc,
              e->pc, op->immediate);
}

static bool emit_frame_load(struct emitter *e, const struct exec_op *op)
{
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits == 0 || !emit_gather(op, &op->destination[k]))
            return false;
    for (unsigned k = 0; k < op->n_destinations; k++)
        emit_destination(e, &op->destination[k]);
    emit_line(e, "{");
    emit_frame_addresses(e, op);
    for (unsigned k = 0; k < op->n_destinations; k++)
        gather_element(e, op, k, "c->frame");
    emit_line(e, "}");
    return true;
}

static bool emit_frame_store(struct emitter *e, const struct exec_op *op)
{
    const char *value[EXEC_SOURCES];
    for (unsigned k = 0; k < op->elements; k++)
        if (!(value[k] = emit_value(e, op, k)))
            return false;
    emit_line(e, "{");
    emit_frame_addresses(e, op);
    scatter_elements(e, op, value, "c->frame");
    emit_line(e, "}");
    return true;
}

/* cp.async. */
static bool emit_copy(struct emitter *e, const struct exec_op *op)
{
    struct emitted_space space;
    uint32_t offset;
    if (op->n_sources != 3 || op->source[0].bytes != 8 || op->source[2].base != BASE_CONSTANTS ||
        op->space != SPACE_GLOBAL || !emit_space(e, op, &space))
        return false;
    const unsigned bits = op->source[1].bytes * 8u;
    const char *from = emit_source(e, &op->source[0]), *to = emit_source(e, &op->source[1]);
    memcpy(&offset, e->kernel->constants + op->source[2].offset, sizeof offset);
    g_autofree char *prototype =
        g_strdup_printf("bool copy_to_%u(struct compiled_warp *, const void *, uint32_t, "
                        "const void *, uint64_t, const void *, uint32_t, uint32_t, uint32_t);",
                        bits);
    emit_use(e, prototype);
    emit_line(e, "if (!copy_to_%u(c, %s, %s, %s, 0x%" G_GINT64_MODIFIER "xu, %s, 0x%xu, %s, %u)) {",
              bits, space.window, space.site, from, (uint64_t)op->immediate, to, offset, e->lanes,
              op->element_bytes * op->elements);
    emit_execute(e, op, false);
    emit_line(e, "}");
    return true;
}

bool emit_access(struct emitter *e, const struct exec_op *op)
{
    if (op->kind != EXEC_ACTION)
        return false;
    if (op->action == exec_load_frame)
        return emit_frame_load(e, op);
    if (op->action == exec_store_frame)
        return emit_frame_store(e, op);
    if (emit_even_access(e, op))
        return true;
    if (op->action == exec_load)
        return emit_is_fragment(e, &op->source[0]) ? emit_fragment(e, op, true)
                                                   : emit_own(e, op) || emit_load(e, op);
    if (op->action == exec_store)
        return emit_is_fragment(e, &op->source[0]) ? emit_fragment(e, op, false)
                                                   : emit_own(e, op) || emit_store(e, op);
    if (op->action == exec_atomic)
        return emit_atomic(e, op);
    if (op->action == exec_async_copy)
        return emit_copy(e, op);
    return op->action == exec_load_parameter && emit_parameter(e, op);
}
