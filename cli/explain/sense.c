/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/explain/sense.h"
#include <string.h>

/* IPOLY permutes a power of two of places, which are then dealt out to the banks in turn. */
char *sense_warning(const struct gpu_config *config)
{
    const struct address_map *map = &config->map;
    uint32_t places = map->hash == ADDRESS_HASH_IPOLY ? 1u << map->ipoly.bits : 0;
    if (places == 0 || places % map->banks == 0)
        return NULL;
    uint32_t most = places / map->banks + 1, favoured = places % map->banks;
    return g_strdup_printf(
        "gpu.memory.bank_hash=ipoly spreads accesses evenly only if the number of L2 banks is a "
        "power of two, but there are %u: of %u places %u banks get %u each and %u banks %u; take "
        "l2.count=%u or %u, or bank_hash=%srotate",
        map->banks, places, favoured, most, map->banks - favoured, most - 1, places / 2, places,
        map->banks % 2 == 0 ? "ipoly_modulo or " : "");
}

char *sense_of_policies(const struct gpu_config *config, const struct policy_choices *chosen)
{
    static const enum policy_kind_index of_l1[] = {POLICY_L1_REPLACEMENT, POLICY_L1_BYPASS};
    for (size_t i = 0; config->sm.l1d.size_bytes == 0 && i < G_N_ELEMENTS(of_l1); i++) {
        enum policy_kind_index kind = of_l1[i];
        const char *name = chosen->of[kind]->policy->name;
        g_auto(GStrv) usual = g_strsplit(config->policies[kind], " ", 2);
        if (strcmp(name, usual[0]) != 0)
            return g_strdup_printf("%s=%s has no effect: %s has no L1 data cache (sm.l1d.size=0B); "
                                   "--set sm.l1d.size=... adds one",
                                   policy_kinds[kind]->name, name, config->name);
    }
    return NULL;
}
