/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/findings.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include <string.h>

struct rule {
    char *checker, *file, *function;
};

struct key {
    uint64_t lines; /* places of the two lines */
    uint32_t what;
};

struct findings {
    const struct sites *sites;
    const uint32_t *now;
    GPtrArray *all;     /* struct finding */
    GHashTable *by_key; /* struct key -> finding */
    GHashTable *places; /* "file:line kernel" -> number, from 1 */
    GArray *place_of;   /* uint32_t by site; 0: not known yet */
    GPtrArray *rules;
};

static const struct {
    enum checker checker;
    const char *name;
} names[] = {{CHECK_RACE, "race"},
             {CHECK_MEMORY, "memory"},
             {CHECK_INIT, "init"},
             {CHECK_SYNC, "sync"},
             {CHECK_LEAK, "leak"}};

static void finding_free(void *item)
{
    struct finding *finding = item;
    g_free(finding->title);
    g_free(finding->detail);
    g_free(finding->advice);
    g_free(finding);
}

static void rule_free(void *item)
{
    struct rule *rule = item;
    g_free(rule->checker);
    g_free(rule->file);
    g_free(rule->function);
    g_free(rule);
}

static guint key_hash(gconstpointer item)
{
    const struct key *key = item;
    return (guint)((key->lines * UINT64_C(0x9e3779b97f4a7c15)) >> 32) ^ key->what;
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
    const struct key *left = a, *right = b;
    return left->lines == right->lines && left->what == right->what;
}

struct findings *findings_new(const struct sites *sites, const uint32_t *now)
{
    struct findings *findings = g_new0(struct findings, 1);
    findings->sites = sites;
    findings->now = now;
    findings->all = g_ptr_array_new_with_free_func(finding_free);
    findings->by_key = g_hash_table_new_full(key_hash, key_equal, g_free, NULL);
    findings->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    findings->place_of = g_array_new(FALSE, TRUE, sizeof(uint32_t));
    findings->rules = g_ptr_array_new_with_free_func(rule_free);
    return findings;
}

void findings_free(struct findings *findings)
{
    if (!findings)
        return;
    g_hash_table_destroy(findings->by_key);
    g_hash_table_destroy(findings->places);
    g_array_free(findings->place_of, TRUE);
    g_ptr_array_unref(findings->rules);
    g_ptr_array_unref(findings->all);
    g_free(findings);
}

/* ---- entries ------------------------------------------------------------------------------- */

static uint32_t place_of(struct findings *findings, uint32_t number)
{
    if (number == NO_SITE)
        return 0;
    if (number >= findings->place_of->len)
        g_array_set_size(findings->place_of, number + 1);
    uint32_t known = g_array_index(findings->place_of, uint32_t, number);
    if (known != 0)
        return known;
    const struct site *site = sites_at(findings->sites, number);
    uint32_t line;
    const char *file = site_file(site, &line);
    char *text = g_strdup_printf("%s:%u %s", file, line, site->code->name);
    known = GPOINTER_TO_UINT(g_hash_table_lookup(findings->places, text));
    if (known == 0) {
        known = g_hash_table_size(findings->places) + 1;
        g_hash_table_insert(findings->places, text, GUINT_TO_POINTER(known));
    } else {
        g_free(text);
    }
    g_array_index(findings->place_of, uint32_t, number) = known;
    return known;
}

static struct finding *add(struct findings *findings, enum checker checker, unsigned what,
                           uint32_t site_a, uint32_t site_b)
{
    struct finding *finding = g_new0(struct finding, 1);
    *finding = (struct finding){.checker = checker,
                                .what = what,
                                .site = {site_a, site_b},
                                .count = 1,
                                .when = 2 * (uint64_t)*findings->now + 1};
    g_ptr_array_add(findings->all, finding);
    return finding;
}

struct finding *findings_add(struct findings *findings, enum checker checker, unsigned what)
{
    return add(findings, checker, what, NO_SITE, NO_SITE);
}

static struct finding *note(struct findings *findings, enum checker checker, unsigned what,
                            uint32_t site_a, uint32_t site_b, uint64_t n)
{
    const uint64_t a = place_of(findings, site_a), b = place_of(findings, site_b);
    const struct key key = {MIN(a, b) << 32 | MAX(a, b), (uint32_t)checker << 16 | what};
    struct finding *known = g_hash_table_lookup(findings->by_key, &key);
    if (known) {
        known->count += n;
        return NULL;
    }
    struct finding *finding = add(findings, checker, what, site_a, site_b);
    finding->count = n;
    g_hash_table_insert(findings->by_key, g_memdup2(&key, sizeof key), finding);
    return finding;
}

struct finding *findings_note(struct findings *findings, enum checker checker, unsigned what,
                              uint32_t site_a, uint32_t site_b)
{
    return note(findings, checker, what, site_a, site_b, 1);
}

