/* SPDX-License-Identifier: BSD-3-Clause */
/* From results to a report: reads them, makes the charts, and writes the page and the figures. */
#ifndef SIMGPU_REPORT_REPORT_H
#define SIMGPU_REPORT_REPORT_H

#include <glib.h>
#include <stdbool.h>

struct report_request {
    const char *const *files; /* results of studies, or of single runs; NULL-terminated */
    const char *png, *svg;    /* folders, which are made; NULL: none */
    const char *version;      /* simgpu's */
};

/* *html: the page, g_free. *n_figures: how many it has. To `empty` figures are added, as char *,
 * that a study asks for and no point has numbers for. */
bool report_make(const struct report_request *request, char **html, guint *n_figures,
                 GPtrArray *empty, GError **error);

#endif
