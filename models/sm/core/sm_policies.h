/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes the policies of an SM, hands words to them, and collects what they report. */
#ifndef SIMGPU_SM_POLICIES_H
#define SIMGPU_SM_POLICIES_H

#include "models/sm/core/sm_core.h"

/* `sees` is borrowed, and all that it points to, for the SM's life. */
void sm_policies_init(struct sm_core *core, const struct sm_policies_see *sees);
void sm_policies_finish(struct sm_core *core);
/* The first `taken` of the words that policies want to send are on their way. */
void sm_policies_words_taken(struct sm_core *core, unsigned taken);
void sm_word_received(struct sm_core *core, const struct message *message);
/* Policies report on the present launch, if they have not done so. Then a turn begins another one.
 */
void sm_policies_report(struct sm_core *core);
void sm_policies_turn(struct sm_core *core, uint32_t launch);
/* For sm_profile_read and its kin. */
bool sm_policies_profile_read(struct sm_core *core, const char *file, const char *text,
                              GError **error);
void sm_policies_profile_merge(struct sm_core *core, const struct sm_core *other);
void sm_policies_profile_write(const struct sm_core *core, GString *text);

#endif
