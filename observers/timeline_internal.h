/* SPDX-License-Identifier: BSD-3-Clause */
/* The timeline's state, shared by its files and by nobody else. */
#ifndef SIMGPU_OBSERVERS_TIMELINE_INTERNAL_H
#define SIMGPU_OBSERVERS_TIMELINE_INTERNAL_H

#include "models/sm/sm_view.h"
#include "observers/timeline.h"
#include "observers/timeline_writer.h"

/* What a warp does. */
struct doing {
    uint32_t what; /* as in timeline_event */
    uint32_t pc, line, instructions;
    bool busy; /* WARP_READY: its unit takes nothing */
};

/* What a warp's slot does: the slice that is open, and what the cycle being processed will be. */
struct track {
    bool open;                        /* a warp is there, and has a slice */
    uint64_t since;                   /* cycle in which the open slice began */
    struct doing now;                 /* of the open slice; if busy: since busy_since */
    uint64_t busy_since, busy_cycles; /* busy_cycles: before busy_since */
    struct doing state;               /* of the current cycle, unless it issues */
    uint64_t until;                 /* `state` holds before this cycle, unless something happens */
    struct doing issued;            /* in the current cycle; its first instruction */
    const struct kernel_code *code; /* of the warp that is there */
    GArray *arrows; /* struct timeline_event: they end in the open slice, or soon; NULL: none yet */
};

/* A request of this cycle whose warp is not yet known. */
struct sent_request {
    uint64_t line;
    uint32_t tag;
};

enum { SENT_MAX = 32 };

struct timeline_sm {
    bool over;           /* the window has been left */
    uint64_t cycle;      /* being processed; CYCLE_NEVER before the first */
    uint64_t told_until; /* the last cycle that has been told */
    struct sm_masks masks;
    uint64_t unit_waiters;
    uint64_t asked;   /* warps that have been asked for their state in `cycle` */
    uint64_t issued;  /* warps that have issued */
    uint64_t started; /* slots in which another warp has started in or before `cycle` */
    uint64_t due;     /* the first `until` of all */
    struct track tracks[WARP_SLOTS];
    uint64_t sent_cycle;
    unsigned n_sent;
    struct sent_request sent[SENT_MAX]; /* in sent_cycle */
    uint64_t requests;                  /* so far: numbers them */
};

/* A request that is out and not a write. */
struct transaction {
    uint64_t id, address;
    uint64_t sent, issued; /* cycles of the SM */
    uint32_t pc;
    uint8_t warp; /* WARP_SLOTS: none */
    uint8_t op, sectors;
    uint8_t result;
    uint16_t bank;
    sim_time arrival, service; /* at L2; SIM_TIME_NEVER until then */
};

/* Sectors of a line that a bank has asked DRAM for. */
struct dram_wish {
    uint8_t sectors;
};

struct timeline {
    struct timeline_options options;
    const struct gpu_config *config;
    const struct gpu *gpu;
    struct observer observer;
    struct timeline_writer writer;
    bool over; /* the file is full */
    bool flushing;
    sim_time first_ps, end_ps; /* the window */
    sim_time lookahead;        /* no unit is further behind the clock */
    struct timeline_sm **sms;  /* by SM; NULL: not chosen */
    bool all;                  /* SMs are chosen */
    GHashTable *transactions;  /* (SM, tag) -> struct transaction */
    GHashTable *wishes;        /* (bank, line) -> struct dram_wish */
    uint64_t *l2_numbers;      /* by bank: ids given out */
    uint64_t *dram_numbers;    /* by channel */
    sim_time *write_arrivals;  /* by bank: of the write being served */
    uint8_t *write_results;
    GStringChunk *names;
};

/* Orders events of one time. */
static inline uint32_t timeline_sm_order(uint32_t sm)
{
    return sm;
}
static inline uint32_t timeline_bank_order(const struct timeline *timeline, uint32_t bank)
{
    return timeline->config->n_sms + bank;
}
static inline uint32_t timeline_channel_order(const struct timeline *timeline, uint32_t channel)
{
    return timeline->config->n_sms + timeline->config->n_banks + channel;
}

/* Ids of asynchronous slices are unique in the file. */
enum timeline_id_kind { TIMELINE_ID_SM = 1, TIMELINE_ID_L2, TIMELINE_ID_DRAM };
static inline uint64_t timeline_id(enum timeline_id_kind kind, uint32_t unit, uint64_t number)
{
    return (uint64_t)kind << 60 | (uint64_t)unit << 44 | number;
}

/* The SM's record; NULL: there is nothing to record. */
static inline struct timeline_sm *timeline_sm(const struct timeline *timeline, uint32_t sm)
{
    struct timeline_sm *chosen = timeline->sms[sm];
    return timeline->over || !chosen || chosen->over ? NULL : chosen;
}

static inline sim_time timeline_edge(const struct timeline *timeline, uint64_t cycle)
{
    return clock_edge(&timeline->config->sm.clock, cycle);
}

/* timeline.c */
void timeline_push(struct timeline *timeline, const struct timeline_event *event);

/* timeline_warps.c: observer functions, and the end */
void timeline_cycle(void *data, const struct sm *sm);
void timeline_gap(void *data, const struct sm *sm, uint64_t first, uint64_t span);
void timeline_issued(void *data, unsigned sm, uint64_t cycle, unsigned warp, uint32_t pc,
                     const struct issued *what);
void timeline_warp_started(void *data, const struct sm *sm, unsigned warp);
/* The SM is idle and has no warps any more. Settles its tracks. */
void timeline_settle_idle(struct timeline *timeline, uint32_t sm);
/* Closes the tracks of an SM. */
void timeline_close_sm(struct timeline *timeline, uint32_t sm, uint64_t end);
/* Writes the open slice of a track as an event that lasts to `end`. */
struct timeline_event timeline_open_slice(const struct timeline *timeline, uint32_t sm,
                                          unsigned warp, sim_time end);

/* timeline_memory.c: observer functions */
void timeline_sent(void *data, unsigned sm, uint64_t cycle, const struct message *request);
void timeline_l1_access(void *data, const struct l1_access *access);
void timeline_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply);
void timeline_l2_access(void *data, const struct l2_access *access);
void timeline_l2_replied(void *data, unsigned bank, uint64_t cycle, const struct message *request);
void timeline_dram_access(void *data, const struct dram_access *access);

/* timeline_frame.c: names at the file's start; kernels, copies and counters at its end */
void timeline_write_names(struct timeline *timeline);
void timeline_write_host(struct timeline *timeline);
void timeline_write_counters(struct timeline *timeline, const struct sampler *sampler);
void timeline_write_rest(struct timeline *timeline);

#endif
