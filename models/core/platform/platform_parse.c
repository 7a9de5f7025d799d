/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_parse.h"
#include <stdio.h>
#include <string.h>

#include "base/input_error.h"
#include "models/core/platform/platform_build.h"
#include "models/core/platform/platform_difference.h"

enum element { PLATFORM, ZONE, CLUSTER, HOST, LINK, PROP, ZONE_ROUTE, ROUTE, LINK_CTN, ELEMENTS };

enum { MAX_ATTRIBUTES = 8, MAX_DEPTH = 16 };

struct attribute {
    const char *name;
    const char *fallback; /* NULL: mandatory */
};

struct element_rule {
    const char *name;
    unsigned parents; /* bits 1 << enum element */
    unsigned phase;   /* children of a zone come in ascending order of it */
    struct attribute attributes[MAX_ATTRIBUTES + 1];
};

static const struct element_rule rules[ELEMENTS] = {
    [PLATFORM] = {"platform", 0, 0, {{"version", NULL}}},
    [ZONE] = {"zone", 1 << PLATFORM | 1 << ZONE, 1, {{"id", NULL}, {"routing", NULL}}},
    [CLUSTER] = {"cluster",
                 1 << ZONE,
                 1,
                 {{"id", NULL},
                  {"prefix", NULL},
                  {"suffix", NULL},
                  {"radical", NULL},
                  {"speed", NULL},
                  {"bw", NULL},
                  {"lat", NULL},
                  {"core", "1"}}},
    [HOST] = {"host", 1 << ZONE, 1, {{"id", NULL}, {"speed", NULL}, {"core", "1"}}},
    [LINK] = {"link",
              1 << ZONE,
              1,
              {{"id", NULL}, {"bandwidth", NULL}, {"latency", NULL}, {"sharing_policy", "SHARED"}}},
    [PROP] = {"prop", 1 << ZONE | 1 << CLUSTER | 1 << HOST, 0, {{"id", NULL}, {"value", NULL}}},
    [ZONE_ROUTE] = {"zoneRoute",
                    1 << ZONE,
                    2,
                    {{"src", NULL},
                     {"dst", NULL},
                     {"gw_src", NULL},
                     {"gw_dst", NULL},
                     {"symmetrical", "YES"}}},
    [ROUTE] = {"route", 1 << ZONE, 2, {{"src", NULL}, {"dst", NULL}, {"symmetrical", "YES"}}},
    [LINK_CTN] = {"link_ctn",
                  1 << ZONE_ROUTE | 1 << ROUTE,
                  0,
                  {{"id", NULL}, {"direction", "NONE"}}},
};

struct open_element {
    enum element element;
    struct platform_group *group;       /* the element itself, or NULL */
    struct platform_route *route;       /* likewise */
    enum element last_child;            /* the latest in phase 1 or 2; PROP if none yet */
    bool of_zones, of_hosts, has_links; /* a zone's members so far */
};

struct reader {
    struct platform *platform;
    struct platform_difference *difference; /* NULL: the file is based on no other one */
    unsigned line;                          /* of the latest '<' */
    unsigned depth;
    bool rooted; /* the outermost zone has been seen */
    struct open_element open[MAX_DEPTH];
};

static bool refuse_name(const struct reader *reader, const char *what, const char *name,
                        const GPtrArray *known, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < known->len; i++)
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", (const char *)known->pdata[i]);
    return input_error_at(error, reader->platform->path, reader->line,
                          "unknown %s '%s' (known: %s)", what, name, list->str);
}

static bool find_element(const struct reader *reader, const char *name, enum element *element,
                         GError **error)
{
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (unsigned e = 0; e < ELEMENTS; e++) {
        if (strcmp(rules[e].name, name) == 0) {
            *element = (enum element)e;
            return true;
        }
        g_ptr_array_add(known, (char *)rules[e].name);
    }
    return refuse_name(reader, "element", name, known, error);
}

