/* SPDX-License-Identifier: BSD-3-Clause */
/* Where local memory lies: lanes' offsets become addresses. */
#ifndef SIMGPU_SM_LOCAL_H
#define SIMGPU_SM_LOCAL_H

#include "models/sm/ldst/ldst_state.h"

/* With local.layout=words: words of 4 bytes, LOCAL_WORD, are so many bytes apart. */
enum { LOCAL_WORD = 4 };
uint64_t sm_local_words_apart(struct load_store *ldst, unsigned slot);
void sm_place_local(struct load_store *ldst, unsigned slot, unsigned bytes, struct issued *issued);

#endif
