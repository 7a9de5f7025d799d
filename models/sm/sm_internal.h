/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's state, shared by its files and by nobody else. */
#ifndef SIMGPU_SM_INTERNAL_H
#define SIMGPU_SM_INTERNAL_H

#include "models/cache/tag_array.h"
#include "models/icnt/out_port.h"
#include "models/launch/barrier.h"
#include "models/sm/issue_facts.h"
#include "models/sm/sm.h"
#include "models/sm/sm_memory.h"
#include "models/sm/sm_policies.h"

/* Code and parameters have addresses of their own, outside device memory: they take room in
 * instruction and constant caches and in L2, but carry no values. */
#define CONSTANT_BASE UINT64_C(0x700000000)
#define PARAM_BASE    UINT64_C(0x780000000)
#define LOCAL_BASE    UINT64_C(0x400000000)

enum { SM_WARP_PADDING = 80 };

/* Blocks that the dispatcher may believe to be here: running, sent ahead, and done but not yet
 * reported. It sends as many ahead as can run, at most. */
enum { SM_MAX_DONE = 2 * SM_MAX_BLOCKS + POLICY_OUTBOX_WORDS + 1 }; /* and words, and a sample */

enum { WHEEL_SLOTS = 1024, WHEEL_WORDS = WHEEL_SLOTS / 64, MAX_BLOCK_WARPS = 32 };

/* A store or an atomic that releases waits like a fence before it issues. */
enum release_state { RELEASE_NONE, RELEASE_WAITS, RELEASE_PASSED };

/* A warp's asynchronous copies: sm_async.c. */
struct async_copies {
    uint32_t group;  /* number of the group that is being collected: 0, 1, 2, ... */
    uint32_t out;    /* accesses on their way */
    uint32_t needed; /* while it waits: groups below this one must be there */
    bool waits;
    uint64_t ready; /* cycle from which the bytes of all that have arrived can be read */
};

/* The issue loop's fields come first. Its size makes an index a shift. */
struct sm_warp {
    struct warp_context context;
    struct code_facts *facts;       /* of its code */
    const struct issue_facts *next; /* of the next instruction, once settled */
    uint64_t *ready_at;             /* by register slot: cycle; CYCLE_NEVER while a load is out */
    uint64_t not_before;   /* cycle from which it may issue: after a branch, a barrier, a fence */
    uint64_t fetched_at;   /* cycle from which what its last fetch brings may issue; CYCLE_NEVER:
                              the line is missing */
    uint64_t icache_line;  /* last line fetched from; UINT64_MAX none */
    uint64_t instructions; /* that it has issued */
    uint8_t ibuffer;       /* instructions fetched ahead, or being fetched, from pc on */
    uint8_t last_fetched;  /* ... of these, the ones that its last fetch brings */
    uint8_t block;
    uint8_t release;      /* enum release_state, of the release that is its next instruction */
    bool acquires;        /* of the fence at which it waits */
    uint32_t outstanding; /* memory instructions and stores in flight */
    void *state;          /* the context's, with its capacity below */
    size_t state_bytes;
    uint32_t n_ready; /* capacity of ready_at */
    struct async_copies copies;
    uint32_t barrier_id, barrier_pc; /* of the barrier at which it waits */
    lane_mask barrier_lanes;
    uint8_t padding[SM_WARP_PADDING];
};
_Static_assert(sizeof(struct sm_warp) == 256, "see SM_WARP_PADDING");

/* A kind of execution unit: see unit_pool.h. */
struct unit_pipe {
    uint64_t free_at[PIPE_MAX_INSTANCES]; /* cycle from which an instance is free */
    uint64_t starts[UNIT_MAX_QUEUE];      /* ring: when the last instructions started, or will */
    uint64_t room_at;                     /* cycle from which it takes one more; if in `busy` */
    uint32_t turn;                        /* the oldest in `starts` */
    uint32_t padding[5];
};
_Static_assert(sizeof(struct unit_pipe) == 128, "an index should be a shift");

/* Execution units that schedulers share, or one scheduler's own. */
struct unit_pool {
    uint32_t busy; /* pipes, as bits, that were full when last asked */
    struct unit_pipe pipes[PIPES];
};

struct sm_block {
    struct block_context context;
    uint64_t index;                   /* linear block index */
    uint64_t instructions;            /* issued by its warps that have ended */
    struct code_facts *facts;         /* of its code */
    uint8_t slot_of[MAX_BLOCK_WARPS]; /* warp in block -> warp slot */
    unsigned warps_left;
    uint32_t outstanding[2]; /* requests out, by the epoch in which they were issued: sm_fence.c */
    uint8_t epoch;
    uint64_t fences, later_fences; /* warps that wait for the other epoch; for the one after it */
    struct block_barriers barriers;
    uint8_t *shared;
    uint32_t shared_capacity;
    uint64_t start_cycle;
};

