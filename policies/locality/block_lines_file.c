/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/block_lines_file.h"
#include "base/input_error.h"
#include <string.h>

static const char TITLE[] = "block lines 1";

/* ---- rows -------------------------------------------------------------------------------------
 */

struct launch_row {
    uint64_t launch, line_bytes, n_blocks;
    const char *kernel; /* up to the end of the row */
    size_t kernel_length;
};

/* What blocks' rows are read into; lines NULL: they are only looked at. */
struct target {
    struct block_lines *lines;
    uint64_t n_lines; /* so far */
    uint64_t next_block;
};

/* Takes a word and the blanks behind it. */
static bool take_word(const char **at, const char *end, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(end - *at) < n || memcmp(*at, word, n) != 0)
        return false;
    const char *behind = *at + n;
    if (behind < end && *behind != ' ')
        return false;
    while (behind < end && *behind == ' ')
        behind++;
    *at = behind;
    return true;
}

/* Decimal digits, up to 2^63 - 1. */
static bool take_number(const char **at, const char *end, uint64_t *number)
{
    const char *p = *at;
    *number = 0;
    for (; p < end && g_ascii_isdigit(*p); p++) {
        if (*number > (INT64_MAX - 9) / 10)
            return false;
        *number = *number * 10 + (uint64_t)(*p - '0');
    }
    bool some = p > *at;
    *at = p;
    return some;
}

static bool take_number_word(const char **at, const char *end, uint64_t *number)
{
    if (!take_number(at, end, number) || (*at < end && **at != ' '))
        return false;
    while (*at < end && **at == ' ')
        (*at)++;
    return true;
}

static bool is_line_size(uint64_t bytes)
{
    return bytes >= 32 && bytes <= 4096 && (bytes & (bytes - 1)) == 0;
}

static bool read_launch(const char *at, const char *end, struct launch_row *row)
{
    bool good = take_word(&at, end, "launch") && take_number_word(&at, end, &row->launch) &&
                take_word(&at, end, "line") && take_number_word(&at, end, &row->line_bytes) &&
                take_word(&at, end, "blocks") && take_number_word(&at, end, &row->n_blocks) &&
                take_word(&at, end, "kernel") && at < end;
    row->kernel = at;
    row->kernel_length = (size_t)(end - at);
    return good && row->launch <= INT32_MAX && is_line_size(row->line_bytes) && row->n_blocks > 0 &&
           row->n_blocks <= BLOCK_LINES_FILE_BLOCKS;
}

/* "FIRST", "FIRST-LAST" or "FIRST-LAST/STEP", and blanks. */
static bool take_range(const char **at, const char *end, uint64_t *first, uint64_t *last,
                       uint64_t *step)
{
    *step = 1;
    if (!take_number(at, end, first))
        return false;
    *last = *first;
    if (*at < end && **at == '-') {
        ++*at;
        if (!take_number(at, end, last) || *last < *first)
            return false;
        if (*at < end && **at == '/') {
            ++*at;
            if (!take_number(at, end, step) || *step == 0)
                return false;
        }
    }
    if (*at < end && **at != ' ')
        return false;
    while (*at < end && **at == ' ')
        ++*at;
    return true;
}

/* Blocks before `block` that have no row read nothing. */
static void skip_to(struct target *target, uint64_t block)
{
    for (; target->next_block < block; target->next_block++)
        if (target->lines && target->next_block < target->lines->n_blocks)
            target->lines->first[target->next_block + 1] = target->n_lines;
}

/* What is wrong with a block's row; NULL: it has been read. */
static const char *read_block(const char *at, const char *end, const struct launch_row *launch,
                              struct target *target)
{
    uint64_t block, first, last, step, least = 0;
    if (!take_word(&at, end, "block") || !take_number_word(&at, end, &block))
        return "expected \"block NUMBER LINES\" or \"launch NUMBER line BYTES blocks NUMBER kernel "
               "NAME\"";
    if (block >= launch->n_blocks || block < target->next_block)
        return "block numbers must ascend and be below the launch's number of blocks";
    skip_to(target, block);
    bool wanted = target->lines && block < target->lines->n_blocks;
    while (at < end) {
        if (!take_range(&at, end, &first, &last, &step) || first < least)
            return "expected numbers of lines that ascend, as N, N-N or N-N/STEP";
        uint64_t n = (last - first) / step + 1;
        if (n > BLOCK_LINES_FILE_LINES - target->n_lines)
            return "the blocks of a launch read more lines than the limit of 16777216";
        for (uint64_t i = 0; wanted && i < n; i++)
            target->lines->lines[target->n_lines + i] = first + i * step;
        target->n_lines += n;
        least = last + 1;
    }
    skip_to(target, block + 1);
    return NULL;
}

/* ---- files ------------------------------------------------------------------------------------
 */

struct reader {
    const char *at;
    const char *row, *end; /* the present row, without blanks at its end */
    unsigned number;
};

