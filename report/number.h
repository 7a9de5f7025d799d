/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as text, for people, for SVG and for CSV.
 *
 * Nothing here depends on the locale, so the same results give the same bytes.
 */
#ifndef SIMGPU_REPORT_NUMBER_H
#define SIMGPU_REPORT_NUMBER_H

#include <glib.h>
#include <stdbool.h>

/* A length in a drawing: two decimals at most, no trailing zeros, never "-0". */
void number_append_length(GString *text, double value);

/* The fewest digits that read back as the same double; "" for NAN. g_free. */
char *number_exact(double value);

/* For tables and labels on bars: thousands are grouped from 1,000 on, up to three decimals
 * below; "-" for NAN. g_free. */
char *number_for_people(double value);

/* The prefix of 1,000^n by which an axis up to `largest` is divided: "", "k", "M", "G", "T"; the
 * factor goes to *factor. */
const char *number_prefix(double largest, double *factor);

/* A tick's label on an axis whose ticks are `step` apart and reach `largest`: "0.25", "150k".
 * g_free. */
char *number_tick(double value, double step, double largest);

/* The number that a label stands for: "15", "16 KiB" (16384), "1.4 GHz", "2x". False: it is a name.
 */
bool number_of_label(const char *label, double *value);

#endif