/* May `element` stand here, inside `parent`? */
static bool check_place(const struct reader *reader, struct open_element *parent,
                        enum element element, GError **error)
{
    const char *file = reader->platform->path;
    const struct element_rule *rule = &rules[element];
    if (parent == NULL || !(rule->parents & 1u << parent->element)) {
        if (parent == NULL && element == PLATFORM)
            return true;
        return input_error_at(error, file, reader->line, "<%s> cannot stand %s%s%s", rule->name,
                              parent ? "inside <" : "outermost: a file is one <platform",
                              parent ? rules[parent->element].name : "", ">");
    }
    if (parent->element == PLATFORM && reader->rooted)
        return input_error_at(error, file, reader->line,
                              "this is a second outermost <zone>; put both into one");
    if (reader->difference != NULL && element != PROP)
        return input_error_at(
            error, file, reader->line,
            "<%s> in a file that is based on another one; such a file may only have <prop>",
            rule->name);
    if (parent->element != ZONE)
        return true;
    if (rule->phase < rules[parent->last_child].phase)
        return input_error_at(error, file, reader->line,
                              "<%s> after <%s>: a zone has its props first, then its members "
                              "and links, then its routes",
                              rule->name, rules[parent->last_child].name);
    if (parent->has_links && (element == ZONE || element == CLUSTER))
        return input_error_at(error, file, reader->line,
                              "<%s> after <link>: SimGrid wants zones and clusters before links",
                              rule->name);
    parent->last_child = element;
    parent->has_links |= element == LINK;
    parent->of_zones |= element == ZONE || element == CLUSTER || element == ZONE_ROUTE;
    parent->of_hosts |= element == HOST || element == ROUTE;
    if (parent->of_zones && parent->of_hosts)
        return input_error_at(error, file, reader->line,
                              "<%s> in a zone of %s; give it a zone of its own", rule->name,
                              element == HOST || element == ROUTE ? "zones" : "hosts");
    return true;
}

/* Sorts attributes into the rule's order. */
static bool collect_attributes(const struct reader *reader, const struct element_rule *rule,
                               const char **names, const char **given, const char **values,
                               GError **error)
{
    const char *file = reader->platform->path;
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (const struct attribute *a = rule->attributes; a->name != NULL; a++)
        g_ptr_array_add(known, (char *)a->name);
    for (; *names != NULL; names++, given++) {
        guint i;
        if (!g_ptr_array_find_with_equal_func(known, *names, g_str_equal, &i)) {
            g_autofree char *what = g_strdup_printf("attribute of <%s>", rule->name);
            return refuse_name(reader, what, *names, known, error);
        }
        if (values[i] != NULL)
            return input_error_at(error, file, reader->line, "attribute %s of <%s> given twice",
                                  *names, rule->name);
        values[i] = *given;
    }
    for (guint i = 0; i < known->len; i++) {
        if (values[i] == NULL)
            values[i] = rule->attributes[i].fallback;
        if (values[i] == NULL)
            return input_error_at(error, file, reader->line, "<%s> has no attribute %s", rule->name,
                                  (const char *)known->pdata[i]);
    }
    return true;
}

/* A <prop> of `group`, or one that sets something in the base. */
static bool build_property(struct reader *reader, struct platform_group *group, const char **values,
                           GError **error)
{
    struct platform *platform = reader->platform;
    if (reader->difference != NULL)
        return platform_add_setting(platform, reader->difference, values, reader->line, error);
    if (strcmp(values[0], "based_on") != 0)
        return platform_add_property(group, values, reader->line, error);
    reader->difference = platform_add_difference(platform, group, values[1], reader->line, error);
    return reader->difference != NULL;
}

/* Hands an element on; sets what it opened. */
static bool build(struct reader *reader, const struct open_element *parent,
                  struct open_element *opened, const char **values, GError **error)
{
    struct platform *platform = reader->platform;
    unsigned line = reader->line;
    struct platform_group *group = parent != NULL ? parent->group : NULL;
    switch (opened->element) {
    case PLATFORM:
        return strcmp(values[0], "4.1") == 0 ||
               input_error_at(error, platform->path, line,
                              "expected platform version 4.1, found '%s'", values[0]);
    case ZONE:
        reader->rooted = true;
        opened->group = platform_add_zone(platform, group, values, line, error);
        return opened->group != NULL;
    case CLUSTER:
        opened->group = platform_add_cluster(platform, group, values, line, error);
        return opened->group != NULL;
    case HOST:
        opened->group = platform_add_host(platform, group, values, line, error);
        return opened->group != NULL;
    case LINK:
        return platform_add_link(platform, group, values, line, error);
    case PROP:
        return build_property(reader, group, values, error);
    case ZONE_ROUTE:
    case ROUTE:
        opened->route =
            platform_add_route(platform, group, opened->element == ZONE_ROUTE, values, line, error);
        return opened->route != NULL;
    case LINK_CTN:
        return platform_add_link_use(platform, parent->route, values, line, error);
    case ELEMENTS:
        break;
    }
    g_assert_not_reached();
}

