/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "models/functional/functional_alike.h"
#include "models/functional/functional_blocks.h"
#include "models/functional/functional_look.h"
#include "models/functional/functional_runner.h"
#include "models/functional/functional_threads.h"
#include "models/functional/known/known_launches.h"
#include "models/launch/grid.h"
#include "models/memory/fresh_memory.h"
#include "models/memory/memory_digest.h"
#include "models/memory/owed_memory.h"
#include "workloads/instruction_source.h"

#define ROW(...) COUNTER_ROW(struct functional_counts, __VA_ARGS__)

const struct counter functional_counter_table[] = {
    ROW(warp_instructions, "instructions",
        "Instructions executed functionally, one for each warp."),
    ROW(thread_instructions, "instructions", "The same, one for each active lane."),
    ROW(blocks, "blocks", "Thread blocks executed functionally."),
    ROW(known_launches, "launches",
        "Of these, launches that an equal one had computed before, on the same memory."),
    {0}};

/* A launch: the program's, or one of a kernel's, which its parent waits for. */
struct level {
    struct functional f;
    struct level *parent; /* NULL: the program's own */
    struct functional_options options;
    struct launch launch;       /* of a child: f.launch */
    struct child_launch *child; /* owned; NULL: the program's own */
    struct functional_counts counts;
    gsize printed; /* length of the output when it began */
    bool over;     /* its blocks are */
};

struct functional_stopped {
    struct level first; /* the program's own: most launches need no more */
    struct level *top;  /* NULL: all have ended */
    struct device_memory *memory;
    struct functional_counts *counts;
    GString *output; /* borrowed, as the error, while it runs */
    GError **error;
    uint64_t changes; /* of top */
    GString *kept;    /* output, while the launch has stopped; NULL */
};

static void add_counts(struct functional_counts *to, const struct functional_counts *more)
{
    to->warp_instructions += more->warp_instructions;
    to->thread_instructions += more->thread_instructions;
    to->blocks += more->blocks;
    to->known_launches += more->known_launches;
}

/* footprint: NULL, what it has touched is not known. */
static void tell_memory(struct device_memory *memory, const struct footprint *footprint)
{
    if (!footprint || footprint->out_of_sight) {
        device_memory_all_changed(memory);
        return;
    }
    for (guint i = 0; i < footprint->parts->len; i++) {
        const struct footprint_part *part =
            &g_array_index(footprint->parts, struct footprint_part, i);
        if (part->how & FOOTPRINT_WRITTEN)
            device_memory_changed(memory, part->address, part->bytes);
    }
}

/* ---- one launch ---- */

/* child: NULL, or taken over; then the launch is copied. */
static void push(struct functional_stopped *run, const struct launch *launch,
                 const struct functional_options *options, struct footprint *footprint,
                 struct child_launch *child)
{
    struct level *level = child ? g_new0(struct level, 1) : &run->first;
    struct functional *f = &level->f;
    level->parent = run->top;
    level->options = *options;
    level->child = child;
    level->printed = run->output->len;
    if (child)
        level->launch = *launch;
    f->launch = child ? &level->launch : launch;
    f->memory = run->memory;
    f->options = &level->options;
    f->heard = options->listener || options->watch;
    f->counts = &level->counts;
    f->output = run->output;
    f->error = run->error;
    f->footprint = footprint;
    f->next = options->first_block;
    f->end = options->first_block + options->n_blocks;
    f->pause_at = f->ask_at = UINT64_MAX;
    run->top = level;
    run->changes++;
}

static void pop(struct functional_stopped *run)
{
    struct level *level = run->top;
    struct child_launch *left;
    run->top = level->parent;
    run->changes++;
    add_counts(run->counts, &level->counts);
    functional_drop_blocks(&level->f);
    while ((left = functional_children_take(&level->f.children)) != NULL)
        g_free(left);
    if (!level->child)
        return;
    g_free(level->child);
    g_free(level);
}

/* Its blocks run, from the first one on. */
static bool begin(struct level *level)
{
    struct functional *f = &level->f;
    const struct launch *launch = f->launch;
    const struct functional_options *options = &level->options;
    g_autofree char *name = kernel_plain_name(launch->code->name);
    device_memory_arrive_all(f->memory);
    if (launch->code->problem)
        return input_error_at(f->error, launch->code->file, 0, "launch %u of kernel %s: %s",
                              launch->id, name, launch->code->problem);
    if (options->undo && launch->code->allocates) { /* nobody could take allocations back */
        options->watch->skipped(options->watch->data, launch);
        f->next = f->end;
        return true;
    }
    fresh_memory(f->memory, launch);
    functional_runner_start(f);
    if (options->watch)
        options->watch->launch_begins(options->watch->data, launch);
    return functional_alike_fit(f)     ? functional_alike_run(f)
           : functional_threads_fit(f) ? functional_threads_run(f)
                                       : functional_run_blocks(f);
}

/* The launch has stopped, or its blocks are over: it is learnt, if it is plain, and others hear
 * what it may have written. */
static void settle(struct level *level, bool plain)
{
    struct functional *f = &level->f;
    functional_runner_stop(f);
    tell_memory(f->memory, f->footprint);
    if (f->footprint)
        known_launches_learn(level->options.known, &level->counts,
                             plain && f->output->len == level->printed);
    f->footprint = NULL;
}

/* From the first block on, or where it has stopped. */
static bool compute(struct level *level)
{
    const bool again = level->f.stopped;
    bool good;
    if (again) {
        functional_runner_start(&level->f);
        good = functional_run_blocks(&level->f);
    } else {
        good = begin(level);
    }
    settle(level, good && !level->f.stopped);
    level->over = !level->f.stopped;
    return good;
}

