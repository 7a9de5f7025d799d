/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of cross-lane instructions and of address-space conversions. */
#include "workloads/ptx/exec/lowering.h"
#include "workloads/ptx/exec/warp_ops.h"

#include <string.h>

static bool lower_shuffle(struct lowering *l)
{
    static const char *const modes[] = {[SHUFFLE_UP] = "up",
                                        [SHUFFLE_DOWN] = "down",
                                        [SHUFFLE_BUTTERFLY] = "bfly",
                                        [SHUFFLE_INDEX] = "idx"};
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *first = &in->operands[0];
    unsigned mode = 0;
    while (mode < G_N_ELEMENTS(modes) && !ptx_has_modifier(in, modes[mode]))
        mode++;
    if (mode == G_N_ELEMENTS(modes) || in->n_operands < 4)
        return false;
    l->op->alu = exec_shuffle;
    l->op->variant = (uint8_t)mode;
    bool pair = first->kind == PTX_OPERAND_PAIR;
    if (!lower_destination(l, pair ? &first->elements[0] : first, LANE_u32))
        return false;
    if (pair && first->elements[1].kind != PTX_OPERAND_SINK &&
        !lower_destination(l, &first->elements[1], LANE_PREDICATE))
        return false;
    for (unsigned k = 1; k < 4; k++)
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
    if (!ptx_has_modifier(in, "any") || in->n_operands != 3 ||
        !lane_type_of(ptx_modifier_type(in, 0), &lane))
        return false;
    l->op->alu = exec_match_any;
    return lower_destination(l, &in->operands[0], LANE_u32) &&
           lower_source(l, &in->operands[1], lane) && lower_source(l, &in->operands[2], LANE_u32);
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
    } known[] = {{"global", 0},           {"shared", WINDOW_SHARED}, {"shared::cta", WINDOW_SHARED},
                 {"local", WINDOW_LOCAL}, {"const", WINDOW_CONST},   {"param", WINDOW_PARAM}};
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
