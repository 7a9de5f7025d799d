/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/address_check.h"
#include "base/vector_clones.h"
#include "models/memory/device_peers.h"
#include "models/memory/stray_access.h"

/* An address below this is a null pointer, perhaps with an index. */
static const uint64_t NULL_BYTES = 4096;

/* Says what an address outside device memory is. */
static char *describe_foreign(uint64_t address)
{
    if (address < NULL_BYTES)
        return g_strdup("it is a null pointer");
    return g_strdup("it lies outside of device memory; is it a pointer of the host?");
}

/* Where the address lies, seen from the nearest allocation. */
static char *describe_neighbour(const struct device_allocation *nearest, uint64_t address)
{
    if (nearest == NULL)
        return g_strdup("there is no allocation");
    uint64_t end = nearest->address + nearest->bytes;
    bool before = address < nearest->address, inside = !before && address < end;
    uint64_t distance = before   ? nearest->address - address
                        : inside ? end - address
                                 : address - end;
    return g_strdup_printf("%" G_GUINT64_FORMAT " bytes %s of %s, the nearest (%" G_GUINT64_FORMAT
                           " bytes at 0x%" G_GINT64_MODIFIER "x)",
                           distance,
                           before   ? "before the start"
                           : inside ? "before the end"
                                    : "behind the end",
                           nearest->name, nearest->bytes, nearest->address);
}

char *address_describe_nearest(const struct device_memory *memory, uint64_t address)
{
    return device_memory_covers(memory, address)
               ? describe_neighbour(device_memory_nearest(memory, address), address)
               : describe_foreign(address);
}

/* Of another GPU, which the kernel's does not reach. */
static char *blame_peer(const struct device_memory *memory, const char *verb, unsigned bytes,
                        uint64_t address)
{
    return g_strdup_printf("%s %u bytes at global address 0x%" G_GINT64_MODIFIER
                           "x, which is memory of GPU %u: cudaDeviceEnablePeerAccess has not been "
                           "called for that peer",
                           verb, bytes, address, device_memory_device_of(memory, address));
}

static void blame(struct device_memory *memory, uint32_t device, struct issued *what,
                  unsigned op_class, unsigned lane, unsigned bytes)
{
    uint64_t address = what->address[lane];
    g_autofree char *where = address_describe_nearest(memory, address);
    const char *verb = op_class == OP_LOAD    ? "reads"
                       : op_class == OP_STORE ? "writes"
                                              : "atomically changes";
    what->fault_lane = (uint8_t)lane;
    if (device_memory_device_of(memory, address) != device &&
        device_memory_find(memory, address, bytes)) {
        what->fault = blame_peer(memory, verb, bytes, address);
        return;
    }
    what->fault = g_strdup_printf("%s %u bytes at global address 0x%" G_GINT64_MODIFIER
                                  "x, which no allocation holds: %s",
                                  verb, bytes, address, where);
}

struct address_range {
    uint64_t low, high;
};

VECTOR_CLONES static struct address_range range_of(const uint64_t address[WARP_LANES],
                                                   lane_mask active)
{
    struct address_range range = {UINT64_MAX, 0};
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t mask = active >> lane & 1 ? UINT64_MAX : 0;
        uint64_t low = address[lane] | ~mask, high = address[lane] & mask;
        range.low = low < range.low ? low : range.low;
        range.high = high > range.high ? high : range.high;
    }
    return range;
}

/* Whether addresses go up by little: then they don't wrap around. */
static inline bool goes_up(const struct issued *what)
{
    return what->regular && what->active == UINT32_MAX && what->stride <= UINT32_MAX &&
           what->address[WARP_LANES - 1] >= what->address[0];
}

/* The lanes whose bytes lie in no allocation. The fault names the first of them. */
G_NO_INLINE static lane_mask strays_of(struct device_memory *memory, uint32_t device,
                                       const struct instruction *instruction, struct issued *what)
{
    lane_mask strays = 0;
    for (lane_mask left = what->active; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        unsigned bytes =
            what->async == ASYNC_COPY ? what->copy.bytes[lane] : instruction->access_bytes;
        if (device_memory_find_from(memory, device, what->address[lane], bytes))
            continue;
        if (!strays)
            blame(memory, device, what, instruction->op_class, lane, bytes);
        strays |= (lane_mask)1 << lane;
    }
    return strays;
}

/* Every lane's bytes must lie in one allocation. The usual warp asks once for all lanes together.
 */
bool addresses_check(struct device_memory *memory, struct warp_context *w, uint32_t pc,
                     struct issued *what)
{
    const struct instruction *instruction = &w->code->instructions[pc];
    const struct address_range range =
        goes_up(what) ? (struct address_range){what->address[0], what->address[WARP_LANES - 1]}
                      : range_of(what->address, what->active);
    const uint32_t device = w->block->launch->device;
    const uint64_t bytes = range.high - range.low + instruction->access_bytes;
    if (G_LIKELY(device_memory_find_from(memory, device, range.low, bytes) != NULL))
        return true;
    lane_mask strays = strays_of(memory, device, instruction, what);
    if (!strays)
        return true;
    what->fault_kind = FAULT_STRAY;
    struct stray_accesses *may = device_memory_strays(memory);
    return may && stray_accesses_pass(may, memory, w, pc, strays, what);
}
