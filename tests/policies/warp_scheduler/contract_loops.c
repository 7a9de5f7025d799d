/* SPDX-License-Identifier: BSD-3-Clause */
/* Deadlock: warps that go round a loop with a load and a barrier, in an L1 that holds the lines of
 * few of them, so that schedulers that throttle do. Every block must come to its end. */
#include "tests/policies/warp_scheduler/warp_scheduler_contract.h"
#include "tests/rigs/fake_sm.h"

enum {
    BLOCKS = 4, /* at a time */
    BLOCK_WARPS = 4,
    WARPS = BLOCKS * BLOCK_WARPS,
    MORE_BLOCKS = 8, /* that come when one has ended */
    ITERATIONS = 12,
    LINES = 8, /* that a warp loads in each iteration, always the same; its lanes */
    L1_LINES = 40,
    LATENCY = 40,
    PATIENCE = 200000, /* cycles */
    LOOP = 10,         /* then a load, a barrier, the branch back; then the exit */
    LOAD,
    BARRIER,
    BACK,
    EXIT
};

static const struct warp_loop loop = {.begin = LOOP, .first = LOOP, .last = BACK, .parent = -1};

struct line {
    uint64_t address, used; /* used 0: empty */
    struct warp_owner owner;
};

struct machine {
    struct fake_sm sm;
    uint64_t waiting; /* for a load */
    uint64_t ready_at[WARPS];
    uint32_t pc[WARPS];
    unsigned iterations[WARPS];
    unsigned blocks_left;
    uint64_t accesses;
    struct line l1[L1_LINES];
};

static uint64_t block_of(unsigned slot)
{
    return ((UINT64_C(1) << BLOCK_WARPS) - 1) << (slot / BLOCK_WARPS * BLOCK_WARPS);
}

static void start_block(struct machine *m, unsigned first)
{
    for (unsigned slot = first; slot < first + BLOCK_WARPS; slot++) {
        m->pc[slot] = LOOP;
        m->iterations[slot] = 0;
        fake_sm_start_warp(&m->sm, slot);
    }
}

/* Least recently used goes first. */
static void access_line(struct machine *m, unsigned slot, uint64_t address)
{
    struct line *line = &m->l1[0];
    for (unsigned i = 0; i < L1_LINES && line->address != address; i++)
        if (m->l1[i].address == address || m->l1[i].used < line->used)
            line = &m->l1[i];
    bool hit = line->used > 0 && line->address == address;
    const struct warp_access access = {.line = address,
                                       .pc = LOAD,
                                       .slot = (uint8_t)slot,
                                       .outcome = hit ? WARP_ACCESS_HIT : WARP_ACCESS_MISS,
                                       .owner = hit ? line->owner
                                                    : (struct warp_owner){.slot = WARP_NONE}};
    FAKE_SM_TELL(&m->sm, accessed, &access, &m->sm.view);
    const struct warp_line lost = {.line = line->address, .owner = line->owner};
    if (!hit && line->used > 0)
        FAKE_SM_TELL(&m->sm, evicted, &lost, &m->sm.view);
    if (!hit)
        *line = (struct line){address, 0, {m->sm.ages[slot], (uint8_t)slot}};
    line->used = ++m->accesses;
}

static void load(struct machine *m, unsigned slot)
{
    FAKE_SM_TELL(&m->sm, coalesced, slot, LOAD, LINES, LINES);
    for (unsigned i = 0; i < LINES; i++)
        access_line(m, slot, (m->sm.ages[slot] * LINES + i + 1) * 128);
    m->waiting |= warp_bit(slot);
    m->ready_at[slot] = m->sm.view.cycle + LATENCY;
}

static void wait_at_barrier(struct machine *m, unsigned slot)
{
    uint64_t block = block_of(slot);
    fake_sm_enter_barrier(&m->sm, slot);
    if ((m->sm.view.at_barrier & block) != block)
        return;
    for (; block != 0; block &= block - 1)
        fake_sm_leave_barrier(&m->sm, warp_first(block));
}

