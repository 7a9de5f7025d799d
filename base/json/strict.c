/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/strict.h"

#include "base/input_error.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ASSUMED: no sensible workload nests deeper; keeps the recursion within any stack. */
enum { MAX_DEPTH = 64 };

struct scan {
    const char *file;
    const char *at; /* the next character; the text ends in 0 */
    unsigned line;
    unsigned depth;
    GError **error;
};

static bool scan_value(struct scan *s);

static void skip_space(struct scan *s)
{
    for (;; s->at++) {
        if (*s->at == '\n')
            s->line++;
        else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r')
            return;
    }
}

/* An error at the next character, which is quoted. */
static bool unexpected(struct scan *s, const char *expected)
{
    if (*s->at == '\0')
        return input_error_at(s->error, s->file, s->line, "expected %s, found the end of the file",
                              expected);
    if (*s->at == '/' && (s->at[1] == '/' || s->at[1] == '*'))
        return input_error_at(s->error, s->file, s->line,
                              "expected %s, found a comment, which JSON does not have", expected);
    const char *end = g_utf8_next_char(s->at);
    return input_error_at(s->error, s->file, s->line, "expected %s, found '%.*s'", expected,
                          (int)(end - s->at), s->at);
}

/* The escape whose backslash s->at stands on. */
static bool scan_escape(struct scan *s)
{
    s->at++;
    if (*s->at == 'u') {
        for (int i = 1; i <= 4; i++) {
            if (!g_ascii_isxdigit(s->at[i]))
                return input_error_at(s->error, s->file, s->line,
                                      "expected four hexadecimal digits after \\u");
        }
        s->at += 5;
        return true;
    }
    if (*s->at == '\0' || !strchr("\"\\/bfnrt", *s->at))
        return unexpected(s, "one of \" \\ / b f n r t u after \\");
    s->at++;
    return true;
}

static bool scan_string(struct scan *s)
{
    unsigned first_line = s->line;
    for (s->at++; *s->at != '"';) {
        if (*s->at == '\0')
            return input_error_at(s->error, s->file, first_line, "this string is never closed");
        if (*s->at == '\n')
            return input_error_at(s->error, s->file, first_line,
                                  "a string must end on its line; is the closing \" missing?");
        if ((unsigned char)*s->at < 0x20)
            return input_error_at(s->error, s->file, s->line,
                                  "control character 0x%02x in a string", *s->at);
        if (*s->at == '\\') {
            if (!scan_escape(s))
                return false;
        } else {
            s->at++;
        }
    }
    s->at++;
    return true;
}

static bool skip_digits(struct scan *s)
{
    const char *start = s->at;
    while (g_ascii_isdigit(*s->at))
        s->at++;
    return s->at > start;
}

static bool scan_number(struct scan *s)
{
    const char *start = s->at;
    bool real = false;
    if (*s->at == '-')
        s->at++;
    const char *digits = s->at;
    if (!skip_digits(s))
        return unexpected(s, "a digit");
    if (*digits == '0' && s->at > digits + 1)
        return input_error_at(s->error, s->file, s->line, "a number must not start with 0");
    if (*s->at == '.') {
        real = true;
        s->at++;
        if (!skip_digits(s))
            return unexpected(s, "a digit after the decimal point");
    }
    if (*s->at == 'e' || *s->at == 'E') {
        real = true;
        s->at++;
        if (*s->at == '+' || *s->at == '-')
            s->at++;
        if (!skip_digits(s))
            return unexpected(s, "a digit in the exponent");
    }
    g_autofree char *text = g_strndup(start, (size_t)(s->at - start));
    errno = 0;
    if (real && !isfinite(g_ascii_strtod(text, NULL)))
        return input_error_at(s->error, s->file, s->line, "%s is too large for a double", text);
    if (!real) {
        (void)g_ascii_strtoll(text, NULL, 10);
        if (errno == ERANGE)
            return input_error_at(s->error, s->file, s->line,
                                  "%s does not fit a 64-bit signed integer", text);
    }
    return true;
}

