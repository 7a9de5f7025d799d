/* SPDX-License-Identifier: BSD-3-Clause */
/* What events cost. The peer's power model has other parameters, in files of its own, which are not
 * read: the values are those of our platforms of the same generation. */
#include "import/platform_xml.h"

void platform_write_energy(struct xml *xml, const struct peer_config *config)
{
    static const struct {
        const char *id, *before_volta, *volta;
    } rows[] = {
        {"energy.instruction", "58.504pJ", "23.189pJ"},
        {"energy.fetch", "63.434pJ", "149.804pJ"},
        {"energy.int", "86.234pJ", "6.922pJ"},
        {"energy.int_mul", "193.407pJ", "4.451pJ"},
        {"energy.fp32", "41.412pJ", "6.724pJ"},
        {"energy.fp64", "41.412pJ", "9.882pJ"},
        {"energy.divide", "1676.954pJ", "187.987pJ"},
        {"energy.sfu", "1293.411pJ", "7.89pJ"},
        {"energy.tensor", "41.412pJ", "31.537pJ"},
        {"energy.memory", "0.924pJ", "0pJ"},
        {"energy.other", "0pJ", "0pJ"},
        {"energy.operand", "6.84pJ", "2.379pJ"},
        {"energy.shared", "2119.463pJ", "112.605pJ"},
        {"energy.l1d", "2934.601pJ", "506.432pJ"},
        {"energy.l1d_miss", "2225.074pJ", "338.455pJ"},
        {"energy.l1d_store", "220.124pJ", "37.313pJ"},
        {"energy.l1d_store_miss", "2603.673pJ", "393.384pJ"},
        {"energy.texture", "1353.31pJ", "79.269pJ"},
        {"energy.constant", "1467.301pJ", "6.108pJ"},
        {"energy.flit", "1938.58pJ", "86.101pJ"},
        {"energy.l2", "701.26pJ", "68.787pJ"},
        {"energy.l2_miss", "25.511pJ", "4.482pJ"},
        {"energy.l2_write", "3462.797pJ", "269.741pJ"},
        {"energy.l2_write_miss", "3756.079pJ", "129.999pJ"},
        {"energy.activate", "0pJ", "0pJ"},
        {"energy.precharge", "4232.25pJ", "332.694pJ"},
        {"energy.read", "421.069pJ", "64.443pJ"},
        {"energy.write", "247.888pJ", "36.84pJ"},
        {"power.sm", "2.163W", "483mW"},
        {"power.l2", "100mW", "0mW"},
        {"power.dram", "1.4W", "0mW"},
        {"power.rest", "11W", "32.325W"},
    };
    bool volta = config->core.capability_major >= 7;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        xml_prop(xml, rows[i].id, NULL,
                 volta ? "ours, as volta-titanv.xml" : "ours, as fermi-gtx480.xml", "%s",
                 volta ? rows[i].volta : rows[i].before_volta);
}
