/* SPDX-License-Identifier: BSD-3-Clause */
/* Colours that people with any colour vision can tell apart, and that survive a grey printer.
 *
 * Source: Okabe and Ito, "Color Universal Design (CUD): How to make figures and presentations that
 *         are friendly to Colorblind people" (2002, revised 2008): the eight colours.
 * Differs: another order, in which neighbours differ in lightness; their black comes last and is
 *          dark grey. Hatching separates neighbours without any colour. The ramp of heat maps
 *          runs through two of these colours, and its lightness falls everywhere.
 */
#ifndef SIMGPU_REPORT_PALETTE_H
#define SIMGPU_REPORT_PALETTE_H

#include <glib.h>

enum { PALETTE_COLOURS = 8 };

/* "#rrggbb". After the eighth the colours begin again, with other hatching. */
const char *palette_colour(unsigned index);

/* The same for lines and their markers. Yellow comes last, since it is faint on white paper. */
const char *palette_line(unsigned index);

/* Black or white: the ink that you can read on this "#rrggbb". */
const char *palette_ink_on(const char *colour);

enum hatch { HATCH_NONE, HATCH_RISING, HATCH_FALLING, HATCH_CROSSED, HATCH_LEVEL };

enum hatch palette_hatch(unsigned index);

/* The dash of a line, as stroke-dasharray; NULL: solid. */
const char *palette_dash(unsigned index);

/* The colour of level 0, 1, ... of n, none of which is white. */
void palette_level(unsigned level, unsigned n, char colour[8]);

/* The colour of a heat map's value, with share 0 (white) to 1 (dark blue). */
void palette_ramp(double share, char colour[8]);

#endif
