/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/untimed/l2_traffic.h"
#include "models/l2/bank_internal.h"

enum { ARENA_BYTES = 1 << 20 };

void l2_traffic_init(struct l2_traffic *traffic, const struct l2_bank_config *config,
                     const struct address_map *map, uint32_t n_banks)
{
    *traffic = (struct l2_traffic){.config = config, .map = map};
    traffic->arena = arena_new(ARENA_BYTES);
    traffic->banks = arena_new0(traffic->arena, struct bank_lines, n_banks);
    for (uint32_t i = 0; i < n_banks; i++)
        bank_lines_init(&traffic->banks[i], traffic->arena, &config->shape, NULL);
}

void l2_traffic_finish(struct l2_traffic *traffic)
{
    arena_free(traffic->arena);
}

static uint64_t bytes_of(uint8_t sectors, uint32_t unit_bytes)
{
    return (uint64_t)message_sector_count(bank_widen(sectors, unit_bytes)) * LINE_SECTOR_BYTES;
}

/* Makes room for the line. */
static struct bank_place take(struct l2_traffic *traffic, struct bank_lines *lines, uint32_t set,
                              uint64_t line)
{
    const struct bank_place place = bank_lines_victim(lines, set);
    traffic->written_bytes +=
        bytes_of(bank_lines_at(lines, place).dirty, traffic->config->sector_bytes);
    bank_lines_take(lines, place, line);
    return place;
}

void l2_traffic_note(struct l2_traffic *traffic, enum l2_traffic_access access, uint64_t line,
                     uint8_t sectors, const uint64_t *mask)
{
    struct bank_lines *lines = &traffic->banks[address_map_bank(traffic->map, line)];
    const uint32_t set = bank_lines_set(lines, address_map_in_bank(traffic->map, line));
    struct bank_place place = bank_lines_find(lines, set, line);
    if (place.way < 0)
        place = take(traffic, lines, set, line);
    bank_lines_use(lines, place);
    if (access != L2_TRAFFIC_WRITE) {
        const uint8_t missing = bank_widen(sectors, traffic->config->fetch_bytes) &
                                (uint8_t)~bank_lines_at(lines, place).valid;
        traffic->read_bytes += bytes_of(missing, LINE_SECTOR_BYTES);
        if (missing) {
            bank_lines_fetch(lines, place, missing);
            bank_lines_fill(lines, place, missing);
        }
    }
    if (access != L2_TRAFFIC_READ)
        bank_lines_write(lines, place, sectors, mask);
}
