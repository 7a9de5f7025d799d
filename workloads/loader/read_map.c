/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/read_map.h"
#include "workloads/loader/expression.h"

bool read_map(const struct json_place *place, JsonNode *node, JsonObject **out, GList **names,
              GError **error)
{
    g_autoptr(GList) members = NULL;
    if (!json_read_map(place, node, out, &members, error))
        return false;
    for (GList *member = members; member; member = member->next)
        if (expression_is_reserved(member->data))
            return json_place_error(place, error, "\"%s\" is the name of a function",
                                    (const char *)member->data);
    *names = g_steal_pointer(&members);
    return true;
}
