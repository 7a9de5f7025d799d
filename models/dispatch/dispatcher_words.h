/* SPDX-License-Identifier: BSD-3-Clause */
/* Words that policies tell each other. A word comes from an SM's policies or from the dispatcher's.
 * It goes to one SM, to all but the sender, or to the dispatcher's policies. Words use the wires
 * that blocks take, and keep the order in which they came. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_WORDS_H
#define SIMGPU_DISPATCH_DISPATCHER_WORDS_H

#include "models/dispatch/dispatcher_state.h"

void dispatcher_take_word(struct dispatcher *dispatcher, const struct message *message,
                          uint64_t cycle);
/* Takes the words that the dispatcher's policies have for SMs. */
void dispatcher_collect_words(struct dispatcher *dispatcher, uint64_t cycle);
/* Sends as many as it can; false if a credit is missing. */
bool dispatcher_tell_words(struct dispatcher *dispatcher, uint64_t cycle);
/* Whether the SM still has a word to get. */
bool dispatcher_owes_word(const struct dispatcher *dispatcher, uint32_t sm);

#endif
