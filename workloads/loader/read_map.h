/* SPDX-License-Identifier: BSD-3-Clause */
/* An object of a workload file whose members are named by the user: "scalars", "buffers". */
#ifndef SIMGPU_WORKLOADS_LOADER_READ_MAP_H
#define SIMGPU_WORKLOADS_LOADER_READ_MAP_H

#include "base/json/reader.h"

/* As json_read_map; names that mean something in expressions are errors, too. */
bool read_map(const struct json_place *place, JsonNode *node, JsonObject **out, GList **names,
              GError **error);

#endif
