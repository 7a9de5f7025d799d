/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests on their way to L2, what they find there, and DRAM: see locality.h.
 *
 * A request names an SM and a tag. The tag is the request's own until the reply has come, so a
 * table from tags to warps, filled when the request is sent, says in L2 whose it is: the bank
 * serves it in between. Writes of one warp share a tag, which stays the warp's until all are
 * acknowledged; its numbers are those of other requests, too.
 */
#include "observers/locality.h"

static uint64_t sent_key(uint8_t kind, uint32_t tag)
{
    return (uint64_t)(kind == MESSAGE_WRITE) << 32 | tag;
}

void locality_sent(void *data, unsigned sm_index, uint64_t cycle, const struct message *request)
{
    struct locality *locality = data;
    struct locality_sm *sm = &locality->sms[sm_index];
    uint64_t key = sent_key(request->kind, message_transaction_of(request));
    struct sent_request *sent = line_table_at(&sm->sent, key);
    sent->warp = 0;
    sent->cycle = cycle;
    sent->out = true;
    sent->looked_up = false;
    sm->last_line = message_address(request);
    sm->last_key = key;
    sm->has_last = true;
}

void locality_claim_sent(struct locality_sm *sm, const struct l1_access *access)
{
    if (!sm->has_last || sm->last_line != access->line)
        return;
    struct sent_request *sent = line_table_find(&sm->sent, sm->last_key);
    sent->warp = sm->l2_warps[access->warp];
    sent->looked_up = access->op_class == OP_LOAD && !access->bypasses && !access->bypassed;
    sent->early = locality_is_early(sm, access->launch);
    sm->has_last = false;
}

static const struct sent_request *sent_by(const struct locality *locality,
                                          const struct message *request)
{
    const struct sent_request *sent =
        line_table_find(&locality->sms[request->requester].sent,
                        sent_key(request->kind, message_transaction_of(request)));
    g_assert(sent != NULL);
    return sent;
}

static enum l2_request request_class(const struct sent_request *sent, uint8_t kind)
{
    if (sent->warp == 0)
        return L2_CODE;
    return kind == MESSAGE_WRITE || kind == MESSAGE_WRITE_ACK       ? L2_STORES
           : kind == MESSAGE_ATOMIC || kind == MESSAGE_ATOMIC_REPLY ? L2_ATOMICS
                                                                    : L2_LOADS;
}

void locality_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply)
{
    struct locality *locality = data;
    if (reply->kind == MESSAGE_WRITE_ACK)
        return;
    struct sent_request *sent = line_table_find(
        &locality->sms[sm].sent, sent_key(reply->kind, message_transaction_of(reply)));
    g_assert(sent != NULL && sent->out);
    sent->out = false;
    struct locality_kernel *kernel = residents_kernel(&locality->residents, reply->launch);
    struct locality_latency *latency = &kernel->latency[request_class(sent, reply->kind)];
    latency->requests++;
    latency->cycles += cycle - sent->cycle;
}

uint32_t locality_l2_warp(struct locality *locality, uint32_t launch)
{
    g_array_append_val(locality->l2_launches, launch);
    return locality->l2_launches->len - 1;
}

/* Instructions and constants are the launch's, not a warp's. */
static uint32_t code_of(struct locality *locality, uint32_t launch)
{
    GArray *codes = locality->l2_codes;
    if (launch >= codes->len)
        g_array_set_size(codes, launch + 1);
    uint32_t *code = &g_array_index(codes, uint32_t, launch);
    if (*code == 0)
        *code = locality_l2_warp(locality, launch);
    return *code;
}

static enum l2_owner owner_class(const struct locality *locality, uint32_t owner, uint32_t warp)
{
    const uint32_t *launches = (const uint32_t *)(const void *)locality->l2_launches->data;
    if (owner == 0)
        return L2_NOBODY;
    if (owner == warp)
        return L2_INTRA_WARP;
    return launches[owner] == launches[warp] ? L2_INTER_WARP : L2_OTHER_LAUNCH;
}

static void bring(const struct locality *locality, struct l2_line *line, uint8_t sectors,
                  enum l2_request kind, uint32_t warp)
{
    unsigned together = kind == L2_STORES ? 1 : locality->l2_fetch_sectors;
    for (unsigned i = 0; i < LOCALITY_SECTORS; i++) {
        unsigned fetch = ((1u << together) - 1) << i / together * together;
        if (sectors & fetch)
            line->owner[i] = warp;
    }
}

static enum locality_found found_class(enum l2_outcome outcome, enum l2_owner owner)
{
    if (owner == L2_NOBODY)
        return FOUND_COLD;
    if (outcome == L2_MISSES)
        return owner == L2_INTRA_WARP ? FOUND_LOST_INTRA_WARP : FOUND_LOST_INTER_WARP;
    return owner == L2_INTRA_WARP ? FOUND_L2_INTRA_WARP : FOUND_L2_INTER_WARP;
}

/* In L1's unit: of a line, its first sector stands for all, and one that was missed before others.
 */
static void count_found(const struct locality *locality, struct locality_kernel *kernel,
                        const struct sent_request *sent, const struct l2_line *line,
                        const uint8_t outcomes[L2_OUTCOMES])
{
    for (unsigned i = L2_OUTCOMES; i-- > 0;)
        for (unsigned left = outcomes[i]; left; left &= left - 1) {
            uint32_t owner = line->owner[__builtin_ctz(left)];
            locality_found(kernel, sent->early,
                           found_class(i, owner_class(locality, owner, sent->warp)));
            if (!locality->sectored)
                return;
        }
}

void locality_l2_access(void *data, const struct l2_access *access)
{
    struct locality *locality = data;
    const struct message *request = access->request;
    const struct sent_request *sent = sent_by(locality, request);
    struct locality_kernel *kernel = residents_kernel(&locality->residents, request->launch);
    enum l2_request kind = request_class(sent, request->kind);
    struct l2_line *line =
        line_table_at(&locality->l2, message_address(request) & ~(uint64_t)(LINE_BYTES - 1));
    uint32_t warp = kind == L2_CODE ? code_of(locality, request->launch) : sent->warp;
    const uint8_t outcomes[L2_OUTCOMES] = {access->hit, access->merged, access->missed};
    for (unsigned outcome = 0; outcome < L2_OUTCOMES; outcome++)
        for (unsigned left = outcomes[outcome]; left; left &= left - 1) {
            uint32_t owner = line->owner[__builtin_ctz(left)];
            kernel->l2[kind][outcome][owner_class(locality, owner, warp)]++;
        }
    if (sent->looked_up)
        count_found(locality, kernel, sent, line, outcomes);
    bring(locality, line, access->missed, kind, warp);
}

void locality_dram_access(void *data, const struct dram_access *access)
{
    struct locality *locality = data;
    struct locality_rows *rows = &locality->write_backs;
    if (access->request->kind == MESSAGE_DRAM_READ) {
        struct locality_kernel *kernel =
            residents_kernel(&locality->residents, access->request->launch);
        rows = &kernel->reads;
    }
    rows->states[access->row_state]++;
    rows->latency_ps += access->data_end_ps - access->arrival_ps;
}