/* A cache without values whose misses go to L2: instructions, constants. */
struct fetch_cache {
    struct tag_array tags;
    uint64_t *waiting; /* by line: warps that wait for its fill */
};

/* See sm_texture.c; empty if texels go through L1D. */
struct texture_cache {
    struct tag_array tags;
    uint32_t *waiters;   /* by line: texture_merges accesses that wait for its fill */
    uint32_t *n_waiters; /* by line */
};

/* See sm_sample.c. */
struct sm_sampling {
    uint64_t due;   /* cycle of the next sample; CYCLE_NEVER: nothing to tell */
    uint64_t since; /* cycle from which on it counts; what had been counted then: */
    uint64_t instructions, stalls, replies;
    bool counts; /* there are blocks */
    bool queued; /* a sample waits for a credit */
};

struct sm {
    struct unit unit;
    struct sm_site site;
    const struct sm_config *config;
    struct wire *to_dispatcher;
    struct wire **to_banks;
    struct wire *to_fetch; /* requests for instructions and constants; NULL: as all others */
    unsigned n_banks;

    uint64_t cycle; /* the one being processed, or the last one that was */
    sim_time head;  /* of the inbox, when arrival_cycle was derived from it */
    uint64_t arrival_cycle;
    uint64_t accounted; /* slots are accounted before this cycle */

    /* Warps: each resident one is in exactly one of the masks from ready to draining. */
    struct sm_warp warps[WARP_SLOTS];
    uint64_t age[WARP_SLOTS];
    uint64_t next_age;
    uint64_t resident;
    uint64_t ready, wait_memory, wait_data, wait_fetch, at_barrier, at_fence, draining;
    uint64_t pipe_warps[PIPES]; /* by the pipe of the next instruction: all that were settled */
    uint64_t scheduler_warps[WARP_SCHEDULERS];

    /* Warps in wait_data and wait_fetch, by the cycle in which they become ready. */
    uint64_t wheel[WHEEL_SLOTS];
    uint64_t wheel_occupied[WHEEL_WORDS];

    struct unit_pool pools[WARP_SCHEDULERS]; /* shared units: the first only */
    uint64_t ldst_issue_free;                /* cycle from which the load/store unit takes one */

    uint64_t fetch_cycle;   /* of the last fetch that was given out */
    unsigned fetches_in_it; /* fetches of that cycle */
    uint64_t fetch_missing; /* warps that wait for an instruction line */
    uint64_t fetch_refused; /* ... whose miss found no line or no room in the port's queue */
    bool fetch_blocked;     /* ... and nothing has changed there since */
    uint32_t icache_misses; /* lines on their way */
    struct fetch_cache icache, constants;
    struct texture_cache texture;

    /* Load/store */
    struct ldst_entry *queue; /* ring of queue_size */
    uint32_t queue_first, queue_count, queue_size;
    uint64_t pipeline_last, pipeline_entered; /* of the last instruction, as in ldst_entry */
    uint64_t ldst_free;                       /* cycle the unit is next free */
    uint64_t ldst_next; /* cycle in which the head can be served; CYCLE_NEVER: none, or it waits */
    enum ldst_wait ldst_wait;   /* of the head */
    struct ldst_retry *retries; /* ring of WARP_MAX_RETRIES; NULL: no policy needs it */
    uint32_t retry_first, n_retries;
    uint32_t n_filled;           /* of them, those whose line has come */
    uint8_t retry_lines[256];    /* how many want a line, by the line's number modulo 256 */
    bool retry_due;              /* one of them may succeed */
    struct ldst_entry *retrying; /* what L1D sees of one */
    struct access *accesses;
    struct access_values *access_values; /* by access */
    uint32_t n_accesses, access_free;
    struct l1d l1d;

    /* Port into the crossbar: one injection resource over all wires, head first. */
    struct out_port out;

    bool failed; /* a fault has been reported: nothing more happens here */

    struct sm_block blocks[SM_MAX_BLOCKS];
    uint64_t blocks_used;
    struct message ahead[SM_MAX_AHEAD]; /* BLOCK_STARTs that wait for a block of theirs to end */
    unsigned n_ahead;
    struct message done[SM_MAX_DONE]; /* BLOCK_DONE, POLICY_WORD and SAMPLE messages to send */
    unsigned n_done;

    GHashTable *code_facts; /* kernel code -> struct code_facts */

