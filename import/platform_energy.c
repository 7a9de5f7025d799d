/* SPDX-License-Identifier: BSD-3-Clause */
/* What events cost. The peer's power model has other parameters, in files of its own, which are not
 * read: the values are those of our platforms of the same generation. */
#include "import/platform_xml.h"

void platform_write_energy(struct xml *xml, const struct peer_config *config)
{
    static const struct {
        const char *id, *before_volta, *volta;
    } rows[] = {
        {"energy.instruction", "39pJ", "9.75pJ"}, {"energy.fetch", "25pJ", "6.25pJ"},
        {"energy.int", "40pJ", "10pJ"},           {"energy.int_mul", "75pJ", "18.75pJ"},
        {"energy.fp32", "75pJ", "18.75pJ"},       {"energy.fp64", "150pJ", "37.5pJ"},
        {"energy.divide", "600pJ", "150pJ"},      {"energy.sfu", "150pJ", "37.5pJ"},
        {"energy.tensor", "75pJ", "150pJ"},       {"energy.memory", "40pJ", "10pJ"},
        {"energy.other", "40pJ", "10pJ"},         {"energy.operand", "4pJ", "1pJ"},
        {"energy.shared", "320pJ", "80pJ"},       {"energy.l1d", "320pJ", "80pJ"},
        {"energy.texture", "320pJ", "80pJ"},      {"energy.constant", "10pJ", "2.5pJ"},
        {"energy.flit", "384pJ", "256pJ"},        {"energy.l2", "112pJ", "28pJ"},
        {"energy.activate", "0pJ", "909pJ"},      {"energy.precharge", "4.232nJ", "0pJ"},
        {"energy.read", "399.46pJ", "22.1pJ"},    {"energy.write", "221.66pJ", "22.1pJ"},
        {"power.sm", "2.163W", "483mW"},          {"power.l2", "100mW", "100mW"},
        {"power.dram", "1.4W", "250mW"},          {"power.rest", "11W", "32.325W"},
    };
    bool volta = config->core.capability_major >= 7;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        xml_prop(xml, rows[i].id, NULL,
                 volta ? "ours, as volta-titanv.xml" : "ours, as fermi-gtx480.xml", "%s",
                 volta ? rows[i].volta : rows[i].before_volta);
}
