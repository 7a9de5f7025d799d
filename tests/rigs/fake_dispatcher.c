/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/fake_dispatcher.h"
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/dispatcher_members.h"
#include "policies/partition/partition.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include <string.h>

enum { KERNELS = 12, SMS_MAX = 9, SM_UNITS = 48, BLOCKS_MAX = 150, STEPS_MAX = 200000, SEEDS = 12 };

struct fake_kernel {
    bool over;
    struct dispatched_kernel facts;
    uint64_t n_sent, n_done, next_block;
    uint64_t sent[BLOCKS_MAX / 64 + 1];
    uint32_t units; /* of a block */
    uint32_t running[SMS_MAX], quota[SMS_MAX], room[SMS_MAX];
    void *own;
    struct block_lines *reads; /* or NULL */
};

struct running_block {
    uint32_t kernel, sm;
    uint64_t block;
};

struct fake {
    GRand *random;
    GString *transcript;
    char *problem;
    uint32_t n_sms;
    uint32_t used[SMS_MAX]; /* units */
    uint64_t cycle, reviewed;
    struct fake_kernel kernels[KERNELS];
    uint32_t n_kernels, n_over;
    GArray *running; /* struct running_block */
    GArray *answers; /* struct policy_word: SMs' on their way */
    bool stale;
    struct dispatcher_members members;
    const struct block_scheduler_ops *scheduler;
    const struct partition_ops *partition;
    void *scheduler_state, *partition_state;
};

static uint32_t chance(struct fake *f, uint32_t below)
{
    return (uint32_t)g_rand_int_range(f->random, 0, (gint32)below);
}

static void G_GNUC_PRINTF(2, 3) fail(struct fake *f, const char *format, ...)
{
    va_list arguments;
    if (f->problem)
        return;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    f->problem =
        g_strdup_printf("cycle %" G_GUINT64_FORMAT " on %u SMs: %s", f->cycle, f->n_sms, what);
}

/* ---- quotas and room --------------------------------------------------------------------------
 */

static uint32_t view_kernels(const struct fake *f, struct partition_kernel *list, uint32_t *numbers)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->n_kernels; k++) {
        const struct fake_kernel *kernel = &f->kernels[k];
        if (kernel->over)
            continue;
        numbers[n] = k;
        list[n++] =
            (struct partition_kernel){.launch = kernel->facts.launch,
                                      .capacity = kernel->facts.capacity,
                                      .arrival = k,
                                      .blocks_left = kernel->facts.n_blocks - kernel->n_sent};
    }
    return n;
}

/* Asks for all quotas, from the first on and from the last on: they are pure. */
static void ask_quotas(struct fake *f)
{
    struct partition_kernel list[KERNELS];
    uint32_t numbers[KERNELS];
    struct partition_view view = {.n_sms = f->n_sms, .kernels = list, .cycle = f->cycle};
    size_t bytes = f->partition->policy.head.state_bytes;
    g_autofree void *before = g_memdup2(f->partition_state, bytes);
    view.n_kernels = view_kernels(f, list, numbers);
    for (uint32_t i = 0; i < view.n_kernels * f->n_sms; i++)
        f->kernels[numbers[i / f->n_sms]].quota[i % f->n_sms] =
            f->partition->quota(f->partition_state, &view, i / f->n_sms, i % f->n_sms);
    bool some = view.n_kernels != 1 || list[0].blocks_left == 0;
    for (uint32_t i = view.n_kernels * f->n_sms; i-- > 0;) {
        uint32_t quota = f->kernels[numbers[i / f->n_sms]].quota[i % f->n_sms];
        if (f->partition->quota(f->partition_state, &view, i / f->n_sms, i % f->n_sms) != quota)
            fail(f, "a quota that is asked again is another one");
        some |= quota > 0;
    }
    if (bytes > 0 && memcmp(before, f->partition_state, bytes) != 0)
        fail(f, "asking for quotas has changed the state");
    if (!some)
        fail(f, "a kernel that is alone may run nowhere");
    f->stale = false;
}

static uint32_t count_room(const struct fake *f, struct fake_kernel *kernel)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < f->n_sms; i++) {
        uint32_t running = kernel->running[i];
        uint32_t fits =
            MIN((SM_UNITS - f->used[i]) / kernel->units, kernel->facts.capacity - running);
        uint32_t allowed = kernel->quota[i] > running ? kernel->quota[i] - running : 0;
        kernel->room[i] = MIN(fits, allowed);
        total += kernel->room[i];
    }
    return kernel->n_sent < kernel->facts.n_blocks ? total : 0;
}

/* ---- events ------------------------------------------------------------------------------------
 */

