/* SPDX-License-Identifier: BSD-3-Clause */
/* A memory instruction in the load/store queue, and the reasons for which its transactions may
 * wait. The load/store unit, L1D and the caches beside it share these. */
#ifndef SIMGPU_SM_LDST_ENTRY_H
#define SIMGPU_SM_LDST_ENTRY_H

#include "models/core/payload.h"
#include "models/sm/access/coalescer.h"
#include "models/sm/access/sm_access.h"
#include "models/sm/core/sm_port.h"

/* A memory instruction in the load/store queue. */
struct ldst_entry {
    uint8_t op_class, space, flags;
    bool values; /* it moves global memory's bytes; not in a trace */
    uint8_t warp;
    uint8_t epoch;    /* of a store */
    bool passed;      /* of shared memory: it was done before the entries in front of it */
    uint8_t unserved; /* sectors of the current transaction that no bank has served yet */
    uint64_t at;      /* from this cycle on it can be served */
    uint32_t access;  /* of a load or atomic; NO_ACCESS for a store */
    uint32_t launch, pc;
    uint32_t position, count; /* transactions done, in all */
    uint32_t cycles;          /* shared: how long it occupies the unit; constants: hit latency */
    uint64_t last;   /* L1D's pipeline: the number of its last access; UINT64_MAX: not for there */
    uint64_t served; /* the number of the last access that has left the pipeline; before it has any:
                        of those before it */
    uint64_t entered; /* the cycle in which that one entered, if there was room */
    struct line_transaction lines[WARP_LANES];
    struct payload *payloads[WARP_LANES]; /* of a store: NULL if it writes whole sectors and their
                                             bytes are not known; of an atomic */
};

/* Why the head of the load/store queue waits. */
enum ldst_wait {
    LDST_WAITS_NOT,
    LDST_WAITS_PORT,  /* room in the port's queue */
    LDST_WAITS_FILL,  /* an MSHR, or a fill itself */
    LDST_WAITS_LINE,  /* a line of its set in L1D that is not reserved */
    LDST_WAITS_RETRY, /* a load that waits aside and wants the same line */
    LDST_WAITS_REMOTE /* a reply from another SM */
};

#endif
