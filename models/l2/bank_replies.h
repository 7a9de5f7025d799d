/* SPDX-License-Identifier: BSD-3-Clause */
/* The replies of an L2 bank, and how many bytes they take. */
#ifndef SIMGPU_L2_BANK_REPLIES_H
#define SIMGPU_L2_BANK_REPLIES_H

#include "models/l2/bank_state.h"

/* Answers a request, which becomes its reply; there must be room in the reply port. */
void bank_push_reply(struct l2_bank *bank, struct message *request, uint64_t cycle);

/* Packets of the reply to a request for data: 1 if it does not mix with others. */
uint32_t bank_packets(const struct l2_bank *bank, const struct message *request);
/* The first sends a packet that is not the reply's last; the second the last one. There must be
 * room. */
void bank_push_part(struct l2_bank *bank, const struct message *request, uint64_t cycle);
void bank_push_last(struct l2_bank *bank, const struct message *request, uint64_t cycle);

#endif
