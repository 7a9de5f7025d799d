/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher deals the blocks of kernels out to the SMs and knows when they are done.
 *
 * It knows an SM only from messages (models/core/message_dispatch.h): a block that it sends takes
 * room there, a BLOCK_DONE gives the room back. So an SM that gets no block costs nothing. Each
 * cycle of its clock it first takes the messages that have arrived. Then it sends blocks: at most
 * `dispatch_width` of them every `dispatch_interval` cycles, each to the SM that the block
 * scheduler chooses. If the wire to that SM has no credit, dealing waits for it.
 *
 * When a block ends, its place would stand empty while messages go to the dispatcher and back. So
 * the dispatcher may send blocks ahead: the SM starts them itself when a block of the same launch
 * ends. A block that is sent ahead is bound to its SM before anybody knows which SM has room first.
 * Therefore the last blocks of a kernel, one for each SM, are not sent ahead. SMs may also report
 * that all warps of a block have exited (dispatch.notice): another block is then sent while its
 * stores are acknowledged. The last blocks are not sent into such a place, either.
 *
 * Two policies decide. The partition (policies/partition/) says how many blocks of which kernel an
 * SM may hold. The dispatcher serves the kernel under way that came first among those that may
 * send. The block scheduler (policies/block_scheduler/) chooses the block and the SM, or holds the
 * kernel's blocks back until something has changed. Both hear what happens here, the samples that
 * SMs send if a policy wants some, and words of the SMs' policies. The dispatcher also hands such
 * words on between SMs.
 *
 * Files, from the bottom: dispatcher_config, dispatcher_counters, kernel_record, kernel_folds;
 * dispatcher_state.h (what the parts share); dispatcher_clients (clients and their targets),
 * dispatcher_room (quotas and room), dispatcher_cluster (clusters of blocks), dispatcher_kernel (a
 * launch becomes a kernel), dispatcher_ends (blocks and kernels end), dispatcher_deal (blocks are
 * chosen and sent), dispatcher_words (words of policies), dispatcher_waits (the report of a
 * deadlock); dispatcher (messages, the unit).
 *
 * Source: NVIDIA, "Fermi" whitepaper (2009), section "GigaThread Thread Scheduler", for what it
 * does. How fast it deals blocks out is not published: dispatch_interval is ASSUMED. Units: times
 * in ps, cycles of the dispatcher's clock, which is the core clock.
 */
#ifndef SIMGPU_DISPATCH_DISPATCHER_H
#define SIMGPU_DISPATCH_DISPATCHER_H

#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_config.h"
#include "models/dispatch/dispatcher_counters.h"
#include "models/dispatch/dispatcher_state.h"
#include "models/dispatch/kernel_record.h"
#include "policies/kinds.h"

/* What a dispatcher is told when it is made. */
struct dispatcher_site {
    const struct dispatcher_config *config; /* copied */
    const struct occupancy_limits *limits;  /* of an SM; copied */
    struct cluster_limits clusters;
    uint32_t n_sms;                        /* > 0 */
    const struct policy_choices *policies; /* borrowed */
    /* Of an SM; policies may ask for these: */
    uint32_t l1_bytes;
    uint32_t n_schedulers;
    uint32_t kept_launches; /* launches with a record of their own; 0: all */
};

void dispatcher_init(struct dispatcher *dispatcher, struct engine *engine, const char *name,
                     const char *host, const struct dispatcher_site *site);
void dispatcher_finish(struct dispatcher *dispatcher);

/* Makes the wires to and from SM `index`; returns the one that the SM sends BLOCK_DONE on. */
struct wire *dispatcher_connect_sm(struct dispatcher *dispatcher, uint32_t index, struct unit *sm);
/* The wire on which KERNEL_DONE goes to the host. */
void dispatcher_connect_host(struct dispatcher *dispatcher, struct wire *to_host);

/* Cycles between two samples that each SM must send (struct dispatcher_sample); 0: none. */
uint64_t dispatcher_sample_every(const struct dispatcher *dispatcher);

#endif
