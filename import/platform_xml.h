/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of a platform file as text, each with the peer's option beside it. */
#ifndef SIMGPU_IMPORT_PLATFORM_XML_H
#define SIMGPU_IMPORT_PLATFORM_XML_H

#include "import/latencies.h"

struct xml {
    GString *text;
    unsigned depth;
    const struct option_set *set;
};

/* Writes <prop id value/> and a comment. The comment has the options (names between blanks, NULL:
 * none) with their values, then the note (NULL: none). "name/2" quotes only the part of the value
 * behind the second comma. */
void xml_prop(struct xml *xml, const char *id, const char *options, const char *note,
              const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Writes a line as it is. */
void xml_line(struct xml *xml, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Writes <cluster ...>. Its units are PREFIX0 ... and belong to `model`. mhz: its clock. */
void xml_open_cluster(struct xml *xml, const char *id, const char *prefix, unsigned count,
                      const char *mhz, unsigned khz, unsigned bytes_per_cycle, const char *model);
void xml_close_cluster(struct xml *xml);

/* Writes a wire's three properties. Slots are the peer's buffer. If one sender may send in every
 * cycle, the packets on their way are added. options: the origin of the latency. */
struct xml_wire_slots {
    unsigned slots;
    const char *options, *note;
};
void xml_wire(struct xml *xml, const char *name, unsigned latency, unsigned credit_latency,
              const char *options, struct xml_wire_slots slots);

/* "16KiB", "98B": g_free it. */
char *xml_bytes(uint64_t bytes);

/* The groups. */
void platform_write_sm(struct xml *xml, const struct peer_config *config,
                       const struct latencies *latencies);
void platform_write_l1(struct xml *xml, const struct peer_config *config,
                       const struct latencies *latencies);
void platform_write_memory(struct xml *xml, const struct peer_config *config,
                           const struct latencies *latencies);
void platform_write_energy(struct xml *xml, const struct peer_config *config);
void platform_write_dram(struct xml *xml, const struct peer_config *config,
                         const struct latencies *latencies);

#endif
