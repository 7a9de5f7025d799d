/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/locality.h"
#include "results/format.h"

struct locality *locality_new(const struct gpu_config *config)
{
    struct locality *locality = g_new0(struct locality, 1);
    residents_init(&locality->residents, config->n_sms, sizeof(struct locality_kernel),
                   sizeof(struct locality_pc));
    locality->sectored = config->sm.l1d_sectored;
    locality->stores_allocate = config->sm.l1d_write == L1D_WRITE_ALLOCATE;
    locality->l2_fetch_sectors = config->bank.fetch_bytes * LOCALITY_SECTORS / LINE_BYTES;
    locality->texture_cache = config->sm.texture.size_bytes > 0;
    uint32_t nobody = 0;
    size_t l1_bytes = sizeof(struct l1_line) +
                      (locality->sectored ? LOCALITY_SECTORS : 1) * sizeof(struct l1_unit);
    locality->sms = g_new0(struct locality_sm, config->n_sms);
    for (uint32_t i = 0; i < config->n_sms; i++) {
        line_table_init(&locality->sms[i].l1, l1_bytes);
        line_table_init(&locality->sms[i].texture, l1_bytes);
        line_table_init(&locality->sms[i].sent, sizeof(struct sent_request));
        locality->sms[i].ended = g_array_new(FALSE, TRUE, sizeof(bool));
    }
    line_table_init(&locality->l2, sizeof(struct l2_line));
    locality->l2_launches = g_array_new(FALSE, TRUE, sizeof(uint32_t));
    locality->l2_codes = g_array_new(FALSE, TRUE, sizeof(uint32_t));
    g_array_append_val(locality->l2_launches, nobody);
    return locality;
}

void locality_free(struct locality *locality)
{
    for (uint32_t i = 0; i < locality->residents.n_sms; i++) {
        struct locality_sm *sm = &locality->sms[i];
        line_table_finish(&sm->l1);
        line_table_finish(&sm->texture);
        line_table_finish(&sm->sent);
        g_array_unref(sm->ended);
        for (unsigned slot = 0; slot < RESIDENTS_SLOTS; slot++)
            trips_finish(&sm->trips[slot]);
    }
    g_free(locality->sms);
    line_table_finish(&locality->l2);
    g_array_unref(locality->l2_launches);
    g_array_unref(locality->l2_codes);
    residents_finish(&locality->residents);
    g_free(locality);
}

void locality_warp_started(struct locality *locality, unsigned sm, unsigned slot)
{
    const struct resident *warp = residents_at(&locality->residents, sm, slot);
    locality->sms[sm].l2_warps[slot] = locality_l2_warp(locality, warp->launch->id);
    trips_start(&locality->sms[sm].trips[slot], warp->code);
}

void locality_warp_ended(struct locality *locality, unsigned sm, unsigned slot)
{
    uint32_t launch = residents_at(&locality->residents, sm, slot)->launch->id;
    GArray *ended = locality->sms[sm].ended;
    if (launch >= ended->len)
        g_array_set_size(ended, launch + 1);
    g_array_index(ended, bool, launch) = true;
}

bool locality_is_early(const struct locality_sm *sm, uint32_t launch)
{
    return launch >= sm->ended->len || !g_array_index(sm->ended, bool, launch);
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct locality *locality = data;
    residents_see(&locality->residents, sm, slot);
    locality_warp_started(locality, sm_view_index(sm), slot);
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    locality_warp_ended(data, sm_view_index(sm), slot);
}

static void issued(void *data, unsigned sm, uint64_t cycle, unsigned slot, uint32_t pc,
                   const struct issued *what)
{
    (void)cycle;
    struct locality *locality = data;
    const struct resident *warp = residents_at(&locality->residents, sm, slot);
    struct locality_kernel *kernel = (struct locality_kernel *)warp->kernel;
    kernel->warp_instructions++;
    kernel->thread_instructions += (unsigned)__builtin_popcount(what->active);
    if (warp->code->n_loops > 0)
        trips_issue(&locality->sms[sm].trips[slot], warp->code, pc, what);
}

void locality_listen(struct observer *observer)
{
    observer->warp_started = warp_started;
    observer->warp_ended = warp_ended;
    observer->issued = issued;
    observer->l1_access = locality_l1_access;
    observer->l1_dropped = locality_l1_dropped;
    observer->sent = locality_sent;
    observer->replied = locality_replied;
    observer->l2_access = locality_l2_access;
    observer->dram_access = locality_dram_access;
}

static void *create(const struct observer_site *site)
{
    return locality_new(site->config);
}

static void destroy(void *state)
{
    locality_free(state);
}

const struct observer_kind locality_kind = {
    .name = RESULT_LOCALITY,
    .meaning = "whose data warps find in L1 and L2, by instruction and loop trip; row-buffer hits",
    .create = create,
    .listen = locality_listen,
    .write = locality_write,
    .destroy = destroy};
