/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/number.h"
#include "report/palette.h"
#include "report/text.h"

void svg_open(struct svg *svg, const char *tag)
{
    g_string_append_c(svg->text, '<');
    g_string_append(svg->text, tag);
}

void svg_attribute(struct svg *svg, const char *name, const char *value)
{
    g_string_append_printf(svg->text, " %s=\"", name);
    text_append_escaped(svg->text, value);
    g_string_append_c(svg->text, '"');
}

void svg_length(struct svg *svg, const char *name, double value)
{
    g_string_append_printf(svg->text, " %s=\"", name);
    number_append_length(svg->text, value);
    g_string_append_c(svg->text, '"');
}

void svg_close_empty(struct svg *svg)
{
    g_string_append(svg->text, "/>\n");
}

void svg_inside(struct svg *svg)
{
    g_string_append_c(svg->text, '>');
}

void svg_close(struct svg *svg, const char *tag)
{
    g_string_append_printf(svg->text, "</%s>\n", tag);
}

/* Ends an element whose attributes are written. */
static void close_with(struct svg *svg, const char *tag, const char *tooltip)
{
    if (!tooltip) {
        svg_close_empty(svg);
        return;
    }
    svg_inside(svg);
    g_string_append(svg->text, "<title>");
    text_append_escaped(svg->text, tooltip);
    g_string_append(svg->text, "</title>");
    svg_close(svg, tag);
}

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *stroke)
{
    svg_open(svg, "line");
    svg_length(svg, "x1", x1);
    svg_length(svg, "y1", y1);
    svg_length(svg, "x2", x2);
    svg_length(svg, "y2", y2);
    svg_attribute(svg, "stroke", stroke);
    svg_close_empty(svg);
}

static void rectangle(struct svg *svg, double x, double y, double width, double height)
{
    svg_open(svg, "rect");
    svg_length(svg, "x", x);
    svg_length(svg, "y", y);
    svg_length(svg, "width", width);
    svg_length(svg, "height", height);
}

void svg_cell(struct svg *svg, double x, double y, double width, double height, const char *colour,
              const char *tooltip)
{
    rectangle(svg, x, y, width, height);
    svg_attribute(svg, "fill", colour);
    close_with(svg, "rect", tooltip);
}

void svg_block(struct svg *svg, double x, double y, double width, double height, unsigned index,
               const char *tooltip)
{
    enum hatch hatch = palette_hatch(index);
    rectangle(svg, x, y, width, height);
    svg_attribute(svg, "fill", palette_colour(index));
    svg_attribute(svg, "stroke", SVG_INK);
    svg_attribute(svg, "stroke-width", "0.5");
    close_with(svg, "rect", hatch == HATCH_NONE ? tooltip : NULL);
    if (hatch == HATCH_NONE)
        return;
    rectangle(svg, x, y, width, height);
    g_string_append_printf(svg->text, " fill=\"url(#%s-h%d)\"", svg->id, (int)hatch);
    close_with(svg, "rect", tooltip);
}

/* Leaves the element open for more attributes. */
static void begin_text(struct svg *svg, double x, double y, enum anchor anchor, double size)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    svg_open(svg, "text");
    svg_length(svg, "x", x);
    svg_length(svg, "y", y);
    svg_length(svg, "font-size", size);
    if (anchors[anchor])
        svg_attribute(svg, "text-anchor", anchors[anchor]);
}

static void end_text(struct svg *svg, const char *text)
{
    svg_inside(svg);
    text_append_escaped(svg->text, text);
    svg_close(svg, "text");
}

void svg_text(struct svg *svg, double x, double y, enum anchor anchor, double size,
              const char *text)
{
    if (!*text)
        return;
    begin_text(svg, x, y, anchor, size);
    end_text(svg, text);
}

void svg_text_ink(struct svg *svg, double x, double y, enum anchor anchor, double size,
                  const char *colour, const char *text)
{
    if (!*text)
        return;
    begin_text(svg, x, y, anchor, size);
    svg_attribute(svg, "fill", colour);
    end_text(svg, text);
}

void svg_text_bold(struct svg *svg, double x, double y, double size, const char *text)
{
    if (!*text)
        return;
    begin_text(svg, x, y, ANCHOR_START, size);
    svg_attribute(svg, "font-weight", "bold");
    end_text(svg, text);
}

void svg_text_turned(struct svg *svg, double x, double y, enum anchor anchor, double size,
                     double degrees, const char *text)
{
    if (!*text)
        return;
    begin_text(svg, x, y, anchor, size);
    g_string_append(svg->text, " transform=\"rotate(");
    number_append_length(svg->text, degrees);
    g_string_append_c(svg->text, ' ');
    number_append_length(svg->text, x);
    g_string_append_c(svg->text, ' ');
    number_append_length(svg->text, y);
    g_string_append(svg->text, ")\"");
    svg_attribute(svg, "paint-order", "stroke");
    svg_attribute(svg, "stroke", "#ffffff");
    svg_attribute(svg, "stroke-width", "3");
    svg_attribute(svg, "stroke-linejoin", "round");
    end_text(svg, text);
}

