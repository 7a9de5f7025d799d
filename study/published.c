/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/published.h"
#include <math.h>
#include <string.h>

static const struct study_published *entry_at(const GPtrArray *entries, unsigned i)
{
    return entries->pdata[i];
}

/* ---- own values */

static bool runs_value(const void *data, const char *name, unsigned position, double *value,
                       GError **error)
{
    const struct published_runs *runs = data;
    const struct study_point *point = runs->points->pdata[position];
    bool done = false;
    *value = (double)NAN;
    for (unsigned i = 0; i < runs->study->derives->len; i++) {
        const struct study_derive *derive = runs->study->derives->pdata[i];
        if (strcmp(derive->name, name) == 0) {
            *value = runs->derived[(size_t)i * runs->points->len + position];
            return true;
        }
    }
    return store_is_done(runs->store, point->key, &done, error) &&
           (!done || store_metric(runs->store, point->key, name, value, error));
}

struct published_source published_from_runs(const struct published_runs *runs)
{
    return (struct published_source){.value = runs_value, .data = runs};
}

static bool read_own(const struct study_published *entry, const struct published_source *source,
                     struct published_own *own, GError **error)
{
    g_autofree double *members = g_new(double, entry->n_members + 1);
    if (!source->value(source->data, entry->name, entry->position, &own->value, error))
        return false;
    for (unsigned i = 0; i < entry->n_members; i++)
        if (!source->value(source->data, entry->of, entry->members[i], &members[i], error))
            return false;
    own->interval = agreement_interval(members, entry->n_members, entry->geometric);
    return true;
}

struct published_own *published_own_values(const GPtrArray *entries,
                                           const struct published_source *source, GError **error)
{
    g_autofree struct published_own *own = g_new(struct published_own, entries->len + 1);
    for (unsigned i = 0; i < entries->len; i++)
        if (!read_own(entries->pdata[i], source, &own[i], error))
            return NULL;
    return g_steal_pointer(&own);
}

/* ---- cells */

/* bound: in front of it, or 0. */
static void add_number(GStrvBuilder *row, char bound, double value, bool exact)
{
    g_autofree char *text =
        exact ? cell_exact(value) : cell_short(value, cells_are_whole(&value, 1));
    g_autofree char *bounded = bound ? g_strdup_printf("%c %s", bound, text) : NULL;
    g_strv_builder_add(row, bounded ? bounded : text);
}

/* One cell for people, two otherwise. */
static void add_interval(GStrvBuilder *row, struct interval interval, bool exact)
{
    g_autofree char *low = exact ? cell_exact(interval.low) : cell_short(interval.low, false);
    g_autofree char *high = exact ? cell_exact(interval.high) : cell_short(interval.high, false);
    g_autofree char *both = g_strdup_printf("%s to %s", low, high);
    if (exact) {
        g_strv_builder_add(row, low);
        g_strv_builder_add(row, high);
    } else {
        g_strv_builder_add(row, isnan(interval.low) ? "-" : both);
    }
}

static void add_heads(GStrvBuilder *row, const char *const *names, bool exact)
{
    for (; *names; names++) {
        if (exact && strcmp(*names, "95 %") == 0) {
            g_strv_builder_add(row, "95 % from");
            g_strv_builder_add(row, "95 % to");
        } else {
            g_strv_builder_add(row, *names);
        }
    }
}

static char **heads(const char *const *names, bool exact, const char *first)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    if (first)
        g_strv_builder_add(row, first);
    add_heads(row, names, exact);
    return g_strv_builder_end(row);
}

/* ---- entries */

static const char *sign_word(char sign)
{
    return sign == '+' ? "up" : sign == '-' ? "down" : sign == '0' ? "none" : "?";
}

static char **row_of(const struct study_published *entry, const struct published_own *own,
                     bool exact)
{
    static const char *const answers[] = {"-", "no", "yes"};
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    if (exact)
        g_strv_builder_add(row, entry->name);
    g_strv_builder_add(row, entry->what);
    g_strv_builder_add(row, entry->where);
    add_number(row, entry->bound, entry->value, exact);
    add_number(row, 0, own->value, exact);
    add_interval(row, own->interval, exact);
    const double ratio =
        entry->value != 0 && !entry->bound ? own->value / entry->value : (double)NAN;
    g_autofree char *text = exact ? cell_exact(ratio) : cell_short(ratio, false);
    g_strv_builder_add(row, text);
    g_autofree char *signs = g_strdup_printf("%s / %s", sign_word(agreement_published_sign(entry)),
                                             sign_word(agreement_own_sign(entry, own->value)));
    g_strv_builder_add(row, signs);
    g_strv_builder_add(row, answers[1 + agreement_same(entry, own->value)]);
    g_strv_builder_add(row, entry->source);
    return g_strv_builder_end(row);
}

