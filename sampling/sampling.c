/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/sampling.h"
#include "sampling/changes.h"
#include "sampling/spread.h"
#include "sampling/student.h"
#include "sampling/weights.h"
#include <math.h>

/* Each is ASSUMED. docs/explanation/sampled-timing.md has what half and twice of each change. */
static const double widest_gap = 0.2; /* of sizes: a launch further off is timed. ASSUMED */
/* How cycles grow with sizes lies between these: see growth_of. ASSUMED */
static const double least_growth = 0.3, most_growth = 3;
static const double least_way = 0.05; /* of two sizes that tell how they grow. ASSUMED */
/* Of the widest gap: what it is at least, and at most: see closeness. ASSUMED */
static const double least_part = 0.1, most_part = 2;
static const double checked_part = 0.5; /* of it: see closeness. ASSUMED */
/* Of all cycles: launches that have less together may have any size. ASSUMED */
static const double smallest_share = 0.002;
/* Of the launches of a kind up to the last timed one: behind so many times these, the next one is
 * timed. ASSUMED */
enum { WAIT_FACTOR = 4 };
static const double loosest = 3;      /* times --error: what one launch may be off. ASSUMED */
static const double much_wider = 1.5; /* than it may be: it is timed again. ASSUMED */
enum { FEWEST_OF_KIND = 2 };          /* timed, though it costs too much. ASSUMED */

static void free_kind(void *item)
{
    struct sampling_kind *kind = item;
    g_free(kind->name);
    g_array_free(kind->timed, TRUE);
    g_array_free(kind->computed, TRUE);
    g_free(kind);
}

void sampling_init(struct sampling *sampling, double error)
{
    *sampling = (struct sampling){
        .error = error,
        .kinds = g_ptr_array_new_with_free_func(free_kind),
        .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };
}

void sampling_finish(struct sampling *sampling)
{
    g_ptr_array_unref(sampling->kinds);
    g_hash_table_unref(sampling->known);
}

guint sampling_kind(struct sampling *sampling, const char *text, const char *name)
{
    gpointer index;
    if (g_hash_table_lookup_extended(sampling->known, text, NULL, &index))
        return GPOINTER_TO_UINT(index);
    struct sampling_kind *kind = g_new0(struct sampling_kind, 1);
    kind->name = g_strdup(name);
    kind->timed = g_array_new(FALSE, FALSE, sizeof(struct timed_launch));
    kind->computed = g_array_new(FALSE, FALSE, sizeof(struct computed_launches));
    g_hash_table_insert(sampling->known, g_strdup(text), GUINT_TO_POINTER(sampling->kinds->len));
    g_ptr_array_add(sampling->kinds, kind);
    return sampling->kinds->len - 1;
}

/* By number of the timed launches of this kind. g_free. */
static double *cycles_of(const struct sampling_kind *kind)
{
    guint n = 0;
    for (guint i = 0; i < kind->timed->len; i++)
        n = MAX(n, g_array_index(kind->timed, struct timed_launch, i).number + 1);
    double *cycles = g_new0(double, MAX(n, 1));
    for (guint i = 0; i < kind->timed->len; i++) {
        const struct timed_launch *timed = &g_array_index(kind->timed, struct timed_launch, i);
        cycles[timed->number] = timed->cycles;
    }
    return cycles;
}

static double predict(const struct sampling_kind *kind, double size, enum weights_way *way)
{
    g_autofree double *weights = g_new(double, MAX(kind->timed->len, 1));
    g_autofree double *cycles = cycles_of(kind);
    *way = weights_of(kind, size, WEIGHTS_ALL, weights);
    return weights_sum(kind, weights, cycles);
}

/* How cycles grow with the size, between the last two launches of different sizes: 0 is not at all,
 * 1 in proportion. */
static double growth_of(const struct sampling_kind *kind)
{
    const guint n = kind->timed->len;
    const struct timed_launch *last = &g_array_index(kind->timed, struct timed_launch, n - 1);
    for (guint i = n - 1; i > 1; i--) {
        const struct timed_launch *other = &g_array_index(kind->timed, struct timed_launch, i - 1);
        const double way = log(last->size / other->size);
        if (fabs(way) > least_way && last->cycles > 0 && other->cycles > 0)
            return CLAMP(fabs(log(last->cycles / other->cycles) / way), least_growth, most_growth);
    }
    return 1;
}