/* The corners of a shape of four, around 0,0. */
static void polygon(struct svg *svg, double x, double y, unsigned shape)
{
    static const struct {
        unsigned n;
        double corners[4][2];
    } shapes[] = {{4, {{-3.2, -3.2}, {3.2, -3.2}, {3.2, 3.2}, {-3.2, 3.2}}},
                  {3, {{0, -4.4}, {4.2, 3.2}, {-4.2, 3.2}}},
                  {4, {{0, -4.8}, {4.8, 0}, {0, 4.8}, {-4.8, 0}}}};
    svg_open(svg, "polygon");
    g_string_append(svg->text, " points=\"");
    for (unsigned i = 0; i < shapes[shape].n; i++) {
        if (i > 0)
            g_string_append_c(svg->text, ' ');
        number_append_length(svg->text, x + shapes[shape].corners[i][0]);
        g_string_append_c(svg->text, ',');
        number_append_length(svg->text, y + shapes[shape].corners[i][1]);
    }
    g_string_append_c(svg->text, '"');
}

void svg_marker(struct svg *svg, double x, double y, unsigned index, const char *tooltip)
{
    bool hollow = index / 4 % 2 == 1;
    bool circle = index % 4 == 0;
    if (circle) {
        svg_open(svg, "circle");
        svg_length(svg, "cx", x);
        svg_length(svg, "cy", y);
        svg_length(svg, "r", 3.6);
    } else {
        polygon(svg, x, y, index % 4 - 1);
    }
    svg_attribute(svg, "fill", hollow ? "#ffffff" : palette_line(index));
    svg_attribute(svg, "stroke", hollow ? palette_line(index) : SVG_INK);
    svg_attribute(svg, "stroke-width", hollow ? "1.6" : "0.6");
    close_with(svg, circle ? "circle" : "polygon", tooltip);
}

void svg_ring(struct svg *svg, double x, double y, const char *colour, const char *tooltip)
{
    svg_open(svg, "circle");
    svg_length(svg, "cx", x);
    svg_length(svg, "cy", y);
    svg_length(svg, "r", 3.6);
    svg_attribute(svg, "fill", "#ffffff");
    svg_attribute(svg, "stroke", colour);
    svg_attribute(svg, "stroke-width", "1.6");
    close_with(svg, "circle", tooltip);
}

/* One pattern for each hatching: dark lines, thin enough to leave the colour. */
static void define_hatching(struct svg *svg)
{
    static const char *const paths[] = {[HATCH_RISING] = "M-1,1 l2,-2 M0,8 l8,-8 M7,9 l2,-2",
                                        [HATCH_FALLING] = "M-1,7 l2,2 M0,0 l8,8 M7,-1 l2,2",
                                        [HATCH_CROSSED] = "M0,0 l8,8 M0,8 l8,-8",
                                        [HATCH_LEVEL] = "M0,4 h8"};
    g_string_append(svg->text, "<defs>");
    for (unsigned i = HATCH_RISING; i < G_N_ELEMENTS(paths); i++)
        g_string_append_printf(
            svg->text,
            "<pattern id=\"%s-h%u\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
            "<path d=\"%s\" stroke=\"#ffffff\" stroke-opacity=\"0.6\" stroke-width=\"1\" "
            "fill=\"none\"/></pattern>",
            svg->id, i, paths[i]);
    g_string_append(svg->text, "</defs>\n");
}

void svg_begin(struct svg *svg, const char *id, double width, double height, const char *title)
{
    svg->text = g_string_new(NULL);
    svg->id = id;
    svg_open(svg, "svg");
    svg_attribute(svg, "xmlns", "http://www.w3.org/2000/svg");
    svg_length(svg, "width", width);
    svg_length(svg, "height", height);
    g_string_append(svg->text, " viewBox=\"0 0 ");
    number_append_length(svg->text, width);
    g_string_append_c(svg->text, ' ');
    number_append_length(svg->text, height);
    g_string_append_c(svg->text, '"');
    svg_attribute(svg, "role", "img");
    g_string_append_printf(svg->text, " aria-labelledby=\"%s-title\"", id);
    svg_attribute(svg, "font-family",
                  "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif");
    svg_attribute(svg, "fill", SVG_INK);
    svg_inside(svg);
    g_string_append_printf(svg->text, "<title id=\"%s-title\">", id);
    text_append_escaped(svg->text, title);
    g_string_append(svg->text, "</title>\n");
    define_hatching(svg);
    svg_cell(svg, 0, 0, width, height, "#ffffff", NULL);
}

char *svg_end(struct svg *svg)
{
    svg_close(svg, "svg");
    return g_string_free(g_steal_pointer(&svg->text), FALSE);
}
