/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/palette.h"
#include <stdlib.h>

const char *palette_colour(unsigned index)
{
    static const char *const colours[PALETTE_COLOURS] = {
        "#0072b2", "#e69f00", "#009e73", "#f0e442", "#d55e00", "#56b4e9", "#cc79a7", "#3c3c3c"};
    return colours[index % PALETTE_COLOURS];
}

const char *palette_line(unsigned index)
{
    static const unsigned order[PALETTE_COLOURS] = {0, 1, 2, 4, 6, 5, 7, 3};
    return palette_colour(order[index % PALETTE_COLOURS]);
}

static unsigned channel(const char *colour, unsigned index)
{
    return (unsigned)(g_ascii_xdigit_value(colour[1 + 2 * index]) * 16 +
                      g_ascii_xdigit_value(colour[2 + 2 * index]));
}

/* The weights are those of ITU-R BT.709's luma. */
const char *palette_ink_on(const char *colour)
{
    unsigned light =
        2126 * channel(colour, 0) + 7152 * channel(colour, 1) + 722 * channel(colour, 2);
    return light < 10000 * 128 ? "#ffffff" : "#000000";
}

enum hatch palette_hatch(unsigned index)
{
    static const enum hatch first[PALETTE_COLOURS] = {HATCH_NONE,    HATCH_RISING, HATCH_NONE,
                                                      HATCH_FALLING, HATCH_NONE,   HATCH_CROSSED,
                                                      HATCH_NONE,    HATCH_LEVEL};
    static const enum hatch later[PALETTE_COLOURS] = {HATCH_LEVEL,   HATCH_NONE,    HATCH_RISING,
                                                      HATCH_NONE,    HATCH_FALLING, HATCH_NONE,
                                                      HATCH_CROSSED, HATCH_NONE};
    return index / PALETTE_COLOURS % 2 == 0 ? first[index % PALETTE_COLOURS]
                                            : later[index % PALETTE_COLOURS];
}

const char *palette_dash(unsigned index)
{
    static const char *const dashes[] = {NULL, "7 3", "2 2", "9 3 2 3"};
    return dashes[(index + index / PALETTE_COLOURS) % G_N_ELEMENTS(dashes)];
}

void palette_ramp(double share, char colour[8])
{
    static const unsigned char stops[][3] = {
        {255, 255, 255}, {86, 180, 233}, {0, 114, 178}, {0, 38, 77}};
    enum { PARTS = G_N_ELEMENTS(stops) - 1 };
    double at = CLAMP(share, 0, 1) * PARTS;
    unsigned part = at >= PARTS ? PARTS - 1 : (unsigned)at;
    unsigned mixed[3];
    for (unsigned i = 0; i < 3; i++)
        mixed[i] =
            (unsigned)(stops[part][i] + (at - part) * (stops[part + 1][i] - stops[part][i]) + 0.5);
    g_snprintf(colour, 8, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
}

void palette_level(unsigned level, unsigned n, char colour[8])
{
    palette_ramp((level + 1.0) / n, colour);
}
