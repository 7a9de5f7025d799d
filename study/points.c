/* SPDX-License-Identifier: BSD-3-Clause */
/* The points of a study: which there are, and with what each is run. */
#include "base/input_error.h"
#include "study/study.h"
#include <stdint.h>
#include <string.h>

static void point_free(void *data)
{
    struct study_point *point = data;
    g_free(point->values);
    study_setting_finish(&point->setting);
    g_strfreev(point->arguments);
    g_free(point);
}

static const struct study_value *value_of(const struct study *study, const unsigned *values,
                                          unsigned axis)
{
    const struct study_axis *a = study->axes->pdata[axis];
    return a->values->pdata[values[axis]];
}

static bool is_excluded(const struct study *study, const unsigned *values)
{
    for (unsigned i = 0; i < study->excludes->len; i++) {
        const struct study_exclusion *exclusion = study->excludes->pdata[i];
        bool all = true;
        for (unsigned axis = 0; axis < study->axes->len; axis++)
            all &= !exclusion->excluded[axis] || exclusion->excluded[axis][values[axis]];
        if (all)
            return true;
    }
    return false;
}

static void replace(char **to, const char *from)
{
    g_free(*to);
    *to = g_strdup(from);
}

static void join(char ***to, char **more)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_auto(GStrv) old = *to;
    if (old)
        g_strv_builder_addv(words, (const char **)old);
    g_strv_builder_addv(words, (const char **)more);
    *to = g_strv_builder_end(words);
}

/* Lists are joined; of the rest, what `more` says replaces what *all says. */
static void add_setting(struct study_setting *all, const struct study_setting *more)
{
    if (more->platform)
        replace(&all->platform, more->platform);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (more->policies[kind])
            replace(&all->policies[kind], more->policies[kind]);
    if (more->workload || more->command) {
        replace(&all->workload, more->workload);
        g_strfreev(all->command);
        all->command = g_strdupv(more->command);
    }
    join(&all->set, more->set);
    join(&all->options, more->options);
    join(&all->plugins, more->plugins);
}

static void add_each(GStrvBuilder *words, const char *option, char **list)
{
    for (; *list; list++)
        g_strv_builder_add_many(words, option, *list, NULL);
}

static void add_policies(GStrvBuilder *words, const struct study_setting *setting)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        if (!setting->policies[kind])
            continue;
        g_autofree char *choice =
            g_strdup_printf("%s=%s", policy_kinds[kind]->name, setting->policies[kind]);
        g_strv_builder_add_many(words, "--policy", choice, NULL);
    }
}

static char **arguments_of(const struct study_setting *setting)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_strv_builder_add(words, setting->platform);
    if (setting->workload)
        g_strv_builder_add(words, setting->workload);
    add_policies(words, setting);
    add_each(words, "--plugin", setting->plugins);
    add_each(words, "--set", setting->set);
    g_strv_builder_addv(words, (const char **)setting->options);
    if (setting->command) {
        g_strv_builder_add(words, "--");
        g_strv_builder_addv(words, (const char **)setting->command);
    }
    return g_strv_builder_end(words);
}

static struct study_point *point_new(const struct study *study, const unsigned *values,
                                     unsigned position)
{
    struct study_point *point = g_new0(struct study_point, 1);
    point->position = position;
    point->values = g_memdup2(values, study->axes->len * sizeof *values);
    add_setting(&point->setting, &study->common);
    for (unsigned axis = 0; axis < study->axes->len; axis++)
        add_setting(&point->setting, &value_of(study, values, axis)->setting);
    point->arguments = arguments_of(&point->setting);
    return point;
}

/* The next combination, the last axis first; false after the last one. */
static bool advance(const struct study *study, unsigned *values)
{
    for (unsigned axis = study->axes->len; axis-- > 0;) {
        const struct study_axis *a = study->axes->pdata[axis];
        if (++values[axis] < a->values->len)
            return true;
        values[axis] = 0;
    }
    return false;
}

GPtrArray *study_points(const struct study *study)
{
    GPtrArray *points = g_ptr_array_new_with_free_func(point_free);
    g_autofree unsigned *values = g_new0(unsigned, study->axes->len);
    do {
        if (!is_excluded(study, values))
            g_ptr_array_add(points, point_new(study, values, points->len));
    } while (advance(study, values));
    return points;
}

const char *study_point_label(const struct study *study, const struct study_point *point,
                              unsigned axis)
{
    return value_of(study, point->values, axis)->label;
}

char *study_point_text(const struct study *study, const struct study_point *point)
{
    GString *text = g_string_new(NULL);
    for (unsigned axis = 0; axis < study->axes->len; axis++) {
        const struct study_axis *a = study->axes->pdata[axis];
        g_string_append_printf(text, "%s%s=%s", axis > 0 ? ", " : "", a->name,
                               study_point_label(study, point, axis));
    }
    return g_string_free(text, FALSE);
}

/* "7" or "0-7". */
static bool read_range(const char *text, unsigned n, bool *chosen, GError **error)
{
    uint64_t first, last;
    g_auto(GStrv) ends = g_strsplit(text, "-", 2);
    const char *end = ends[0] && ends[1] ? ends[1] : ends[0];
    if (!ends[0] || !g_ascii_string_to_unsigned(ends[0], 10, 0, G_MAXUINT32, &first, NULL) ||
        !g_ascii_string_to_unsigned(end, 10, 0, G_MAXUINT32, &last, NULL) || first > last)
        return input_error_at(error, "--points", 0, "expected \"0-7,9\", found \"%s\"", text);
    if (last >= n)
        return input_error_at(error, "--points", 0,
                              "there is no point %" G_GUINT64_FORMAT "; the last one is %u", last,
                              n - 1);
    for (uint64_t i = first; i <= last; i++)
        chosen[i] = true;
    return true;
}

bool *study_select(const char *text, unsigned n, GError **error)
{
    g_auto(GStrv) ranges = g_strsplit(text, ",", -1);
    g_autofree bool *chosen = g_new0(bool, n);
    if (!ranges[0])
        return read_range(text, n, chosen, error) ? g_steal_pointer(&chosen) : NULL;
    for (unsigned i = 0; ranges[i]; i++)
        if (!read_range(ranges[i], n, chosen, error))
            return NULL;
    return g_steal_pointer(&chosen);
}