/* What some blocks read, of few lines, so that they share some; NULL: nobody knows. */
static struct block_lines *some_lines(struct fake *f, uint64_t n_blocks)
{
    enum { LINES = 100 };
    if (!(f->members.needs & DISPATCHER_NEEDS_BLOCK_LINES) || chance(f, 3) > 0)
        return NULL;
    struct block_lines *reads = calloc(1, sizeof *reads);
    *reads = (struct block_lines){.n_blocks = n_blocks, .line_bytes = 128};
    reads->first = calloc(n_blocks + 1, sizeof *reads->first);
    reads->lines = calloc(n_blocks * LINES, sizeof *reads->lines);
    uint32_t one_of = 1 + chance(f, 60);
    for (uint64_t block = 0, n = 0; block < n_blocks; block++) {
        for (uint64_t line = 0; line < LINES; line++)
            if (chance(f, one_of) == 0)
                reads->lines[n++] = line;
        reads->first[block + 1] = n;
    }
    return reads;
}

static void end_own(struct fake *f, struct fake_kernel *kernel)
{
    if (f->scheduler->kernel_end)
        f->scheduler->kernel_end(f->scheduler_state, kernel->own);
    g_clear_pointer(&kernel->own, g_free);
    g_clear_pointer(&kernel->reads, block_lines_free);
}

static void start_kernel(struct fake *f)
{
    struct fake_kernel *kernel = &f->kernels[f->n_kernels];
    kernel->units = 1 + chance(f, SM_UNITS);
    kernel->facts = (struct dispatched_kernel){.launch = f->n_kernels * 3 + 1,
                                               .name = "kernel",
                                               .n_blocks = 1 + chance(f, BLOCKS_MAX),
                                               .block = {32, 1, 1},
                                               .takes = {[BLOCK_SHARED_BYTES] = kernel->units},
                                               .capacity = SM_UNITS / kernel->units};
    kernel->facts.grid[0] = (uint32_t)kernel->facts.n_blocks;
    kernel->facts.grid[1] = kernel->facts.grid[2] = 1;
    kernel->own = g_malloc0(MAX(f->scheduler->kernel_bytes, 1));
    kernel->facts.reads = kernel->reads = some_lines(f, kernel->facts.n_blocks);
    f->n_kernels++;
    f->stale = true;
    if (f->scheduler->kernel_begin)
        f->scheduler->kernel_begin(f->scheduler_state, kernel->own, &kernel->facts);
    DISPATCHER_MEMBERS_TELL(&f->members, kernel_started, &kernel->facts, f->cycle);
}

static void end_kernel(struct fake *f, struct fake_kernel *kernel)
{
    kernel->over = true;
    f->n_over++;
    f->stale = true;
    end_own(f, kernel);
    DISPATCHER_MEMBERS_TELL(&f->members, kernel_ended, kernel->facts.launch, f->cycle);
}

static void end_some_block(struct fake *f)
{
    if (f->running->len == 0)
        return;
    guint which = chance(f, f->running->len);
    const struct running_block block = g_array_index(f->running, struct running_block, which);
    struct fake_kernel *kernel = &f->kernels[block.kernel];
    g_array_remove_index(f->running, which);
    kernel->running[block.sm]--;
    f->used[block.sm] -= kernel->units;
    DISPATCHER_MEMBERS_TELL(&f->members, block_done, kernel->facts.launch, block.block, block.sm,
                            f->cycle);
    f->stale |= f->partition->by_block;
    if (++kernel->n_done == kernel->facts.n_blocks)
        end_kernel(f, kernel);
}

/* The launch whose all blocks of the SM are. */
static uint32_t launch_on(const struct fake *f, uint32_t sm)
{
    uint32_t launch = DISPATCHER_NO_LAUNCH;
    for (guint i = 0; i < f->running->len; i++) {
        const struct running_block *block = &g_array_index(f->running, struct running_block, i);
        uint32_t one = f->kernels[block->kernel].facts.launch;
        if (block->sm != sm)
            continue;
        if (launch != DISPATCHER_NO_LAUNCH && launch != one)
            return DISPATCHER_NO_LAUNCH;
        launch = one;
    }
    return launch;
}

static void send_sample(struct fake *f)
{
    uint64_t every = dispatcher_members_sample_every(&f->members);
    uint32_t sm = chance(f, f->n_sms);
    const struct dispatcher_sample sample = {.sm = (uint16_t)sm,
                                             .launch = launch_on(f, sm),
                                             .cycles = every,
                                             .instructions = chance(f, 1000),
                                             .memory_stalls = chance(f, 1000)};
    if (every == 0 || f->running->len == 0)
        return;
    DISPATCHER_MEMBERS_TELL(&f->members, sampled, &sample, f->cycle);
    f->stale = true;
}

