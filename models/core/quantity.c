/* SPDX-License-Identifier: BSD-3-Clause */
/* Values with units: a decimal number, then a unit from a short table, then nothing. */
#include "models/core/quantity.h"

#include <string.h>

#include "base/input_error.h"

struct unit {
    const char *name;
    uint64_t scale; /* in base units */
};

struct dimension {
    const char *what; /* "a size in B, KiB, MiB or GiB" */
    const char *base; /* plural of the base unit */
    struct unit units[6];
};

static const struct dimension sizes = {
    "a size with its unit (B, KiB, MiB, GiB)",
    "bytes",
    {{"B", 1}, {"KiB", UINT64_C(1) << 10}, {"MiB", UINT64_C(1) << 20}, {"GiB", UINT64_C(1) << 30}},
};
static const struct dimension frequencies = {
    "a frequency with its unit (Hz, kHz, MHz, GHz)",
    "Hz",
    {{"Hz", 1}, {"kHz", 1000}, {"MHz", 1000000}, {"GHz", 1000000000}},
};
static const struct dimension times = {
    "a time with its unit (ps, ns, us, ms, s)",
    "picoseconds",
    {{"ps", 1}, {"ns", 1000}, {"us", 1000000}, {"ms", 1000000000}, {"s", SIM_TIME_PER_SECOND}},
};
static const struct dimension cycle_counts = {
    "a number of cycles, such as 3cycles",
    "cycles",
    {{"cycles", 1}, {"cycle", 1}},
};
static const struct dimension widths = {
    "a width, such as 32B/cycle",
    "bytes a cycle",
    {{"B/cycle", 1}},
};
static const struct dimension bandwidths = {
    "a bandwidth with its unit (Bps, kBps, MBps, GBps, TBps)",
    "bytes a second",
    {{"Bps", 1},
     {"kBps", 1000},
     {"MBps", 1000000},
     {"GBps", 1000000000},
     {"TBps", UINT64_C(1000000000000)}},
};
static const struct dimension energies = {
    "an energy with its unit (fJ, pJ, nJ)",
    "femtojoules",
    {{"fJ", 1}, {"pJ", 1000}, {"nJ", 1000000}},
};
static const struct dimension powers = {
    "a power with its unit (mW, W)",
    "milliwatts",
    {{"mW", 1}, {"W", 1000}},
};
static const struct dimension counts = {"a whole number without a unit", "units", {{"", 1}}};

/* A decimal number as digits * 10^-decimals. Returns what follows it; NULL if there is none, or
 * if its digits overflow. */
static const char *read_decimal(const char *text, uint64_t *digits, unsigned *decimals)
{
    *digits = 0;
    *decimals = 0;
    bool point = false;
    const char *p = text;
    for (; g_ascii_isdigit(*p) || (*p == '.' && !point && p > text); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        if (__builtin_mul_overflow(*digits, 10, digits) ||
            __builtin_add_overflow(*digits, (uint64_t)(*p - '0'), digits))
            return NULL;
        *decimals += point;
    }
    return p > text && p[-1] != '.' ? p : NULL;
}

static const char *hint(const char *unit)
{
    static const char *const ambiguous[] = {"KB", "kB", "MB", "GB", "K", "k", "M", "G"};
    for (size_t i = 0; i < G_N_ELEMENTS(ambiguous); i++)
        if (strcmp(unit, ambiguous[i]) == 0)
            return ", which may mean powers of 1000 or of 1024: write KiB, MiB or GiB";
    return "";
}

static bool refuse(const struct dimension *dimension, const char *text, const char *why,
                   GError **error)
{
    g_set_error(error, INPUT_ERROR, 0, "expected %s, found '%s'%s", dimension->what, text, why);
    return false;
}

static bool parse(const struct dimension *dimension, const char *text, uint64_t *out,
                  GError **error)
{
    uint64_t digits;
    unsigned decimals;
    const char *name = read_decimal(text, &digits, &decimals);
    if (name == NULL)
        return refuse(dimension, text, "", error);
    const struct unit *unit = dimension->units;
    while (unit->name != NULL && strcmp(unit->name, name) != 0)
        unit++;
    if (unit->name == NULL) {
        const char *why = *name == '\0'         ? ", which has no unit"
                          : dimension == &sizes ? hint(name)
                                                : "";
        return refuse(dimension, text, why, error);
    }
    __extension__ unsigned __int128 value = digits;
    value *= unit->scale;
    for (; decimals > 0; decimals--) {
        if (value % 10 != 0) {
            g_set_error(error, INPUT_ERROR, 0, "'%s' is not a whole number of %s", text,
                        dimension->base);
            return false;
        }
        value /= 10;
    }
    if (value >= UINT64_MAX)
        return refuse(dimension, text, ", which is too large", error);
    *out = (uint64_t)value;
    return true;
}

bool quantity_bytes(const char *text, uint64_t *bytes, GError **error)
{
    return parse(&sizes, text, bytes, error);
}

bool quantity_hertz(const char *text, uint64_t *hertz, GError **error)
{
    return parse(&frequencies, text, hertz, error);
}

bool quantity_time(const char *text, sim_time *time, GError **error)
{
    return parse(&times, text, time, error);
}

bool quantity_cycles(const char *text, uint64_t *cycles, GError **error)
{
    return parse(&cycle_counts, text, cycles, error);
}

bool quantity_bytes_per_cycle(const char *text, uint64_t *bytes, GError **error)
{
    return parse(&widths, text, bytes, error);
}

bool quantity_count(const char *text, uint64_t *count, GError **error)
{
    return parse(&counts, text, count, error);
}

bool quantity_bandwidth(const char *text, uint64_t *bytes, GError **error)
{
    return parse(&bandwidths, text, bytes, error);
}

bool quantity_energy(const char *text, uint64_t *femtojoules, GError **error)
{
    return parse(&energies, text, femtojoules, error);
}

bool quantity_power(const char *text, uint64_t *milliwatts, GError **error)
{
    return parse(&powers, text, milliwatts, error);
}

bool quantity_cycles_or_time(const char *text, uint64_t *cycles, sim_time *time, GError **error)
{
    uint64_t in_cycles = 0;
    sim_time in_time = 0;
    if (!parse(&cycle_counts, text, &in_cycles, NULL) && !parse(&times, text, &in_time, NULL)) {
        g_set_error(error, INPUT_ERROR, 0,
                    "expected a duration such as 3cycles or 20ns, found '%s'", text);
        return false;
    }
    *cycles = in_cycles;
    *time = in_time;
    return true;
}

bool quantity_choice(const char *text, const char *const *words, unsigned *index, GError **error)
{
    for (unsigned i = 0; words[i] != NULL; i++)
        if (strcmp(text, words[i]) == 0) {
            *index = i;
            return true;
        }
    g_autofree char *list = g_strjoinv(", ", (char **)words);
    g_set_error(error, INPUT_ERROR, 0, "expected one of %s; found '%s'", list, text);
    return false;
}
