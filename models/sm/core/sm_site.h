/* SPDX-License-Identifier: BSD-3-Clause */
/* What an SM gets when it is made: its platform's values, and its wires. */
#ifndef SIMGPU_SM_SITE_H
#define SIMGPU_SM_SITE_H

#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/memory/address_map.h"
#include "models/memory/device_memory.h"
#include "models/sm/core/sm_config.h"
#include "policies/kinds.h"

/* What one SM is wired to; everything is borrowed. */
struct sm_site {
    const struct sm_config *config;
    unsigned index, n_sms;
    struct device_memory *memory; /* for checks of addresses; values move by messages */
    const struct address_map *map;
    const struct policy_choices *policies;
    const struct observers *observers; /* NULL: none */
    struct launch_ledger *ledger;      /* NULL: none */
    uint64_t sample_every;             /* cycles between two samples for the dispatcher; 0: none */
    uint64_t progress_every;  /* cycles between two reports of launches' progress; 0: none */
    bool faults_end_launches; /* a fault ends its launch only; else it ends the simulation */
};

#endif
