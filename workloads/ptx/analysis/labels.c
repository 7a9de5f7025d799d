/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/labels.h"

struct ptx_operand *ptx_labels_moved(GPtrArray *owned, const struct ptx_operand *operands,
                                     unsigned n, const uint32_t *place)
{
    if (n == 0)
        return NULL;
    struct ptx_operand *copy = g_memdup2(operands, n * sizeof *operands);
    g_ptr_array_add(owned, copy);
    for (unsigned i = 0; i < n; i++) {
        if (copy[i].kind == PTX_OPERAND_LABEL)
            copy[i].index = place[copy[i].index];
        copy[i].elements = ptx_labels_moved(owned, copy[i].elements, copy[i].n_elements, place);
    }
    return copy;
}
