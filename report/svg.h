/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes SVG: elements with attributes, lengths with two decimals, text escaped.
 *
 * It uses presentation attributes and no style sheet, because a drawing may stand inside a page or
 * alone.
 */
#ifndef SIMGPU_REPORT_SVG_H
#define SIMGPU_REPORT_SVG_H

#include <glib.h>

struct svg {
    GString *text;
    const char *id; /* borrowed; the prefix of each id in this drawing */
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

#define SVG_INK   "#1a1a1a"
#define SVG_FAINT "#d8d8d8"
#define SVG_AXIS  "#555555"

/* <tag, its attributes, then either svg_close_empty, or svg_inside ... svg_close. */
void svg_open(struct svg *svg, const char *tag);
void svg_attribute(struct svg *svg, const char *name, const char *value);
void svg_length(struct svg *svg, const char *name, double value);
void svg_close_empty(struct svg *svg);
void svg_inside(struct svg *svg);
void svg_close(struct svg *svg, const char *tag);

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *stroke);

/* A rectangle in the colour and hatching of palette index; tooltip: NULL for none. */
void svg_block(struct svg *svg, double x, double y, double width, double height, unsigned index,
               const char *tooltip);
/* A rectangle of a colour, without outline. */
void svg_cell(struct svg *svg, double x, double y, double width, double height, const char *colour,
              const char *tooltip);

/* Text whose baseline is at y. */
void svg_text(struct svg *svg, double x, double y, enum anchor anchor, double size,
              const char *text);
/* ... turned by degrees (clockwise) around its place, with a white edge against what is behind it.
 */
void svg_text_turned(struct svg *svg, double x, double y, enum anchor anchor, double size,
                     double degrees, const char *text);
/* ... in a colour; bold. */
void svg_text_ink(struct svg *svg, double x, double y, enum anchor anchor, double size,
                  const char *colour, const char *text);
void svg_text_bold(struct svg *svg, double x, double y, double size, const char *text);

/* The marker of a line's points: circle, square, triangle, diamond, then these hollow. */
/* A mark beside what was measured: a ring. */
void svg_ring(struct svg *svg, double x, double y, const char *colour, const char *tooltip);
void svg_marker(struct svg *svg, double x, double y, unsigned index, const char *tooltip);

/* Begins a drawing: size, title for screen readers, hatching, white ground. */
void svg_begin(struct svg *svg, const char *id, double width, double height, const char *title);
/* g_free. */
char *svg_end(struct svg *svg);

#endif
