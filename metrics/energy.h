/* SPDX-License-Identifier: BSD-3-Clause */
/* Energy, computed after the run from counters that the units count anyway.
 *
 * Dynamic energy is a sum of counters times the costs of their events in platform files. The energy
 * of kernels, streams and units is computed as the run's is, and sums exactly to it. Static energy
 * is power times the run's time. Each unit has its own. No kernel has any, since kernels overlap:
 * it belongs to outside_kernels. docs/explanation/energy.md has the equations.
 *
 * Source, Differs: see models/energy/energy_config.h.
 * Units: femtojoules. 2^64 of them are 18 kJ, more than a minute of a GPU's time.
 */
#ifndef SIMGPU_METRICS_ENERGY_H
#define SIMGPU_METRICS_ENERGY_H

#include "models/gpu.h"

struct energy_figures {
    uint64_t instructions, execution, registers, shared, l1, crossbar, l2;
    uint64_t dram_activate, dram_precharge, dram_read, dram_write;
    uint64_t dynamic;
    uint64_t leakage; /* "static" */
    uint64_t total;
};

extern const struct counter energy_table[];

/* The energy by the units' counters (NULL: none of these), with so much static energy. */
struct energy_figures energy_of(const struct energy_config *config, const struct sm_counters *sm,
                                const struct l2_bank_counters *l2, const struct dram_counters *dram,
                                uint64_t leakage);

/* Static power of the whole GPU. */
uint64_t energy_static_mw(const struct gpu_config *config);

#endif
