/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters and policies as text. */
#include "policies/parameter_text.h"

#include <math.h>
#include <string.h>

/* 15 digits show every decimal fraction as its author wrote it. */
static void append_real(GString *text, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(buffer, sizeof buffer, "%.15g", value));
}

static void append_bounds(GString *text, const struct policy_parameter *parameter,
                          void (*append)(GString *text, double value))
{
    bool from = isfinite(parameter->minimum), to = isfinite(parameter->maximum);
    if (from) {
        g_string_append(text, to ? " from " : " of at least ");
        append(text, parameter->minimum);
    }
    if (to) {
        g_string_append(text, from ? " to " : " of at most ");
        append(text, parameter->maximum);
    }
}

static void append_whole(GString *text, double value)
{
    g_string_append_printf(text, "%" G_GINT64_FORMAT, (gint64)value);
}

void parameter_append_range(GString *text, const struct policy_parameter *parameter)
{
    switch (parameter->type) {
    case POLICY_INTEGER:
        g_string_append(text, "an integer");
        append_bounds(text, parameter, append_whole);
        break;
    case POLICY_REAL:
        g_string_append(text, "a number");
        append_bounds(text, parameter, append_real);
        break;
    case POLICY_BOOLEAN:
        g_string_append(text, "true or false");
        break;
    case POLICY_CHOICE:
        g_string_append(text, "one of");
        for (size_t i = 0; parameter->words[i] != NULL; i++)
            g_string_append_printf(text, "%s %s", i > 0 ? "," : "", parameter->words[i]);
        break;
    case POLICY_HELD:
        g_string_append(text, "one of");
        for (size_t i = 0; parameter->among[i] != NULL; i++)
            g_string_append_printf(text, "%s %s", i > 0 ? "," : "", parameter->among[i]->name);
        break;
    case POLICY_FILE:
        g_string_append(text, "a file");
        break;
    }
    if (strcmp(parameter->unit, "1") != 0)
        g_string_append_printf(text, " (%s)", parameter->unit);
}

void parameter_append_initial(GString *text, const struct policy_parameter *parameter)
{
    switch (parameter->type) {
    case POLICY_INTEGER:
        g_string_append_printf(text, "%" G_GINT64_FORMAT, (gint64)parameter->initial.integer);
        break;
    case POLICY_REAL:
        append_real(text, parameter->initial.real);
        break;
    case POLICY_BOOLEAN:
        g_string_append(text, parameter->initial.boolean ? "true" : "false");
        break;
    case POLICY_CHOICE:
        g_string_append(text, parameter->words[parameter->initial.choice]);
        break;
    case POLICY_HELD:
        g_string_append(text, parameter->among[parameter->initial.choice]->name);
        break;
    case POLICY_FILE:
        g_string_append(text, "none");
        break;
    }
}

void policy_describe(const struct policy_head *policy, const char *origin, GString *text)
{
    g_string_append_printf(text, "  %s: %s\n", policy->name, policy->summary);
    g_string_append_printf(text, "      Source: %s\n", policy->source);
    if (origin != NULL)
        g_string_append_printf(text, "      Plug-in: %s\n", origin);
    for (const struct policy_parameter *p = policy->parameters; p != NULL && p->name != NULL; p++) {
        g_string_append_printf(text, "      %s: ", p->name);
        parameter_append_range(text, p);
        g_string_append(text, ", default ");
        parameter_append_initial(text, p);
        g_string_append_printf(text, ". %s\n", p->why);
    }
}
