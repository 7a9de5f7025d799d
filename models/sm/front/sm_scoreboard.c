/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/front/sm_requests.h"

/* The registers that the instruction names are below this. */
static uint32_t registers_of(const struct instruction *instruction)
{
    uint32_t slots = 1; /* that of unused ones */
    for (unsigned i = 0; i < (unsigned)instruction->n_destinations + instruction->n_sources; i++)
        slots = MAX(slots, instruction->registers[i] + 1u);
    return slots;
}

void sm_make_facts(struct sm_warps *warps, const struct sm_warp *warp)
{
    const uint32_t pc = warp->context.pc;
    sm_warps_need_registers(warps, warp->facts, registers_of(sm_next_instruction(warp)));
    struct issue_facts *facts = &warp->facts->facts[pc];
    code_facts_make(warp->facts, pc, sm_next_instruction(warp), warps->core->config);
    if (facts->way == ISSUE_LONG)
        return;
    const int kind = issue_tally_note(&warps->core->tally,
                                      &(struct issue_kind){.lane_class = facts->lane_class,
                                                           .operands = facts->operands,
                                                           .bank_cycles = facts->bank_cycles,
                                                           .unit_class = facts->unit_class,
                                                           .busy = facts->busy});
    if (kind < 0)
        facts->way = ISSUE_LONG;
    else
        facts->kind = (uint8_t)kind;
}

G_NO_INLINE static uint64_t many_operands_at(const struct sm_warp *warp)
{
    const struct instruction *next = sm_next_instruction(warp);
    uint64_t at = 0;
    unsigned n = next->n_destinations + next->n_sources;
    for (unsigned i = 0; i < n; i++)
        at = MAX(at, warp->ready_at[next->registers[i]]);
    return at;
}

/* All registers of the instruction, few or many. */
static inline uint64_t operands_at(const struct sm_warp *warp)
{
    return G_LIKELY(!(warp->next->flags & FACT_MANY)) ? facts_operands_at(warp, warp->next)
                                                      : many_operands_at(warp);
}

/* Whether a value is still to be delivered to the warp's registers. */
static bool awaits_values(const struct sm_warp *warp)
{
    for (uint32_t i = 0; i < warp->facts->slots; i++)
        if (warp->ready_at[i] == CYCLE_NEVER)
            return true;
    return false;
}

/* Rare cases. Releases wait for requests of the block. Calls and returns wait for the warp's loads;
 * so do fences with op.fence.waits=loads. False if the warp now waits like at a fence. */
static bool waits_done(struct sm_warps *warps, unsigned slot, uint64_t *at)
{
    const struct instruction *next = sm_next_instruction(&warps->list[slot]);
    if ((next->flags & INSTRUCTION_RELEASE) && next->op_class != OP_FENCE &&
        !sm_release_enter(warps, slot))
        return false;
    bool drains = (next->flags & INSTRUCTION_DRAIN) ||
                  (next->op_class == OP_FENCE && warps->core->config->access.fence_loads);
    if (drains && awaits_values(&warps->list[slot]))
        *at = CYCLE_NEVER;
    return true;
}

/* For policies. */
G_NO_INLINE static void tell_waits_on_memory(struct sm_warps *warps, unsigned slot)
{
    SM_TELL(warps->core, waits_on_memory, slot, sm_fresh_view(warps->core));
}

/* The warp's next instruction can read its registers from cycle `operands` on; CYCLE_NEVER: nobody
 * knows yet. */
static inline void wait_for(struct sm_warps *warps, unsigned slot, uint64_t operands)
{
    const struct sm_warp *warp = &warps->list[slot];
    const uint64_t fetched = fetched_at(warp), at = MAX(operands, warp->not_before);
    warps->by_pipe[warp->next->pipe] |= UINT64_C(1) << slot;
    if (operands == CYCLE_NEVER) {
        warps->wait_memory |= UINT64_C(1) << slot;
        if (SM_WANTS(warps->core, waits_on_memory))
            tell_waits_on_memory(warps, slot);
    } else if (fetched == CYCLE_NEVER)
        warps->wait_fetch |= UINT64_C(1) << slot;
    else if (fetched > at)
        sm_ready_at(warps, slot, warps->core->cycle, fetched, &warps->wait_fetch);
    else
        sm_ready_at(warps, slot, warps->core->cycle, at, &warps->wait_data);
}

/* sm_settle for instructions that are new, have many registers, or wait for more than these. */
G_NO_INLINE static void settle_unusual(struct sm_warps *warps, unsigned slot)
{
    struct sm_warp *warp = &warps->list[slot];
    warp->next = sm_next_facts(warps, warp);
    uint64_t operands = operands_at(warp);
    if ((warp->next->flags & FACT_WAITS) && !waits_done(warps, slot, &operands))
        return;
    wait_for(warps, slot, operands);
}

/* Its usual way calls nothing, so no register is saved. */
void sm_settle(struct sm_warps *warps, unsigned slot, uint64_t earliest)
{
    struct sm_warp *warp = &warps->list[slot];
    const struct issue_facts *next = &warp->of_code[warp->context.pc];
    warps->changes++;
    warp->not_before = MAX(warp->not_before, earliest);
    if (G_UNLIKELY((next->flags & (FACT_MADE | FACT_WAITS | FACT_MANY)) != FACT_MADE)) {
        settle_unusual(warps, slot);
        return;
    }
    warp->next = next;
    wait_for(warps, slot, facts_operands_at(warp, next));
}

bool sm_take_back(struct sm_warps *warps, unsigned slot)
{
    const struct sm_warp *warp = &warps->list[slot];
    unsigned index = (warps->core->cycle + 1) % WHEEL_SLOTS;
    if (!(warps->wheel[index] >> slot & 1) || operands_at(warp) > warps->core->cycle ||
        fetched_at(warp) > warps->core->cycle)
        return false;
    warps->wait_data &= ~(UINT64_C(1) << slot);
    warps->wheel[index] &= ~(UINT64_C(1) << slot);
    if (warps->wheel[index] == 0)
        warps->wheel_occupied[index / 64] &= ~(UINT64_C(1) << (index % 64));
    return true;
}

uint64_t sm_next_wheel(const struct sm_warps *warps, uint64_t stuck)
{
    if (!(warps->wait_data | (warps->wait_fetch & ~stuck)))
        return CYCLE_NEVER;
    for (uint64_t cycle = warps->core->cycle + 1;;) {
        unsigned index = cycle % WHEEL_SLOTS;
        uint64_t bits = warps->wheel_occupied[index / 64] >> (index % 64);
        if (bits)
            return cycle + (unsigned)__builtin_ctzll(bits);
        cycle += 64 - index % 64;
    }
}

void sm_warp_fetched(struct sm_warps *warps, unsigned slot)
{
    if (!(warps->wait_fetch >> slot & 1))
        return;
    warps->wait_fetch &= ~bit_of(slot);
    sm_settle(warps, slot, warps->core->cycle);
}

void sm_warp_loaded(struct sm_warps *warps, unsigned slot)
{
    if (!(warps->wait_memory >> slot & 1))
        return;
    warps->wait_memory &= ~bit_of(slot);
    sm_settle(warps, slot, warps->core->cycle);
}
