/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/energy/energy_config.h"

bool energy_config_read(struct energy_config *config, struct platform_group *gpu, GError **error)
{
    const struct {
        const char *name;
        uint64_t *femtojoules;
    } events[] = {{"energy.instruction", &config->instruction},
                  {"energy.fetch", &config->fetch},
                  {"energy.int", &config->lanes[LANES_INT]},
                  {"energy.int_mul", &config->lanes[LANES_INT_MUL]},
                  {"energy.fp32", &config->lanes[LANES_FP32]},
                  {"energy.fp64", &config->lanes[LANES_FP64]},
                  {"energy.divide", &config->lanes[LANES_DIVIDE]},
                  {"energy.sfu", &config->lanes[LANES_SFU]},
                  {"energy.tensor", &config->lanes[LANES_TENSOR]},
                  {"energy.memory", &config->lanes[LANES_MEMORY]},
                  {"energy.other", &config->lanes[LANES_OTHER]},
                  {"energy.operand", &config->operand},
                  {"energy.shared", &config->shared},
                  {"energy.l1d", &config->l1d},
                  {"energy.l1d_miss", &config->l1d_miss},
                  {"energy.l1d_store", &config->l1d_store},
                  {"energy.l1d_store_miss", &config->l1d_store_miss},
                  {"energy.texture", &config->texture},
                  {"energy.constant", &config->constant},
                  {"energy.flit", &config->flit},
                  {"energy.l2", &config->l2},
                  {"energy.l2_miss", &config->l2_miss},
                  {"energy.l2_write", &config->l2_write},
                  {"energy.l2_write_miss", &config->l2_write_miss},
                  {"energy.activate", &config->activate},
                  {"energy.precharge", &config->precharge},
                  {"energy.read", &config->read},
                  {"energy.write", &config->write}};
    const struct {
        const char *name;
        uint64_t *milliwatts;
    } powers[] = {{"power.sm", &config->sm_mw},
                  {"power.l2", &config->l2_mw},
                  {"power.dram", &config->dram_mw},
                  {"power.rest", &config->gpu_mw}};
    for (size_t i = 0; i < G_N_ELEMENTS(events); i++)
        if (!properties_energy(gpu, events[i].name, events[i].femtojoules, error))
            return false;
    for (size_t i = 0; i < G_N_ELEMENTS(powers); i++)
        if (!properties_power(gpu, powers[i].name, powers[i].milliwatts, error))
            return false;
    return true;
}
