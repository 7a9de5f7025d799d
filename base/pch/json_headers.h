/* SPDX-License-Identifier: BSD-3-Clause */
/* As glib_headers.h, for libraries whose files mostly read or write JSON. */
#include <glib.h>
#include <json-glib/json-glib.h>
