/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages about kernels and their blocks, between the host, the dispatcher and the SMs.
 *
 *   host --KERNEL_START--> dispatcher --BLOCK_START, LAUNCH_STOP, KERNEL_END, POLICY_WORD--> SM
 *   host <--KERNEL_DONE-- dispatcher <--BLOCK_ENDS, BLOCK_DONE, BLOCK_FAULT, SAMPLE, PROGRESS,
 *                                       POLICY_WORD-- SM
 *   host <--CHILDREN-- dispatcher <--CHILDREN-- SM
 *
 * All kinds but SAMPLE and POLICY_WORD: `launch` is the launch's id. To and from SMs: `requester`
 * is the SM's index (of POLICY_WORD: see there). They carry no payload, and no bytes count on their
 * wires.
 *
 * Units: instructions are warp instructions, cycles are of the core clock.
 */
#ifndef SIMGPU_CORE_MESSAGE_DISPATCH_H
#define SIMGPU_CORE_MESSAGE_DISPATCH_H

#include "models/core/message_cluster.h"
#include "workloads/child_launch.h"

enum {
    MESSAGE_RAW_FIRST = 1,
    MESSAGE_RAW_NOTICE = 2,
    MESSAGE_RAW_CLUSTER = 4,
    MESSAGE_RAW_CAPACITY_SHIFT = 3
};

/* Where the blocks of its cluster run, of BLOCK_START; NULL: the launch has no clusters. */
static inline const struct cluster_place *message_cluster_place(const struct message *message)
{
    return message->raw_tag & MESSAGE_RAW_CLUSTER ? message->raw_place : NULL;
}

/* The launch itself, of KERNEL_START and BLOCK_START. Borrowed: it lives until its KERNEL_DONE. */
static inline const struct launch *message_launch(const struct message *message)
{
    const struct cluster_place *place = message_cluster_place(message);
    return place ? place->launch : message->raw_work;
}

/* ---- KERNEL_START: the host hands a launch to the dispatcher -------------------------------- */

static inline struct message message_kernel_start(const struct launch *launch, uint32_t id)
{
    return (struct message){.kind = MESSAGE_KERNEL_START, .raw_work = launch, .launch = id};
}

/* ---- KERNEL_DONE: all blocks have ended, and all their replies and acknowledgements are in ----
 */

enum message_kernel_end {
    MESSAGE_WHOLE, /* as it should; also if later blocks were not simulated */
    MESSAGE_FAULT, /* one of its blocks has failed */
    MESSAGE_HALTED /* its client's target is reached: the client ends */
};

struct kernel_done {
    uint32_t launch;
    uint64_t instructions; /* that its blocks have issued */
    uint64_t n_blocks;     /* that have been simulated */
    bool halted;
    GError *fault; /* taken over; NULL: none. It counts before `halted` */
};

static inline struct message message_kernel_done(const struct kernel_done *done)
{
    struct message message = {.kind = MESSAGE_KERNEL_DONE,
                              .launch = done->launch,
                              .raw_wide = done->instructions,
                              .raw_value = done->n_blocks,
                              .raw_tag = done->halted ? MESSAGE_HALTED : MESSAGE_WHOLE};
    if (done->fault) {
        message.raw_tag = MESSAGE_FAULT;
        message.raw_fault = done->fault;
    }
    return message;
}

static inline enum message_kernel_end message_kernel_ended(const struct message *message)
{
    return (enum message_kernel_end)message->raw_tag;
}

static inline uint64_t message_kernel_instructions(const struct message *message)
{
    return message->raw_wide;
}

/* Not of MESSAGE_FAULT. */
static inline uint64_t message_kernel_blocks(const struct message *message)
{
    return message->raw_value;
}

/* The receiver takes it over; NULL unless it is MESSAGE_FAULT. */
static inline GError *message_kernel_fault(const struct message *message)
{
    return message->raw_tag == MESSAGE_FAULT ? message->raw_fault : NULL;
}

