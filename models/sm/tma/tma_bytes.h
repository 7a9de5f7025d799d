/* SPDX-License-Identifier: BSD-3-Clause */
/* The bytes of bulk copies: into shared memory, out of it, and onto the wires. */
#ifndef SIMGPU_SM_TMA_BYTES_H
#define SIMGPU_SM_TMA_BYTES_H

#include "models/sm/tma/tma_state.h"

/* Sends the request of that index. A store's bytes are read now. */
void tma_send(struct sm_tma *tma, uint32_t index);
/* A load's bytes, as they are in global memory, go to shared memory. */
void tma_write_shared(const struct bulk_job *job, uint8_t *shared,
                      const struct tma_request *request, const uint8_t *bytes);

#endif
