/* SPDX-License-Identifier: BSD-3-Clause */
/* Text in XML, HTML and CSV, and how wide it is. */
#ifndef SIMGPU_REPORT_TEXT_H
#define SIMGPU_REPORT_TEXT_H

#include <glib.h>

/* Appends text with the five characters of XML escaped; what XML 1.0 cannot hold (control
 * characters, bytes that are no UTF-8) becomes U+FFFD. Right in HTML's text and attributes, too. */
void text_append_escaped(GString *out, const char *text);

/* The width of text in a sans-serif font of this size, at most: the reader's font is unknown, so
 * the widths are those of wide ones (DejaVu Sans).
 * Units: those of size. */
double text_width(const char *text, double size);

/* The text, cut with an ellipsis when it is wider than room. g_free. */
char *text_fit(const char *text, double size, double room);

/* `text` as an id in a document or a file's name: lower case, digits and dashes, not empty. g_free.
 */
char *text_id(const char *text);

#endif