static void start_element(GMarkupParseContext *context, const char *name, const char **names,
                          const char **given, gpointer data, GError **error)
{
    (void)context;
    struct reader *reader = data;
    struct open_element *parent = reader->depth > 0 ? &reader->open[reader->depth - 1] : NULL;
    struct open_element opened = {.last_child = PROP};
    const char *values[MAX_ATTRIBUTES] = {NULL};
    if (!find_element(reader, name, &opened.element, error) ||
        !check_place(reader, parent, opened.element, error) ||
        !collect_attributes(reader, &rules[opened.element], names, given, values, error) ||
        !build(reader, parent, &opened, values, error))
        return;
    if (reader->depth == MAX_DEPTH) {
        input_error_at(error, reader->platform->path, reader->line,
                       "elements are nested more than %d deep", MAX_DEPTH);
        return;
    }
    reader->open[reader->depth++] = opened;
}

static void end_element(GMarkupParseContext *context, const char *name, gpointer data,
                        GError **error)
{
    (void)context;
    (void)name;
    (void)error;
    struct reader *reader = data;
    reader->depth--;
}

static void text_between(GMarkupParseContext *context, const char *text, gsize length,
                         gpointer data, GError **error)
{
    (void)context;
    struct reader *reader = data;
    for (gsize i = 0; i < length; i++)
        if (!g_ascii_isspace(text[i])) {
            input_error_at(error, reader->platform->path, reader->line,
                           "text outside of elements: '%.*s'", (int)MIN(length - i, 20), text + i);
            return;
        }
}

/* GMarkup's own errors say "Error on line L char C: what"; they get our form. */
static void translate_error(const struct reader *reader, GMarkupParseContext *context,
                            GError **error)
{
    if ((*error)->domain != G_MARKUP_ERROR)
        return;
    int line = 1;
    int start = 0;
    g_autofree char *message = g_strdup((*error)->message);
    if (sscanf(message, "Error on line %d char %*d: %n", &line, &start) < 1 || start == 0)
        g_markup_parse_context_get_position(context, &line, NULL);
    g_clear_error(error);
    input_error_at(error, reader->platform->path, (unsigned)line, "%s", message + start);
}

/* Feeds the text tag by tag, so that reader->line is the line on which a tag begins (GMarkup
 * only knows where it ends). A '<' stands nowhere else, except in comments, where it is harmless.
 */
static bool feed(struct reader *reader, GMarkupParseContext *context, const char *text,
                 gsize length, GError **error)
{
    const char *end = text + length;
    reader->line = 1;
    for (const char *from = text; from < end;) {
        const char *next = memchr(from + 1, '<', (size_t)(end - from - 1));
        if (next == NULL)
            next = end;
        if (!g_markup_parse_context_parse(context, from, next - from, error))
            return false;
        for (; from < next; from++)
            reader->line += *from == '\n';
    }
    return g_markup_parse_context_end_parse(context, error);
}

bool platform_parse(struct platform *platform, const char *text, gsize length, GError **error)
{
    static const GMarkupParser callbacks = {
        .start_element = start_element, .end_element = end_element, .text = text_between};
    struct reader reader = {.platform = platform};
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&callbacks, G_MARKUP_TREAT_CDATA_AS_TEXT, &reader, NULL);
    GError *failure = NULL;
    if (!feed(&reader, context, text, length, &failure)) {
        translate_error(&reader, context, &failure);
        g_propagate_error(error, failure);
        return false;
    }
    if (!reader.rooted)
        return input_error_at(error, platform->path, reader.line, "<platform> has no <zone>");
    return true;
}
