/* SPDX-License-Identifier: BSD-3-Clause */
/* The TMA engine: copies between global and shared memory that no warp carries out.
 *
 * It takes a copy every tma.interval cycles. tma.latency cycles later the copy's requests begin:
 * one for each line of each row, in order, one every tma.line_interval cycles, past L1, through the
 * SM's port. At most tma.requests are on their way. A load's bytes go to shared memory with the
 * reply. tma.fill_latency cycles after the last one they are counted at the copy's mbarrier. A
 * store reads shared memory as its requests leave.
 *
 * Source: NVIDIA, "H100 Tensor Core GPU Architecture" (2022), "Tensor Memory Accelerator"; PTX ISA
 *   8.6, "cp.async.bulk". ASSUMED: copies in order, requests of a line each, the division of the
 * latency. Differs: writes to shared memory take no turn of its banks; bulk groups are the warp's,
 * not each thread's.
 */
#ifndef SIMGPU_SM_TMA_H
#define SIMGPU_SM_TMA_H

#include "models/sm/tma/tma_state.h"

void sm_tma_init(struct sm_tma *tma, struct sm_core *core, struct sm_warps *warps,
                 struct sm_port *port);
void sm_tma_finish(struct sm_tma *tma);
/* Takes over the copies that the warp has issued. NULL, or why it can't; g_free. */
char *sm_tma_take(struct sm_tma *tma, unsigned slot, struct issued *issued);
/* Makes a request if it is time. */
void sm_tma_step(struct sm_tma *tma);
/* The port has room again. */
void sm_tma_port_free(struct sm_tma *tma);
/* A reply or an acknowledgement has come; takes the payload. */
void sm_tma_replied(struct sm_tma *tma, const struct message *message);
/* A copy that has ended by this cycle, or NULL. The caller sees to its mbarrier and its warp, and
 * frees it with sm_tma_drop when it is over. */
struct tma_job *sm_tma_ended(struct sm_tma *tma);
/* Whether nothing of a copy that has ended is on its way to other blocks. The first time, their
 * mbarriers are told how many bytes they have. */
bool sm_tma_is_over(struct sm_tma *tma, struct tma_job *job);
void sm_tma_drop(struct sm_tma *tma, struct tma_job *job);
/* The warp's bulk copies since the last commit are a group. */
void sm_tma_commit(struct sm_tma *tma, unsigned slot);
/* True if at most so many groups are on their way; if not, the warp is in at_fence. */
bool sm_tma_wait(struct sm_tma *tma, unsigned slot, const struct issued *issued);
/* The slot's warp waits for no group any more. */
void sm_tma_forget(struct sm_tma *tma, unsigned slot);
/* When there is something to do next. */
void sm_tma_plan(struct sm_tma *tma);

#endif