static void send_word(struct fake *f)
{
    const struct policy_word word = {.value = chance(f, 100),
                                     .topic = (uint16_t)(256 + chance(f, 3)),
                                     .from = (uint16_t)chance(f, f->n_sms),
                                     .to = POLICY_TO_DISPATCHER};
    DISPATCHER_MEMBERS_TELL(&f->members, word, &word, f->cycle);
    f->stale = true;
}

/* Words are for SMs that there are. Some are answered. */
static void take_words(struct fake *f)
{
    struct policy_outbox *outbox = &f->members.outbox;
    for (uint32_t i = 0; i < outbox->n; i++) {
        struct policy_word answer = outbox->words[i];
        if (answer.to != POLICY_TO_ALL && answer.to >= f->n_sms)
            fail(f, "a word for SM %u", answer.to);
        answer.from = answer.to;
        answer.to = POLICY_TO_DISPATCHER;
        if (answer.topic == POLICY_TOPIC_BLOCKS_TAKEN)
            g_array_append_val(f->answers, answer);
    }
    outbox->n = 0;
}

/* One of them comes. */
static void hear_answer(struct fake *f)
{
    guint which = chance(f, f->answers->len);
    const struct policy_word answer = g_array_index(f->answers, struct policy_word, which);
    g_array_remove_index(f->answers, which);
    for (guint i = 0; i < f->answers->len; i++)
        if (g_array_index(f->answers, struct policy_word, i).from == answer.from)
            fail(f, "blocks are taken from SM %u, which has not answered", answer.from);
    DISPATCHER_MEMBERS_TELL(&f->members, word, &answer, f->cycle);
    take_words(f);
    f->stale = true;
}

static void review(struct fake *f)
{
    if (dispatcher_members_review(&f->members, f->reviewed) > f->cycle)
        return;
    f->reviewed = f->cycle;
    DISPATCHER_MEMBERS_TELL(&f->members, reviewed, f->cycle);
    f->stale = true;
}

/* ---- sending -----------------------------------------------------------------------------------
 */

static bool is_legal(struct fake *f, const struct fake_kernel *kernel,
                     const struct block_scheduler_view *view, const struct block_choice *choice)
{
    if (choice->sm >= f->n_sms)
        fail(f, "it chose SM %u", choice->sm);
    else if (kernel->room[choice->sm] == 0)
        fail(f, "it chose SM %u, which has no room", choice->sm);
    else if (!block_is_left(view, choice->block))
        fail(f, "it chose block %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " once more",
             choice->block, kernel->facts.n_blocks);
    return !f->problem;
}

static void note_sent(struct fake *f, uint32_t number, const struct block_choice *choice)
{
    struct fake_kernel *kernel = &f->kernels[number];
    const struct running_block block = {number, choice->sm, choice->block};
    g_string_append_printf(f->transcript, "%u.%" G_GUINT64_FORMAT " %u@%" G_GUINT64_FORMAT "\n",
                           kernel->facts.launch, choice->block, choice->sm, f->cycle);
    kernel->sent[choice->block / 64] |= UINT64_C(1) << choice->block % 64;
    while (kernel->next_block < kernel->facts.n_blocks &&
           (kernel->sent[kernel->next_block / 64] >> kernel->next_block % 64 & 1))
        kernel->next_block++;
    f->stale |= ++kernel->n_sent == kernel->facts.n_blocks || f->partition->by_block;
    kernel->running[choice->sm]++;
    f->used[choice->sm] += kernel->units;
    g_array_append_val(f->running, block);
    DISPATCHER_MEMBERS_TELL(&f->members, block_sent, kernel->facts.launch, choice->block,
                            choice->sm, f->cycle);
}

/* Sends a block of the first kernel that may; false: none may, or all are held back. */
static bool send_some_block(struct fake *f)
{
    if (f->stale)
        ask_quotas(f);
    for (uint32_t k = 0; k < f->n_kernels && !f->problem; k++) {
        struct fake_kernel *kernel = &f->kernels[k];
        if (kernel->over || count_room(f, kernel) == 0)
            continue;
        const struct block_scheduler_view view = {
            .launch = kernel->facts.launch,
            .n_sms = f->n_sms,
            .room = kernel->room,
            .running = kernel->running,
            .n_blocks = kernel->facts.n_blocks,
            .blocks_left = kernel->facts.n_blocks - kernel->n_sent,
            .next_block = kernel->next_block,
            .sent = kernel->next_block == kernel->n_sent ? NULL : kernel->sent,
            .cycle = f->cycle};
        struct block_choice choice = {.sm = UINT32_MAX};
        if (!f->scheduler->choose(f->scheduler_state, kernel->own, &view, &choice))
            continue;
        if (is_legal(f, kernel, &view, &choice))
            note_sent(f, k, &choice);
        return true;
    }
    return false;
}

