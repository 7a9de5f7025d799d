/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launch an L2 bank works for: models/core/launch_meter.h. */
#ifndef SIMGPU_L2_BANK_LAUNCH_H
#define SIMGPU_L2_BANK_LAUNCH_H

#include "models/l2/bank_state.h"

/* Takes over the ports' counts. */
void bank_mirror_ports(struct l2_bank *bank);
/* The bank works for another launch. */
void bank_turn(struct l2_bank *bank, uint32_t launch);
/* The bank's next work is for that launch. */
static inline void bank_note_launch(struct l2_bank *bank, uint32_t launch)
{
    if (G_UNLIKELY(launch != bank->meter.launch))
        bank_turn(bank, launch);
}

#endif