/* The next row that means something; false: there is none. */
static bool next_row(struct reader *r)
{
    while (*r->at) {
        r->row = r->at;
        r->end = strchr(r->at, '\n');
        r->end = r->end ? r->end : r->at + strlen(r->at);
        r->at = *r->end ? r->end + 1 : r->end;
        r->number++;
        while (r->end > r->row && (r->end[-1] == ' ' || r->end[-1] == '\r'))
            r->end--;
        if (r->end > r->row && *r->row != '#')
            return true;
    }
    return false;
}

static bool begins_launch(const struct reader *r)
{
    const char *at = r->row;
    return take_word(&at, r->end, "launch");
}

static bool is_title(const struct reader *r)
{
    return (size_t)(r->end - r->row) == strlen(TITLE) && memcmp(r->row, TITLE, strlen(TITLE)) == 0;
}

/* Reads the rows of a launch's blocks; r is then at the row behind them. What is wrong; NULL. */
static const char *read_blocks(struct reader *r, const struct launch_row *launch,
                               struct target *target, bool *more)
{
    while ((*more = next_row(r)) && !begins_launch(r) && !is_title(r)) {
        const char *problem = read_block(r->row, r->end, launch, target);
        if (problem)
            return problem;
    }
    return NULL;
}

static const char *check_rows(struct reader *r)
{
    if (!next_row(r) || !is_title(r))
        return "expected \"block lines 1\", as --lines-out writes it";
    int64_t last = -1;
    const char *problem = NULL;
    for (bool more = next_row(r); more && !problem;) {
        struct launch_row launch;
        struct target target = {0};
        if (is_title(r)) {
            last = -1;
            more = next_row(r);
            continue;
        }
        if (!read_launch(r->row, r->end, &launch))
            return "expected \"launch NUMBER line BYTES blocks NUMBER kernel NAME\", with a power "
                   "of two from 32 to 4096 and at most 1048576 blocks";
        if ((int64_t)launch.launch <= last)
            return "launches ascend";
        last = (int64_t)launch.launch;
        problem = read_blocks(r, &launch, &target, &more);
    }
    return problem;
}

bool block_lines_file_check(const struct policy_file *file, GError **error)
{
    struct reader r = {.at = file ? file->text : ""};
    const char *problem = file ? check_rows(&r) : NULL;
    return !problem || input_error_at(error, file->name, MAX(r.number, 1), "%s", problem);
}

static struct block_lines *read_wanted(struct reader *r, const struct launch_row *launch,
                                       uint64_t n_blocks)
{
    struct target counted = {0};
    struct reader again = *r;
    bool more;
    g_assert(!read_blocks(&again, launch, &counted, &more));
    struct block_lines *lines = calloc(1, sizeof *lines);
    g_assert(lines);
    *lines = (struct block_lines){.n_blocks = n_blocks,
                                  .line_bytes = (uint32_t)launch->line_bytes,
                                  .first = calloc(n_blocks + 1, sizeof *lines->first),
                                  .lines = calloc(MAX(counted.n_lines, 1), sizeof *lines->lines)};
    g_assert(lines->first && lines->lines);
    struct target target = {.lines = lines};
    read_blocks(r, launch, &target, &more);
    skip_to(&target, n_blocks);
    return lines;
}

struct block_lines *block_lines_file_read(const struct policy_file *file, uint32_t number,
                                          const char *kernel, uint64_t n_blocks)
{
    struct reader r = {.at = file ? file->text : ""};
    while (next_row(&r)) {
        struct launch_row launch;
        if (!begins_launch(&r) || !read_launch(r.row, r.end, &launch) || launch.launch != number)
            continue;
        if (launch.n_blocks >= n_blocks && strlen(kernel) == launch.kernel_length &&
            memcmp(kernel, launch.kernel, launch.kernel_length) == 0)
            return read_wanted(&r, &launch, n_blocks);
    }
    return NULL;
}

/* ---- writing ----------------------------------------------------------------------------------
 */

void block_lines_file_write_title(GString *text)
{
    g_string_append_printf(text, "%s\n", TITLE);
}

void block_lines_file_write_launch(GString *text, uint32_t launch, uint32_t line_bytes,
                                   uint64_t n_blocks, const char *kernel)
{
    g_string_append_printf(text, "launch %u line %u blocks %" G_GUINT64_FORMAT " kernel %s\n",
                           launch, line_bytes, n_blocks, kernel);
}

void block_lines_file_write_block(GString *text, uint64_t block, const uint64_t *lines, size_t n)
{
    g_string_append_printf(text, "block %" G_GUINT64_FORMAT, block);
    for (size_t i = 0, next; i < n; i = next) {
        uint64_t step = i + 1 < n ? lines[i + 1] - lines[i] : 0;
        for (next = i + 1; next < n && lines[next] - lines[next - 1] == step; next++)
            ;
        if (next < i + 3) /* two lines are no range */
            next = i + 1;
        g_string_append_printf(text, " %" G_GUINT64_FORMAT, lines[i]);
        if (next > i + 1)
            g_string_append_printf(text, "-%" G_GUINT64_FORMAT, lines[next - 1]);
        if (next > i + 1 && step > 1)
            g_string_append_printf(text, "/%" G_GUINT64_FORMAT, step);
    }
    g_string_append_c(text, '\n');
}
