/* SPDX-License-Identifier: BSD-3-Clause */
/* The effect of a request on the memory image, at the moment it arrives at its bank. */
#ifndef SIMGPU_L2_BANK_VALUES_H
#define SIMGPU_L2_BANK_VALUES_H

#include "models/l2/bank.h"

/* Carries out request->message: afterwards its payload is what the reply will carry (NULL if
 * nothing), mask says which bytes it wrote (not of a read) and cycles how long it keeps the bank
 * busy. */
void bank_values_apply(struct l2_bank *bank, struct bank_request *request);

#endif