struct cells published_cells(const GPtrArray *entries, const struct published_own *own, bool exact)
{
    static const char *const names[] = {"what",           "where", "published", "ours",   "95 %",
                                        "ours/published", "signs", "same sign", "source", NULL};
    struct cells cells = cells_new(2);
    cells.text_last = true;
    g_ptr_array_add(cells.rows, heads(names, exact, exact ? "name" : NULL));
    for (unsigned i = 0; i < entries->len; i++)
        g_ptr_array_add(cells.rows, row_of(entries->pdata[i], &own[i], exact));
    return cells;
}

/* ---- over programs */

/* Both say the same of different programs. */
static bool same_set(const struct study_published *a, const struct study_published *b)
{
    return a->others && b->others && strcmp(a->name, b->name) == 0 &&
           strcmp(a->others, b->others) == 0;
}

/* Values of the programs that have both. */
struct pairs {
    unsigned n;
    double *published, *own;
    bool positive;
    unsigned entries, judged, same;
};

static struct pairs pairs_of(const GPtrArray *entries, const struct published_own *own,
                             const struct study_published *first)
{
    struct pairs pairs = {.published = g_new(double, entries->len + 1),
                          .own = g_new(double, entries->len + 1),
                          .positive = true};
    for (unsigned i = 0; i < entries->len; i++) {
        const struct study_published *entry = entry_at(entries, i);
        const int same = agreement_same(entry, own[i].value);
        if (!same_set(first, entry))
            continue;
        pairs.entries++;
        pairs.judged += same >= 0;
        pairs.same += same > 0;
        if (entry->bound || isnan(own[i].value))
            continue;
        pairs.positive &= entry->value > 0 && own[i].value > 0;
        pairs.published[pairs.n] = entry->value;
        pairs.own[pairs.n++] = own[i].value;
    }
    return pairs;
}

static double geometric_mean(const double *values, const struct pairs *pairs)
{
    double sum = 0;
    for (unsigned i = 0; i < pairs->n; i++)
        sum += log(values[i]);
    return pairs->n == 0 ? (double)NAN : exp(sum / pairs->n);
}

static char **set_row(const struct study_published *first, const struct pairs *pairs, bool exact)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    const struct interval none = {(double)NAN, (double)NAN};
    g_strv_builder_add(row, first->name);
    g_strv_builder_add(row, first->others);
    add_number(row, 0, pairs->entries, exact);
    g_autofree char *same = g_strdup_printf("%u of %u", pairs->same, pairs->judged);
    g_strv_builder_add(row, same);
    add_number(row, 0, agreement_rank_correlation(pairs->published, pairs->own, pairs->n), exact);
    add_number(row, 0, pairs->positive ? geometric_mean(pairs->published, pairs) : (double)NAN,
               exact);
    add_number(row, 0, pairs->positive ? geometric_mean(pairs->own, pairs) : (double)NAN, exact);
    add_interval(row, pairs->positive ? agreement_interval(pairs->own, pairs->n, true) : none,
                 exact);
    return g_strv_builder_end(row);
}

/* The first entry of its set. */
static bool is_first(const GPtrArray *entries, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (same_set(entry_at(entries, k), entry_at(entries, i)))
            return false;
    return entry_at(entries, i)->others != NULL;
}

struct cells published_agreement(const GPtrArray *entries, const struct published_own *own,
                                 bool exact)
{
    static const char *const names[] = {
        "agreement", "where", "programs", "same sign", "rank correlation",
        "published", "ours",  "95 %",     NULL};
    struct cells cells = cells_new(2);
    g_ptr_array_add(cells.rows, heads(names, exact, NULL));
    for (unsigned i = 0; i < entries->len; i++) {
        if (!is_first(entries, i))
            continue;
        struct pairs pairs = pairs_of(entries, own, entry_at(entries, i));
        if (pairs.entries > 1)
            g_ptr_array_add(cells.rows, set_row(entry_at(entries, i), &pairs, exact));
        g_free(pairs.published);
        g_free(pairs.own);
    }
    return cells;
}
