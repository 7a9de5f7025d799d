/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/whole/output_log.h"

#include <stdbool.h>
#include <string.h>

struct output_piece {
    uint64_t cycle, bytes;
};

/* Dropped text is removed when there is so much of it, and more than is left. */
enum { REMOVED_AT_LEAST = 1 << 16 };

struct output_log *output_log_new(uint32_t launch, uint32_t sm, uint64_t limit)
{
    struct output_log *log = g_new(struct output_log, 1);
    *log = (struct output_log){.launch = launch,
                               .sm = sm,
                               .limit = limit,
                               .pieces = g_array_new(FALSE, FALSE, sizeof(struct output_piece)),
                               .text = g_string_new(NULL)};
    return log;
}

void output_log_free(struct output_log *log)
{
    g_array_free(log->pieces, TRUE);
    g_string_free(log->text, TRUE);
    g_free(log);
}

static const struct output_piece *piece_at(const struct output_log *log, guint index)
{
    return &g_array_index(log->pieces, struct output_piece, index);
}

static void drop_oldest(struct output_log *log)
{
    while (log->text->len - log->begin - piece_at(log, log->first)->bytes > log->limit)
        log->begin += piece_at(log, log->first++)->bytes;
    if (log->begin < REMOVED_AT_LEAST || log->begin < log->text->len - log->begin)
        return;
    g_string_erase(log->text, 0, (gssize)log->begin);
    g_array_remove_range(log->pieces, 0, log->first);
    log->begin = 0;
    log->first = 0;
}

void output_log_add(struct output_log *log, uint64_t cycle, const char *text)
{
    const struct output_piece piece = {.cycle = cycle, .bytes = strlen(text)};
    if (piece.bytes == 0)
        return;
    g_string_append(log->text, text);
    g_array_append_val(log->pieces, piece);
    if (log->limit > 0)
        drop_oldest(log);
}

/* The merge's place in a log: it has not taken the pieces before `left` and the bytes before `end`.
 */
struct cursor {
    const struct output_log *log;
    guint left;
    gsize end;
};

/* The cursor with the youngest piece; NULL: no log has any left. */
static struct cursor *youngest(struct cursor *cursors, guint n)
{
    struct cursor *found = NULL;
    uint64_t cycle = 0;
    for (guint i = 0; i < n; i++) {
        struct cursor *cursor = &cursors[i];
        if (cursor->left == cursor->log->first)
            continue;
        uint64_t own = piece_at(cursor->log, cursor->left - 1)->cycle;
        if (found && (own < cycle || (own == cycle && cursor->log->sm < found->log->sm)))
            continue;
        found = cursor;
        cycle = own;
    }
    return found;
}

struct taken {
    const char *text;
    uint64_t bytes;
};

void output_logs_merge(struct output_log *const *logs, guint n_logs, uint64_t limit, GString *text)
{
    g_autofree struct cursor *cursors = g_new(struct cursor, MAX(n_logs, 1));
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct taken));
    struct cursor *cursor;
    uint64_t bytes = 0;
    for (guint i = 0; i < n_logs; i++)
        cursors[i] = (struct cursor){logs[i], logs[i]->pieces->len, logs[i]->text->len};
    while ((limit == 0 || bytes <= limit) && (cursor = youngest(cursors, n_logs)) != NULL) {
        const struct output_piece *piece = piece_at(cursor->log, --cursor->left);
        cursor->end -= piece->bytes;
        const struct taken taken = {cursor->log->text->str + cursor->end, piece->bytes};
        g_array_append_val(all, taken);
        bytes += piece->bytes;
    }
    for (guint i = all->len; i > 0; i--) {
        const struct taken *taken = &g_array_index(all, struct taken, i - 1);
        g_string_append_len(text, taken->text, (gssize)taken->bytes);
    }
}
