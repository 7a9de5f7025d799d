/* SPDX-License-Identifier: BSD-3-Clause */
/* Is a policy's head fit for use? Plug-ins come from outside, so the mistakes that would
 * crash or mislead later are named when the policy is registered. */
#include "policies/policy_problem.h"

#include <math.h>
#include <string.h>

/* Every integer up to here is exact in the doubles that hold a range. */
static const double EXACT = 9007199254740992.0; /* 2^53 */

/* Names are typed in shells and next to punctuation, and end in C symbols. */
static bool is_name(const char *name)
{
    return name != NULL && *name != '\0' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

static bool is_text(const char *text)
{
    return text != NULL && *text != '\0';
}

static bool is_exact_whole(double value)
{
    return fabs(value) <= EXACT && value == trunc(value);
}

static const char *words_problem(const struct policy_parameter *parameter)
{
    unsigned n = 0;
    while (parameter->words != NULL && parameter->words[n] != NULL)
        n++;
    return parameter->initial.choice < n ? NULL : "its default is not one of its words";
}

static const char *held_problem(const struct policy_parameter *parameter)
{
    unsigned n = 0;
    while (parameter->among != NULL && parameter->among[n] != NULL)
        n++;
    return parameter->initial.choice < n ? NULL : "its default is not one of its policies";
}

static const char *range_problem(const struct policy_parameter *parameter)
{
    double initial = 0;
    switch (parameter->type) {
    case POLICY_BOOLEAN:
        return NULL;
    case POLICY_CHOICE:
        return words_problem(parameter);
    case POLICY_HELD:
        return held_problem(parameter);
    case POLICY_FILE:
        return parameter->initial.file ? "it has a file by default" : NULL;
    case POLICY_INTEGER:
        if (!is_exact_whole(parameter->minimum) || !is_exact_whole(parameter->maximum))
            return "its range must be whole numbers within +-2^53";
        initial = (double)parameter->initial.integer;
        break;
    case POLICY_REAL:
        initial = parameter->initial.real;
        break;
    default:
        return "its type is unknown";
    }
    if (!(parameter->minimum <= parameter->maximum))
        return "its range is empty";
    if (!isfinite(initial) || initial < parameter->minimum || initial > parameter->maximum)
        return "its default is outside of its range";
    return NULL;
}

static char *parameter_problem(const struct policy_parameter *table, size_t index)
{
    const struct policy_parameter *parameter = &table[index];
    if (!is_name(parameter->name))
        return g_strdup_printf("parameter %zu: its name must be of a-z, 0-9 and _", index);
    const char *problem = range_problem(parameter);
    if (!is_text(parameter->unit))
        problem = "it has no unit";
    if (!is_text(parameter->why))
        problem = "it does not say why";
    for (size_t i = 0; i < index; i++)
        if (strcmp(table[i].name, parameter->name) == 0)
            problem = "another one has its name";
    if (strcmp(parameter->name, "name") == 0)
        problem = "that is what results call the policy";
    return problem == NULL ? NULL : g_strdup_printf("parameter %s: %s", parameter->name, problem);
}

char *policy_problem(const struct policy_head *policy)
{
    if (!is_name(policy->name))
        return g_strdup("its name must be of a-z, 0-9 and _");
    if (!is_text(policy->summary))
        return g_strdup("it has no summary");
    if (!is_text(policy->source))
        return g_strdup("it names no source");
    const struct policy_parameter *table = policy->parameters;
    for (size_t i = 0; table != NULL && table[i].name != NULL; i++) {
        char *problem = parameter_problem(table, i);
        if (problem != NULL)
            return problem;
    }
    return NULL;
}
