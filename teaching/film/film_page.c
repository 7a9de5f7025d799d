/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's parts are files beside this one. The build makes them strings (meson.build).
 *
 * The picture is drawn on a canvas by code of ours, not by a library: a frame is a function of the
 * time, made of up to some thousand shapes, and nothing of it is kept. A library that binds data to
 * elements (d3, 270 KB in each page) would help only with what is kept.
 */
#include "teaching/film/film_page.h"

static const char html[] =
#include "film.html.inc"
    ;
static const char style[] =
#include "film.css.inc"
    ;
static const char script[] =
#include "film.js.inc"
    ;

char *film_page_html(const char *const *films, guint n)
{
    GString *out =
        g_string_new("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>Film</title>\n<style>\n");
    g_string_append(out, style);
    g_string_append(out, "</style>\n</head>\n<body>\n");
    g_string_append(out, html);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(out, "<script type=\"application/json\" id=\"film%u\">\n", i);
        g_string_append(out, films[i]);
        g_string_append(out, "</script>\n");
    }
    g_string_append(out, "<script>\n");
    g_string_append(out, script);
    g_string_append(out, "</script>\n</body>\n</html>\n");
    return g_string_free(out, FALSE);
}
