/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of several packets that don't pass the switch as a whole: for switch.c alone. */
#ifndef SIMGPU_ICNT_SWITCH_PARTS_H
#define SIMGPU_ICNT_SWITCH_PARTS_H

#include "models/icnt/switch_state.h"

/* Messages from the input's first on that have as many packets of one flit as it has, packet.mixed
 * at most: their packets take turns. Of requests only those that may mix. */
uint32_t switch_group_of(const struct crossbar_switch *s, const struct switch_input *input,
                         sim_time now);
/* packet.contended=apart: a packet of several, not the last one, asks in that cycle for sectors of
 * a line. If others want the line and an input waits, whose packets come between, it goes to the
 * output as a message of its own, and with it what has gone of its message before. */
void switch_part_if_contended(struct crossbar_switch *s, uint32_t to, uint32_t index,
                              uint64_t cycle);
/* A packet for the same line comes between those of the message that the input `held` has: what of
 * it has gone is sent. There is room for it. False: its last packets are going anyway. */
bool switch_send_held(struct crossbar_switch *s, uint32_t to, uint32_t held, uint64_t cycle);

#endif
