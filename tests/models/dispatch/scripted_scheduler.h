/* SPDX-License-Identifier: BSD-3-Clause */
/* A block scheduler that does what a test says, and writes down what it hears. For
 * test_dispatcher_policies.c and test_dispatcher_words.c. */
#ifndef SIMGPU_TESTS_MODELS_DISPATCH_SCRIPTED_SCHEDULER_H
#define SIMGPU_TESTS_MODELS_DISPATCH_SCRIPTED_SCHEDULER_H

#include "base/input_error.h"
#include "policies/policy_values.h"
#include "tests/models/dispatch/dispatcher_rig.h"

/* A block takes 100,000 ps, six fit on an SM. */
static const struct scenario small = {.n_sms = 2,
                                      .interval = 1,
                                      .credits = 8,
                                      .latency = 5000,
                                      .shortest = 100000,
                                      .n_launches = 1,
                                      .grid = {{4, 1, 1}},
                                      .threads = 256};

/* ---- a policy that does what a test says ------------------------------------------------------
 */

enum behaviour {
    BACKWARDS,       /* the last block first, SMs in turn */
    SCATTERED,       /* in an order that jumps */
    ONE_BY_ONE,      /* holds back while a block is running */
    AT_CYCLE,        /* holds back until cycle 50, by a review */
    AFTER_WORD,      /* holds back until a word has come */
    NEVER,           /* holds back */
    BAD_SM,          /* chooses what is not there ... */
    BAD_BLOCK,       /* ... */
    TWICE,           /* ... a block that has been sent */
    FULL,            /* ... an SM without room */
    ANSWERS,         /* tells words: see below */
    TELLS_DISPATCHER /* ... to the dispatcher itself */
};

static const struct policy_parameter parameters[] = {
    POLICY_INTEGER_ROW("behaviour", "1", 0, 0, TELLS_DISPATCHER, "what the test says"), {0}};

struct state {
    enum behaviour behaviour;
    struct policy_outbox *outbox;
    unsigned words;
    uint64_t running;
    bool reviewed;
};

struct own {
    uint64_t asked;
    bool begun;
};

static unsigned begun, ended; /* kernels, in the run under way */

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    struct state *own = state;
    own->behaviour = (enum behaviour)values->values[0].integer;
    own->outbox = site->outbox;
    begun = ended = 0;
}

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    (void)state;
    ck_assert(!((struct own *)own)->begun);
    ((struct own *)own)->begun = true;
    ck_assert_str_eq(kernel->name, "work");
    ck_assert_uint_gt(kernel->capacity, 0);
    begun++;
}

static void kernel_end(void *state, void *own)
{
    (void)state;
    ck_assert(((struct own *)own)->begun);
    ended++;
}

static void kernel_started(void *state, const struct dispatched_kernel *kernel, uint64_t cycle)
{
    (void)state;
    g_string_append_printf(heard, "kernel %u of %" G_GUINT64_FORMAT "@%" G_GUINT64_FORMAT " ",
                           kernel->launch, kernel->n_blocks, cycle);
}

static void kernel_ended(void *state, uint32_t launch, uint64_t cycle)
{
    (void)state;
    g_string_append_printf(heard, "over %u@%" G_GUINT64_FORMAT " ", launch, cycle);
}

static void block_sent(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    ((struct state *)state)->running++;
    g_string_append_printf(heard, "+%u.%" G_GUINT64_FORMAT " %u@%" G_GUINT64_FORMAT " ", launch,
                           block, sm, cycle);
}

static void block_done(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    ((struct state *)state)->running--;
    g_string_append_printf(heard, "-%u.%" G_GUINT64_FORMAT " %u@%" G_GUINT64_FORMAT " ", launch,
                           block, sm, cycle);
}

/* Each word is answered by two: to its sender, and to all SMs. */
static void word(void *state, const struct policy_word *word, uint64_t cycle)
{
    struct state *own = state;
    own->words++;
    g_string_append_printf(heard, "word %u:%" G_GUINT64_FORMAT " of %u@%" G_GUINT64_FORMAT " ",
                           word->topic, word->value, word->from, cycle);
    if (own->behaviour == ANSWERS) {
        ck_assert(policy_tell(own->outbox, word->from, word->topic, word->value + 1));
        ck_assert(policy_tell(own->outbox, POLICY_TO_ALL, word->topic, word->value + 2));
    } else if (own->behaviour == TELLS_DISPATCHER) {
        ck_assert(policy_tell(own->outbox, POLICY_TO_DISPATCHER, word->topic, 0));
    }
}

