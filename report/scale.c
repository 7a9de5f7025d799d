/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/scale.h"
#include <glib.h>
#include <math.h>

/* Rounding of the last bits must not add or lose a tick. */
#define SLACK 1e-9

static struct scale_step nice_step(double range, unsigned wanted)
{
    static const double factors[] = {1, 2, 2.5, 5};
    double raw = range / wanted;
    int exponent = (int)floor(log10(raw) + SLACK);
    double mantissa = raw / pow(10, exponent);
    for (unsigned i = 0; i < G_N_ELEMENTS(factors); i++)
        if (mantissa <= factors[i] * (1 + SLACK))
            return (struct scale_step){factors[i], exponent};
    return (struct scale_step){1, exponent + 1};
}

/* i steps; dividing by a whole power of ten gives 0.3 where multiplying gives 0.30000000000000004.
 */
static double multiple(struct scale_step nice, double i)
{
    if (nice.exponent < 0)
        return i * nice.factor / pow(10, -nice.exponent);
    return i * nice.factor * pow(10, nice.exponent);
}

void scale_set_exact(struct scale *scale, double low, double high)
{
    g_assert(low < high);
    scale->low = low;
    scale->high = high;
    scale->step = (struct scale_step){0};
    scale->logarithmic = false;
}

void scale_set_linear(struct scale *scale, double low, double high, unsigned wanted)
{
    if (low == high && low == 0)
        high = 1;
    else if (low == high)
        low > 0 ? (low = 0) : (high = 0);
    struct scale_step nice = nice_step(high - low, wanted);
    double step = multiple(nice, 1);
    scale->low = multiple(nice, floor(low / step + SLACK));
    scale->high = multiple(nice, ceil(high / step - SLACK));
    scale->step = nice;
    scale->logarithmic = false;
}

void scale_set_log(struct scale *scale, double low, double high)
{
    g_assert(low > 0 && low <= high);
    scale->low = low == high ? low / 2 : low;
    scale->high = low == high ? high * 2 : high;
    scale->logarithmic = true;
}

void scale_set_log_wide(struct scale *scale, double low, double high)
{
    double base = high / low <= 64 ? 2 : 10;
    scale_set_log(scale, pow(base, floor(log(low) / log(base) + SLACK)),
                  pow(base, ceil(log(high) / log(base) - SLACK)));
}

double scale_at(const struct scale *scale, double value)
{
    double part = scale->logarithmic ? log(value / scale->low) / log(scale->high / scale->low)
                                     : (value - scale->low) / (scale->high - scale->low);
    return scale->from + part * (scale->to - scale->from);
}

static void add(struct ticks *ticks, const struct scale *scale, double value)
{
    double slack = SLACK * (scale->high - scale->low);
    if (scale->logarithmic)
        slack = SLACK * value;
    if (ticks->n < MAX_TICKS && value >= scale->low - slack && value <= scale->high + slack)
        ticks->values[ticks->n++] = value;
}

static void linear_ticks(const struct scale *scale, unsigned wanted, struct ticks *ticks)
{
    struct scale_step nice = scale->step;
    if (nice.factor == 0)
        nice = nice_step(scale->high - scale->low, wanted);
    ticks->step = multiple(nice, 1);
    double first = ceil(scale->low / ticks->step - SLACK);
    double last = floor(scale->high / ticks->step + SLACK);
    for (double i = first; i <= last && ticks->n < MAX_TICKS; i++)
        add(ticks, scale, multiple(nice, i + 0.0));
}

static void log_ticks(const struct scale *scale, unsigned wanted, struct ticks *ticks)
{
    double ratio = scale->high / scale->low;
    if (ratio <= 256 * (1 + SLACK)) {
        for (int power = (int)floor(log2(scale->low)); power <= (int)ceil(log2(scale->high));
             power++)
            add(ticks, scale, exp2(power));
    } else {
        int low = (int)floor(log10(scale->low)), high = (int)ceil(log10(scale->high));
        bool fine = (unsigned)(high - low) * 3 <= wanted;
        for (int power = low; power <= high; power++) {
            add(ticks, scale, pow(10, power));
            if (fine) {
                add(ticks, scale, 2 * pow(10, power));
                add(ticks, scale, 5 * pow(10, power));
            }
        }
    }
    ticks->step = ticks->n > 0 ? ticks->values[0] : scale->low;
}

void scale_ticks(const struct scale *scale, unsigned wanted, struct ticks *ticks)
{
    *ticks = (struct ticks){0};
    if (scale->logarithmic)
        log_ticks(scale, wanted, ticks);
    else
        linear_ticks(scale, wanted, ticks);
}
