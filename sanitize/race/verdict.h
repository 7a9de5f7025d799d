/* SPDX-License-Identifier: BSD-3-Clause */
/* Which accesses may meet without order. */
#ifndef SIMGPU_SANITIZE_RACE_VERDICT_H
#define SIMGPU_SANITIZE_RACE_VERDICT_H

#include "sanitize/race/sites.h"

/* Whether two reads race with the same writes, as far as their kinds go. */
bool race_reads_alike(const struct site *a, const struct site *b);
/* Whether both are strong, reach each other, and are meant to meet: see race.h. */
bool race_may_meet(const struct site *a, const struct site *b, bool same_block);

#endif