static void sampled(void *state, const struct dispatcher_sample *sample, uint64_t cycle)
{
    (void)state;
    g_string_append_printf(heard,
                           "sample %u of %u: %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                           " %" G_GUINT64_FORMAT "@%" G_GUINT64_FORMAT " ",
                           sample->sm, sample->launch, sample->cycles, sample->instructions,
                           sample->memory_stalls, cycle);
}

static void reviewed(void *state, uint64_t cycle)
{
    ((struct state *)state)->reviewed = true;
    g_string_append_printf(heard, "review@%" G_GUINT64_FORMAT " ", cycle);
}

static uint64_t review(const void *state)
{
    const struct state *own = state;
    return own->behaviour == AT_CYCLE && !own->reviewed ? 50 : UINT64_MAX;
}

static bool holds_back(const struct state *own, const struct block_scheduler_view *view)
{
    switch (own->behaviour) {
    case ONE_BY_ONE:
        return own->running > 0;
    case AT_CYCLE:
        return view->cycle < 50;
    case AFTER_WORD:
        return own->words == 0;
    case NEVER:
        return true;
    default:
        return false;
    }
}

static uint64_t block_of(const struct state *own, const struct block_scheduler_view *view,
                         uint64_t asked)
{
    uint64_t block = view->next_block;
    if (own->behaviour == BACKWARDS)
        for (block = view->n_blocks - 1; !block_is_left(view, block);)
            block--;
    if (own->behaviour == SCATTERED)
        for (block = asked * 7 % view->n_blocks; !block_is_left(view, block);)
            block = (block + 1) % view->n_blocks;
    if (own->behaviour == BAD_BLOCK)
        return view->n_blocks;
    return own->behaviour == TWICE ? 0 : block;
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    struct state *policy = state;
    struct own *kernel = own;
    if (holds_back(policy, view))
        return false;
    uint64_t asked = kernel->asked++;
    uint32_t sm = (uint32_t)(asked % view->n_sms);
    while (view->room[sm] == 0)
        sm = (sm + 1) % view->n_sms;
    if (policy->behaviour == FULL)
        sm = 0;
    *choice = (struct block_choice){.block = block_of(policy, view, asked),
                                    .sm = policy->behaviour == BAD_SM ? view->n_sms : sm};
    return true;
}

static const struct block_scheduler_ops scripted = {
    .policy = {.head = {.name = "scripted",
                        .summary = "x",
                        .source = "x",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .on = {.kernel_started = kernel_started,
                      .kernel_ended = kernel_ended,
                      .block_sent = block_sent,
                      .block_done = block_done,
                      .word = word,
                      .sampled = sampled,
                      .reviewed = reviewed},
               .init = init,
               .review = review},
    .kernel_bytes = sizeof(struct own),
    .kernel_begin = kernel_begin,
    .kernel_end = kernel_end,
    .choose = choose,
};

static struct policy_values *behaviour(enum behaviour what)
{
    struct policy_values *values = policy_values_new(&scripted.policy.head);
    values->values[0].integer = what;
    return values;
}

/* Runs and expects the end of every kernel. */
static struct run *run_complete(struct scenario *s, enum behaviour what)
{
    struct policy_values *values = behaviour(what);
    s->scheduler = values;
    struct run *run = run_all_windows(s);
    expect_complete(run);
    ck_assert_uint_eq(begun, s->n_launches);
    ck_assert_uint_eq(ended, s->n_launches);
    policy_values_free(values);
    return run;
}

static void expect_failure(struct scenario *s, enum behaviour what, const char *text)
{
    struct policy_values *values = behaviour(what);
    s->scheduler = values;
    struct run *run = run_all_windows(s);
    ck_assert_int_eq(run->end, ENGINE_FAILED);
    ck_assert(g_error_matches(run->engine->error, INPUT_ERROR, run->engine->error->code));
    ck_assert_str_eq(run->engine->error->message, text);
    run_free(run);
    policy_values_free(values);
}

#endif