    struct sm_policies policies;
    struct sm_sampling sampling;
    struct issued issued;
    GArray *output; /* struct sm_output; NULL while there is none */
    struct sm_counters counters;
    struct launch_meter meter;
    bool several_launches, meter_stale, watched; /* sm_meter.h */
    uint64_t told;                               /* observers know of the cycles before this one */
};

static inline sim_time sm_edge(const struct sm *sm, uint64_t cycle)
{
    return clock_edge(&sm->config->clock, cycle);
}

/* What policies see: in an event, what holds after it. */
static inline const struct warp_view *sm_fresh_view(struct sm *sm)
{
    struct warp_view *view = &sm->policies.view;
    view->resident = sm->resident;
    view->at_barrier = sm->at_barrier;
    view->cycle = sm->cycle;
    return view;
}

/* Whether a policy wants to hear an event of policies/sm_events.h. */
#define SM_WANTS(sm, event) G_UNLIKELY(sm_members_want(&(sm)->policies.members, SM_EVENT(event)))
/* Tells it, with what comes after the state. */
#define SM_TELL(sm, event, ...)                                                                    \
    do {                                                                                           \
        if (SM_WANTS(sm, event))                                                                   \
            SM_MEMBERS_TELL(&(sm)->policies.members, event, __VA_ARGS__);                          \
    } while (0)

/* Something has changed that the head of the load/store queue, or a load aside, may have waited
 * for. */
static inline void sm_ldst_retry(struct sm *sm, enum ldst_wait what)
{
    if (G_UNLIKELY(sm->n_retries > 0)) {
        sm->retry_due = true;
        sm->ldst_next = MIN(sm->ldst_next, MAX(sm->ldst_free, sm->cycle));
    }
    if (sm->ldst_wait != what)
        return;
    sm->ldst_wait = LDST_WAITS_NOT;
    sm->ldst_next = sm->cycle;
}

static inline uint64_t sm_next_ldst(const struct sm *sm)
{
    return MAX(sm->cycle + 1, sm->ldst_next);
}

static inline const struct instruction *sm_next_instruction(const struct sm_warp *warp)
{
    return &warp->context.code->instructions[warp->context.pc];
}

/* sm_blocks.c */
/* A trace's instructions belong to their launch: forgets those of one that has ended. */
void sm_forget_code(struct sm *sm, uint32_t launch);
void sm_block_start(struct sm *sm, const struct message *message);
/* True if the warp goes on, else it is in at_barrier. */
bool sm_barrier_arrive(struct sm *sm, unsigned slot, uint32_t pc);
void sm_warp_exited(struct sm *sm, unsigned slot);
void sm_retire_warp(struct sm *sm, unsigned slot);
void sm_send_done(struct sm *sm);
/* A kernel begins or ends here: L1 and the texture cache are emptied. */
void sm_drop_lines(struct sm *sm);

/* sm_scoreboard.c; what runs at every issue is in sm_scoreboard.h */
/* Puts a warp that is in no mask into the one its next instruction belongs to; it may issue in
 * cycle `earliest` or later. */
void sm_settle(struct sm *sm, unsigned slot, uint64_t earliest);
/* A warp that was settled in this cycle and waits for nothing but the next one: true, and it is in
 * no mask again. */
bool sm_take_back(struct sm *sm, unsigned slot);
uint64_t sm_next_wheel(const struct sm *sm);

/* sm_issue.c */
void sm_issue(struct sm *sm);
/* Of a scheduler that gives orders. */
void sm_issue_ordered(struct sm *sm);
uint64_t sm_next_issue_ordered(struct sm *sm);
/* The first cycle after the current one in which a ready warp could issue; CYCLE_NEVER if none. */
uint64_t sm_next_issue(struct sm *sm);

/* sm_account.c */
/* Why a scheduler that issues nothing does so: the first reason that applies. */
enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler);
/* Slots of the cycles from sm->accounted up to (not including) `cycle`, in which nothing issued. */
void sm_account_gap(struct sm *sm, uint64_t cycle);

/* sm_fetch.c */
void fetch_cache_init(struct fetch_cache *cache, const struct cache_shape *shape);
void fetch_cache_finish(struct fetch_cache *cache);
/* The warp, whose buffer has room, fetches. */
void sm_fetch(struct sm *sm, unsigned slot);
/* A branch has been taken: the buffer is empty, and what is being fetched is not wanted. */
void sm_fetch_flush(struct sm *sm, unsigned slot);
/* Warps whose misses were refused try again. */
void sm_fetch_retry(struct sm *sm);
void sm_icache_fill(struct sm *sm, uint32_t line);
uint64_t sm_next_fetch(const struct sm *sm);

/* sm_constant.c */
void sm_constant_init(struct sm *sm);
void sm_constant_finish(struct sm *sm);
enum ldst_wait sm_constant_access(struct sm *sm, struct ldst_entry *entry);
void sm_constant_fill(struct sm *sm, uint32_t line);

