/* SPDX-License-Identifier: BSD-3-Clause */
/* A crossbar whose packets wait at its inputs: one unit for all ports of a direction.
 *
 * Each source has one buffer, first in, first out; only its head can go. A head whose output is
 * taken holds up the packets behind it, even those for an idle output. At full load from everywhere
 * to everywhere this costs so much that 59 % of the outputs' throughput are reached.
 *
 * Each cycle, each output that is free takes the next input in turn whose head is for it. Both are
 * busy for ceil(bytes / width) cycles. A message about several sectors may be several packets,
 * which take turns one by one. Two inputs whose heads go to one output are then both held up to the
 * end, which lowers the throughput further. A message arrives with its last packet. For this there
 * must be a slot in the destination's buffer. It is at its input with its last packet, too. With
 * packet.enters=first it is there with its first: the others come as fast as they can go on.
 *
 * A switch that runs `speedup` times as fast inside as its wires moves a packet from its input to a
 * buffer at its output in as many times fewer cycles. There it waits for the wire. So less is held
 * up at the inputs, and an output's wire has work while its next input is chosen.
 *
 * Three things are the peer's switch's; a platform says whether it has them: arbitration=rising
 * outputs are served one after another in a cycle. Each looks at the heads as
 *                        they are by then: an input that has sent a packet of one flit may send its
 *                        next one in the same cycle to an output of a higher number.
 * packet.mixed           packets of so many messages of an input take turns, if these have equally
 *                        many packets: first of each, second of each, and so on. Requests do so
 *                        only if they have come to a full queue of their SM (message.mixes).
 * packet.contended       apart: a packet that asks for some sectors of a line may arrive alone, as
 * a
 *                        message. It does if another input's head waits for its output in its
 *                        cycle, and that input or another one has lately asked for the same line.
 *                        Packets of a request that have gone without such a rival arrive as soon as
 *                        a packet for their line comes between.
 *
 * Inputs and outputs meet in every cycle. So they can't be actors of their own with a wire between
 * them. port.h has the other crossbar, with a buffer for each pair and no such blocking.
 *
 * Source: Karol, Hluchyj, Morgan, "Input Versus Output Queueing on a Space-Division Packet Switch",
 * IEEE Transactions on Communications 35 (1987), for the 59 %. GPGPU-Sim's built-in crossbar
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
/* After the last incoming wire. outputs[i] leads to destination i; copied. */
void switch_connect(struct crossbar_switch *s, struct wire *const *outputs, uint32_t n_outputs);

#endif
