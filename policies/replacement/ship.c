/* SPDX-License-Identifier: BSD-3-Clause */
/* SHiP, the signature-based hit predictor, over srrip: a line that is brought by what has brought
 * lines of no use begins as distant, others with a long re-reference interval.
 *
 * A table of counters (the SHCT) is indexed by a line's signature: what brought it. A use of the
 * line counts its signature's counter up; a line that is evicted without any use counts it down. A
 * counter that is zero says: distant. Lines age and go as in rrip.h.
 *
 * SHiP-PC: the signature is the PC of the instruction. SHiP-Mem: the region of memory. L2 hears of
 * no PCs, so that a bank always takes the region.
 *
 * Source: Wu, Jaleel, Hasenplaugh, Martonosi, Steely, Emer, "SHiP: Signature-based Hit Predictor
 * for High Performance Caching", MICRO 2011: 14-bit signatures, 16K counters of 3
 * bits, regions of 16 KB, training on all sets. The paper was not at hand but for its first pages;
 * its rules are as later implementations agree on them. Differs: a PC is the number of the
 * instruction in its kernel, so that kernels share counters; each SM and bank has its own table.
 * ASSUMED: hashes of signatures (a PC's lowest bits; a region's number by multiplication); counters
 * begin at 1, so that nothing is distant until seen; a line that is dropped, because its kernel
 * ends or it became stale, was not evicted, and teaches nothing.
 */
#include "policies/replacement/rrip.h"

enum { BITS, SIGNATURE, SIGNATURE_BITS, COUNTER_BITS, REGION, INITIAL };
enum { BY_PC, BY_REGION };
enum { MOST_SIGNATURE_BITS = 14 };

static const char *const signatures[] = {[BY_PC] = "pc", [BY_REGION] = "region", NULL};

static const struct policy_parameter parameters[] = {
    [BITS] = RRIP_BITS_ROW,
    [SIGNATURE] =
        POLICY_CHOICE_ROW("signature", signatures, BY_PC,
                          "signature of a line: the instruction that brings it (SHiP-PC) or its "
                          "region (SHiP-Mem); in L2 always the region. Wu and others, MICRO 2011"),
    [SIGNATURE_BITS] = POLICY_INTEGER_ROW("signature_bits", "bits", 14, 1, MOST_SIGNATURE_BITS,
                                          "and so many counters as they have values. Wu and "
                                          "others, MICRO 2011"),
    [COUNTER_BITS] =
        POLICY_INTEGER_ROW("counter_bits", "bits", 3, 1, 8, "Wu and others, MICRO 2011"),
    [REGION] = POLICY_INTEGER_ROW("region", "KiB", 16, 1, 1048576,
                                  "bytes with the same signature, rounded down to a power of two. "
                                  "Wu and others, MICRO 2011"),
    [INITIAL] =
        POLICY_INTEGER_ROW("initial", "1", 1, 0, 255,
                           "first value of each counter, at most its largest value. ASSUMED"),
    {.name = NULL},
};

struct line {
    uint16_t signature;
    uint8_t rrpv;
    bool used; /* since it came: the paper's outcome */
};

struct state {
    uint32_t ways;
    uint8_t distant, largest;
    uint8_t signature_bits, region_shift;
    bool by_region;
    uint8_t counters[1 << MOST_SIGNATURE_BITS];
};

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    const union policy_value *value = values->values;
    own->ways = site->ways;
    own->distant = rrip_distant(&value[BITS]);
    own->largest = (uint8_t)((1u << value[COUNTER_BITS].integer) - 1);
    own->signature_bits = (uint8_t)value[SIGNATURE_BITS].integer;
    own->region_shift = (uint8_t)(10 + 63 - __builtin_clzll((uint64_t)value[REGION].integer));
    own->by_region = value[SIGNATURE].choice == BY_REGION || !site->in_l1;
    for (size_t i = 0; i < G_N_ELEMENTS(own->counters); i++)
        own->counters[i] = (uint8_t)MIN(value[INITIAL].integer, own->largest);
}

/* Source of the factor: Knuth, The Art of Computer Programming 3, 6.4. */
static uint16_t signature_of(const struct state *own, const struct replacement_access *access)
{
    if (!own->by_region)
        return (uint16_t)(access->pc & ((1u << own->signature_bits) - 1));
    uint64_t region = access->line >> own->region_shift;
    return (uint16_t)(region * UINT64_C(0x9E3779B97F4A7C15) >> (64 - own->signature_bits));
}

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)access;
    const struct state *own = state;
    struct line *lines = set->lines;
    return rrip_victim(&lines->rrpv, sizeof *lines, own->ways, own->distant, &set->allowed);
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)set;
    const struct state *own = state;
    uint16_t signature = signature_of(own, access);
    uint8_t rrpv = own->counters[signature] == 0 ? own->distant : rrip_long(own->distant);
    ((struct line *)lines)[way] = (struct line){.signature = signature, .rrpv = rrpv};
}

static void touched(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access)
{
    (void)set;
    (void)access;
    struct state *own = state;
    struct line *line = (struct line *)lines + way;
    uint8_t *counter = &own->counters[line->signature];
    *counter += *counter < own->largest;
    line->rrpv = 0;
    line->used = true;
}

static void removed(void *state, void *lines, uint32_t set, unsigned way, bool evicted)
{
    (void)set;
    struct state *own = state;
    const struct line *line = (struct line *)lines + way;
    uint8_t *counter = &own->counters[line->signature];
    *counter -= evicted && !line->used && *counter > 0;
}

const struct replacement_ops replacement_ship = {
    .policy = {.head = {.name = "ship",
                        .summary = "Lines go first if their signature brings no hits (SHiP)",
                        .source = "Wu and others, SHiP: Signature-based Hit Predictor for High "
                                  "Performance Caching, MICRO 2011",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = sizeof(struct line),
    .begin = begin,
    .victim = victim,
    .inserted = inserted,
    .touched = touched,
    .removed = removed,
};