/* ---- BLOCK_START: the SM is to run a block ----------------------------------------------------
 */

/* At most so many blocks may wait at an SM beyond those that fit. ASSUMED: no platform needs more.
 */
enum { MESSAGE_BLOCK_MOST_AHEAD = 64 };

struct block_start {
    const struct launch *launch; /* borrowed */
    uint32_t id;                 /* the launch's */
    uint64_t block;              /* linear index: models/launch/grid.h */
    bool first;                  /* of the launch on this SM: L1 is invalidated */
    bool notice;                 /* the dispatcher wants a BLOCK_ENDS of it */
    uint32_t capacity; /* how many blocks of the launch can run there at a time; one beyond that
                          waits for another to end */
    uint16_t sm;
    const struct cluster_place *place; /* of its cluster, borrowed as the launch; NULL: none */
};

static inline struct message message_block_start(const struct block_start *start)
{
    struct message message = {.kind = MESSAGE_BLOCK_START,
                              .raw_work = start->launch,
                              .launch = start->id,
                              .raw_wide = start->block,
                              .raw_tag = (start->first ? MESSAGE_RAW_FIRST : 0) |
                                         (start->notice ? MESSAGE_RAW_NOTICE : 0) |
                                         (start->place ? MESSAGE_RAW_CLUSTER : 0) |
                                         start->capacity << MESSAGE_RAW_CAPACITY_SHIFT,
                              .requester = start->sm};
    if (start->place)
        message.raw_place = start->place;
    return message;
}

static inline uint64_t message_block_index(const struct message *message)
{
    return message->raw_wide;
}

static inline bool message_block_is_first(const struct message *message)
{
    return message->raw_tag & MESSAGE_RAW_FIRST;
}

static inline bool message_block_wants_notice(const struct message *message)
{
    return message->raw_tag & MESSAGE_RAW_NOTICE;
}

static inline uint32_t message_block_capacity(const struct message *message)
{
    return message->raw_tag >> MESSAGE_RAW_CAPACITY_SHIFT;
}

/* ---- BLOCK_ENDS: all warps of a block have exited; replies or acknowledgements are still out ---
 */

static inline struct message message_block_ends(uint32_t launch, uint16_t sm)
{
    return (struct message){.kind = MESSAGE_BLOCK_ENDS, .launch = launch, .requester = sm};
}

/* ---- BLOCK_DONE: warps have exited, replies and acknowledgements are in ------------------------
 */

struct block_done {
    uint32_t launch;
    uint64_t block;        /* linear index */
    uint64_t instructions; /* that its warps have issued */
    uint32_t told;         /* how many of these a PROGRESS has already told of */
    bool noticed;          /* a BLOCK_ENDS has told of it before */
    uint16_t sm;
};

static inline struct message message_block_done(const struct block_done *done)
{
    return (struct message){.kind = MESSAGE_BLOCK_DONE,
                            .launch = done->launch,
                            .raw_wide = done->instructions,
                            .raw_value = done->block,
                            .raw_tag = done->told,
                            .raw_note = done->noticed,
                            .requester = done->sm};
}

static inline uint64_t message_done_block(const struct message *message)
{
    return message->raw_value;
}

static inline uint64_t message_done_instructions(const struct message *message)
{
    return message->raw_wide;
}

static inline uint32_t message_done_told(const struct message *message)
{
    return message->raw_tag;
}

static inline bool message_done_noticed(const struct message *message)
{
    return message->raw_note;
}

/* ---- BLOCK_FAULT: a warp has done something wrong; comes before the BLOCK_DONE -----------------
 */

static inline struct message message_block_fault(uint32_t launch, GError *fault, uint16_t sm)
{
    return (struct message){
        .kind = MESSAGE_BLOCK_FAULT, .launch = launch, .raw_fault = fault, .requester = sm};
}

