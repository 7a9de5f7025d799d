/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_config_tensor.h"
#include "models/sm/core/sm_config_values.h"

#define PREFIX "op.tensor."

static bool read_optional(struct platform_group *group, const char *name, uint32_t most,
                          bool cycles, uint32_t *out, GError **error)
{
    if (!group_find_property(group, name))
        return true;
    return cycles ? sm_config_cycles(group, name, 1, out, error)
                  : properties_count(group, name, 1, most, out, error);
}

static bool is_of_groups(unsigned form)
{
    return tensor_form_shape(form)->rows == TENSOR_GROUP_ROWS;
}

/* Their products wait as long as the wheel of ready warps holds the result. */
static bool read_groups(struct sm_config *config, struct platform_group *group, GError **error)
{
    struct unit_queue *queue = &config->unit_queue;
    uint32_t longest = 0;
    if (!read_optional(group, PREFIX "group.issue", 0, true, &queue->group_issue, error) ||
        !read_optional(group, PREFIX "group.queue", UNIT_MAX_QUEUE, false, &queue->group_places,
                       error))
        return false;
    for (unsigned form = 1; tensor_form_name(form); form++) {
        struct op_timing *timing = &config->ops[OP_CLASSES + form];
        g_autofree char *name = g_strconcat(PREFIX, tensor_form_name(form), NULL);
        if (!is_of_groups(form) || !group_find_property(group, name))
            continue;
        timing->pipe = PIPE_GROUP;
        longest = MAX(longest, (uint32_t)timing->latency + timing->interval);
        if (longest > LONGEST_RESULT)
            return properties_refuse(group, name, error, "both together are at most %d cycles",
                                     LONGEST_RESULT);
    }
    queue->group_longest = LONGEST_RESULT - longest;
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
    config->unit_queue.group_places = config->unit_queue.group_issue = 1;
    if (!group_unread(group, PREFIX)) /* few platforms have any, and looking takes time */
        return true;
    for (unsigned form = 1; tensor_form_name(form); form++) {
        g_autofree char *name = g_strconcat(PREFIX, tensor_form_name(form), NULL);
        if (group_find_property(group, name) &&
            !sm_config_timing(&config->ops[OP_CLASSES + form], group, name, error))
            return false;
    }
    if (!read_groups(config, group, error))
        return false;
    const char *unknown = group_unread(group, PREFIX);
    return !unknown || refuse_unknown(group, unknown, error);
}
