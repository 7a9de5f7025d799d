/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that can only wait for others: for another block, another launch, or the program.
 *
 * A warp idles if it goes round a loop, changes nothing that others see, and stands again where it
 * stood, with the same registers. Then it does so for ever, unless others write to memory. To find
 * out, the warp runs two rounds instruction by instruction, with its clock standing still. If it
 * idles, these rounds are not counted: how often somebody looks changes nothing.
 *
 * Blocks are looked at only while they are in loops that may wait (enum loop_wait), and ever more
 * seldom. It depends on counts of instructions, not on who runs them.
 */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_LOOK_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_LOOK_H

#include "models/functional/functional_warp.h"

/* Looks at all warps of a block that has not ended. *idles: those that do not wait at barriers
 * idle. False with an error: a fault. */
bool functional_look(struct functional *f, struct functional_block *block, bool *idles);
/* The same, if it is time: the block has had so many instructions since it began, or since it
 * idled. */
bool functional_look_in_time(struct functional *f, struct functional_block *block, bool *idles);
/* Looks at all of f->running. *idle: all idle. */
bool functional_look_at_all(struct functional *f, bool *idle);
/* Where a warp idles, as an error of the kernel with this text. */
GError *functional_look_complain(const struct functional *f, const char *text);

#endif
