/* SPDX-License-Identifier: BSD-3-Clause */
/* The rules that every replacement policy keeps, whatever it decides. */
#ifndef SIMGPU_TESTS_POLICIES_REPLACEMENT_REPLACEMENT_CONTRACT_H
#define SIMGPU_TESTS_POLICIES_REPLACEMENT_REPLACEMENT_CONTRACT_H

#include "policies/replacement/replacement.h"

/* Random accesses to sets of 1 to REPLACEMENT_MAX_WAYS ways, with lines on their way and lines
 * dropped, in two caches whose states lie elsewhere: victims are allowed ways, both caches choose
 * the same ones, and nothing is written outside of the state and what is kept of the set's lines.
 * Returns the first broken rule and where, to be freed with g_free; NULL when all is well. */
char *replacement_contract_problem(const struct replacement_ops *ops);

#endif
