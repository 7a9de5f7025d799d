/* SPDX-License-Identifier: BSD-3-Clause */
/* Where local memory lies: lanes' copies of an element are neighbours.
 *
 * local.layout:
 * warps  each warp slot's memory is in one piece, element after element.
 * words  a word of all threads that the GPU holds lies in one piece: of an SM's first block, of the
 *        next SM's, and so on, then of the SMs' second blocks.
 *
 * Source: "words", GPGPU-Sim (dev branch, October 2024), gpgpu_local_mem_map. ASSUMED: "warps".
 * There an access of 8 or 16 bytes is one to each of its words. Differs: to 32 lines at most.
 */
#include "models/sm/ldst/sm_local.h"
#include "models/launch/grid.h"

#define LOCAL_BASE UINT64_C(0x400000000)
#define WORDS_BASE UINT64_C(0x1f880000) /* of "words", below what its simulator gives kernels */

static void place_by_warp(const struct load_store *ldst, unsigned slot, unsigned bytes,
                          struct issued *issued)
{
    uint64_t per_warp =
        (uint64_t)ldst->warps->list[slot].context.code->local_bytes_per_thread * WARP_LANES;
    uint64_t base = LOCAL_BASE + ((uint64_t)ldst->core->site.index * WARP_SLOTS + slot) *
                                     ((per_warp + LINE_BYTES - 1) & ~(uint64_t)(LINE_BYTES - 1));
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        issued->address[lane] =
            base + issued->address[lane] / bytes * bytes * WARP_LANES + (uint64_t)lane * bytes;
}

/* At most so many blocks of the launch are on an SM. */
static uint32_t blocks_at_once(struct load_store *ldst, const struct launch *launch)
{
    const struct occupancy_limits *limits = &ldst->core->config->limits;
    if (ldst->local_blocks == 0 || ldst->local_launch != launch->id) {
        const struct occupancy_need need = {
            .threads_per_block = (uint32_t)launch_threads_per_block(launch),
            .registers_per_thread = occupancy_registers(limits, launch->code),
            .shared_bytes_per_block =
                (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes,
            .grid_blocks = UINT32_MAX,
            .n_sms = 1};
        ldst->local_launch = launch->id;
        ldst->local_blocks = MAX(occupancy_compute(limits, &need).blocks, 1);
    }
    return ldst->local_blocks;
}

/* Threads of a block, in whole warps. */
static uint64_t threads_of(const struct launch *launch)
{
    return (launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
}

uint64_t sm_local_words_apart(struct load_store *ldst, unsigned slot)
{
    const struct launch *launch = ldst->warps->list[slot].context.block->launch;
    return threads_of(launch) * ldst->core->site.n_sms * blocks_at_once(ldst, launch) * LOCAL_WORD;
}

static void place_by_word(struct load_store *ldst, unsigned slot, struct issued *issued)
{
    const struct sm_warp *warp = &ldst->warps->list[slot];
    const uint64_t n_sms = ldst->core->site.n_sms, apart = sm_local_words_apart(ldst, slot);
    uint64_t first =
        threads_of(warp->context.block->launch) * (ldst->core->site.index + n_sms * warp->block) +
        (uint64_t)warp->context.in_block * WARP_LANES;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t address = issued->address[lane];
        issued->address[lane] = WORDS_BASE + address / LOCAL_WORD * apart +
                                (first + lane) * LOCAL_WORD + address % LOCAL_WORD;
    }
}

void sm_place_local(struct load_store *ldst, unsigned slot, unsigned bytes, struct issued *issued)
{
    issued->regular = false;
    if (ldst->config->access.local_words)
        place_by_word(ldst, slot, issued);
    else
        place_by_warp(ldst, slot, bytes, issued);
}
