/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/copied_line.h"
#include "workloads/sass_modifiers.h"
#include "workloads/sass_trace/header.h"

/* Behind a count in the text: as many registers. */
static const char *behind_registers(const char *p)
{
    char *end = NULL;
    for (guint64 n = g_ascii_strtoull(p, &end, 10); n > 0; n--)
        end += strcspn(end + 1, " ") + 1;
    return end;
}

/* Of a text " 0 SYNCS.EXCH.64 2 R4 R5 ...". */
char *copied_line_opcode(const struct line_text *line)
{
    const char *opcode = behind_registers(line->after) + 1;
    return g_strndup(opcode, strcspn(opcode, " "));
}

/* Of a warp group's product from a version before 6: whether it ends a group, as the reader took
 * it, in its column. */
static void add_commit(GString *text)
{
    const char *opcode = behind_registers(text->str) + 1;
    const gsize length = strcspn(opcode, " ");
    const gsize name = MIN(strcspn(opcode, "."), length);
    if (name != strlen("HGMMA") || strncmp(opcode + 1, "GMMA", 4) != 0)
        return;
    const char *commit = sass_has_modifier(opcode, length, "OPEN") ? " 0" : " 1";
    g_string_insert(text, behind_registers(opcode + length) - text->str, commit);
}

/* Cuts off the last n words, and the blanks before them. */
static void drop_words(GString *text, unsigned n)
{
    gsize length = text->len;
    for (; n > 0; n--) {
        while (length > 0 && text->str[length - 1] != ' ')
            length--;
        while (length > 0 && text->str[length - 1] == ' ')
            length--;
    }
    g_string_truncate(text, length);
}

/* A traced line's text behind its mask, in the version that is written. Values are left out, but
 * for those that LINE_HAS_MBARRIER and LINE_HAS_BARRIER write anew. */
static char *rest_of_line(const struct code_line *from, unsigned version)
{
    enum { MASK_DIGITS = 8 };
    static const char *const immediates[] = {" 0 0", " 0", ""};
    bool values = version >= TRACE_VERSION_WITH_VALUES;
    unsigned behind = from->mask_at + MASK_DIGITS;
    g_autoptr(GString) text = g_string_new_len(from->text + behind, from->length - behind);
    if (from->id_in_value) {
        drop_words(text, from->n_end_words);
        g_string_append_c(text, ' ');
    } else if (from->rest == REST_VALUES) {
        g_string_truncate(text, text->len - strlen("Val"));
        g_string_append(text, "NoVal\n");
    } else if (from->rest == REST_NONE && values && from->n_end_words < G_N_ELEMENTS(immediates)) {
        if (from->n_end_words < G_N_ELEMENTS(immediates) - 1) /* it comes from a version before */
            add_commit(text);
        g_string_truncate(text, text->len - strlen("\n"));
        g_string_append_printf(text, "%s NoVal\n", immediates[from->n_end_words]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void copied_line_make(struct line_text *line, const struct code_line *from, unsigned version)
{
    static const uint8_t tails[] = {[REST_ADDRESSES] = LINE_HAS_ADDRESSES,
                                    [REST_MBARRIER] = LINE_HAS_MBARRIER,
                                    [REST_TRANSFER] = LINE_HAS_TRANSFER,
                                    [REST_VALUES] = LINE_HAS_NONE};
    g_autofree char *after = rest_of_line(from, version);
    if (line->before && strcmp(line->after, after) == 0 &&
        strncmp(line->before, from->text, from->mask_at) == 0)
        return;
    line_text_finish(line);
    line->before = g_strndup(from->text, from->mask_at);
    line->after = g_steal_pointer(&after);
    line->tail = from->id_in_value ? LINE_HAS_BARRIER : tails[from->rest];
    line->end = line->tail == LINE_HAS_ADDRESSES ? line_text_end(version) : "";
    line->n_written = (uint8_t)(from->value_at > 0 ? from->value_at - 1 : 0);
    line->n_read = (uint8_t)(from->n_registers - line->n_written);
    line->width = (uint16_t)from->width;
}
