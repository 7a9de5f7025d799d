/* SPDX-License-Identifier: BSD-3-Clause */
/* The page of one film, or of two side by side. It needs no other file and no network. */
#ifndef SIMGPU_TEACHING_FILM_FILM_PAGE_H
#define SIMGPU_TEACHING_FILM_FILM_PAGE_H

#include <glib.h>

/* films: the data that film_end has written. g_free. */
char *film_page_html(const char *const *films, guint n);

#endif
