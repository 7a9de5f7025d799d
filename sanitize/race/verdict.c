/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/verdict.h"

static bool is_volatile_store(const struct site *site)
{
    return site->kind == SITE_STORE && site->flags & SITE_VOLATILE;
}

static bool waits_for_store(const struct site *site)
{
    return site->flags & SITE_POLLS || (site->kind == SITE_LOAD && !(site->flags & SITE_VOLATILE));
}

bool race_reads_alike(const struct site *a, const struct site *b)
{
    if (!((a->flags | b->flags) & SITE_STRONG))
        return true;
    return a->kind == b->kind && a->scope == b->scope && a->flags == b->flags &&
           a->scope >= SCOPE_GPU && !(a->flags & SITE_POLLS);
}

bool race_may_meet(const struct site *a, const struct site *b, bool same_block)
{
    if (!(a->flags & b->flags & SITE_STRONG))
        return false;
    if (!same_block && (a->scope < SCOPE_GPU || b->scope < SCOPE_GPU))
        return false;
    if (is_volatile_store(a) && !waits_for_store(b))
        return false;
    return !is_volatile_store(b) || waits_for_store(a);
}
