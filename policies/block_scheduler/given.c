/* SPDX-License-Identifier: BSD-3-Clause */
/* An order from a file, for experiments, and for orders that were made elsewhere.
 *
 * A line is "BLOCK" or "BLOCK SM": that block is sent next, to that SM, or else to the next SM in
 * turn that has room. While the SM has none, the kernel's blocks wait. '#' begins a comment. Blocks
 * that are not named follow in their order. Each kernel begins the file anew; blocks that it does
 * not have are passed over.
 *
 * Source: none.
 */
#include "base/input_error.h"
#include "policies/block_scheduler/block_scheduler.h"

enum parameter { ORDER };

static const struct policy_parameter parameters[] = {
    [ORDER] =
        POLICY_FILE_ROW("file", "lines BLOCK [SM]; without a file, blocks go in their own order"),
    {0}};

struct state {
    const char *text; /* "" without a file */
};

struct progress {
    const char *at; /* line that is read next */
    uint32_t turn;  /* SM whose turn it is, for blocks without one */
    bool waits;     /* what was read last has not been chosen yet: */
    bool has_sm;
    struct block_choice wanted;
};

enum { NO_FIELD = -1, BAD_FIELD = -2 };

/* The number behind blanks; NO_FIELD at the end of the line or a comment. */
static int64_t read_field(const char **at)
{
    const char *p = *at + strspn(*at, " \t\r");
    *at = p;
    if (*p == '\0' || *p == '\n' || *p == '#')
        return NO_FIELD;
    if (!g_ascii_isdigit(*p))
        return BAD_FIELD;
    guint64 number = g_ascii_strtoull(p, (char **)at, 10);
    return number <= INT64_MAX && strchr(" \t\r\n#", **at) ? (int64_t)number : BAD_FIELD;
}

struct order_line {
    int64_t block, sm; /* or NO_FIELD */
};

/* The line at *at, which is then behind it; false: it is none. */
static bool read_line(const char **at, struct order_line *line)
{
    *line = (struct order_line){read_field(at), NO_FIELD};
    if (line->block >= 0)
        line->sm = read_field(at);
    bool good = line->block != BAD_FIELD && line->sm != BAD_FIELD && line->sm <= UINT16_MAX &&
                read_field(at) == NO_FIELD;
    const char *end = strchr(*at, '\n');
    *at = end ? end + 1 : *at + strlen(*at);
    return good;
}

static bool check(const struct policy_values *values, GError **error)
{
    const struct policy_file *file = values->values[ORDER].file;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    unsigned number = 1;
    for (const char *at = file ? file->text : ""; *at; number++) {
        struct order_line line;
        if (!read_line(&at, &line))
            return input_error_at(error, file->name, number,
                                  "expected a block's number and, perhaps, an SM's");
        if (line.block < 0)
            continue;
        if (!g_hash_table_add(seen, g_memdup2(&line.block, sizeof line.block)))
            return input_error_at(error, file->name, number,
                                  "block %" G_GINT64_FORMAT " has been named before", line.block);
    }
    return true;
}

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    (void)site;
    const struct policy_file *file = values->values[ORDER].file;
    ((struct state *)state)->text = file ? file->text : "";
}

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    (void)kernel;
    ((struct progress *)own)->at = ((const struct state *)state)->text;
}

/* What is to be sent next. */
static void read_next(struct progress *progress, const struct block_scheduler_view *view)
{
    progress->waits = true;
    while (*progress->at) {
        struct order_line line;
        read_line(&progress->at, &line);
        if (line.block < 0 || !block_is_left(view, (uint64_t)line.block))
            continue;
        progress->has_sm = line.sm >= 0;
        progress->wanted = (struct block_choice){(uint64_t)line.block, (uint32_t)line.sm};
        return;
    }
    progress->has_sm = false;
    progress->wanted.block = view->next_block;
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    struct progress *progress = own;
    (void)state;
    if (!progress->waits)
        read_next(progress, view);
    if (progress->has_sm) {
        if (progress->wanted.sm < view->n_sms && view->room[progress->wanted.sm] == 0)
            return false;
    } else {
        while (view->room[progress->turn] == 0)
            progress->turn = (progress->turn + 1) % view->n_sms;
        progress->wanted.sm = progress->turn;
        progress->turn = (progress->turn + 1) % view->n_sms;
    }
    progress->waits = false;
    *choice = progress->wanted;
    return true;
}

const struct block_scheduler_ops block_scheduler_given = {
    .policy = {.head = {.name = "given",
                        .summary = "The order of a file, which may name SMs",
                        .source = "none: for experiments",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .init = init},
    .kernel_bytes = sizeof(struct progress),
    .kernel_begin = kernel_begin,
    .choose = choose,
};
