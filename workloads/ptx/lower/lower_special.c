/* SPDX-License-Identifier: BSD-3-Clause */
/* Special registers as operands: each that the kernel reads gets a lane array in the warp's state.
 */
#include "workloads/ptx/exec/special.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static const uint8_t known[] = {[PTX_TID_X] = SPECIAL_TID_X + 1,
                                [PTX_TID_Y] = SPECIAL_TID_Y + 1,
                                [PTX_TID_Z] = SPECIAL_TID_Z + 1,
                                [PTX_NTID_X] = SPECIAL_NTID_X + 1,
                                [PTX_NTID_Y] = SPECIAL_NTID_Y + 1,
                                [PTX_NTID_Z] = SPECIAL_NTID_Z + 1,
                                [PTX_CTAID_X] = SPECIAL_CTAID_X + 1,
                                [PTX_CTAID_Y] = SPECIAL_CTAID_Y + 1,
                                [PTX_CTAID_Z] = SPECIAL_CTAID_Z + 1,
                                [PTX_NCTAID_X] = SPECIAL_NCTAID_X + 1,
                                [PTX_NCTAID_Y] = SPECIAL_NCTAID_Y + 1,
                                [PTX_NCTAID_Z] = SPECIAL_NCTAID_Z + 1,
                                [PTX_LANEID] = SPECIAL_LANEID + 1,
                                [PTX_WARPID] = SPECIAL_WARPID + 1,
                                [PTX_NWARPID] = SPECIAL_NWARPID + 1,
                                [PTX_SMID] = SPECIAL_SMID + 1,
                                [PTX_NSMID] = SPECIAL_NSMID + 1,
                                [PTX_GRIDID] = SPECIAL_GRIDID + 1,
                                [PTX_LANEMASK_EQ] = SPECIAL_LANEMASK_EQ + 1,
                                [PTX_LANEMASK_LE] = SPECIAL_LANEMASK_LE + 1,
                                [PTX_LANEMASK_LT] = SPECIAL_LANEMASK_LT + 1,
                                [PTX_LANEMASK_GE] = SPECIAL_LANEMASK_GE + 1,
                                [PTX_LANEMASK_GT] = SPECIAL_LANEMASK_GT + 1,
                                [PTX_CLOCK] = SPECIAL_CLOCK + 1,
                                [PTX_CLOCK_HI] = SPECIAL_CLOCK_HI + 1,
                                [PTX_CLOCK64] = SPECIAL_CLOCK64 + 1,
                                [PTX_GLOBALTIMER] = SPECIAL_GLOBALTIMER + 1,
                                [PTX_GLOBALTIMER_LO] = SPECIAL_GLOBALTIMER + 1,
                                [PTX_GLOBALTIMER_HI] = SPECIAL_GLOBALTIMER_HI + 1,
                                [PTX_DYNAMIC_SMEM_SIZE] = SPECIAL_DYNAMIC_SMEM_SIZE + 1,
                                [PTX_TOTAL_SMEM_SIZE] = SPECIAL_TOTAL_SMEM_SIZE + 1,
                                [PTX_CLUSTERID_X] = SPECIAL_CLUSTERID_X + 1,
                                [PTX_CLUSTERID_Y] = SPECIAL_CLUSTERID_Y + 1,
                                [PTX_CLUSTERID_Z] = SPECIAL_CLUSTERID_Z + 1,
                                [PTX_NCLUSTERID_X] = SPECIAL_NCLUSTERID_X + 1,
                                [PTX_NCLUSTERID_Y] = SPECIAL_NCLUSTERID_Y + 1,
                                [PTX_NCLUSTERID_Z] = SPECIAL_NCLUSTERID_Z + 1,
                                [PTX_CLUSTER_CTAID_X] = SPECIAL_CLUSTER_CTAID_X + 1,
                                [PTX_CLUSTER_CTAID_Y] = SPECIAL_CLUSTER_CTAID_Y + 1,
                                [PTX_CLUSTER_CTAID_Z] = SPECIAL_CLUSTER_CTAID_Z + 1,
                                [PTX_CLUSTER_NCTAID_X] = SPECIAL_CLUSTER_NCTAID_X + 1,
                                [PTX_CLUSTER_NCTAID_Y] = SPECIAL_CLUSTER_NCTAID_Y + 1,
                                [PTX_CLUSTER_NCTAID_Z] = SPECIAL_CLUSTER_NCTAID_Z + 1,
                                [PTX_CLUSTER_CTARANK] = SPECIAL_CLUSTER_CTARANK + 1,
                                [PTX_CLUSTER_NCTARANK] = SPECIAL_CLUSTER_NCTARANK + 1,
                                [PTX_IS_EXPLICIT_CLUSTER] = SPECIAL_IS_EXPLICIT_CLUSTER + 1};

/* Those without a number of their own, by the beginnings of their names. There are no performance
 * counters that a kernel could read, no driver that sets %envreg and no shared memory that the
 * system keeps for itself. */
static const struct {
    const char *prefix;
    uint8_t which;
} by_name[] = {{"%envreg", SPECIAL_ZERO},
               {"%pm", SPECIAL_ZERO},
               {"%reserved_smem_offset_", SPECIAL_ZERO},
               {"%current_graph_exec", SPECIAL_ZERO},
               {"%aggr_smem_size", SPECIAL_TOTAL_SMEM_SIZE}};

static bool which_of(const struct ptx_operand *operand, uint8_t *which)
{
    if (operand->index < G_N_ELEMENTS(known) && known[operand->index] != 0) {
        *which = (uint8_t)(known[operand->index] - 1);
        return true;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(by_name); i++)
        if (g_str_has_prefix(operand->name, by_name[i].prefix)) {
            *which = by_name[i].which;
            return true;
        }
    return false;
}

bool lower_special(struct lowering *l, const struct ptx_operand *operand, unsigned bytes,
                   struct exec_operand *result)
{
    struct exec_special special = {.bytes = (uint8_t)bytes};
    if (!which_of(operand, &special.which))
        return lowering_problem(l, "special register %s is unsupported", operand->name);
    special.differs = exec_special_differs(special.which);
    *result = (struct exec_operand){
        .base = BASE_STATE, .bytes = (uint8_t)bytes, .bits = (uint8_t)(8 * bytes)};
    if (exec_special_is_clock(special.which))
        l->op->prepare |= PREPARE_CLOCKS;
    l->reads_more |= exec_special_is_clock(special.which) || special.which == SPECIAL_GRIDID;
    for (guint i = 0; i < l->specials->len; i++) {
        struct exec_special *s = &g_array_index(l->specials, struct exec_special, i);
        if (s->which == special.which && s->bytes == bytes) {
            result->offset = s->offset;
            return true;
        }
    }
    special.offset = result->offset = lowering_reserve(l, bytes * WARP_LANES);
    g_array_append_val(l->specials, special);
    return true;
}
