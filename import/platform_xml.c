/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/platform_xml.h"

static void indent(struct xml *xml)
{
    for (unsigned i = 0; i < xml->depth; i++)
        g_string_append(xml->text, "  ");
}

/* Two hyphens would end the comment. */
static void append_comment_text(GString *text, const char *words)
{
    for (const char *c = words; *c; c++) {
        if (*c == '-' && c > words && c[-1] == '-')
            g_string_append_c(text, ' ');
        g_string_append_c(text, *c);
    }
}

/* "name value", of the value only a part if the name is "name/2": the one behind two commas. */
static void append_option(GString *text, const struct option_set *set, const char *reference)
{
    g_auto(GStrv) halves = g_strsplit(reference, "/", 2);
    const struct peer_option *option = option_set_find(set, halves[0]);
    g_string_append_printf(text, "%s%s ", text->len > 0 ? ", " : "", halves[0]);
    if (!option || !halves[1]) {
        g_string_append(text, option ? option->value : "(default)");
        return;
    }
    unsigned part = (unsigned)(halves[1][0] - '0');
    g_auto(GStrv) parts = g_strsplit(option->value, ",", -1);
    bool last = part + 1 >= g_strv_length(parts);
    g_string_append_printf(text, "%s%s%s", part > 0 ? "..," : "",
                           part < g_strv_length(parts) ? parts[part] : "", last ? "" : ",..");
}

static char *origins(const struct option_set *set, const char *options, const char *note)
{
    GString *text = g_string_new(NULL);
    g_auto(GStrv) names = g_strsplit(options ? options : "", " ", -1);
    for (char **name = names; *name; name++)
        append_option(text, set, *name);
    if (note)
        g_string_append_printf(text, "%s%s", text->len > 0 ? "; " : "", note);
    return g_string_free(text, FALSE);
}

void xml_prop(struct xml *xml, const char *id, const char *options, const char *note,
              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *value = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *escaped = g_markup_escape_text(value, -1);
    g_autofree char *origin = origins(xml->set, options, note);
    indent(xml);
    g_string_append_printf(xml->text, "<prop id=\"%s\" value=\"%s\"/> <!-- ", id, escaped);
    append_comment_text(xml->text, origin);
    g_string_append(xml->text, " -->\n");
}

void xml_line(struct xml *xml, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    indent(xml);
    g_string_append_vprintf(xml->text, format, args);
    g_string_append_c(xml->text, '\n');
    va_end(args);
}

void xml_open_cluster(struct xml *xml, const char *id, const char *prefix, unsigned count,
                      const char *mhz, unsigned khz, unsigned bytes_per_cycle, const char *model)
{
    xml_line(xml,
             "<cluster id=\"%s\" prefix=\"%s\" suffix=\"\" radical=\"0-%u\" speed=\"%sMf\" "
             "bw=\"%" G_GUINT64_FORMAT "kBps\" lat=\"1ns\">",
             id, prefix, count - 1, mhz, (uint64_t)khz * bytes_per_cycle);
    xml->depth++;
    xml_prop(xml, "model", NULL, "ours", "%s", model);
    xml_prop(xml, "clock", "gpgpu_clock_domains", NULL, "%sMHz", mhz);
}

void xml_close_cluster(struct xml *xml)
{
    xml->depth--;
    xml_line(xml, "</cluster>");
}

static void write_cycles(struct xml *xml, const char *wire, const char *property,
                         const char *options, const char *note, unsigned cycles)
{
    g_autofree char *id = g_strconcat(wire, ".", property, NULL);
    xml_prop(xml, id, options, note, "%ucycle%s", cycles, cycles == 1 ? "" : "s");
}

void xml_wire(struct xml *xml, const char *name, unsigned latency, unsigned credit_latency,
              const char *options, struct xml_wire_slots slots)
{
    g_autofree char *id = g_strconcat(name, ".slots", NULL);
    write_cycles(xml, name, "latency", options, "a share of the sum above", latency);
    write_cycles(xml, name, "credit_latency", NULL, "ours: as long as the unit's other wires",
                 credit_latency);
    xml_prop(xml, id, slots.options, slots.note, "%u", slots.slots);
}

char *xml_bytes(uint64_t bytes)
{
    bool kib = bytes > 0 && bytes % 1024 == 0;
    return g_strdup_printf("%" G_GUINT64_FORMAT "%s", kib ? bytes / 1024 : bytes,
                           kib ? "KiB" : "B");
}
