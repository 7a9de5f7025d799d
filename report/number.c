/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/number.h"
#include <math.h>
#include <string.h>

/* "1.500" becomes "1.5", "-0.00" becomes "0". */
static void trim(char *digits)
{
    char *end = digits + strlen(digits);
    if (strchr(digits, '.')) {
        while (end[-1] == '0')
            *--end = 0;
        if (end[-1] == '.')
            *--end = 0;
    }
    if (strcmp(digits, "-0") == 0)
        strcpy(digits, "0");
}

static void append_fixed(GString *text, double value, unsigned decimals)
{
    char format[16];
    char digits[G_ASCII_DTOSTR_BUF_SIZE + 320];
    g_snprintf(format, sizeof format, "%%.%uf", decimals);
    g_ascii_formatd(digits, sizeof digits, format, value);
    trim(digits);
    g_string_append(text, digits);
}

void number_append_length(GString *text, double value)
{
    append_fixed(text, value, 2);
}

char *number_exact(double value)
{
    if (isnan(value))
        return g_strdup("");
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_ascii_formatd(digits, sizeof digits, formats[i], value);
        if (g_ascii_strtod(digits, NULL) == value)
            break;
    }
    return g_strdup(digits);
}

static void group_thousands(GString *text)
{
    const char *point = strchr(text->str, '.');
    gssize at = point ? point - text->str : (gssize)text->len;
    gssize first = text->str[0] == '-' ? 1 : 0;
    for (at -= 3; at > first; at -= 3)
        g_string_insert_c(text, at, ',');
}

char *number_for_people(double value)
{
    if (isnan(value))
        return g_strdup("-");
    GString *text = g_string_new(NULL);
    double size = fabs(value);
    if (size > 0 && (size < 0.1 || size >= 1e15)) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.3g", value));
    } else if (size >= 1000) {
        append_fixed(text, value, 0);
        group_thousands(text);
    } else {
        append_fixed(text, value, size >= 100 ? 1 : size >= 10 ? 2 : 3);
    }
    return g_string_free(text, FALSE);
}

const char *number_prefix(double largest, double *factor)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T"};
    unsigned power = 0;
    *factor = 1;
    if (largest < 1e4)
        return prefixes[0];
    while (power + 1 < G_N_ELEMENTS(prefixes) && largest >= *factor * 1000) {
        *factor *= 1000;
        power++;
    }
    return prefixes[power];
}

char *number_tick(double value, double step, double largest)
{
    double factor;
    const char *prefix = number_prefix(largest, &factor);
    double unit = step / factor;
    unsigned decimals = 0;
    while (decimals < 12 && fabs(unit - nearbyint(unit)) > 1e-6 * unit) {
        unit *= 10;
        decimals++;
    }
    GString *text = g_string_new(NULL);
    append_fixed(text, value / factor, decimals);
    if (strcmp(text->str, "0") != 0)
        g_string_append(text, prefix);
    return g_string_free(text, FALSE);
}

bool number_of_label(const char *label, double *value)
{
    static const struct {
        const char *name;
        double factor;
    } units[] = {{"", 1},
                 {"x", 1},
                 {"%", 0.01},
                 {"K", 1024},
                 {"KB", 1024},
                 {"KiB", 1024},
                 {"MB", 1048576.0},
                 {"M", 1048576.0},
                 {"MiB", 1048576.0},
                 {"kHz", 1e3},
                 {"MHz", 1e6},
                 {"GHz", 1e9},
                 {"cycles", 1},
                 {"SMs", 1},
                 {"B", 1},
                 {"ns", 1e-9},
                 {"us", 1e-6},
                 {"ms", 1e-3},
                 {"s", 1},
                 {"GiB", 1073741824.0}};
    char *end;
    if (!g_ascii_isdigit(label[0]))
        return false;
    double number = g_ascii_strtod(label, &end);
    while (*end == ' ')
        end++;
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++)
        if (strcmp(end, units[i].name) == 0) {
            *value = number * units[i].factor;
            return true;
        }
    return false;
}
