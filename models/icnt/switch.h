/* SPDX-License-Identifier: BSD-3-Clause */
/* A crossbar whose packets wait at its inputs: one unit for all ports of a direction.
 *
 * Each source has one buffer, first in, first out; only its head can go. So a head whose output is
 * taken holds up what is behind it, even if that is for an idle output: at full load from
 * everywhere to everywhere 59 % of the outputs' throughput are reached. Each cycle, each output
 * that is free takes the next input in turn whose head is for it, and both are busy for
 * ceil(bytes / width) cycles. A message about several sectors may be several packets, which take
 * turns one by one: two inputs whose heads go to one output are both held up to the end, which
 * lowers the throughput further. A message arrives with its last packet, for which there must be a
 * slot in the destination's buffer. It is at its input with its last one, too, or, with
 * packet.enters=first, with its first: what follows comes as fast as it can go on.
 *
 * A switch that runs `speedup` times as fast inside as its wires moves a packet in as many times
 * fewer cycles from its input to a buffer at its output, where it waits for the wire: then less is
 * held up at the inputs, and an output's wire has work while its next input is chosen.
 *
 * Three things of the peer's switch (a platform says whether it is so):
 * arbitration=rising     outputs are served one after another in a cycle, each looking at the heads
 *                        as they are by then: an input that has sent a packet of one flit may send
 *                        its next one in the same cycle to an output of a higher number;
 * packet.mixed           packets of so many messages of an input take turns, if these have as many
 *                        packets as each other: first of each, second of each, and so on; requests
 *                        only if they have come to a full queue of their SM (message.mixes);
 * packet.contended       apart: a packet that asks for some sectors of a line arrives alone, as a
 *                        message, if another input's head waits for its output in its cycle and
 *                        that or another one of late asks for the same line; and what of a request
 *                        has gone without that does as soon as a packet for its line comes between.
 *
 * Inputs and outputs meet in every cycle, so they can't be actors of their own with a wire between
 * them; port.h has that other crossbar, which has a buffer for each pair and no such blocking.
 *
 * Source: Karol, Hluchyj, Morgan, "Input Versus Output Queueing on a Space-Division Packet Switch",
 * IEEE Transactions on Communications 35 (1987), for the 59 %; GPGPU-Sim's built-in crossbar
 * (local_interconnect.cc) and its BookSim `fly` networks of one stage have such inputs; the former
 * has the loop over the outputs and a packet for each sector.
 * Differs: the slots are messages'.
 * Units: cycles of the crossbar's clock.
 */
#ifndef SIMGPU_ICNT_SWITCH_H
#define SIMGPU_ICNT_SWITCH_H

#include "models/icnt/switch_state.h"

/* config and map are borrowed. */
void switch_init(struct crossbar_switch *s, struct engine *engine, const char *name,
                 const char *host, const struct crossbar_config *config,
                 const struct address_map *map);
void switch_finish(struct crossbar_switch *s);
/* After the last incoming wire. outputs[i]: to destination i; copied. */
void switch_connect(struct crossbar_switch *s, struct wire *const *outputs, uint32_t n_outputs);

#endif
