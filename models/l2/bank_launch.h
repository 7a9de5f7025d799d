/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launch an L2 bank works for (models/core/launch_meter.h), and what one leaves that nobody
 * timed. */
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

/* A line gets into the bank, or is used there, without a request. line: its address. sectors: those
 * that were read or, whole, written. No time passes and nothing is counted. A dirty line that has
 * to go is lost: the launch that was computed would have written it back. Call it only while no
 * kernel runs, while all SMs are held, or when the bank stands at an exact time (engine_sample). A
 * bank that has a replacer or owners of lines stays as it is. If L2 has two halves, both are taken
 * to have read the line (ASSUMED). */
void l2_bank_warm(struct l2_bank *bank, uint64_t line, uint8_t sectors, bool written);

#endif
