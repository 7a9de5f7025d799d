/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter values of a policy: defaults, and parsing of what a user writes.
 *
 * Numbers are read and written independently of the locale, and strictly: the whole text must be
 * the number, so that "8x" or "0x10" is an error and not 8 or 0.
 */
#include "policies/policy_values.h"

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

static const struct policy_parameter *find_parameter(const struct policy_head *policy,
                                                     const char *name)
{
    for (size_t i = 0; i < parameter_count(policy); i++)
        if (strcmp(policy->parameters[i].name, name) == 0)
            return &policy->parameters[i];
    return NULL;
}

struct policy_values *policy_values_new(const struct policy_head *policy)
{
    size_t count = parameter_count(policy);
    struct policy_values *values = g_new0(struct policy_values, 1);
    values->policy = policy;
    values->values = g_new0(union policy_value, count);
    for (size_t i = 0; i < count; i++) {
        const struct policy_parameter *row = &policy->parameters[i];
        if (row->type == POLICY_HELD)
            values->values[i].held = policy_values_new(row->among[row->initial.choice]);
        else
            values->values[i] = row->initial;
    }
    return values;
}

static void value_clear(const struct policy_parameter *row, union policy_value *value)
{
    if (row->type == POLICY_HELD)
        policy_values_free(value->held);
    if (row->type == POLICY_FILE && value->file) {
        g_free(value->file->name);
        g_free(value->file->text);
        g_free(value->file);
    }
}

void policy_values_free(struct policy_values *values)
{
    if (values == NULL)
        return;
    for (size_t i = 0; i < parameter_count(values->policy); i++)
        value_clear(&values->policy->parameters[i], &values->values[i]);
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

static bool parse_choice(const struct policy_parameter *parameter, const char *text,
                         unsigned *choice)
{
    for (*choice = 0; parameter->words[*choice] != NULL; ++*choice)
        if (strcmp(parameter->words[*choice], text) == 0)
            return true;
    return false;
}

static bool parse_held(const struct policy_parameter *parameter, const char *text,
                       struct policy_values **held)
{
    for (size_t i = 0; parameter->among[i] != NULL; i++)
        if (strcmp(parameter->among[i]->name, text) == 0) {
            *held = policy_values_new(parameter->among[i]);
            return true;
        }
    return false;
}

static bool parse_value(const struct policy_parameter *parameter, const char *text,
                        union policy_value *value)
{
    switch (parameter->type) {
    case POLICY_INTEGER:
        return parse_integer(text, &value->integer) &&
               value->integer >= (int64_t)parameter->minimum &&
               value->integer <= (int64_t)parameter->maximum;
    case POLICY_REAL:
        return parse_real(text, &value->real) && isfinite(value->real) &&
               value->real >= parameter->minimum && value->real <= parameter->maximum;
    case POLICY_BOOLEAN:
        return parse_boolean(text, &value->boolean);
    case POLICY_CHOICE:
        return parse_choice(parameter, text, &value->choice);
    case POLICY_HELD:
        return parse_held(parameter, text, &value->held);
    case POLICY_FILE:
        break;
    }
    g_assert_not_reached();
}

static bool read_file(const char *name, union policy_value *value, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(name, &text, &length, &problem))
        return input_error_at(error, name, 0, "%s", problem->message);
    if (strlen(text) != length)
        return input_error_at(error, name, 0, "expected text, found a byte of 0");
    value->file = g_new(struct policy_file, 1);
    *value->file = (struct policy_file){g_strdup(name), g_steal_pointer(&text)};
    return true;
}

static bool unknown_parameter(const struct policy_head *policy, const char *name, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (size_t i = 0; i < parameter_count(policy); i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", policy->parameters[i].name);
    return input_error_at(error, policy->name, 0, "no parameter is called \"%s\"; known: %s", name,
                          known->len > 0 ? known->str : "none");
}

static bool no_value(const struct policy_values *values, const struct policy_parameter *row,
                     const char *text, GError **error)
{
    g_autoptr(GString) expected = g_string_new(NULL);
    parameter_append_range(expected, row);
    return input_error_at(error, values->policy->name, 0, "%s: expected %s, found \"%s\"",
                          row->name, expected->str, text);
}

/* A parameter of the policy that another one holds: `name` is "greedy.keep". */
static bool set_held(struct policy_values *values, const char *name, const char *text,
                     GError **error)
{
    const char *dot = strchr(name, '.');
    g_autofree char *holder = g_strndup(name, (gsize)(dot - name));
    const struct policy_parameter *row = find_parameter(values->policy, holder);
    if (!row)
        return unknown_parameter(values->policy, holder, error);
    if (row->type != POLICY_HELD)
        return input_error_at(error, values->policy->name, 0,
                              "%s: it is no policy, and has no parameter \"%s\"", holder, dot + 1);
    return policy_values_set(values->values[row - values->policy->parameters].held, dot + 1, text,
                             error);
}

bool policy_values_set(struct policy_values *values, const char *name, const char *text,
                       GError **error)
{
    if (strchr(name, '.') != NULL)
        return set_held(values, name, text, error);
    const struct policy_parameter *row = find_parameter(values->policy, name);
    union policy_value value;
    if (!row)
        return unknown_parameter(values->policy, name, error);
    if (row->type == POLICY_FILE) {
        if (!read_file(text, &value, error))
            return false;
    } else if (!parse_value(row, text, &value)) {
        return no_value(values, row, text, error);
    }
    union policy_value *place = &values->values[row - values->policy->parameters];
    value_clear(row, place);
    *place = value;
    return true;
}

bool policy_values_check(const struct policy_values *values, GError **error)
{
    const struct policy_head *policy = values->policy;
    for (size_t i = 0; i < parameter_count(policy); i++)
        if (policy->parameters[i].type == POLICY_HELD &&
            !policy_values_check(values->values[i].held, error))
            return false;
    return policy->check == NULL || policy->check(values, error);
}
