/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel loses in memory. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_MEMORY_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_MEMORY_H

#include "cli/explain/explain_words.h"

/* Bank conflicts and uncoalesced accesses. */
void explain_memory(GString *text, const struct subject *s);
/* Misses of the instruction caches. */
void explain_fetch(GString *text, const struct subject *s);
/* Sectors that the code's accesses touched, and that would hold as many bytes. */
void explain_sectors(const struct subject *s, double *sectors, double *least);
/* Cycles of shared memory for bank conflicts. The counter also has the turns that an access takes
 * because its lanes ask for more bytes than the banks deliver in one. */
double explain_conflicts(const struct subject *s);

#endif
