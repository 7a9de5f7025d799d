/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields of CSV. A field is quoted where RFC 4180 asks for it. It gets an apostrophe in front where
 * a spreadsheet would take a name for a formula and compute it. Source: OWASP, "CSV Injection". */
#ifndef SIMGPU_BASE_CSV_FIELD_H
#define SIMGPU_BASE_CSV_FIELD_H

#include <glib.h>

void csv_field_append(GString *text, const char *field);

#endif
