/* SPDX-License-Identifier: BSD-3-Clause */
/* Findings as a value of the results file: docs/reference/results-file.md describes it. */
#ifndef SIMGPU_SANITIZE_FINDINGS_JSON_H
#define SIMGPU_SANITIZE_FINDINGS_JSON_H

#include "sanitize/sanitize.h"
#include <json-glib/json-glib.h>

void sanitizer_write_json(const struct sanitizer *sanitizer, JsonBuilder *json);

#endif