/* How far the size is from the sizes that were timed: 0.1 is ten per cent. Half the way between two
 * if it lies between them. Sizes count less if cycles hardly grow with them. */
static double gap_at(const struct sampling_kind *kind, double size)
{
    double below = INFINITY, above = INFINITY;
    for (guint i = 0; i < kind->timed->len; i++) {
        const double way = log(g_array_index(kind->timed, struct timed_launch, i).size / size);
        if (way <= 0)
            below = MIN(below, -way);
        if (way >= 0)
            above = MIN(above, way);
    }
    const double gap =
        isinf(below + above) ? MIN(below, above) : MIN((below + above) / 2, MIN(below, above));
    return gap * growth_of(kind);
}

/* Timed launches that the spread (of alike launches, or of all sizes) asks for: so many that the
 * kind's part of the error is no larger than its share of the total allows. known: whether there is
 * a spread. */
static double needed(const struct sampling *sampling, const struct sampling_kind *kind, bool alike,
                     bool *known)
{
    enum { CERTAIN = 2 };
    struct spread own = {0};
    g_autofree double *cycles = cycles_of(kind);
    const struct spread_of of = {cycles, NULL};
    spread_add(&own, kind, &of, alike);
    *known = own.n > 0;
    const double share = kind->cycles / MAX(sampling->cycles, 1);
    if (own.n == 0)
        return kind->timed->len <= CERTAIN && SPREAD_UNKNOWN * share > sampling->error
                   ? kind->timed->len + 1
                   : 0;
    if (alike && changes_is_alone(kind, kind->timed->len - 1))
        return kind->timed->len + 1;
    const double t = student_95(MAX(own.degrees, CERTAIN));
    const double ratio = t * spread_deviation(&own) * sqrt(share) / sampling->error;
    return ratio * ratio;
}

/* The widest distance to both neighbours that a size has which was timed: its own figures show how
 * far the line between these is off. The first launch does not count. */
static double checked_gap(const struct sampling_kind *kind)
{
    double widest = 0;
    for (guint i = 1; i < kind->timed->len; i++) {
        double below = INFINITY, above = INFINITY;
        for (guint k = 1; k < kind->timed->len; k++) {
            const double way = log(g_array_index(kind->timed, struct timed_launch, k).size /
                                   g_array_index(kind->timed, struct timed_launch, i).size);
            if (way < 0)
                below = MIN(below, -way);
            else if (way > 0)
                above = MIN(above, way);
        }
        if (!isinf(below + above))
            widest = MAX(widest, MIN(below, above));
    }
    return widest;
}

/* Part of the widest gap that is fine. The more sizes scatter around the line between their
 * neighbours, the closer they must lie; if they lie on it, they may be further apart. */
static double closeness(const struct sampling *sampling, const struct sampling_kind *kind)
{
    bool known;
    const double needs = needed(sampling, kind, false, &known), n = kind->timed->len;
    const double part = known ? MAX(n / MAX(needs, least_part), least_part) : 1;
    if (part <= 1)
        return part;
    return checked_gap(kind) >= checked_part * widest_gap ? MIN(part, most_part) : 1;
}

/* Whether the size is too far from those that were timed. */
static bool is_strange(const struct sampling *sampling, const struct sampling_kind *kind,
                       double size)
{
    const double gap = gap_at(kind, size);
    return gap > widest_gap * least_part && gap > widest_gap * closeness(sampling, kind);
}

/* Whether cycles of one launch, or of a few, are next to nothing. */
static bool is_little(const struct sampling *sampling, double cycles)
{
    return cycles < smallest_share * sampling->cycles * MIN(sampling->error / 0.02, 1);
}

static struct sampling_aim aim_of(const struct sampling *sampling, const struct sampling_kind *kind)
{
    return (struct sampling_aim){sampling->error, kind->cycles, sampling->cycles,
                                 sampling->kinds->len};
}

struct sampling_aim sampling_aim_of(const struct sampling *sampling, guint index)
{
    return aim_of(sampling, sampling->kinds->pdata[index]);
}

/* A kind of which few launches have come may still become as large as the others are. */
double sampling_error_for(const struct sampling_aim *aim, double cycles)
{
    const double now = (aim->own + cycles) / MAX(aim->all + cycles, 1);
    const double least = 1 / (double)MAX(aim->kinds, 1);
    return aim->error * MIN(1 / sqrt(MAX(now, least)), loosest);
}

