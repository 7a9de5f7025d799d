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

/* <prop id value/>, then a comment: the options (names between blanks, NULL: none) with their
 * values, then the note (NULL: none). "name/2" quotes of the value what stands behind the second
 * comma. */
void xml_prop(struct xml *xml, const char *id, const char *options, const char *note,
              const char *format, ...) G_GNUC_PRINTF(5, 6);

/* A line as it is. */
void xml_line(struct xml *xml, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* <cluster ...>, whose units are PREFIX0 ... and belong to `model`. mhz: its clock. */
void xml_open_cluster(struct xml *xml, const char *id, const char *prefix, unsigned count,
                      const char *mhz, unsigned khz, unsigned bytes_per_cycle, const char *model);
void xml_close_cluster(struct xml *xml);

/* A wire's three properties. Slots are the peer's buffer and, where one sender may send in every
 * cycle, the packets on their way. options: where the latency comes from. */
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