/* The receiver takes it over. */
static inline GError *message_fault(const struct message *message)
{
    return message->raw_fault;
}

/* ---- CHILDREN -----------------------------------------------------------------------------------
 * A kernel launches kernels. From the SM it comes before the BLOCK_DONE of the block. From the
 * dispatcher to the host it is the same message, and comes before the KERNEL_DONE. `launch` is the
 * parent's. */

/* Takes the list over. */
static inline struct message message_children(uint32_t parent, struct child_launch *first,
                                              uint16_t sm)
{
    return (struct message){
        .kind = MESSAGE_CHILDREN, .launch = parent, .raw_children = first, .requester = sm};
}

/* The receiver takes them over. */
static inline struct child_launch *message_child_list(const struct message *message)
{
    return message->raw_children;
}

/* More of the same parent, while the message has not been sent. Takes the list over. */
static inline void message_children_append(struct message *message, struct child_launch *first)
{
    struct child_launch **last = &message->raw_children;
    while (*last)
        last = &(*last)->next;
    *last = first;
}

/* ---- SAMPLE: what an SM has counted since its last sample, if policies want samples ------------
 */

/* stalls: see struct dispatcher_sample.memory_stalls. */
static inline struct message message_sample(uint32_t launch, uint64_t instructions, uint64_t stalls,
                                            uint32_t cycles, uint16_t sm)
{
    return (struct message){.kind = MESSAGE_SAMPLE,
                            .launch = launch,
                            .raw_wide = instructions,
                            .raw_value = stalls,
                            .raw_tag = cycles,
                            .requester = sm};
}

static inline uint64_t message_sample_instructions(const struct message *message)
{
    return message->raw_wide;
}

static inline uint64_t message_sample_stalls(const struct message *message)
{
    return message->raw_value;
}

static inline uint32_t message_sample_cycles(const struct message *message)
{
    return message->raw_tag;
}

/* ---- PROGRESS: instructions of a launch that no message has told of, if clients have targets ----
 */

static inline struct message message_progress(uint32_t launch, uint64_t instructions, uint16_t sm)
{
    return (struct message){
        .kind = MESSAGE_PROGRESS, .launch = launch, .raw_wide = instructions, .requester = sm};
}

static inline uint64_t message_progress_instructions(const struct message *message)
{
    return message->raw_wide;
}

/* ---- LAUNCH_STOP: the SM's blocks of the launch end where they stand ----------------------------
 */

static inline struct message message_launch_stop(uint32_t launch, uint16_t sm)
{
    return (struct message){.kind = MESSAGE_LAUNCH_STOP, .launch = launch, .requester = sm};
}

/* ---- KERNEL_END: to SMs that ran blocks of it: L1 is invalidated. The launch may be gone
 * ---------- */

static inline struct message message_kernel_over(uint32_t launch, uint16_t sm)
{
    return (struct message){.kind = MESSAGE_KERNEL_END, .launch = launch, .requester = sm};
}

/* ---- POLICY_WORD: policies/policy.h says what topics and addressees are
 * --------------------------- */

/* from, to: an SM's index, or POLICY_TO_DISPATCHER; to may be POLICY_TO_ALL. */
static inline struct message message_policy_word(uint64_t value, uint16_t topic, uint16_t from,
                                                 uint16_t to)
{
    return (struct message){.kind = MESSAGE_POLICY_WORD,
                            .raw_wide = value,
                            .raw_tag = (uint32_t)topic << 16 | to,
                            .requester = from};
}

static inline uint64_t message_word_value(const struct message *message)
{
    return message->raw_wide;
}

static inline uint16_t message_word_topic(const struct message *message)
{
    return (uint16_t)(message->raw_tag >> 16);
}

static inline uint16_t message_word_from(const struct message *message)
{
    return message->requester;
}

static inline uint16_t message_word_to(const struct message *message)
{
    return (uint16_t)message->raw_tag;
}

#endif
