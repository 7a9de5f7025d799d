/* SPDX-License-Identifier: BSD-3-Clause */
/* Words that policies tell each other: from an SM or from the dispatcher's policies, to one SM, to
 * all but the sender, or to the dispatcher's policies. They go over the wires that blocks take, in
 * the order in which they came. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_WORDS_H
#define SIMGPU_DISPATCH_DISPATCHER_WORDS_H

#include "models/dispatch/dispatcher_state.h"

void dispatcher_take_word(struct dispatcher *dispatcher, const struct message *message,
                          uint64_t cycle);
/* Takes what the dispatcher's policies want to tell SMs. */
void dispatcher_collect_words(struct dispatcher *dispatcher, uint64_t cycle);
/* Sends on what it can; false if a credit is missing. */
bool dispatcher_tell_words(struct dispatcher *dispatcher, uint64_t cycle);
/* The SM still has to be told a word. */
bool dispatcher_owes_word(const struct dispatcher *dispatcher, uint32_t sm);

#endif
