/* SPDX-License-Identifier: BSD-3-Clause */
/* First come, first served, with real fragmentation: a block gets its registers and its shared
 * memory as one piece each, at the lowest address where there is room, and what a block of one
 * kernel leaves free may be too small for one of another.
 *
 * order=turns: on each SM the kernels under way take turns, and one for which there is no gap is
 * passed over. order=arrival: a later kernel gets what is left when the earlier ones have sent all
 * their blocks, as `left_over`, but in gaps that are there.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section III, figures 2a and 2b. ASSUMED:
 * taking turns; the text says only that blocks are assigned in an interleaved manner.
 */
#include "policies/partition/first_fit.h"
#include "policies/partition/partition.h"
#include <string.h>

enum order { TURNS, ARRIVAL };
enum parameter { ORDER };

static const char *const orders[] = {[TURNS] = "turns", [ARRIVAL] = "arrival", NULL};

static const struct policy_parameter parameters[] = {
    [ORDER] = POLICY_CHOICE_ROW("order", orders, TURNS,
                                "which kernel sends the next block: each in turn, or the first one "
                                "that has any (Warped-Slicer, figures 2a and 2b)"),
    {0}};

struct fcfs_sm {
    struct first_fit registers, shared;
    uint64_t used[BLOCK_RESOURCES];
    uint32_t last; /* launch whose block was sent last; DISPATCHER_NO_LAUNCH */
};

struct fcfs_kernel {
    uint32_t launch;
    uint64_t takes[BLOCK_RESOURCES];
    uint32_t *running; /* by SM */
};

struct fcfs_block {
    uint32_t launch, sm;
    uint64_t block;
    uint64_t registers_at, shared_at;
};

struct state {
    uint32_t n_sms;
    uint64_t has[BLOCK_RESOURCES];
    enum order order;
    struct fcfs_sm *sms;
    GArray *kernels; /* struct fcfs_kernel, under way */
    GArray *blocks;  /* struct fcfs_block, that SMs have */
};

static struct fcfs_kernel *kernel_of(const struct state *own, uint32_t launch)
{
    for (guint k = 0; k < own->kernels->len; k++) {
        struct fcfs_kernel *kernel = &g_array_index(own->kernels, struct fcfs_kernel, k);
        if (kernel->launch == launch)
            return kernel;
    }
    return NULL;
}

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    struct state *own = state;
    own->n_sms = site->n_sms;
    own->order = values->values[ORDER].choice;
    memcpy(own->has, site->has, sizeof own->has);
    own->sms = g_new0(struct fcfs_sm, site->n_sms);
    own->kernels = g_array_new(FALSE, FALSE, sizeof(struct fcfs_kernel));
    own->blocks = g_array_new(FALSE, FALSE, sizeof(struct fcfs_block));
    for (uint32_t i = 0; i < site->n_sms; i++) {
        own->sms[i].registers.size = site->has[BLOCK_REGISTERS];
        own->sms[i].shared.size = site->has[BLOCK_SHARED_BYTES];
        own->sms[i].last = DISPATCHER_NO_LAUNCH;
    }
}

static void finish(void *state)
{
    struct state *own = state;
    for (guint k = 0; k < own->kernels->len; k++)
        g_free(g_array_index(own->kernels, struct fcfs_kernel, k).running);
    g_array_free(own->kernels, TRUE);
    g_array_free(own->blocks, TRUE);
    g_free(own->sms);
}

static void kernel_started(void *state, const struct dispatched_kernel *kernel, uint64_t cycle)
{
    struct state *own = state;
    struct fcfs_kernel one = {.launch = kernel->launch, .running = g_new0(uint32_t, own->n_sms)};
    (void)cycle;
    memcpy(one.takes, kernel->takes, sizeof one.takes);
    g_array_append_val(own->kernels, one);
}

static void kernel_ended(void *state, uint32_t launch, uint64_t cycle)
{
    struct state *own = state;
    (void)cycle;
    for (guint k = 0; k < own->kernels->len; k++) {
        struct fcfs_kernel *kernel = &g_array_index(own->kernels, struct fcfs_kernel, k);
        if (kernel->launch != launch)
            continue;
        g_free(kernel->running);
        g_array_remove_index(own->kernels, k);
        return;
    }
}

