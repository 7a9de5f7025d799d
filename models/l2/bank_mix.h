/* SPDX-License-Identifier: BSD-3-Clause */
/* merged_replies=mixed: replies of several packets that leave a bank packet by packet in turn. See
 * bank.h.
 *
 * Packets before a reply's last one are messages of their own (MESSAGE_REPLY_PART). They take their
 * place on the way and end in the crossbar: the last packet is the reply.
 */
#ifndef SIMGPU_L2_BANK_MIX_H
#define SIMGPU_L2_BANK_MIX_H

#include "models/l2/bank_state.h"

/* From now on bank->served, several requests, are answered packet by packet in turn. */
void bank_begin_rounds(struct l2_bank *bank);
/* Sends their next packet that is not a reply's last. bank->rounds says that there is one. */
void bank_send_part(struct l2_bank *bank, uint64_t cycle);
/* Meanwhile a request hits. Its first packet goes, and bank->split_left packets are left. */
void bank_split_reply(struct l2_bank *bank, struct message *request, uint64_t cycle);
/* The next packet of that reply goes; there must be room. */
void bank_step_split(struct l2_bank *bank, uint64_t cycle);

#endif