/* ---- a run -------------------------------------------------------------------------------------
 */

static void happen(struct fake *f)
{
    uint32_t what = chance(f, 100);
    if (f->n_kernels == f->n_over ||
        (what < 5 && f->n_kernels < KERNELS && f->n_kernels - f->n_over < 5))
        start_kernel(f);
    else if (what < 15)
        send_sample(f);
    else if (what < 18)
        send_word(f);
    else if (what < 40 && f->answers->len > 0)
        hear_answer(f);
    else if (what < 60)
        end_some_block(f);
    review(f);
}

/* Nothing runs, and nothing is sent: only an SM's answer, another kernel or a review may still
 * change that. */
static void be_stuck(struct fake *f)
{
    uint64_t next = dispatcher_members_review(&f->members, f->reviewed);
    if (f->answers->len > 0)
        hear_answer(f);
    else if (next < UINT64_MAX)
        f->cycle = MAX(f->cycle, next);
    else if (f->n_kernels < KERNELS && f->n_kernels - f->n_over < 5)
        start_kernel(f);
    else
        fail(f, "blocks are held back for ever");
}

static void play(struct fake *f)
{
    unsigned steps = 0;
    while (f->n_over < KERNELS && !f->problem) {
        f->cycle += 1 + chance(f, 20);
        happen(f);
        uint32_t most = chance(f, 4);
        bool tried = most > 0, sent = true;
        for (; most > 0 && sent && !f->problem; most--)
            sent = send_some_block(f);
        take_words(f);
        if (f->running->len == 0 && tried && !sent && f->n_kernels > f->n_over)
            be_stuck(f);
        if (++steps > STEPS_MAX)
            fail(f, "kernels do not end");
    }
}

static void *add(struct fake *f, const struct policy_values *values)
{
    return dispatcher_members_add(&f->members, values->policy, values);
}

char *fake_dispatcher_run(const struct fake_policies *policies, uint32_t seed, GString *transcript)
{
    struct policy_values *first[2] = {policy_values_new(block_scheduler_table[0]),
                                      policy_values_new(partition_table[0])};
    const struct policy_values *scheduler = policies->scheduler ? policies->scheduler : first[0];
    const struct policy_values *partition = policies->partition ? policies->partition : first[1];
    struct fake *f = g_new0(struct fake, 1);
    f->random = g_rand_new_with_seed(seed);
    f->transcript = transcript;
    f->running = g_array_new(FALSE, FALSE, sizeof(struct running_block));
    f->answers = g_array_new(FALSE, FALSE, sizeof(struct policy_word));
    f->n_sms = 1 + chance(f, SMS_MAX);
    const struct dispatcher_policy_site facts = {.n_sms = f->n_sms,
                                                 .n_schedulers = 2,
                                                 .l1_bytes = 4096,
                                                 .has = {[BLOCK_SHARED_BYTES] = SM_UNITS}};
    dispatcher_members_init(&f->members, &facts);
    f->scheduler = (const struct block_scheduler_ops *)scheduler->policy;
    f->partition = (const struct partition_ops *)partition->policy;
    f->scheduler_state = add(f, scheduler);
    f->partition_state = add(f, partition);
    play(f);
    for (uint32_t k = 0; k < f->n_kernels; k++)
        if (f->kernels[k].own)
            end_own(f, &f->kernels[k]);
    char *problem = f->problem;
    dispatcher_members_finish(&f->members);
    g_array_free(f->running, TRUE);
    g_array_free(f->answers, TRUE);
    g_rand_free(f->random);
    g_free(f);
    policy_values_free(first[0]);
    policy_values_free(first[1]);
    return problem;
}

char *dispatcher_contract_problem(const struct fake_policies *policies)
{
    char *problem = NULL;
    for (uint32_t seed = 0; seed < SEEDS && !problem; seed++) {
        g_autoptr(GString) one = g_string_new(NULL);
        g_autoptr(GString) other = g_string_new(NULL);
        problem = fake_dispatcher_run(policies, seed, one);
        if (!problem)
            problem = fake_dispatcher_run(policies, seed, other);
        if (!problem && !g_string_equal(one, other))
            problem = g_strdup("the same calls have given other choices");
    }
    return problem;
}