static void finish(struct machine *m, unsigned slot)
{
    fake_sm_finish_warp(&m->sm, slot);
    if ((m->sm.view.resident & block_of(slot)) != 0 || m->blocks_left == 0)
        return;
    m->blocks_left--;
    start_block(m, slot / BLOCK_WARPS * BLOCK_WARPS);
}

static void execute(struct machine *m, unsigned slot)
{
    uint32_t pc = m->pc[slot], next = pc + 1;
    if (pc == BACK && ++m->iterations[slot] < ITERATIONS)
        next = LOOP;
    const struct warp_executed what = {.pc = pc,
                                       .next_pc = next,
                                       .loop = pc == EXIT ? -1 : 0,
                                       .next_loop = next >= EXIT ? -1 : 0,
                                       .is_load = pc == LOAD,
                                       .next_is_load = next == LOAD,
                                       .is_branch = pc == BACK,
                                       .ended = pc == EXIT,
                                       .mask = (1u << LINES) - 1,
                                       .lanes = LINES,
                                       .next_lanes = LINES};
    FAKE_SM_TELL(&m->sm, executed, slot, &what, &m->sm.view);
    m->pc[slot] = next;
    if (pc == LOAD)
        load(m, slot);
    else if (pc == BARRIER)
        wait_at_barrier(m, slot);
    else if (pc == EXIT)
        finish(m, slot);
}

static void play_cycle(struct machine *m)
{
    struct fake_sm *sm = &m->sm;
    for (uint64_t rest = m->waiting; rest != 0; rest &= rest - 1)
        if (m->ready_at[warp_first(rest)] <= sm->view.cycle)
            m->waiting &= ~warp_bit(warp_first(rest));
    sm->on_memory = m->waiting;
    for (unsigned s = 0; s < sm->site.schedulers; s++) {
        sm->loads = 0;
        for (unsigned slot = 0; slot < WARPS; slot++)
            sm->loads |= (uint64_t)(m->pc[slot] == LOAD) << slot;
        unsigned slot = fake_sm_issue(sm, s, ~m->waiting);
        if (slot != WARP_NONE)
            execute(m, slot);
    }
    fake_sm_advance(sm, sm->view.cycle + 1);
}

static const char *play(const struct warp_scheduler_ops *ops, unsigned schedulers)
{
    const struct sm_policy_site site = {
        .schedulers = schedulers, .warp_slots = WARPS, .l1_lines = L1_LINES};
    const struct warp_kernel kernel = {.name = "kernel", .loops = &loop, .n_loops = 1};
    g_autofree struct machine *m = g_new0(struct machine, 1);
    m->blocks_left = MORE_BLOCKS;
    fake_sm_init_at(&m->sm, ops, &site, NULL);
    FAKE_SM_TELL(&m->sm, kernel_started, &kernel, &m->sm.view);
    for (unsigned i = 0; i < BLOCKS; i++)
        start_block(m, i * BLOCK_WARPS);
    while (m->sm.view.resident != 0 && m->sm.view.cycle < PATIENCE && m->sm.problem == NULL)
        play_cycle(m);
    const char *problem = m->sm.problem;
    if (problem == NULL && m->sm.view.resident != 0)
        problem = "warps in a loop with a load and a barrier wait for ever";
    fake_sm_finish(&m->sm);
    return problem;
}

char *contract_loops(const struct warp_scheduler_ops *ops)
{
    for (unsigned schedulers = 1; schedulers <= WARP_SCHEDULERS; schedulers *= 2) {
        const char *problem = play(ops, schedulers);
        if (problem != NULL)
            return g_strdup_printf("%s: %s (%u schedulers)", ops->policy.head.name, problem,
                                   schedulers);
    }
    return NULL;
}
