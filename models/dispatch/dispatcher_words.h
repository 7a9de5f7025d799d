/* SPDX-License-Identifier: BSD-3-Clause */
/* Words that warp schedulers tell each other across SMs: each comes from an SM and goes on to all
 * others, over the wires that blocks take, in the order of arrival. */
#ifndef SIMGPU_DISPATCHER_WORDS_H
#define SIMGPU_DISPATCHER_WORDS_H

#include "models/dispatch/dispatcher.h"

void dispatcher_take_word(struct dispatcher *dispatcher, const struct message *message);
/* Sends on what it can; false if a credit is missing. */
bool dispatcher_tell_words(struct dispatcher *dispatcher, uint64_t cycle);
/* The SM still has to be told a word. */
bool dispatcher_owes_word(const struct dispatcher *dispatcher, uint32_t sm);

#endif
