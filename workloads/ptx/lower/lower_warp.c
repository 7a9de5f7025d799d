/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of cross-lane instructions and of address-space conversions. */
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* The destination d or d|p; either may be the sink `_`. */
static bool lower_pair(struct lowering *l)
{
    const struct ptx_operand *first = &l->instruction->operands[0];
    bool pair = first->kind == PTX_OPERAND_PAIR;
    const struct ptx_operand *value = pair ? &first->elements[0] : first;
    if (value->kind == PTX_OPERAND_SINK ? !lower_destination_any(l, value)
                                        : !lower_destination(l, value, LANE_u32))
        return false;
    if (!pair || first->elements[1].kind == PTX_OPERAND_SINK)
        return true;
    return lower_destination(l, &first->elements[1], LANE_PREDICATE);
}

static bool lower_shuffle(struct lowering *l)
{
    static const char *const modes[] = {[SHUFFLE_UP] = "up",
                                        [SHUFFLE_DOWN] = "down",
                                        [SHUFFLE_BUTTERFLY] = "bfly",
                                        [SHUFFLE_INDEX] = "idx"};
    const struct ptx_instruction *in = l->instruction;
    unsigned mode = 0;
    while (mode < G_N_ELEMENTS(modes) && !ptx_has_modifier(in, modes[mode]))
        mode++;
    if (mode == G_N_ELEMENTS(modes) || in->n_operands < 4)
        return false;
    l->op->alu = exec_shuffle;
    l->op->variant = (uint8_t)mode;
    if (!lower_pair(l))
        return false;
    for (unsigned k = 1; k < MIN(in->n_operands, 5); k++) /* the last one: .sync */
        if (!lower_source(l, &in->operands[k], LANE_u32))
            return false;
    return true;
}

static bool lower_vote(struct lowering *l)
{
    static const char *const modes[] = {
        [VOTE_ALL] = "all", [VOTE_ANY] = "any", [VOTE_UNIFORM] = "uni", [VOTE_BALLOT] = "ballot"};
    const struct ptx_instruction *in = l->instruction;
    unsigned mode = 0;
    while (mode < G_N_ELEMENTS(modes) && !ptx_has_modifier(in, modes[mode]))
        mode++;
    if (mode == G_N_ELEMENTS(modes) || in->n_operands < 2)
        return false;
    l->op->alu = exec_vote;
    l->op->variant = (uint8_t)mode;
    l->op->modifiers = in->operands[1].negated ? MODIFIER_INVERT : 0;
    return lower_destination(l, &in->operands[0],
                             mode == VOTE_BALLOT ? LANE_u32 : LANE_PREDICATE) &&
           lower_source(l, &in->operands[1], LANE_PREDICATE) &&
           (in->n_operands < 3 || lower_source(l, &in->operands[2], LANE_u32));
}

static bool lower_match(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum lane_type lane;
    bool all = ptx_has_modifier(in, "all");
    if (!(all || ptx_has_modifier(in, "any")) || in->n_operands != 3 ||
        !lane_type_of(ptx_modifier_type(in, 0), &lane))
        return false;
    l->op->alu = all ? exec_match_all : exec_match_any;
    return (all ? lower_pair(l) : lower_destination(l, &in->operands[0], LANE_u32)) &&
           lower_source(l, &in->operands[1], lane) && lower_source(l, &in->operands[2], LANE_u32);
}

