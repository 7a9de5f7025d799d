/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts the rules of confine.h on the calling process, for good. Between fork and exec: nothing here
 * allocates. */
#ifndef SIMGPU_TEACHING_GRADE_CONFINE_RULES_H
#define SIMGPU_TEACHING_GRADE_CONFINE_RULES_H

#include "teaching/grade/confine.h"

/* False: a rule that the kernel knows could not be set. */
bool confine_files(const struct confine_rules *rules);
bool confine_calls(const struct confine_rules *rules);
bool confine_limits(const struct confine_rules *rules);

/* Whether the kernel knows them. */
bool confine_knows_files(void);
bool confine_knows_calls(void);

#endif
