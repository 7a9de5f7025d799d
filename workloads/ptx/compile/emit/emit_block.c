/* SPDX-License-Identifier: BSD-3-Clause */
/* One block: its instructions, and where control goes at its end. */
#include "workloads/ptx/compile/blocks/loop_reads.h"
#include "workloads/ptx/compile/emit/emitter.h"
#include "workloads/ptx/exec/actions/control.h"

/* Sets e->lanes and e->always from the guard, in a variable g<pc>. */
static void emit_guard(struct emitter *e, const struct exec_op *op)
{
    e->always = op->guard.base == BASE_CONSTANTS;
    e->lanes = "A";
    if (e->always)
        return;
    const char *guard = emit_source(e, &op->guard);
    e->lanes = emit_name(e, "g%u", e->pc);
    emit_line(e, "const uint32_t %s = A & %s%s;", e->lanes, op->guard_invert ? "~" : "", guard);
    emit_line(e, "T += __builtin_popcount(%s);", e->lanes);
}

static void emit_inside(struct emitter *e, const struct exec_op *op)
{
    emit_guard(e, op);
    if (emit_arithmetic(e, op) || emit_predicates(e, op) || emit_moves(e, op) ||
        emit_access(e, op) || emit_across(e, op) || emit_tensor(e, op))
        return;
    emit_execute(e, op, true);
}

/* The running lanes go on at the leader. */
static void emit_go(struct emitter *e, const char *condition, uint32_t to)
{
    if (e->whole) {
        emit_line(e, "%s{", condition);
        emit_even_edges(e, to);
        emit_line(e, "goto F%u; }", to);
        return;
    }
    emit_line(e, "%s{ if (V == %u) { c->pc = %u; goto settle; } goto B%u; }", condition, to, to,
              to);
}

/* Where a turn may end: looks whether it does. */
static void emit_look(struct emitter *e, uint32_t leader)
{
    static const char *const over[] = {"", "", "left <= COMPILED_LONG_TURN || ", "left <= 0 || "};
    const uint8_t end = e->ends[leader];
    if (end < TURN_LONG)
        return;
    emit_line(e, "if (%sc->holds & %u) ", over[turn_kind(end)], (unsigned)(end & TURN_HOLDS));
    if (e->whole)
        emit_line(e, "goto X%u;", leader);
    else
        emit_line(e, "{ c->pc = %u; goto turn; }", leader);
}

/* The branch at the end of a block. */
static void emit_branch(struct emitter *e, const struct exec_op *op)
{
    const uint32_t next = e->pc + 1;
    const bool together = emit_even_of(e, &op->guard).kind == EVEN_SAME;
    emit_guard(e, op);
    const char *taken = e->lanes;
    if (e->whole && e->always) {
        emit_go(e, "", op->target);
        return;
    }
    e->closes = block_closes_loop(op);
    if (!e->whole)
        emit_write_back(e, op->target, e->always ? UINT32_MAX : next, false);
    /* Lanes that go round a loop while others wait are looked at now and then. */
    const char *unseen = e->closes && !e->whole
                             ? " && (c->depth == 1 || (c->loop_lanes == A && c->loop_left-- > 0))"
                             : "";
    if (!e->always)
        emit_go(e, emit_name(e, "if (%s == 0) ", taken), next);
    if (e->whole && together) {
        emit_go(e, "", op->target);
        return;
    }
    emit_go(e, emit_name(e, "if (%s == A%s) ", taken, unseen), op->target);
    if (e->whole)
        emit_write_back(e, op->target, next, false);
    e->closes = false;
    emit_line(e, "if (!c->branch(c, %u, %s)) return COMPILED_FAULT;", e->pc, taken);
    emit_line(e, "goto moved;");
}

static uint32_t end_of_block(const struct emitter *e, uint32_t leader)
{
    uint32_t end = leader + 1;
    while (end < e->code->n_instructions && !e->ends[end])
        end++;
    return end;
}

uint32_t emit_count_always(const struct emitter *e, uint32_t from, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t pc = from; pc < end; pc++)
        n += e->kernel->ops[pc].guard.base == BASE_CONSTANTS;
    return n;
}

static uint32_t count_accesses(const struct emitter *e, uint32_t from, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t pc = from; pc < end; pc++)
        n += e->code->instructions[pc].access_bytes > 0;
    return n;
}

/* All lanes end: nobody needs the registers. */
static bool emit_end(struct emitter *e, uint32_t leader)
{
    const struct exec_op *op = &e->kernel->ops[leader];
    if (!e->whole || op->kind != EXEC_CONTROL || op->action != exec_exit ||
        op->guard.base != BASE_CONSTANTS)
        return false;
    emit_line(e, "left -= 1; T += 32; c->pc = %u; goto over; }", leader);
    return true;
}

static void emit_issue(struct emitter *e, uint32_t leader)
{
    if (!block_is_unlikely(e->kernel, leader) && (emit_end(e, leader) || emit_meeting(e, leader)))
        return;
    if (e->whole)
        emit_write_back(e, leader, UINT32_MAX, false);
    emit_line(e, "c->pc = %u; goto issue; }", leader);
}

static void note_variables(struct emitter *e)
{
    const guint n = e->in_order->len + g_hash_table_size(e->others);
    e->most_bytes = MAX(e->most_bytes, n * WARP_LANES * (guint)sizeof(uint64_t));
}

void emit_block(struct emitter *e, uint32_t leader)
{
    const uint32_t end = end_of_block(e, leader);
    const struct exec_op *first = &e->kernel->ops[leader];
    e->leader = leader;
    e->at_end = false;
    if (e->whole)
        emit_even_begin(e, leader);
    emit_line(e, "%c%u: {", e->whole ? 'F' : 'B', leader);
    if (e->whole && e->even && !block_even_reaches(e->even, leader)) {
        emit_line(e, "c->pc = %u; goto issue; }", leader); /* nothing leads here */
        return;
    }
    emit_look(e, leader);
    if (block_is_unlikely(e->kernel, leader) ||
        block_way_of(first, &e->code->instructions[leader]) == WAY_ISSUE ||
        (first->prepare & PREPARE_WHOLE && !e->whole)) { /* parted lanes: a fault, or a detour */
        emit_issue(e, leader);
        return;
    }
    if (first->prepare && !e->whole) /* lanes apart come together first, which is not done here */
        emit_line(e, "if (c->depth != 1 || c->apart) { c->pc = %u; goto issue; }", leader);
    emit_line(e, "left -= %u; T += %u * (uint64_t)__builtin_popcount(A);", end - leader,
              emit_count_always(e, leader, end));
    emit_forget(e);
    e->accesses = count_accesses(e, leader, end);
    e->at_end = true;
    for (e->pc = leader; e->pc < end; e->pc++) {
        const struct exec_op *op = &e->kernel->ops[e->pc];
        e->left = end - e->pc;
        if (block_way_of(op, &e->code->instructions[e->pc]) == WAY_BRANCH) {
            emit_branch(e, op);
            emit_line(e, "}");
            note_variables(e);
            return;
        }
        if (emit_even(e, op))
            continue;
        const uint32_t together = emit_strips(e, end);
        if (together > 0)
            e->pc += together - 1;
        else {
            emit_inside(e, op);
            emit_even_lost(e, op);
        }
    }
    note_variables(e);
    if (end < e->code->n_instructions) {
        if (!e->whole)
            emit_write_back(e, end, UINT32_MAX, false);
        emit_go(e, "", end);
    } else {
        emit_line(e, "__builtin_unreachable();");
    }
    emit_line(e, "}");
}