/* The name of a member, checked against those seen in this object. */
static bool scan_name(struct scan *s, GHashTable *seen)
{
    if (*s->at != '"')
        return unexpected(s, "a member name in \"");
    const char *start = s->at + 1;
    if (!scan_string(s))
        return false;
    g_autofree char *name = g_strndup(start, (size_t)(s->at - 1 - start));
    if (strchr(name, '\\'))
        return input_error_at(s->error, s->file, s->line,
                              "write the member name \"%s\" without escapes", name);
    if (g_hash_table_contains(seen, name))
        return input_error_at(s->error, s->file, s->line, "member \"%s\" is given twice", name);
    g_hash_table_add(seen, g_steal_pointer(&name));
    return true;
}

static bool scan_object(struct scan *s)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    s->at++;
    skip_space(s);
    if (*s->at == '}') {
        s->at++;
        return true;
    }
    for (;;) {
        skip_space(s);
        if (!scan_name(s, seen))
            return false;
        skip_space(s);
        if (*s->at != ':')
            return unexpected(s, "':'");
        s->at++;
        if (!scan_value(s))
            return false;
        skip_space(s);
        if (*s->at == '}')
            break;
        if (*s->at != ',')
            return unexpected(s, "',' or '}'");
        s->at++;
    }
    s->at++;
    return true;
}

static bool scan_array(struct scan *s)
{
    s->at++;
    skip_space(s);
    if (*s->at == ']') {
        s->at++;
        return true;
    }
    for (;;) {
        if (!scan_value(s))
            return false;
        skip_space(s);
        if (*s->at == ']')
            break;
        if (*s->at != ',')
            return unexpected(s, "',' or ']'");
        s->at++;
    }
    s->at++;
    return true;
}

static bool scan_word(struct scan *s)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        size_t length = strlen(words[i]);
        if (strncmp(s->at, words[i], length) == 0 && !g_ascii_isalnum(s->at[length])) {
            s->at += length;
            return true;
        }
    }
    return unexpected(s, "a value");
}

static bool scan_value(struct scan *s)
{
    skip_space(s);
    if (*s->at == '"')
        return scan_string(s);
    if (*s->at == '-' || g_ascii_isdigit(*s->at))
        return scan_number(s);
    if (*s->at != '{' && *s->at != '[')
        return scan_word(s);
    if (++s->depth > MAX_DEPTH)
        return input_error_at(s->error, s->file, s->line, "nested deeper than %d", MAX_DEPTH);
    bool good = *s->at == '{' ? scan_object(s) : scan_array(s);
    s->depth--;
    return good;
}

bool json_strict_check(const char *file, const char *text, size_t length, GError **error)
{
    const char *bad;
    if (!g_utf8_validate(text, (gssize)length, &bad)) {
        unsigned line = 1;
        for (const char *p = text; p < bad; p++)
            line += *p == '\n';
        return input_error_at(error, file, line, "this is not UTF-8 text");
    }
    struct scan s = {.file = file, .at = text, .line = 1, .error = error};
    if (!scan_value(&s))
        return false;
    skip_space(&s);
    if (*s.at != '\0')
        return unexpected(&s, "the end of the file after the first value");
    return true;
}

JsonNode *json_strict_parse(const char *file, const char *text, size_t length, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) reason = NULL;
    if (!json_strict_check(file, text, length, error))
        return NULL;
    if (!json_parser_load_from_data(parser, text, (gssize)length, &reason)) {
        input_error_at(error, file, 0, "%s", reason->message);
        return NULL;
    }
    return json_parser_steal_root(parser);
}

JsonNode *json_strict_load(const char *file, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(file, &text, &length, &reason)) {
        input_error_at(error, file, 0, "%s", reason->message);
        return NULL;
    }
    return json_strict_parse(file, text, length, error);
}
