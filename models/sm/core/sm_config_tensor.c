/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_config_tensor.h"
#include "models/core/quantity.h"
#include "models/sm/core/sm_config_values.h"

#define PREFIX "op.tensor."

static bool read_cycles(const char *text, uint64_t *cycles)
{
    return text && quantity_cycles(text, cycles, NULL) && *cycles >= 1 &&
           *cycles <= LONGEST_LATENCY;
}

static bool read_form(struct op_timing *timing, struct platform_group *group, const char *name,
                      GError **error)
{
    const char *text;
    uint64_t latency = 0, interval = 0;
    if (!properties_text(group, name, &text, error))
        return false;
    g_auto(GStrv) parts = g_strsplit(text, ",", 2);
    if (!read_cycles(parts[0], &latency) || !read_cycles(parts[1], &interval))
        return properties_refuse(group, name, error,
                                 "expected a latency and an interval of 1cycle to %dcycles, such "
                                 "as 24cycles,8cycles; found '%s'",
                                 LONGEST_LATENCY, text);
    timing->latency = (uint16_t)latency;
    timing->interval = (uint16_t)interval;
    return true;
}

/* Names all forms. */
static bool refuse_unknown(const struct platform_group *group, const char *name, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (unsigned form = 1; tensor_form_name(form); form++)
        g_string_append_printf(known, "%s%s", form > 1 ? ", " : "", tensor_form_name(form));
    return properties_refuse(group, name, error,
                             "there is no such form of a product of matrices; known are %s",
                             known->str);
}

bool sm_config_read_tensor(struct sm_config *config, struct platform_group *group, GError **error)
{
    for (unsigned form = 0; form < TENSOR_FORMS; form++)
        config->ops[OP_CLASSES + form] = config->ops[OP_TENSOR];
    for (unsigned form = 1; tensor_form_name(form); form++) {
        g_autofree char *name = g_strconcat(PREFIX, tensor_form_name(form), NULL);
        if (group_find_property(group, name) &&
            !read_form(&config->ops[OP_CLASSES + form], group, name, error))
            return false;
    }
    const char *unknown = group_unread(group, PREFIX);
    return !unknown || refuse_unknown(group, unknown, error);
}
