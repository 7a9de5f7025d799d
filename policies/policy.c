/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter values of a policy: defaults, and parsing of what a user writes.
 *
 * Numbers are read and written independently of the locale, and strictly: the whole text must be
 * the number, so that "8x" or "0x10" is an error and not 8 or 0.
 */
#include "policies/policy.h"

#include "base/input_error.h"
#include "policies/parameter_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static size_t parameter_count(const struct policy_head *policy)
{
    size_t count = 0;
    if (policy->parameters != NULL)
        while (policy->parameters[count].name != NULL)
            count++;
    return count;
}

struct policy_values *policy_values_new(const struct policy_head *policy)
{
    size_t count = parameter_count(policy);
    struct policy_values *values = g_new0(struct policy_values, 1);
    values->policy = policy;
    values->values = g_new0(union policy_value, count);
    for (size_t i = 0; i < count; i++)
        values->values[i] = policy->parameters[i].initial;
    return values;
}

void policy_values_free(struct policy_values *values)
{
    if (values == NULL)
        return;
    g_free(values->values);
    g_free(values);
}

/* [+-]digits. Beyond int64 the result saturates, which is outside of every legal range. */
static bool parse_integer(const char *text, int64_t *result)
{
    const char *digits = text + (*text == '+' || *text == '-');
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits))
        return false;
    *result = g_ascii_strtoll(text, NULL, 10);
    return true;
}

/* strtod minus what a user cannot mean: blanks, hexadecimal, "inf" and "nan". An overflow becomes
 * infinite. */
static bool parse_real(const char *text, double *result)
{
    if (*text == '\0' || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    char *end;
    *result = g_ascii_strtod(text, &end);
    return *end == '\0';
}

static bool parse_boolean(const char *text, bool *result)
{
    *result = strcmp(text, "true") == 0;
    return *result || strcmp(text, "false") == 0;
}

static bool parse_value(const struct policy_parameter *parameter, const char *text,
                        union policy_value *value)
{
    switch (parameter->type) {
    case POLICY_INTEGER:
        return parse_integer(text, &value->integer) &&
               (double)value->integer >= parameter->minimum &&
               (double)value->integer <= parameter->maximum;
    case POLICY_REAL:
        return parse_real(text, &value->real) && isfinite(value->real) &&
               value->real >= parameter->minimum && value->real <= parameter->maximum;
    case POLICY_BOOLEAN:
        return parse_boolean(text, &value->boolean);
    }
    g_assert_not_reached();
}

static bool unknown_parameter(const struct policy_head *policy, const char *name, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (size_t i = 0; i < parameter_count(policy); i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", policy->parameters[i].name);
    return input_error_at(error, policy->name, 0, "no parameter is called \"%s\"; known: %s", name,
                          known->len > 0 ? known->str : "none");
}

bool policy_values_set(struct policy_values *values, const char *name, const char *text,
                       GError **error)
{
    const struct policy_head *policy = values->policy;
    for (size_t i = 0; i < parameter_count(policy); i++) {
        const struct policy_parameter *parameter = &policy->parameters[i];
        if (strcmp(parameter->name, name) != 0)
            continue;
        union policy_value value;
        if (parse_value(parameter, text, &value)) {
            values->values[i] = value;
            return true;
        }
        g_autoptr(GString) expected = g_string_new(NULL);
        parameter_append_range(expected, parameter);
        return input_error_at(error, policy->name, 0, "%s: expected %s, found \"%s\"", name,
                              expected->str, text);
    }
    return unknown_parameter(policy, name, error);
}
