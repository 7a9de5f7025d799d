/* SPDX-License-Identifier: BSD-3-Clause */
/* Fixed insertion ratios: of an instruction's misses one in 2^N takes a line, by lot. One N for all
 * instructions, or for each its own, from a file:
 *
 *     KERNEL PC N
 *
 * a line for each instruction: the kernel's name, or * for all kernels, the instruction and its N.
 * Lines that begin with #, and empty ones, say nothing; of two that fit the first holds. What no
 * line names has the parameter's N.
 *
 * A lot is drawn for each miss when it goes through, so that asking again gives the same answer.
 *
 * Source: S.-Y. Lee, "Intelligent Scheduling and Memory Management Techniques for Modern GPU
 * Architectures" (dissertation, Arizona State University 2017), 5.1, Figure 5.5: N from 0 to 7,
 * of one instruction at a time. Units: pc in instructions from the kernel's begin.
 */
#include "base/input_error.h"
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/l1_bypass/lots.h"

#include <string.h>

enum parameter { N, RATIOS, SEED };
enum { ROWS = 64, LAUNCHES = 32 };

static const struct policy_parameter parameters[] = {
    [N] = POLICY_INTEGER_ROW("n", "1", 1, 0, LOT_BITS,
                             "for instructions that the file does not name, one miss in 2^n takes "
                             "a line; 0: all do. ASSUMED: Lee, figure 5.5 has 0 to 7"),
    [RATIOS] = POLICY_FILE_ROW(
        "ratios", "n of single instructions; docs/explanation/l1-bypass.md has the format"),
    [SEED] = POLICY_INTEGER_ROW("seed", "1", 1, 0, UINT32_MAX,
                                "seed of the random numbers; each SM has its own stream. ASSUMED"),
    {0}};

/* A line of the file. */
struct row {
    uint32_t pc, n;
    uint32_t name, name_length; /* of the kernel, in the file's text */
};

/* A launch, and the rows that are about its kernel. */
struct of_launch {
    uint64_t rows; /* bits */
    uint32_t launch;
};

struct state {
    struct lots lots;
    uint32_t n, n_rows;
    const char *text;
    struct row rows[ROWS];
    uint32_t latest; /* of the launches */
    struct of_launch launches[LAUNCHES];
};

/* ---- the file ---------------------------------------------------------------------------------
 */

static bool read_number(const char **at, const char *end, uint32_t most, uint32_t *number)
{
    uint64_t value = 0;
    while (*at < end && (**at == ' ' || **at == '\t'))
        (*at)++;
    const char *begin = *at;
    for (; *at < end && g_ascii_isdigit(**at) && value <= most; (*at)++)
        value = 10 * value + (uint64_t)(**at - '0');
    *number = (uint32_t)value;
    return *at > begin && value <= most && (*at == end || strchr(" \t\r", **at));
}

/* From `line` to `end`. False: it is no row. */
static bool read_row(const char *text, const char *line, const char *end, struct row *row)
{
    row->name = (uint32_t)(line - text);
    row->name_length = (uint32_t)strcspn(line, " \t\r\n");
    line += row->name_length;
    if (!read_number(&line, end, UINT32_MAX, &row->pc) ||
        !read_number(&line, end, LOT_BITS, &row->n))
        return false;
    return line + strspn(line, " \t\r") >= end;
}

/* The next line from *at that says something is begin to *at; its end is *end. False: there is
 * none. */
static bool next_line(const char **at, const char **end, unsigned *number)
{
    for (; **at; *at = **end ? *end + 1 : *end) {
        *end = *at + strcspn(*at, "\n");
        (*number)++;
        *at += strspn(*at, " \t\r");
        if (*at < *end && **at != '#')
            return true;
    }
    return false;
}

static bool check(const struct policy_values *values, GError **error)
{
    const struct policy_file *file = values->values[RATIOS].file;
    unsigned number = 0, n_rows = 0;
    const char *end;
    if (!file)
        return true;
    for (const char *at = file->text; next_line(&at, &end, &number); at = *end ? end + 1 : end) {
        struct row row;
        if (!read_row(file->text, at, end, &row))
            return input_error_at(error, file->name, number,
                                  "expected a kernel's name or *, a pc, and N from 0 to %d",
                                  LOT_BITS);
        if (++n_rows > ROWS)
            return input_error_at(error, file->name, number, "more than %d instructions", ROWS);
    }
    return true;
}

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    const struct policy_file *file = values->values[RATIOS].file;
    const char *end;
    unsigned number = 0;
    own->n = (uint32_t)values->values[N].integer;
    lots_begin(&own->lots, values->values[SEED].integer, site->sm);
    if (!file)
        return;
    own->text = file->text;
    for (const char *at = file->text; next_line(&at, &end, &number); at = *end ? end + 1 : end)
        read_row(file->text, at, end, &own->rows[own->n_rows++]);
}

/* ---- decisions --------------------------------------------------------------------------------
 */

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->latest = (own->latest + 1) % LAUNCHES;
    struct of_launch *its = &own->launches[own->latest];
    *its = (struct of_launch){.launch = kernel->launch};
    for (uint32_t i = 0; i < own->n_rows; i++) {
        const struct row *row = &own->rows[i];
        const char *name = own->text + row->name;
        const bool any = row->name_length == 1 && *name == '*';
        const bool same = strlen(kernel->name) == row->name_length &&
                          memcmp(kernel->name, name, row->name_length) == 0;
        its->rows |= (uint64_t)(any || same) << i;
    }
}

/* N of an instruction. */
static uint32_t n_of(const struct state *own, uint32_t launch, uint32_t pc)
{
    uint32_t tries = 0, at = own->latest;
    if (own->n_rows == 0)
        return own->n;
    for (; tries < LAUNCHES && own->launches[at].launch != launch; tries++)
        at = (at + LAUNCHES - 1) % LAUNCHES;
    for (uint64_t left = tries < LAUNCHES ? own->launches[at].rows : 0; left; left &= left - 1) {
        const struct row *row = &own->rows[__builtin_ctzll(left)];
        if (row->pc == pc)
            return row->n;
    }
    return own->n;
}

static bool on_miss(const void *state, const struct bypass_request *request,
                    const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    return own->lots.next >= UINT64_C(1) << (LOT_BITS - n_of(own, request->launch, request->pc));
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    if (access->outcome == WARP_ACCESS_MISS || access->outcome == WARP_ACCESS_BYPASSED)
        lots_draw(&own->lots);
}

const struct l1_bypass_ops l1_bypass_static_ratio = {
    .policy = {.head = {.name = "static_ratio",
                        .summary = "One in 2^N of an instruction's misses takes a line",
                        .source = "Lee, dissertation, Arizona State University 2017, 5.1",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .on = {.kernel_started = kernel_started, .accessed = accessed},
               .init = init},
    .on_miss = on_miss,
};