static void note_used(struct fcfs_sm *sm, const struct fcfs_kernel *kernel, int change)
{
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        sm->used[i] += (uint64_t)change * kernel->takes[i];
}

static void block_sent(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct state *own = state;
    struct fcfs_kernel *kernel = kernel_of(own, launch);
    struct fcfs_sm *there = &own->sms[sm];
    uint64_t registers = kernel->takes[BLOCK_REGISTERS], shared = kernel->takes[BLOCK_SHARED_BYTES];
    const struct fcfs_block one = {.launch = launch,
                                   .sm = sm,
                                   .block = block,
                                   .registers_at = first_fit_find(&there->registers, registers),
                                   .shared_at = first_fit_find(&there->shared, shared)};
    (void)cycle;
    first_fit_take(&there->registers, one.registers_at, registers);
    first_fit_take(&there->shared, one.shared_at, shared);
    note_used(there, kernel, 1);
    there->last = launch;
    kernel->running[sm]++;
    g_array_append_val(own->blocks, one);
}

static void block_done(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct state *own = state;
    struct fcfs_kernel *kernel = kernel_of(own, launch);
    (void)cycle;
    for (guint i = 0; i < own->blocks->len; i++) {
        const struct fcfs_block one = g_array_index(own->blocks, struct fcfs_block, i);
        if (one.launch != launch || one.block != block)
            continue;
        first_fit_release(&own->sms[sm].registers, one.registers_at,
                          kernel->takes[BLOCK_REGISTERS]);
        first_fit_release(&own->sms[sm].shared, one.shared_at, kernel->takes[BLOCK_SHARED_BYTES]);
        note_used(&own->sms[sm], kernel, -1);
        kernel->running[sm]--;
        g_array_remove_index_fast(own->blocks, i);
        return;
    }
}

/* There is enough of everything, and registers and shared memory are in one piece each. */
static bool fits(const struct state *own, const struct fcfs_sm *sm,
                 const uint64_t takes[BLOCK_RESOURCES])
{
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        if (sm->used[i] + takes[i] > own->has[i])
            return false;
    return first_fit_find(&sm->registers, takes[BLOCK_REGISTERS]) != UINT64_MAX &&
           first_fit_find(&sm->shared, takes[BLOCK_SHARED_BYTES]) != UINT64_MAX;
}

static bool may_send(const struct state *own, const struct partition_kernel *viewed, uint32_t sm)
{
    const struct fcfs_kernel *kernel = kernel_of(own, viewed->launch);
    return viewed->blocks_left > 0 && kernel->running[sm] < viewed->capacity &&
           fits(own, &own->sms[sm], kernel->takes);
}

/* The first kernel whose turn it is: the one behind that which was served last. */
static uint32_t first_in_turn(const struct state *own, const struct partition_view *view,
                              uint32_t sm)
{
    for (uint32_t k = 0; own->order == TURNS && k < view->n_kernels; k++)
        if (view->kernels[k].launch == own->sms[sm].last)
            return k + 1;
    return 0;
}

static bool is_next(const struct state *own, const struct partition_view *view, uint32_t kernel,
                    uint32_t sm)
{
    uint32_t first = first_in_turn(own, view, sm);
    for (uint32_t i = 0; i < view->n_kernels; i++) {
        uint32_t k = (first + i) % view->n_kernels;
        if (own->order == ARRIVAL && k < kernel && view->kernels[k].blocks_left > 0)
            return false;
        if (may_send(own, &view->kernels[k], sm))
            return k == kernel;
    }
    return false;
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    const struct state *own = state;
    uint32_t running = kernel_of(own, view->kernels[kernel].launch)->running[sm];
    return running + is_next(own, view, kernel, sm);
}

const struct partition_ops partition_fcfs = {
    .policy =
        {.head =
             {.name = "fcfs",
              .summary =
                  "Blocks start in order of arrival, where registers and shared memory have gaps",
              .source = "Xu and others, Warped-Slicer, ISCA 2016, III, figure 2a",
              .parameters = parameters,
              .state_bytes = sizeof(struct state)},
         .on = {.kernel_started = kernel_started,
                .kernel_ended = kernel_ended,
                .block_sent = block_sent,
                .block_done = block_done},
         .init = init,
         .finish = finish},
    .by_block = true,
    .quota = quota,
};
