/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that wait aside, with NEED_RETRIES. */
#ifndef SIMGPU_SM_LDST_RETRY_H
#define SIMGPU_SM_LDST_RETRY_H

#include "models/sm/ldst/ldst_state.h"

void sm_retries_init(struct load_store *ldst);
void sm_retries_finish(struct load_store *ldst);
/* Whether a load aside wants the line. */
bool sm_retries_want(const struct load_store *ldst, uint64_t line);
/* The head's transaction, which cannot proceed, goes aside. False: it must not, or has no room. */
bool sm_set_aside(struct load_store *ldst, const struct ldst_entry *entry,
                  const struct line_transaction *line);
/* A part of the line has come. */
void sm_retries_filled(struct load_store *ldst, uint64_t line);
/* Call it when a load aside may succeed: tries. True: the queue's head is not served in this cycle.
 * *complete: an access that is complete with it. */
bool sm_retries_first(struct load_store *ldst, uint32_t *complete);

#endif
