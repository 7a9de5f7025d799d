/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels: the SM's part is to pass them on to the dispatcher. */
#ifndef SIMGPU_SM_CHILDREN_H
#define SIMGPU_SM_CHILDREN_H

#include "models/sm/core/sm_mail.h"
#include "workloads/child_launch.h"

/* A warp of the launch `parent` asks for these; NULL is fine. Takes them over. What waits for a
 * credit travels in one message. */
void sm_children_mail(struct sm_mail *mail, uint32_t parent, struct child_launch *first);
/* Frees those that have not been sent. */
void sm_children_forget(struct sm_mail *mail);

#endif
