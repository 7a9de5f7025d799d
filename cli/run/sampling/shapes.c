/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/shapes.h"
#include "base/content_digest.h"
#include <math.h>

/* All ASSUMED. */
enum {
    LEAST_SIZE = 1 << 16, /* warp instructions: looks at shorter launches take no time */
    ENOUGH = 2,           /* looks that have found the same */
    LOOK_FACTOR = 4,      /* each look is so many times further from the last */
    MUCH = 200000000,     /* warp instructions that were looked at: ten seconds or so */
    SMALL_PART = 50,      /* of what may still be looked at */
    MOST_SHAPES = 8192    /* with their own parameters */
};
/* Sizes that are the same, relative; the second one when much has been looked at. ASSUMED. */
static const double same_size = 0.005, about_same_size = 0.05;

void shapes_init(struct shapes *shapes, struct warmth *warmth)
{
    *shapes = (struct shapes){
        .warmth = warmth, .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
}

void shapes_finish(struct shapes *shapes)
{
    GHashTableIter iter;
    gpointer item;
    g_hash_table_iter_init(&iter, shapes->known);
    while (g_hash_table_iter_next(&iter, NULL, &item))
        warm_lines_leave(shapes->warmth, ((struct launch_shape *)item)->lines);
    g_hash_table_unref(shapes->known);
}

/* Takes the text. */
static struct launch_shape *find(struct shapes *shapes, char *text)
{
    struct launch_shape *shape = g_hash_table_lookup(shapes->known, text);
    if (shape) {
        g_free(text);
        return shape;
    }
    shape = g_new0(struct launch_shape, 1);
    g_hash_table_insert(shapes->known, text, shape);
    return shape;
}

/* NULL: there are too many. */
static struct launch_shape *find_own(struct shapes *shapes, const struct launch *launch,
                                     const char *text)
{
    if (g_hash_table_size(shapes->known) >= MOST_SHAPES)
        return NULL;
    const struct content_digest digest =
        content_digest_add((struct content_digest){{0}}, launch->params, launch->code->param_bytes);
    return find(shapes, g_strdup_printf("%s with %" G_GINT64_MODIFIER "x%" G_GINT64_MODIFIER "x",
                                        text, digest.word[0], digest.word[1]));
}

struct launch_shapes shapes_of(struct shapes *shapes, const struct launch *launch,
                               const char *before)
{
    g_autofree char *text = launch_traits_shape(launch);
    g_autofree char *behind = g_strdup_printf("%s after %s", text, before ? before : "nothing");
    struct launch_shape *any = g_hash_table_lookup(shapes->known, text);
    return (struct launch_shapes){any ? any : find(shapes, g_strdup(behind)),
                                  find_own(shapes, launch, any ? text : behind)};
}

struct launch_shapes shapes_make_long(struct shapes *shapes, const struct launch *launch)
{
    g_autofree char *text = launch_traits_shape(launch);
    struct launch_shape *shape = find(shapes, g_strdup(text));
    shape->is_long = true;
    return (struct launch_shapes){shape, find_own(shapes, launch, text)};
}

static bool is_trusted(const struct launch_shape *shape)
{
    return shape && shape->size >= LEAST_SIZE && shape->alike >= ENOUGH &&
           (double)shape->without < pow(LOOK_FACTOR, shape->alike - ENOUGH + 1) - 1;
}

const struct launch_shape *shapes_trusted(const struct shapes *shapes,
                                          const struct launch_shapes *of)
{
    if (of->any->is_long)
        return of->any->size > 0 ? of->any : NULL;
    if (is_trusted(of->own))
        return of->own;
    return shapes->looked > MUCH && is_trusted(of->any) ? of->any : NULL;
}

bool shapes_afford(const struct shapes *shapes, uint64_t instructions)
{
    return shapes->looked < MUCH && instructions <= (MUCH - shapes->looked) / SMALL_PART;
}

static bool is_same(const struct shapes *shapes, double a, double b)
{
    const double apart = shapes->looked > MUCH ? about_same_size : same_size;
    return fabs(a - b) <= apart * MAX(a, b);
}

static void keep_lines(struct shapes *shapes, const struct launch_shapes *of,
                       const struct recent_lines *recent)
{
    struct warm_lines *lines = warmth_keep(shapes->warmth, recent);
    if (of->own) {
        warm_lines_leave(shapes->warmth, of->own->lines);
        of->own->lines = lines;
    }
    if (!lines)
        return;
    lines->uses += of->own != NULL;
    warm_lines_leave(shapes->warmth, of->any->lines);
    of->any->lines = lines;
}

/* NULL: none. */
static const struct launch_shape *find_alike(const struct launch_shapes *of,
                                             const struct launch_mix *mix)
{
    const struct launch_shape *known[] = {of->own, of->any};
    for (unsigned i = 0; mix && i < G_N_ELEMENTS(known); i++)
        if (known[i] && known[i]->has_mix && launch_traits_alike(&known[i]->mix, mix))
            return known[i];
    return NULL;
}

guint shapes_kind(const struct shapes *shapes, const struct launch_shapes *of,
                  struct sampling *sampling, const struct launch *launch, const char *before,
                  const struct launch_mix *mix)
{
    const struct launch_shape *alike = shapes->looked > MUCH ? find_alike(of, mix) : NULL;
    g_autofree char *text = launch_traits_seen(launch, before, mix);
    return alike ? alike->kind : sampling_kind(sampling, text, launch->code->name);
}

static void looked(const struct shapes *shapes, struct launch_shape *shape, const struct look *look)
{
    const bool same_kind = shape->kind == look->kind;
    const bool same = shape->alike > 0 && same_kind && is_same(shapes, shape->size, look->size);
    shape->alike = same ? shape->alike + 1 : 1;
    shape->without = 0;
    shape->size = look->size;
    if (look->mix && !(shape->has_mix && same_kind))
        shape->mix = *look->mix;
    shape->has_mix = look->mix != NULL;
    shape->kind = look->kind;
}

void shapes_looked(struct shapes *shapes, const struct launch_shapes *of, const struct look *look)
{
    shapes->looked += (uint64_t)look->size;
    looked(shapes, of->any, look);
    if (of->own)
        looked(shapes, of->own, look);
    if (look->size >= LEAST_SIZE)
        keep_lines(shapes, of, look->recent);
}

static void ran(const struct shapes *shapes, struct launch_shape *shape, guint kind, double size)
{
    if (!is_same(shapes, shape->size, size))
        shape->alike = 0;
    shape->has_mix = shape->has_mix && shape->kind == kind;
    shape->kind = kind;
    shape->size = size;
    shape->without++;
}

void shapes_ran(const struct shapes *shapes, const struct launch_shapes *of, guint kind,
                double size, double block)
{
    ran(shapes, of->any, kind, size);
    if (of->own)
        ran(shapes, of->own, kind, size);
    if (of->own && block > 0)
        of->own->block = block;
    of->any->block = of->own ? of->own->block : block;
}

bool shapes_want_block(const struct launch_shapes *of)
{
    return of->any->is_long && !(of->own && of->own->block > 0);
}

double shapes_size(const struct launch_shapes *of, const struct launch_shape *trusted, double block)
{
    if (!trusted->is_long)
        return trusted->size;
    if (of->own && of->own->size > 0)
        return of->own->size;
    return block > 0 && trusted->block > 0 ? trusted->size * block / trusted->block : trusted->size;
}

struct warm_lines *shapes_lines(const struct launch_shapes *of)
{
    return of->own && of->own->lines ? of->own->lines : of->any->lines;
}

bool shapes_fill_l2(const struct shapes *shapes, const struct launch_shapes *of)
{
    const struct warm_lines *lines = of->any ? shapes_lines(of) : NULL;
    return lines && lines->n >= shapes->warmth->most / WARM_TIMES_L2;
}

bool shapes_listen(const struct shapes *shapes, const struct launch_shapes *of)
{
    return !shapes_lines(of) || (of->own && !of->own->lines && shapes->looked < MUCH);
}

void shapes_listened(struct shapes *shapes, const struct launch_shapes *of, uint64_t instructions,
                     const struct recent_lines *recent)
{
    shapes->looked += instructions;
    keep_lines(shapes, of, recent);
}
