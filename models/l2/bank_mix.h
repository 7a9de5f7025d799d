/* SPDX-License-Identifier: BSD-3-Clause */
/* merged_replies=mixed: replies of several packets that leave a bank packet by packet in turn. See
 * bank.h.
 *
 * Packets before a reply's last one are messages of their own (MESSAGE_REPLY_PART), which take
 * their place on the way and end in the crossbar: the last one is the reply.
 */
#ifndef SIMGPU_L2_BANK_MIX_H
#define SIMGPU_L2_BANK_MIX_H

#include "models/l2/bank_state.h"

/* Those of bank->served, several, are answered packet by packet in turn from now on. */
void bank_begin_rounds(struct l2_bank *bank);
/* Sends the next packet of these that is not a reply's last; bank->rounds: there is one. */
void bank_send_part(struct l2_bank *bank, uint64_t cycle);
/* Meanwhile a request that hits: its first packet goes, and bank->split_left are left. */
void bank_split_reply(struct l2_bank *bank, struct message *request, uint64_t cycle);
/* The next of them goes; there must be room. */
void bank_step_split(struct l2_bank *bank, uint64_t cycle);

#endif
