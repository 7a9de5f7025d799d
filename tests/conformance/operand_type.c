/* SPDX-License-Identifier: BSD-3-Clause */
/* Operand types; see operand_type.h. */
#include "tests/conformance/operand_type.h"

#include <stdlib.h>
#include <string.h>

const struct float_format format_e4m3 = {"e4m3", 8, 4, 3};
const struct float_format format_e5m2 = {"e5m2", 8, 5, 2};
const struct float_format format_f16 = {"f16", 16, 5, 10};
const struct float_format format_bf16 = {"bf16", 16, 8, 7};
const struct float_format format_f32 = {"f32", 32, 8, 23};
const struct float_format format_f64 = {"f64", 64, 11, 52};

uint64_t bits_below(unsigned n)
{
    return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

static bool parse_integer(const char *word, size_t length, struct operand_type *type)
{
    static const struct {
        const char *digits;
        unsigned bits;
    } widths[] = {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}};
    if (strchr("usb", word[0]) == NULL)
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (length == 1 + strlen(widths[i].digits) &&
            strncmp(word + 1, widths[i].digits, length - 1) == 0) {
            type->class = word[0] == 's' ? CLASS_SIGNED : CLASS_UNSIGNED;
            type->bits = widths[i].bits;
            return true;
        }
    return false;
}

static bool parse_float(const char *word, size_t length, struct operand_type *type)
{
    static const struct float_format *const formats[] = {&format_e4m3, &format_e5m2, &format_f16,
                                                         &format_bf16, &format_f32,  &format_f64};
    for (unsigned i = 0; i < 6; i++) {
        size_t name = strlen(formats[i]->name);
        if (length < name || strncmp(word, formats[i]->name, name) != 0)
            continue;
        bool pair = length == name + 2 && strncmp(word + name, "x2", 2) == 0;
        if (!pair && length != name)
            continue;
        type->class = pair ? CLASS_FLOAT_PAIR : CLASS_FLOAT;
        type->format = formats[i];
        type->bits = formats[i]->bits * (pair ? 2 : 1);
        return true;
    }
    return false;
}

static bool is_word(const char *word, size_t length, const char *known)
{
    return length == strlen(known) && strncmp(word, known, length) == 0;
}

bool operand_type_parse(const char *word, struct operand_type *type)
{
    memset(type, 0, sizeof *type);
    if (word[0] == '!') {
        type->negated = true;
        word++;
    }
    size_t length = strcspn(word, "/");
    if (is_word(word, length, "pred")) {
        type->class = CLASS_PREDICATE;
        type->bits = 1;
    } else if (is_word(word, length, "amount")) {
        type->class = CLASS_AMOUNT;
        type->bits = 32;
    } else if (!parse_integer(word, length, type) && !parse_float(word, length, type)) {
        return false;
    }
    type->register_bits = type->bits == 8 ? 16 : type->bits;
    if (word[length] == '/')
        type->register_bits = (unsigned)atoi(word + length + 1);
    return true;
}