static bool lower_reduce(struct lowering *l)
{
    static const struct {
        const char *word;
        uint8_t type, how; /* type: PTX_TYPE_NONE for any */
    } known[] = {{"add", PTX_TYPE_NONE, REDUCE_ADD}, {"min", PTX_U32, REDUCE_MIN_U32},
                 {"max", PTX_U32, REDUCE_MAX_U32},   {"min", PTX_S32, REDUCE_MIN_S32},
                 {"max", PTX_S32, REDUCE_MAX_S32},   {"and", PTX_B32, REDUCE_AND},
                 {"or", PTX_B32, REDUCE_OR},         {"xor", PTX_B32, REDUCE_XOR},
                 {"min", PTX_F32, REDUCE_MIN_F32},   {"max", PTX_F32, REDUCE_MAX_F32}};
    const struct ptx_instruction *in = l->instruction;
    const enum ptx_type type = ptx_modifier_type(in, 0);
    const bool is_float = type == PTX_F32;
    if (in->n_operands != 3 || (type != PTX_U32 && type != PTX_S32 && type != PTX_B32 && !is_float))
        return false;
    if (!lower_only_modifiers(in,
                              is_float ? "sync min max abs NaN" : "sync add min max and or xor"))
        return false;
    l->op->immediate = ptx_has_modifier(in, "NaN");
    l->op->modifiers = ptx_has_modifier(in, "abs") ? MODIFIER_ABS : 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++) {
        if (!ptx_has_modifier(in, known[i].word) ||
            (known[i].type == PTX_TYPE_NONE ? is_float : known[i].type != type))
            continue;
        l->op->alu = exec_reduce;
        l->op->variant = known[i].how;
        return lower_destination(l, &in->operands[0], LANE_u32) &&
               lower_source(l, &in->operands[1], LANE_u32) &&
               lower_source(l, &in->operands[2], LANE_u32);
    }
    return false;
}

bool lower_cross_lane(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (strcmp(in->opcode, "shfl") == 0)
        return lower_shuffle(l);
    if (strcmp(in->opcode, "vote") == 0)
        return lower_vote(l);
    if (strcmp(in->opcode, "match") == 0)
        return lower_match(l);
    if (strcmp(in->opcode, "redux") == 0)
        return lower_reduce(l);
    if (strcmp(in->opcode, "elect") == 0 && in->n_operands == 2) {
        l->op->alu = exec_elect;
        return lower_pair(l) && lower_source(l, &in->operands[1], LANE_u32);
    }
    if (strcmp(in->opcode, "activemask") == 0 && in->n_operands == 1) {
        l->op->alu = exec_active_mask;
        return lower_destination(l, &in->operands[0], LANE_u32);
    }
    return false;
}

/* The window of the space among the modifiers, 0 for global; false if there is none. */
static bool window_of(const struct ptx_instruction *in, unsigned *window)
{
    static const struct {
        const char *word;
        uint8_t window;
    } known[] = {{"global", 0},
                 {"shared", WINDOW_SHARED},
                 {"shared::cta", WINDOW_SHARED},
                 {"shared::cluster", WINDOW_SHARED},
                 {"local", WINDOW_LOCAL},
                 {"const", WINDOW_CONST},
                 {"param", WINDOW_PARAM},
                 {"param::entry", WINDOW_PARAM}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(in, known[i].word)) {
            *window = known[i].window;
            return true;
        }
    return false;
}

bool lower_address_space(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    unsigned window;
    if (in->n_operands != 2 || !window_of(in, &window))
        return false;
    if (strcmp(in->opcode, "isspacep") == 0) {
        l->op->alu = exec_in_window;
        l->op->immediate = window;
        return lower_destination(l, &in->operands[0], LANE_PREDICATE) &&
               lower_source_any(l, &in->operands[1], LANE_u64);
    }
    if (strcmp(in->opcode, "cvta") != 0)
        return false;
    if (ptx_modifier_type(in, 0) != PTX_U64)
        return lowering_problem(l, "generic addresses have 64 bits");
    int64_t base = (int64_t)window << WINDOW_SHIFT;
    l->op->alu = base == 0 ? l->alus->alu[ALU_mov_64] : exec_add_immediate;
    l->op->immediate = ptx_has_modifier(in, "to") ? -base : base;
    return lower_destination(l, &in->operands[0], LANE_u64) &&
           lower_source(l, &in->operands[1], LANE_u64);
}
