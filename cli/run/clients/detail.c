/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/detail.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include <string.h>

/* A word of --kernels. */
struct detail_pick {
    char *word;
    bool is_name;
    uint64_t first, last; /* launch numbers, unless it is a name */
    bool matched;         /* by a launch */
};

static void free_pick(void *item)
{
    struct detail_pick *pick = item;
    g_free(pick->word);
    g_free(pick);
}

static bool is_identifier(const char *word)
{
    for (const char *c = word; *c; c++)
        if (!g_ascii_isalnum(*c) && !strchr("_$%", *c))
            return false;
    return *word != '\0' && !g_ascii_isdigit(*word);
}

/* "3" or "3-5". */
static bool read_range(const char *word, struct detail_pick *pick)
{
    if (!g_ascii_isdigit(*word))
        return false;
    g_auto(GStrv) ends = g_strsplit(word, "-", 2);
    const char *last = ends[1] ? ends[1] : ends[0];
    return g_ascii_string_to_unsigned(ends[0], 10, 0, UINT32_MAX, &pick->first, NULL) &&
           g_ascii_string_to_unsigned(last, 10, pick->first, UINT32_MAX, &pick->last, NULL);
}

bool detail_init(struct detail *detail, bool functional, const char *kernels, GError **error)
{
    *detail = (struct detail){.functional = functional};
    if (!kernels)
        return true;
    detail->picks = g_ptr_array_new_with_free_func(free_pick);
    g_auto(GStrv) words = g_strsplit(*kernels ? kernels : ",", ",", -1);
    for (char **word = words; *word; word++) {
        struct detail_pick *pick = g_new0(struct detail_pick, 1);
        g_ptr_array_add(detail->picks, pick);
        pick->word = g_strdup(*word);
        pick->is_name = is_identifier(*word);
        if (!pick->is_name && !read_range(*word, pick))
            return input_error_at(
                error, "--kernels", 0,
                "expected launch numbers such as 3 or 3-5, or kernel names, found \"%s\"", *word);
    }
    return true;
}

void detail_clear(struct detail *detail)
{
    g_clear_pointer(&detail->picks, g_ptr_array_unref);
}

/* A name in the PTX, or the plain one that C++ has made it of. */
static bool is_called(const char *kernel, const char *name)
{
    g_autofree char *plain = kernel_plain_name(kernel);
    return strcmp(kernel, name) == 0 || strcmp(plain, name) == 0;
}

bool detail_picked(const struct detail *detail, uint32_t number, const char *kernel)
{
    bool wanted = !detail->picks;
    for (guint i = 0; detail->picks && i < detail->picks->len; i++) {
        struct detail_pick *pick = detail->picks->pdata[i];
        bool matches = pick->is_name ? is_called(kernel, pick->word)
                                     : pick->first <= number && number <= pick->last;
        pick->matched |= matches;
        wanted |= matches;
    }
    return wanted;
}

bool detail_wanted(const struct detail *detail, uint32_t number, const char *kernel)
{
    return detail_picked(detail, number, kernel) && !detail->functional;
}

const char *detail_unmatched(const struct detail *detail, guint *from)
{
    while (detail->picks && *from < detail->picks->len) {
        const struct detail_pick *pick = detail->picks->pdata[(*from)++];
        if (!pick->matched)
            return pick->word;
    }
    return NULL;
}

bool detail_nothing_matched(const struct detail *detail)
{
    bool matched = !detail->picks;
    for (guint i = 0; detail->picks && i < detail->picks->len; i++)
        matched |= ((const struct detail_pick *)detail->picks->pdata[i])->matched;
    return !matched && !detail->functional;
}
