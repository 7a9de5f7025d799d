/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/energy.h"

#define ROW(...) COUNTER_ROW(struct energy_figures, __VA_ARGS__)

const struct counter energy_table[] = {
    ROW(instructions, "fJ", "Fetching, decoding and choosing instructions."),
    ROW(execution, "fJ", "Lanes that execute, by class of operation."),
    ROW(registers, "fJ", "Reading and writing operands."),
    ROW(shared, "fJ", "Shared memory, conflicts included."),
    ROW(l1, "fJ", "L1D, texture cache and constant cache."),
    ROW(crossbar, "fJ", "The crossbar, both ways; requests are the SMs', replies the L2 banks'."),
    ROW(l2, "fJ", "Sectors read and written in L2, present or not."),
    ROW(dram_activate, "fJ", "Rows of DRAM opened."),
    ROW(dram_precharge, "fJ", "Rows of DRAM closed."),
    ROW(dram_read, "fJ", "Bytes read from DRAM."),
    ROW(dram_write, "fJ", "Bytes written to DRAM."),
    ROW(dynamic, "fJ", "All of these."),
    {.name = "static",
     .unit = "fJ",
     .meaning = "Static power times the time of the whole run; it belongs to no kernel.",
     .offset = offsetof(struct energy_figures, leakage)},
    ROW(total, "fJ", "Dynamic and static energy."),
    {0}};

static void add_sm(struct energy_figures *to, const struct energy_config *config,
                   const struct sm_counters *sm)
{
    to->instructions = config->instruction * sm->warp_instructions + config->fetch * sm->fetches;
    for (unsigned i = 0; i < LANE_CLASSES; i++)
        to->execution += config->lanes[i] * sm->lanes[i];
    to->registers = config->operand * sm->operands;
    to->shared = config->shared * (sm->shared_accesses + sm->shared_conflict_cycles);
    to->l1 = config->l1d * (sm->l1.sector_hits + sm->l1.sector_merges) +
             config->l1d_miss * sm->l1.sector_misses +
             config->l1d_store * (sm->l1.sector_stores - sm->l1.sector_store_misses) +
             config->l1d_store_miss * sm->l1.sector_store_misses +
             /* A miss is looked up, and put there. */
             config->texture * (2 * sm->texture.loads - sm->texture.hits) +
             config->constant * sm->constant_accesses;
    to->crossbar = config->flit * sm->inject.busy_cycles;
}

static void add_memory(struct energy_figures *to, const struct energy_config *config,
                       const struct l2_bank_counters *l2, const struct dram_counters *dram)
{
    if (l2) {
        to->crossbar += config->flit * l2->reply_busy_cycles;
        uint64_t read_misses = l2->access_misses - l2->access_write_misses;
        to->l2 = config->l2 * (l2->accesses - l2->access_writes - read_misses) +
                 config->l2_miss * read_misses +
                 config->l2_write * (l2->access_writes - l2->access_write_misses) +
                 config->l2_write_miss * l2->access_write_misses;
    }
    if (dram) {
        to->dram_activate = config->activate * dram->activates;
        to->dram_precharge = config->precharge * dram->precharges;
        to->dram_read = config->read * dram->read_bytes;
        to->dram_write = config->write * dram->write_bytes;
    }
}

struct energy_figures energy_of(const struct energy_config *config, const struct sm_counters *sm,
                                const struct l2_bank_counters *l2, const struct dram_counters *dram,
                                uint64_t leakage)
{
    struct energy_figures of = {.leakage = leakage};
    if (sm)
        add_sm(&of, config, sm);
    add_memory(&of, config, l2, dram);
    of.dynamic = of.instructions + of.execution + of.registers + of.shared + of.l1 + of.crossbar +
                 of.l2 + of.dram_activate + of.dram_precharge + of.dram_read + of.dram_write;
    of.total = of.dynamic + of.leakage;
    return of;
}

uint64_t energy_static_mw(const struct gpu_config *config)
{
    const struct energy_config *energy = &config->energy;
    return config->n_sms * energy->sm_mw + config->n_banks * energy->l2_mw +
           config->n_channels * energy->dram_mw + energy->gpu_mw;
}