/* ---- a launch and those that follow it ---- */

/* A launch is about to run, unless it is known: then it has run. Takes child over. */
static void enter(struct functional_stopped *run, const struct launch *launch,
                  const struct functional_options *options, struct child_launch *child)
{
    struct known_launches *known = options->known;
    struct functional_counts counts = {0};
    struct footprint *footprint = NULL;
    if (!launch->code->traced && /* without values there is nothing to compute */
        (!known || launch->code->problem ||
         !known_launches_apply(known, launch, options->first_block, options->n_blocks, &counts,
                               &footprint))) {
        push(run, launch, options, footprint, child);
        return;
    }
    add_counts(run->counts, &counts);
    g_free(child);
}

/* What the launch has launched comes next, each with what it launches itself: a child has ended
 * when its own children have. */
static bool follow(struct functional_stopped *run)
{
    struct level *parent = run->top;
    struct child_launch *child = functional_children_take(&parent->f.children);
    if (!child) {
        pop(run);
        return true;
    }
    struct functional_options options = parent->options;
    struct launch launch;
    if (!functional_child(&launch, parent->f.launch, child, run->error)) {
        g_free(child);
        return false;
    }
    options.first_block = 0;
    options.n_blocks = launch_blocks(&launch);
    enter(run, &launch, &options, child);
    return true;
}

/* Until all has ended, or the launch at the top has stopped. */
static bool go(struct functional_stopped *run)
{
    bool good;
    do
        good = run->top->over ? follow(run) : compute(run->top);
    while (good && run->top && !run->top->f.stopped);
    while (!good && run->top)
        pop(run);
    return good;
}

/* ---- stopping and going on ---- */

static void set_output(struct functional_stopped *run, GString *output, GError **error)
{
    run->output = output;
    run->error = error;
    for (struct level *level = run->top; level; level = level->parent) {
        level->f.output = output;
        level->f.error = error;
    }
}

/* The run has been copied here from `from`. */
static void move(struct functional_stopped *run, const struct functional_stopped *from)
{
    struct level *first = &run->first, **at = &run->top;
    while (*at != &from->first)
        at = &(*at)->parent;
    *at = first;
    first->f.options = &first->options;
    first->f.counts = &first->counts;
    for (guint i = 0; first->f.running && i < first->f.running->len; i++)
        ((struct functional_block *)first->f.running->pdata[i])->counts = &first->counts;
}

/* The output so far waits with it. */
static void stop(struct functional_stopped *run, GString *output)
{
    run->kept = g_string_new_len(output->str, (gssize)output->len);
    g_string_truncate(output, 0);
    set_output(run, NULL, NULL);
}

bool functional_begin(const struct launch *launch, struct device_memory *memory,
                      const struct functional_options *options, struct functional_counts *counts,
                      GString *output, struct functional_stopped **stopped, GError **error)
{
    struct functional_stopped run = {
        .memory = memory, .counts = counts, .output = output, .error = error};
    *stopped = NULL;
    enter(&run, launch, options, NULL);
    if (!run.top)
        return true;
    if (!go(&run))
        return false;
    if (!run.top)
        return true;
    *stopped = g_new(struct functional_stopped, 1);
    **stopped = run;
    move(*stopped, &run);
    stop(*stopped, output);
    device_memory_launch_leaves(memory);
    return true;
}

bool functional_go_on(struct functional_stopped **stopped, GString *output, bool *moved,
                      GError **error)
{
    struct functional_stopped *run = *stopped;
    struct device_memory *memory = run->memory;
    const uint64_t before = run->top->f.instructions, changes = run->changes;
    device_memory_arrive_all(memory);
    g_string_append_len(output, run->kept->str, (gssize)run->kept->len);
    g_string_free(run->kept, TRUE);
    run->kept = NULL;
    set_output(run, output, error);
    const bool good = go(run);
    *moved = !run->top || run->changes != changes || run->top->f.instructions != before;
    if (run->top) {
        stop(run, output);
        return true;
    }
    device_memory_launch_ended(memory);
    g_free(run);
    *stopped = NULL;
    return good;
}

bool functional_insist(struct functional_stopped *stopped)
{
    struct functional *f = &stopped->top->f;
    const struct kernel_code *code = f->launch->code;
    f->insists = code->ops->wait_loops(code)[code->n_instructions] & LOOP_TIMED;
    return f->insists;
}

GError *functional_complain(const struct functional_stopped *stopped, const char *text)
{
    return functional_look_complain(&stopped->top->f, text);
}

void functional_drop(struct functional_stopped *stopped)
{
    if (!stopped)
        return;
    device_memory_launch_ended(stopped->memory);
    while (stopped->top)
        pop(stopped);
    if (stopped->kept)
        g_string_free(stopped->kept, TRUE);
    g_free(stopped);
}

bool functional_run(const struct launch *launch, struct device_memory *memory,
                    const struct functional_options *options, struct functional_counts *counts,
                    GString *output, GError **error)
{
    struct functional_stopped *stopped;
    if (!functional_begin(launch, memory, options, counts, output, &stopped, error))
        return false;
    if (!stopped)
        return true;
    g_propagate_error(error, functional_complain(stopped, "waits for what others write, but nobody "
                                                          "can come first here: with --sanitize, "
                                                          "on the CPU, and behind blocks that were "
                                                          "timed, a launch is computed at once"));
    functional_drop(stopped);
    return false;
}