/* sm_texture.c */
void sm_texture_init(struct sm *sm);
void sm_texture_finish(struct sm *sm);
/* Makes one transaction. */
enum ldst_wait sm_texture_load(struct sm *sm, const struct ldst_entry *entry,
                               const struct line_transaction *line);
void sm_texture_fill(struct sm *sm, uint32_t line);
void sm_texture_invalidate(struct sm *sm);

/* sm_ldst.c */
void sm_ldst_init(struct sm *sm);
void sm_ldst_finish(struct sm *sm);
/* When L1D's pipeline has taken in an instruction that the queue held. */
uint64_t sm_ldst_pipeline_at(const struct sm *sm);
/* From which cycle on the queue has room; CYCLE_NEVER: something must leave it first. */
static inline uint64_t sm_ldst_room_at(const struct sm *sm)
{
    if (sm->queue_count < sm->config->ldst_queue)
        return 0;
    return sm->config->ldst_pipeline == 0 ? CYCLE_NEVER : sm_ldst_pipeline_at(sm);
}
/* Enqueues what sm->issued describes; false with a fault text in sm->issued. */
bool sm_ldst_enqueue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                     uint32_t pc);
/* When sm->ldst_next is the current cycle, or passed. */
void sm_ldst_step(struct sm *sm);

/* sm_operands.c */
/* Makes the payloads of a store or an atomic, of what sm->issued describes. */
void sm_pack_operands(struct sm *sm, struct ldst_entry *entry,
                      const struct instruction *instruction);

/* sm_access.c */
/* Counts n more requests out for the warp and its block. Returns the block's epoch (sm_fence.c). */
uint8_t sm_begin_requests(struct sm *sm, unsigned slot, uint32_t n);
/* A new access of the instruction at pc; may move sm->accesses. */
uint32_t sm_access_take(struct sm *sm, unsigned slot, uint32_t pc,
                        const struct instruction *instruction);
/* All its transactions have been made; what needed no reply is ready in that cycle. */
void sm_access_sent(struct sm *sm, uint32_t access, uint64_t ready);
void sm_access_reply(struct sm *sm, uint32_t access, uint64_t ready);
void sm_access_deliver(struct sm *sm, uint32_t access, lane_mask lanes, const uint8_t *data);
void sm_write_acknowledged(struct sm *sm, uint32_t number);

/* sm_l1d.c */
void sm_l1d_init(struct sm *sm);
void sm_l1d_finish(struct sm *sm);
/* Each makes one transaction, unless it must wait: then nothing has changed. Loads:
 * sm_l1d_internal.h. */
enum ldst_wait sm_l1d_store(struct sm *sm, const struct ldst_entry *entry,
                            const struct line_transaction *line);
enum ldst_wait sm_l1d_atomic(struct sm *sm, const struct ldst_entry *entry,
                             const struct line_transaction *line);
void sm_l1d_fill(struct sm *sm, const struct message *message);
void sm_l1d_invalidate(struct sm *sm);
/* Drops what other SMs may have changed, and what is on its way. */
void sm_l1d_acquire(struct sm *sm);

/* sm_carve_out.c */
/* A block of the launch is about to start: divides unified memory between L1D and shared memory. */
void sm_carve_out(struct sm *sm, const struct launch *launch);

/* sm_inject.c */
bool sm_out_has_room(const struct sm *sm);
/* address: of the line; the bank follows from it. sectors: those it is about. */
void sm_out_push(struct sm *sm, enum message_kind kind, uint64_t address, uint32_t tag,
                 uint32_t launch, uint32_t bytes, uint8_t sectors, struct payload *payload);
void sm_out_step(struct sm *sm);
uint64_t sm_next_out(const struct sm *sm);
/* Of BLOCK_DONE messages that wait for a credit. */
uint64_t sm_next_done(struct sm *sm);

/* sm_fault.c */
/* The program is wrong: ends the simulation. Takes the text; sm->issued says whose fault it is. */
void sm_fault(struct sm *sm, unsigned slot, uint32_t pc, char *text);
/* The warp scheduler took a slot that is none of the candidates of its scheduler s. */
void sm_fault_of_scheduler(struct sm *sm, unsigned s, uint64_t candidates, unsigned slot);
/* Whether global memory has what sm->issued accesses; false with its fault set. Lanes that may
 * stray are active no more. */
bool sm_check_addresses(struct sm *sm, unsigned slot, uint32_t pc);

/* sm_output.c */
void sm_note_output(struct sm *sm, uint32_t launch);
void sm_output_finish(struct sm *sm);

/* sm_report.c */
void sm_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void sm_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
