/* SPDX-License-Identifier: BSD-3-Clause */
/* The effect of a request on the memory image, at the moment it arrives at its bank. */
#ifndef SIMGPU_L2_BANK_VALUES_H
#define SIMGPU_L2_BANK_VALUES_H

#include "models/l2/bank_state.h"

/* Carries out request->message, which is no FETCH. Afterwards its payload is what the reply will
 * carry (NULL if nothing). mask says which bytes it wrote, unless it is a READ. cycles, 0 before,
 * says how long an ATOMIC keeps the bank busy. */
void bank_values_apply(struct l2_bank *bank, struct bank_request *request);

#endif