/* Whether the last two that were timed took about the same time, and the last one is as certain as
 * it has to be now: the kind's share may have grown. */
static bool are_alike(const struct sampling *sampling, const struct sampling_kind *kind)
{
    const struct timed_launch *timed = (const struct timed_launch *)(void *)kind->timed->data;
    const guint n = kind->timed->len;
    const struct sampling_aim now = aim_of(sampling, kind);
    return n > 1 && timed[n - 1].half_width <= much_wider * sampling_error_for(&now, 0) &&
           fabs(timed[n - 1].cycles - timed[n - 2].cycles) <=
               sampling->error * MAX(timed[n - 1].cycles, timed[n - 2].cycles);
}

/* Whether so many launches have begun behind the last timed one that the next one is timed. A kind
 * that has changed may change again: it waits a quarter of that. The number is odd: what repeats
 * every second or fourth launch is seen. If the last two timed ones were alike, there is nothing to
 * be seen in launches that repeat the one before them. */
static bool has_waited(const struct sampling *sampling, const struct sampling_kind *kind)
{
    const struct timed_launch *last =
        &g_array_index(kind->timed, struct timed_launch, kind->timed->len - 1);
    const bool alike = are_alike(sampling, kind);
    const uint64_t since = alike ? kind->new_since : kind->n_since;
    const uint64_t before = alike ? kind->n_new - kind->new_since : last->at + 1;
    return since + 1 >= ((last->era > 0 ? before : WAIT_FACTOR * before) | 1);
}

bool sampling_wants(const struct sampling *sampling, guint index, double size)
{
    const struct sampling_kind *kind = sampling->kinds->pdata[index];
    const guint n = kind->timed->len;
    enum weights_way way;
    bool known;
    if (n == 0)
        return true;
    const double cycles = predict(kind, size, &way);
    if (is_strange(sampling, kind, size))
        return !is_little(sampling, cycles + kind->strange);
    if (is_little(sampling, cycles + kind->since))
        return false;
    if (has_waited(sampling, kind))
        return true;
    return !(sampling->thrifty && n >= FEWEST_OF_KIND) &&
           needed(sampling, kind, true, &known) > changes_in_era(kind);
}

static void note(struct sampling *sampling, struct sampling_kind *kind, double cycles)
{
    kind->cycles += cycles;
    sampling->cycles += cycles;
}

void sampling_note_timed(struct sampling *sampling, guint index, const struct timed_launch *timed)
{
    struct sampling_kind *kind = sampling->kinds->pdata[index];
    g_array_append_vals(kind->timed, timed, 1);
    g_array_index(kind->timed, struct timed_launch, kind->timed->len - 1).at = kind->n;
    changes_find(kind);
    kind->n++;
    kind->n_new++;
    kind->n_since = kind->new_since = 0;
    kind->since = kind->strange = 0;
    note(sampling, kind, timed->cycles);
}

static void add_model(struct launch_model *sum, const struct launch_model *model)
{
    for (unsigned i = 0; i < SAMPLING_MODELLED; i++)
        sum->figures[i] += model->figures[i];
}

double sampling_note_computed(struct sampling *sampling, guint index,
                              const struct computed_launch *computed)
{
    struct sampling_kind *kind = sampling->kinds->pdata[index];
    const struct launch_model *model = &computed->model;
    const double size = computed->size;
    const bool is_new = computed->repeats == 0 || computed->repeats != kind->repeats;
    enum weights_way way;
    const double cycles = predict(kind, size, &way);
    struct computed_launches *last =
        kind->computed->len > 0
            ? &g_array_index(kind->computed, struct computed_launches, kind->computed->len - 1)
            : NULL;
    const struct computed_launches added = {size, 1, *model, kind->timed->len};
    kind->n++;
    kind->n_since++;
    kind->n_new += is_new;
    kind->new_since += is_new;
    kind->repeats = computed->repeats;
    kind->since += cycles;
    if (kind->timed->len > 0 && is_strange(sampling, kind, size))
        kind->strange += cycles;
    note(sampling, kind, cycles);
    if (last && last->size == size && last->model.is == model->is && last->behind == added.behind) {
        last->n++;
        add_model(&last->model, model);
    } else {
        g_array_append_val(kind->computed, added);
    }
    return cycles;
}
