/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/peer_collectors.h"
#include <string.h>

enum {
    ID_OC_SP = 0,
    ID_OC_MEM = 4,
    OC_EX_SP = 5,
    OC_EX_MEM = 9,
    EX_WB = 10,
    STAGES = 13,
    MOST_WAITING = 8,    /* of units.queue */
    MOST_COLLECTORS = 16 /* of a kind */
};

static void add(struct peer_core *core, const char *name, unsigned n)
{
    char *end = core->collectors + strlen(core->collectors);
    size_t room = sizeof core->collectors - (size_t)(end - core->collectors);
    if (n > 0)
        g_snprintf(end, room, "%s%s:%u", end == core->collectors ? "" : ",", name,
                   MIN(n, MOST_COLLECTORS));
}

/* As the platform says it: "sp:6,sfu:8". */
static void name_collectors(struct peer_core *core, struct peer_values *values, unsigned general,
                            bool special)
{
    const struct {
        const char *option, *name;
        unsigned absent, units;
    } kinds[] = {{"gpgpu_operand_collector_num_units_sp", "sp", 4, core->sp},
                 {"gpgpu_operand_collector_num_units_int", "int", 0, core->integer},
                 {"gpgpu_operand_collector_num_units_sfu", "sfu", 4, core->sfu},
                 {"gpgpu_operand_collector_num_units_dp", "dp", 0, core->dp},
                 {"gpgpu_operand_collector_num_units_tensor_core", "tensor", 4, core->tensor}};
    add(core, "any", general);
    for (unsigned i = 0; special && i < G_N_ELEMENTS(kinds); i++) {
        unsigned n = peer_number(values, kinds[i].option, kinds[i].absent, 0, 64);
        if (kinds[i].units > 0)
            add(core, kinds[i].name, n);
    }
    if (core->collectors[0] == '\0')
        g_strlcpy(core->collectors, "none", sizeof core->collectors);
}

/* Also how many instructions wait behind their issue: in the pipeline registers before and behind
 * the operand collectors and in the collectors themselves; those of loads and stores in their unit,
 * too. */
void peer_collectors_read(struct peer_core *core, struct peer_values *values)
{
    unsigned widths[STAGES];
    peer_numbers(values, "gpgpu_pipeline_widths", "1,1,1,1,1,1,1,1,1,1,1,1,1", widths, STAGES, 11);
    unsigned general = peer_number(values, "gpgpu_operand_collector_num_units_gen", 0, 0, 64);
    bool special = peer_flag(values, "gpgpu_enable_specialized_operand_collector", true);
    unsigned mem = peer_number(values, "gpgpu_operand_collector_num_units_mem", 2, 0, 64);
    unsigned sp = peer_number(values, "gpgpu_operand_collector_num_units_sp", 4, 0, 64);
    core->mem_queue = widths[ID_OC_MEM] + general + (special ? mem : 0) + widths[OC_EX_MEM] + 1;
    if (core->private_units)
        core->mem_queue = MAX(core->mem_queue / core->schedulers, 1);
    unsigned waiting = widths[ID_OC_SP] + general + (special ? sp : 0) + widths[OC_EX_SP];
    core->unit_queue = MIN(waiting / (core->private_units ? core->schedulers : 1), MOST_WAITING);
    name_collectors(core, values, general, special);
    core->result_buses = widths[EX_WB];
}
