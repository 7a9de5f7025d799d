/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/study.h"
#include "base/json/reader.h"

int study_axis_find(const struct study *study, const char *name)
{
    return named_find(study->axes, name);
}

void study_setting_finish(struct study_setting *setting)
{
    g_free(setting->platform);
    g_free(setting->workload);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        g_free(setting->policies[kind]);
    g_strfreev(setting->command);
    g_strfreev(setting->original);
    g_strfreev(setting->set);
    g_strfreev(setting->options);
    g_strfreev(setting->plugins);
    *setting = (struct study_setting){0};
}
