/* SPDX-License-Identifier: BSD-3-Clause */
/* From results to a report: reads them, makes the charts, and writes the page and the figures. */
#ifndef SIMGPU_REPORT_REPORT_H
#define SIMGPU_REPORT_REPORT_H

#include <glib.h>
#include <stdbool.h>

struct report_request {
    const char *const *files; /* results of studies, or of single runs; NULL-terminated */
    const char *png, *svg;    /* folders to make; NULL: none */
    const char *version;      /* simgpu's */
};

/* *html: the page, g_free. *n_figures: its number of figures. If a study asks for a figure and no
 * point has numbers for it, a text about it is added to `empty`, as char *. */
bool report_make(const struct report_request *request, char **html, guint *n_figures,
                 GPtrArray *empty, GError **error);

#endif
