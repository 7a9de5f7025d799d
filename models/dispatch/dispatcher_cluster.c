/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_cluster.h"
#include "models/core/message_cluster.h"
#include "workloads/cluster.h"

G_STATIC_ASSERT((int)MESSAGE_CLUSTER_BLOCKS == (int)CLUSTER_MOST_BLOCKS);

static uint32_t first_sm(const struct dispatcher *d, uint32_t gpc)
{
    return cluster_first_sm(&d->clusters, d->n_sms, gpc);
}

/* The GPC with the most room for blocks of the kernel. */
static uint32_t roomiest_gpc(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                             uint64_t *most)
{
    uint32_t best = 0;
    *most = 0;
    for (uint32_t gpc = 0; gpc < d->clusters.gpcs; gpc++) {
        uint64_t room = 0;
        for (uint32_t i = first_sm(d, gpc); i < first_sm(d, gpc + 1); i++)
            room += kernel->room[i];
        if (room > *most) {
            *most = room;
            best = gpc;
        }
    }
    return best;
}

/* Gives each block its SM. */
static void spread(const struct dispatcher *d, const struct dispatcher_kernel *kernel, uint32_t gpc,
                   struct cluster_place *place)
{
    const uint32_t first = first_sm(d, gpc), n = first_sm(d, gpc + 1) - first;
    g_autofree uint32_t *room = g_memdup2(kernel->room + first, n * sizeof *room);
    for (uint32_t rank = 0; rank < place->n_blocks; rank++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < n; i++)
            if (room[i] > room[best])
                best = i;
        g_assert(room[best] > 0);
        room[best]--;
        place->sm[rank] = (uint16_t)(first + best);
    }
}

void dispatcher_cluster_next(struct dispatcher *d)
{
    const struct cluster_place *place = d->place;
    d->dealt = d->placing;
    d->chosen.sm = place->sm[d->place_sent];
    d->chosen.block = cluster_block_index(place->launch, place->cluster, d->place_sent);
}

bool dispatcher_cluster_place(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    uint64_t room;
    const uint32_t gpc = roomiest_gpc(d, kernel, &room);
    kernel->held = room < kernel->cluster_blocks;
    if (kernel->held)
        return false;
    struct cluster_place *place = g_new0(struct cluster_place, 1);
    place->launch = kernel->launch;
    place->cluster = kernel->places->len;
    place->n_blocks = kernel->cluster_blocks;
    spread(d, kernel, gpc, place);
    g_ptr_array_add(kernel->places, place);
    d->placing = kernel;
    d->place = place;
    d->place_sent = 0;
    dispatcher_cluster_next(d);
    return true;
}

void dispatcher_cluster_sent(struct dispatcher *d)
{
    if (++d->place_sent < d->place->n_blocks)
        return;
    d->placing = NULL;
    d->place = NULL;
}

uint64_t dispatcher_cluster_rest(const struct dispatcher *d, const struct dispatcher_kernel *kernel)
{
    return d->placing == kernel ? d->place->n_blocks - d->place_sent : 0;
}

char *dispatcher_cluster_misfit(const struct dispatcher *d, const struct launch *launch,
                                uint32_t capacity)
{
    const uint64_t blocks = cluster_blocks(launch);
    uint32_t most = 0;
    if (launch->code->traced && d->clusters.most == 1) /* its blocks are placed one by one */
        return NULL;
    char *problem = cluster_problem(launch, d->clusters.most);
    if (problem || blocks <= 1)
        return problem;
    for (uint32_t gpc = 0; gpc < d->clusters.gpcs; gpc++)
        most = MAX(most, first_sm(d, gpc + 1) - first_sm(d, gpc));
    if ((uint64_t)most * capacity >= blocks)
        return NULL;
    return g_strdup_printf("clusters of %" G_GUINT64_FORMAT
                           " blocks, of which the %u SMs of a GPC hold %u together",
                           blocks, most, most * capacity);
}
