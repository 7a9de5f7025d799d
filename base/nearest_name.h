/* SPDX-License-Identifier: BSD-3-Clause */
/* Guesses the name that a misspelt one stands for. */
#ifndef SIMGPU_BASE_NEAREST_NAME_H
#define SIMGPU_BASE_NEAREST_NAME_H

#include <glib.h>

/* The name most like `name`, if `name` may be a misspelling of it, or NULL. Small and capital
 * letters are alike. */
const char *nearest_name(const char *name, const GPtrArray *names);

/* The same for the end of a message: "; did you mean 'gto'?", or "". g_free. */
char *nearest_hint(const char *name, const GPtrArray *names);

#endif
