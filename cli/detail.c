/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/detail.h"
#include "base/input_error.h"
#include <string.h>

struct detail_range {
    uint64_t first, last;
};

/* "3" or "3-5"; a word that does not begin with a digit is no range. */
static bool read_range(const char *word, struct detail_range *range, GError **error)
{
    g_auto(GStrv) ends = g_strsplit(word, "-", 2);
    const char *last = ends[1] ? ends[1] : ends[0];
    if (g_ascii_string_to_unsigned(ends[0], 10, 0, UINT32_MAX, &range->first, NULL) &&
        g_ascii_string_to_unsigned(last, 10, range->first, UINT32_MAX, &range->last, NULL))
        return true;
    return input_error_at(error, "--kernels", 0,
                          "expected launch numbers such as 3 or 3-5, or kernel names, found \"%s\"",
                          word);
}

bool detail_init(struct detail *detail, bool functional, const char *kernels, GError **error)
{
    *detail = (struct detail){.functional = functional};
    if (!kernels)
        return true;
    g_auto(GStrv) words = g_strsplit(kernels, ",", -1);
    GPtrArray *names = g_ptr_array_new();
    bool good = true;
    detail->ranges = g_array_new(FALSE, FALSE, sizeof(struct detail_range));
    for (char **word = words; *word && good; word++) {
        struct detail_range range;
        if (**word != '\0' && !g_ascii_isdigit(**word)) {
            g_ptr_array_add(names, g_strdup(*word));
        } else {
            good = read_range(*word, &range, error);
            if (good)
                g_array_append_val(detail->ranges, range);
        }
    }
    g_ptr_array_add(names, NULL);
    detail->names = (char **)g_ptr_array_free(names, FALSE);
    return good;
}

void detail_clear(struct detail *detail)
{
    g_clear_pointer(&detail->ranges, g_array_unref);
    g_clear_pointer(&detail->names, g_strfreev);
}

bool detail_wanted(const struct detail *detail, uint32_t number, const char *kernel)
{
    if (detail->functional)
        return false;
    if (!detail->ranges)
        return true;
    for (guint i = 0; i < detail->ranges->len; i++) {
        const struct detail_range *range = &g_array_index(detail->ranges, struct detail_range, i);
        if (range->first <= number && number <= range->last)
            return true;
    }
    return g_strv_contains((const char *const *)detail->names, kernel);
}
