/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores that are known beforehand, from a file: what a perfect predictor could do, or one's own.
 *
 * The file has a line for each warp, in ascending order of its first three numbers:
 *
 *     LAUNCH BLOCK WARP SCORE [critical]
 *
 * the number of the launch in the run, of the block in its grid, and of the warp in its block, from
 * 0; its score, from 0 to 2^64 - 1; and whether it is critical. Lines that begin with #, and empty
 * ones, say nothing. A warp without a line has the score 0 and is not critical. `sort -n -k1,1
 * -k2,2 -k3,3` puts lines in order.
 *
 * The text is the framework's and is searched by halving it, so that an SM keeps nothing of it.
 *
 * Source: Lee, Wu, "CAWS: Criticality-Aware Warp Scheduling for GPGPU Workloads" (PACT 2014), as in
 * S.-Y. Lee's dissertation (Arizona State University 2017), 3.4: priorities from the warps' times
 * in an earlier run.
 */
#include "base/input_error.h"
#include "policies/criticality/criticality.h"

#include <errno.h>
#include <string.h>

enum parameter { FILE_OF_SCORES, THRESHOLD };

static const struct policy_parameter parameters[] = {
    [FILE_OF_SCORES] =
        POLICY_FILE_ROW("file", "scores of warps; docs/explanation/criticality.md has the format"),
    [THRESHOLD] = POLICY_INTEGER_ROW("threshold", "1", 0, 0, INT64_C(1) << 53,
                                     "warps with this score or more are critical, too; 0: only the "
                                     "warps that the file names are. ASSUMED"),
    {0}};

/* ---- the file ---------------------------------------------------------------------------------
 */

enum { COLUMNS = 4 }; /* numbers of a line */

/* A line of the file. */
struct row {
    uint64_t launch, block, warp, score;
    bool critical;
};

/* The line's words, which are in `line`; false if it says nothing. */
static bool is_row(const char *line)
{
    line += strspn(line, " \t\r");
    return *line != '\0' && *line != '\n' && *line != '#';
}

static bool read_number(const char **text, uint64_t *number)
{
    const char *begin = *text + strspn(*text, " \t");
    char *end;
    if (!g_ascii_isdigit(*begin))
        return false;
    errno = 0;
    *number = g_ascii_strtoull(begin, &end, 10);
    *text = end;
    return errno == 0 && strchr(" \t\r\n", *end) != NULL; /* or the text's end */
}

static bool read_row(const char *line, struct row *row)
{
    uint64_t *const columns[COLUMNS] = {&row->launch, &row->block, &row->warp, &row->score};
    static const char word[] = "critical";
    for (unsigned i = 0; i < COLUMNS; i++)
        if (!read_number(&line, columns[i]))
            return false;
    line += strspn(line, " \t\r");
    row->critical = strncmp(line, word, strlen(word)) == 0;
    if (row->critical)
        line += strlen(word);
    line += strspn(line, " \t\r");
    return *line == '\0' || *line == '\n';
}

static bool is_before(const struct row *a, const struct row *b)
{
    if (a->launch != b->launch)
        return a->launch < b->launch;
    return a->block != b->block ? a->block < b->block : a->warp < b->warp;
}

/* The begin of the line after the one that `at` is in. */
static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

static bool check(const struct policy_values *values, GError **error)
{
    const struct policy_file *file = values->values[FILE_OF_SCORES].file;
    if (!file)
        return input_error_at(error, "oracle", 0, "file: expected a file with the warps' scores");
    struct row last = {0};
    bool any = false;
    unsigned number = 1;
    for (const char *line = file->text; *line; line = next_line(line), number++) {
        struct row row;
        if (!is_row(line))
            continue;
        if (!read_row(line, &row))
            return input_error_at(error, file->name, number,
                                  "expected launch, block, warp, score, and perhaps \"critical\"");
        if (any && !is_before(&last, &row))
            return input_error_at(error, file->name, number,
                                  "launch %" G_GUINT64_FORMAT " block %" G_GUINT64_FORMAT
                                  " warp %" G_GUINT64_FORMAT
                                  " does not come after the warp of the line before",
                                  row.launch, row.block, row.warp);
        last = row;
        any = true;
    }
    return true;
}

/* The first row whose line begins at or after `at` and before `end`; NULL: none. */
static const char *row_from(const char *text, const char *at, const char *end)
{
    if (at > text && at[-1] != '\n')
        at = next_line(at);
    while (at < end && !is_row(at))
        at = next_line(at);
    return at < end ? at : NULL;
}

/* The row of that warp; false: it has none. */
static bool find_row(const char *text, const struct row *wanted, struct row *found)
{
    const char *low = text, *high = text + strlen(text); /* rows before `low` come before it */
    const char *end = high;
    while (low < high) {
        const char *middle = low + (high - low) / 2, *line = row_from(text, middle, high);
        if (line && read_row(line, found) && is_before(found, wanted))
            low = next_line(line);
        else
            high = middle;
    }
    const char *line = row_from(text, low, end);
    return line && read_row(line, found) && !is_before(wanted, found);
}

/* ---- the warps --------------------------------------------------------------------------------
 */

struct state {
    struct criticality published;
    const char *text; /* NULL: no file */
    uint64_t threshold;
    uint64_t to_come;        /* critical warps that are about to start */
    uint64_t of[WARP_SLOTS]; /* scores of warps that are about to start */
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    const struct policy_file *file = values->values[FILE_OF_SCORES].file;
    (void)site;
    own->text = file ? file->text : NULL;
    own->threshold = (uint64_t)values->values[THRESHOLD].integer;
}

static const struct criticality *published(void *state)
{
    return &((struct state *)state)->published;
}

/* The block's warps take the slots in order. */
static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct state *own = state;
    struct row wanted = {.launch = block->launch, .block = block->index};
    (void)view;
    for (uint64_t left = block->warps; left; left &= left - 1, wanted.warp++) {
        unsigned slot = warp_first(left);
        struct row row;
        if (!own->text || !find_row(own->text, &wanted, &row))
            row = (struct row){0};
        bool critical = row.critical || (own->threshold > 0 && row.score >= own->threshold);
        own->of[slot] = row.score;
        own->to_come &= ~warp_bit(slot);
        own->to_come |= (uint64_t)critical << slot;
    }
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->published.score[slot] = own->of[slot];
    own->published.critical |= own->to_come & warp_bit(slot);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->published.score[slot] = 0;
    own->published.critical &= ~warp_bit(slot);
}

const struct criticality_ops criticality_oracle = {
    .policy = {.head = {.name = "oracle",
                        .summary = "Scores of warps from a file",
                        .source = "Lee, Wu, CAWS, PACT 2014",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .on = {.block_started = block_started,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished},
               .init = init},
    .published = published,
};
