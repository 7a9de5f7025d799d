/* SPDX-License-Identifier: BSD-3-Clause */
/* The streaming multiprocessor. It is one unit that holds warps, schedulers, pipelines, L1 caches,
 * shared memory and the load/store unit, since their latencies are too short for messages.
 *
 * It does not tick. advance() jumps from one cycle in which something can happen to the next.
 * Between them every warp's state is constant, so one addition accounts for a gap. The order within
 * a cycle is: arrivals, warps whose operands have become ready, load/store unit, port into the
 * crossbar, schedulers. A warp whose buffer has room after its issue is given the time of its next
 * fetch.
 *
 * It is made of parts, each with its own files, struct and fields: README.md has them. This header
 * is what others may ask of an SM; no part includes it. sm.c is the jump loop above the parts. It
 * tells parts that work with each other what has happened.
 *
 * Source: NVIDIA, "Fermi" white paper (2009), for the organisation; the load/store pipeline after
 * GPGPU-Sim's manual, "SIMT core". Differs: operand collectors are a queue before each unit
 * (units.queue). Bank conflicts lengthen an instruction's latency, and without a queue its
 * occupancy. With `collectors` they are as in operand_collectors.h.
 */
#ifndef SIMGPU_SM_H
#define SIMGPU_SM_H

#include "models/core/engine.h"
#include "models/sm/core/sm_config.h"
#include "models/sm/core/sm_counters.h"
#include "models/sm/core/sm_site.h"
#include "models/sm/sm_report.h"
#include "policies/warps.h"

struct sm;
struct output_log;

struct sm *sm_new(struct engine *engine, const char *name, const char *host,
                  const struct sm_site *site);
void sm_free(struct sm *sm);
struct unit *sm_unit(struct sm *sm);
/* Wires, once: to the dispatcher, and to the request port of each bank. */
void sm_connect(struct sm *sm, struct wire *to_dispatcher, struct wire *const *to_banks,
                unsigned n_banks);
/* The output on this SM of warps of the launch, which has ended; NULL: none. output_log_free. */
struct output_log *sm_take_output(struct sm *sm, uint32_t launch);
/* Cycles up to and including the last one in which it did something. */
uint64_t sm_cycles_begun(const struct sm *sm);
const struct sm_counters *sm_counters(const struct sm *sm);
/* What its policies need: enum sm_need, as bits. */
uint32_t sm_needs(const struct sm *sm);
/* struct policy_told, after the run. */
const GArray *sm_policy_values(const struct sm *sm);

#endif
