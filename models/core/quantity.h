/* SPDX-License-Identifier: BSD-3-Clause */
/* Values with units, as people write them in platform files and on the command line.
 *
 * A value of a dimension needs its unit, and a unit of another dimension is an error. Otherwise a
 * latency of "20" could mean ns to a platform's author and cycles to us: it would run, and be
 * wrong. Decimal fractions are exact ("1.4GHz", "0.5ns"). A value that isn't a whole number of the
 * base unit is refused, never rounded. No sign, no spaces, no exponent.
 *
 * KB, MB and GB are refused with a hint, because half of the world means 1000 by them.
 *
 * Every function returns false with an INPUT_ERROR that says what was expected and what was found.
 * It names no place: the caller knows file and line, and puts them in front.
 */
#ifndef SIMGPU_MODELS_CORE_QUANTITY_H
#define SIMGPU_MODELS_CORE_QUANTITY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "models/core/time.h"

bool quantity_bytes(const char *text, uint64_t *bytes, GError **error);   /* B KiB MiB GiB */
bool quantity_hertz(const char *text, uint64_t *hertz, GError **error);   /* Hz kHz MHz GHz */
bool quantity_time(const char *text, sim_time *time, GError **error);     /* ps ns us ms s */
bool quantity_cycles(const char *text, uint64_t *cycles, GError **error); /* cycle cycles */
bool quantity_bytes_per_cycle(const char *text, uint64_t *bytes, GError **error); /* B/cycle */
bool quantity_bandwidth(const char *text, uint64_t *bytes,
                        GError **error);                                /* kBps MBps GBps TBps */
bool quantity_count(const char *text, uint64_t *count, GError **error); /* no unit */
bool quantity_energy(const char *text, uint64_t *femtojoules, GError **error); /* fJ pJ nJ */
bool quantity_power(const char *text, uint64_t *milliwatts, GError **error);   /* mW W */

/* A duration in cycles or in time; exactly one of the two is non-zero unless both are 0. */
bool quantity_cycles_or_time(const char *text, uint64_t *cycles, sim_time *time, GError **error);

/* Index of text in a NULL-terminated array of words. */
bool quantity_choice(const char *text, const char *const *words, unsigned *index, GError **error);

#endif
