/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/syntax/special.h"
#include <string.h>

struct special_name {
    const char *name;
    enum ptx_special special;
};

static const struct special_name scalars[] = {
    {"%laneid", PTX_LANEID},
    {"%warpid", PTX_WARPID},
    {"%nwarpid", PTX_NWARPID},
    {"%smid", PTX_SMID},
    {"%nsmid", PTX_NSMID},
    {"%gridid", PTX_GRIDID},
    {"%lanemask_eq", PTX_LANEMASK_EQ},
    {"%lanemask_le", PTX_LANEMASK_LE},
    {"%lanemask_lt", PTX_LANEMASK_LT},
    {"%lanemask_ge", PTX_LANEMASK_GE},
    {"%lanemask_gt", PTX_LANEMASK_GT},
    {"%clock", PTX_CLOCK},
    {"%clock_hi", PTX_CLOCK_HI},
    {"%clock64", PTX_CLOCK64},
    {"%globaltimer", PTX_GLOBALTIMER},
    {"%globaltimer_lo", PTX_GLOBALTIMER_LO},
    {"%globaltimer_hi", PTX_GLOBALTIMER_HI},
    {"%dynamic_smem_size", PTX_DYNAMIC_SMEM_SIZE},
    {"%total_smem_size", PTX_TOTAL_SMEM_SIZE},
    {"%aggr_smem_size", PTX_SPECIAL_OTHER},
    {"%reserved_smem_offset_begin", PTX_SPECIAL_OTHER},
    {"%reserved_smem_offset_end", PTX_SPECIAL_OTHER},
    {"%reserved_smem_offset_cap", PTX_SPECIAL_OTHER},
    {"%is_explicit_cluster", PTX_IS_EXPLICIT_CLUSTER},
    {"%cluster_ctarank", PTX_CLUSTER_CTARANK},
    {"%cluster_nctarank", PTX_CLUSTER_NCTARANK},
    {"%current_graph_exec", PTX_SPECIAL_OTHER},
};

/* special is that of .x; .y and .z follow it. */
static const struct special_name vectors[] = {
    {"%tid", PTX_TID_X},
    {"%ntid", PTX_NTID_X},
    {"%ctaid", PTX_CTAID_X},
    {"%nctaid", PTX_NCTAID_X},
    {"%clusterid", PTX_CLUSTERID_X},
    {"%nclusterid", PTX_NCLUSTERID_X},
    {"%cluster_ctaid", PTX_CLUSTER_CTAID_X},
    {"%cluster_nctaid", PTX_CLUSTER_NCTAID_X},
};

static const struct special_name *find_vector(const char *name, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(vectors); i++)
        if (strlen(vectors[i].name) == length && strncmp(vectors[i].name, name, length) == 0)
            return &vectors[i];
    return NULL;
}

/* prefix, then a number below n, then suffix. */
static bool is_numbered(const char *name, const char *prefix, unsigned n, const char *suffix)
{
    if (!g_str_has_prefix(name, prefix) || !g_ascii_isdigit(name[strlen(prefix)]))
        return false;
    char *end;
    guint64 number = g_ascii_strtoull(name + strlen(prefix), &end, 10);
    return number < n && strcmp(end, suffix) == 0;
}

bool ptx_special_from_name(const char *name, enum ptx_special *out)
{
    const char *dot = strchr(name, '.');
    if (dot) {
        const struct special_name *vector = find_vector(name, (size_t)(dot - name));
        if (!vector || strlen(dot) != 2 || dot[1] < 'x' || dot[1] > 'z')
            return false;
        *out = vector->special;
        if (vector->special != PTX_SPECIAL_OTHER)
            *out += (unsigned)(dot[1] - 'x');
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(scalars); i++) {
        if (strcmp(scalars[i].name, name) == 0) {
            *out = scalars[i].special;
            return true;
        }
    }
    *out = PTX_SPECIAL_OTHER;
    return is_numbered(name, "%envreg", 32, "") ||
           is_numbered(name, "%reserved_smem_offset_", 2, "") || is_numbered(name, "%pm", 8, "") ||
           is_numbered(name, "%pm", 8, "_64");
}

bool ptx_special_is_vector(const char *name)
{
    return find_vector(name, strlen(name)) != NULL;
}
