/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/sm_warps.h"
#include "base/arena.h"
#include "models/core/engine_core.h"
#include "workloads/instruction_source.h"
#include <stdlib.h>
#include <string.h>

enum { SHARED_STATE_BYTES = 32 << 10 };
enum { ALIGNMENT = 64, REGISTERS_A_LINE = ALIGNMENT / sizeof(uint64_t) };

void sm_warps_init(struct sm_warps *warps, struct sm_core *core)
{
    warps->core = core;
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++)
        warps->by_scheduler[slot % core->config->schedulers] |= bit_of(slot);
}

void sm_warps_finish(struct sm_warps *warps)
{
    for (unsigned i = 0; i < warps->n_ever; i++)
        if (!warps->list[i].state_is_shared)
            free(warps->list[i].state);
    free(warps->registers);
}

/* Warps' registers lie together, since 80 SMs in turn touch many pages. */
static void make_room_for_registers(struct sm_warps *warps, uint32_t slots)
{
    const uint32_t old = warps->registers_a_warp,
                   now = (slots + REGISTERS_A_LINE) & ~(uint32_t)(REGISTERS_A_LINE - 1);
    if (now <= old)
        return;
    uint64_t *registers = aligned_alloc(ALIGNMENT, (size_t)WARP_SLOTS * now * sizeof *registers);
    g_assert(registers);
    for (unsigned i = 0; i < WARP_SLOTS; i++) {
        if (i < warps->n_ever)
            memcpy(&registers[i * now], &warps->registers[i * old], old * sizeof *registers);
        warps->list[i].ready_at = &registers[i * now + 1];
    }
    free(warps->registers);
    warps->registers = registers;
    warps->registers_a_warp = now;
}

void sm_warps_need_registers(struct sm_warps *warps, struct code_facts *facts, uint32_t slots)
{
    const uint32_t known = facts->slots;
    if (slots <= known)
        return;
    make_room_for_registers(warps, slots);
    facts->slots = slots;
    for (unsigned i = 0; i < warps->n_ever; i++)
        if (warps->list[i].facts == facts)
            memset(&warps->list[i].ready_at[known], 0, (slots - known) * sizeof(uint64_t));
}

/* All SMs' warps have more registers than the host remembers pages. So states lie together on large
 * pages, but for those with much local memory, of which most is never touched. What a larger one
 * leaves behind is lost. */
static void make_state(struct sm_warps *warps, struct sm_warp *warp, const struct kernel_code *code)
{
    if (warp->state_bytes >= code->warp_state_bytes)
        return;
    if (!warp->state_is_shared)
        free(warp->state);
    const size_t bytes = MAX(code->warp_state_bytes, warp->state_bytes + warp->state_bytes / 2);
    warp->state_is_shared = bytes <= SHARED_STATE_BYTES;
    warp->state_bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    warp->state = warp->state_is_shared
                      ? arena_take(warps->core->unit.engine->arena, 1, warp->state_bytes)
                      : aligned_alloc(ALIGNMENT, warp->state_bytes);
    g_assert(warp->state);
}

void sm_warps_start(struct sm_warps *warps, unsigned slot, unsigned block_slot, unsigned in_block,
                    const struct block_context *block, struct code_facts *facts)
{
    struct sm_warp *warp = &warps->list[slot];
    const struct kernel_code *code = block->launch->code;
    make_state(warps, warp, code);
    make_room_for_registers(warps, facts->slots);
    memset(warp->ready_at, 0, facts->slots * sizeof *warp->ready_at);
    warp->context = (struct warp_context){.code = code,
                                          .block = block,
                                          .in_block = in_block,
                                          .slot = slot,
                                          .ahead = true,
                                          .state = warp->state};
    warp->outstanding = 0;
    warp->release = RELEASE_NONE;
    warp->block = (uint8_t)block_slot;
    warp->facts = facts;
    warp->of_code = facts->facts;
    warp->instructions = 0;
    warp->not_before = 0;
    code->ops->warp_start(&warp->context);
    warps->changes++;
    warps->resident |= bit_of(slot);
    warps->age[slot] = warps->next_age++;
    warps->n_ever = MAX(warps->n_ever, slot + 1);
}

void sm_warps_halt(struct sm_warps *warps, unsigned slot)
{
    uint64_t others = ~bit_of(slot);
    uint64_t *const masks[] = {&warps->ready,      &warps->wait_memory, &warps->wait_data,
                               &warps->wait_fetch, &warps->at_barrier,  &warps->at_fence,
                               &warps->held};
    for (unsigned i = 0; i < G_N_ELEMENTS(masks); i++)
        *masks[i] &= others;
    for (unsigned pipe = 0; pipe < PIPES; pipe++)
        warps->by_pipe[pipe] &= others;
    for (unsigned index = 0; index < WHEEL_SLOTS; index++) {
        warps->wheel[index] &= others;
        if (warps->wheel[index] == 0)
            warps->wheel_occupied[index / 64] &= ~bit_of(index % 64);
    }
}

void sm_warps_hold(struct sm_warps *warps)
{
    const uint64_t could = warps->ready | warps->wait_data | warps->wait_fetch;
    warps->changes++;
    for (uint64_t left = warps->resident & ~warps->draining; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left);
        warps->list[slot].not_before = WARP_HELD;
        if (!(could >> slot & 1))
            continue;
        sm_warps_halt(warps, slot);
        warps->held |= bit_of(slot);
    }
}

void sm_warps_let_go(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->list[slot].not_before = 0;
    if (!(warps->held >> slot & 1))
        return;
    const uint64_t waits = warps->at_barrier & bit_of(slot); /* it leapt to there */
    sm_warps_halt(warps, slot);
    warps->at_barrier |= waits;
}

void sm_warps_drain(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->draining |= bit_of(slot);
}

void sm_warps_remove(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->draining &= ~bit_of(slot);
    warps->resident &= ~bit_of(slot);
}