struct finding *findings_note_late(struct findings *findings, enum checker checker, unsigned what,
                                   uint32_t site_a, uint32_t site_b, uint64_t n, uint32_t stamp)
{
    struct finding *finding = note(findings, checker, what, site_a, site_b, n);
    if (finding) /* behind what was found before this instruction, and before what came after it */
        finding->when = 2 * (uint64_t)stamp;
    return finding;
}

/* ---- suppressions -------------------------------------------------------------------------- */

bool findings_suppress(struct findings *findings, const char *file, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(file, &text, NULL, error))
        return false;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        g_strdelimit(lines[i], "\t\r", ' ');
        const char *line = g_strstrip(lines[i]);
        if (line[0] == 0 || line[0] == '#')
            continue;
        g_auto(GStrv) words = g_strsplit(line, " ", 3);
        if (g_strv_length(words) != 3)
            return input_error_at(error, file, i + 1,
                                  "expected CHECKER FILE FUNCTION, each may be *");
        struct rule *rule = g_new(struct rule, 1);
        *rule =
            (struct rule){g_strdup(words[0]), g_strdup(words[1]), g_strdup(g_strstrip(words[2]))};
        g_ptr_array_add(findings->rules, rule);
    }
    return true;
}

static bool file_fits(const char *pattern, const char *path)
{
    g_autofree char *ends = g_strconcat("*/", pattern, NULL);
    return g_pattern_match_simple(pattern, path) || g_pattern_match_simple(ends, path);
}

static bool site_fits(const struct findings *findings, const struct rule *rule, uint32_t number)
{
    if (number == NO_SITE)
        return false;
    const struct site *site = sites_at(findings->sites, number);
    uint32_t line;
    g_autofree char *name = kernel_plain_name(site->code->name);
    return file_fits(rule->file, site_file(site, &line)) &&
           (g_pattern_match_simple(rule->function, name) ||
            g_pattern_match_simple(rule->function, site->code->name));
}

static bool is_suppressed(const struct findings *findings, const struct finding *finding)
{
    for (guint i = 0; i < findings->rules->len; i++) {
        const struct rule *rule = findings->rules->pdata[i];
        if (!g_pattern_match_simple(rule->checker, checker_name(finding->checker)))
            continue;
        if (site_fits(findings, rule, finding->site[0]) ||
            site_fits(findings, rule, finding->site[1]) ||
            (finding->site[0] == NO_SITE && strcmp(rule->file, "*") == 0 &&
             strcmp(rule->function, "*") == 0))
            return true;
    }
    return false;
}

/* ---- lists --------------------------------------------------------------------------------- */

static int by_weight(gconstpointer a, gconstpointer b)
{
    const struct finding *left = *(struct finding *const *)a, *right = *(struct finding *const *)b;
    if (left->note != right->note)
        return left->note ? 1 : -1;
    if (left->count != right->count)
        return left->count > right->count ? -1 : 1;
    return left->when < right->when ? -1 : left->when > right->when;
}

GPtrArray *findings_sorted(const struct findings *findings, uint64_t *suppressed)
{
    GPtrArray *sorted = g_ptr_array_new();
    *suppressed = 0;
    for (guint i = 0; i < findings->all->len; i++) {
        if (is_suppressed(findings, findings->all->pdata[i]))
            ++*suppressed;
        else
            g_ptr_array_add(sorted, findings->all->pdata[i]);
    }
    g_ptr_array_sort(sorted, by_weight); /* stable: ties stay in the order of finding */
    return sorted;
}

unsigned findings_errors(const struct findings *findings)
{
    uint64_t suppressed;
    g_autoptr(GPtrArray) sorted = findings_sorted(findings, &suppressed);
    unsigned n = 0;
    for (guint i = 0; i < sorted->len; i++)
        n += !((const struct finding *)sorted->pdata[i])->note;
    return n;
}

const char *checker_name(enum checker checker)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i].checker == checker)
            return names[i].name;
    return "";
}

unsigned checkers_parse(const char *words, GError **error)
{
    unsigned checkers = 0;
    g_auto(GStrv) each = g_strsplit(words, ",", -1);
    for (unsigned i = 0; each[i]; i++) {
        unsigned found = strcmp(each[i], "all") == 0 ? CHECK_ALL : 0;
        for (unsigned k = 0; k < G_N_ELEMENTS(names); k++)
            if (strcmp(each[i], names[k].name) == 0)
                found = names[k].checker;
        if (found == 0) {
            input_error_at(error, "--sanitize", 0,
                           "expected memory, race, init, sync, leak or all, found \"%s\"", each[i]);
            return 0;
        }
        checkers |= found;
    }
    return checkers;
}
