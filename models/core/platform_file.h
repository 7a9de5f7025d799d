/* SPDX-License-Identifier: BSD-3-Clause */
/* What a platform file says, as read: private to models/core/platform*.c.
 *
 * platform_parse.c checks the XML (elements, attributes, order) and calls platform_build.c, which
 * checks each value and appends to these structures; platform_check.c then checks what one
 * element says about others. Everything stays in file order. Of a file that is based on another
 * one, platform_parse.c calls platform_base.c instead; when all are read, platform_set.c applies
 * what they set, as it does with --set.
 */
#ifndef SIMGPU_MODELS_CORE_PLATFORM_FILE_H
#define SIMGPU_MODELS_CORE_PLATFORM_FILE_H

#include "base/nearest_name.h"
#include "models/core/platform.h"

enum group_kind { GROUP_ZONE, GROUP_CLUSTER, GROUP_HOST };

struct property {
    const char *name, *value;
    const char *place; /* file, or "--set name=value" */
    unsigned line;     /* 0 with --set */
    bool read;
    /* What its reader wants: numbers of this unit in this range, one of these words, or any text.
     */
    const char *unit; /* NULL: no number; "": a number alone */
    uint64_t minimum, maximum;
    const char *const *words; /* NULL: none */
    const char *none;         /* what 0 means where it is fine beside the range; NULL: it is not */
};

/* A zone, cluster or host. It is a group for readers if it has a model. */
struct platform_group {
    struct platform *platform;
    enum group_kind kind;
    struct platform_group *parent; /* a zone; NULL for the outermost */
    const char *id;
    unsigned line;
    const char *model;               /* NULL: none */
    bool taken;                      /* by platform_group() */
    GPtrArray *properties;           /* struct property; without the model */
    GPtrArray *asked;                /* names readers asked for; borrowed */
    const char *speed, *cores;       /* cluster, host */
    const char *prefix, *suffix;     /* cluster */
    const char *bandwidth, *latency; /* cluster: of each host's private link */
    GArray *indices;                 /* cluster: uint32_t, from the radical */
};

struct platform_link {
    struct platform_group *zone;
    const char *id, *bandwidth, *latency, *sharing;
    unsigned line;
};

struct link_use {
    const struct platform_link *link;
    const char *direction;
};

struct platform_route {
    struct platform_group *zone;
    bool between_zones; /* <zoneRoute>, with gateways */
    const char *source, *destination;
    const char *source_gateway, *destination_gateway; /* NULL in a <route> */
    bool symmetrical;
    GPtrArray *uses; /* struct link_use */
    unsigned line;
};

/* "group.name" gets a value. */
struct platform_setting {
    const char *id; /* the whole of it */
    const char *group, *name, *value;
    const char *place; /* file, or "--set group.name=value" */
    unsigned line;     /* 0 with --set */
    bool may_add;      /* a property that the group does not have */
};

/* A file that is based on another one. */
struct platform_difference {
    const char *path;
    const char *zone; /* the id of its zone */
    unsigned zone_line;
    const char *base;    /* path of the other one */
    unsigned base_line;  /* where it says so */
    GPtrArray *settings; /* struct platform_setting */
};

struct platform {
    const char *path;       /* of the file that is read, and then of that in which all groups are */
    GPtrArray *differences; /* struct platform_difference: the first is the user's file */
    GStringChunk *strings;  /* every string above */
    GPtrArray *groups;      /* struct platform_group: every zone, cluster and host */
    GPtrArray *links;       /* struct platform_link */
    GPtrArray *routes;      /* struct platform_route */
    GPtrArray *models;      /* names platform_group() was asked for */
};

/* platform_parse.c */
bool platform_parse(struct platform *platform, const char *text, gsize length, GError **error);

/* platform_build.c: one call an element. values are in the order of the element's table in
 * platform_parse.c, absent ones their default. parent is the enclosing zone,
 * cluster or host. */
struct platform_group *platform_add_zone(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error);
struct platform_group *platform_add_cluster(struct platform *platform,
                                            struct platform_group *parent,
                                            const char *const *values, unsigned line,
                                            GError **error);
struct platform_group *platform_add_host(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error);
bool platform_add_link(struct platform *platform, struct platform_group *parent,
                       const char *const *values, unsigned line, GError **error);
bool platform_add_property(struct platform_group *group, const char *const *values, unsigned line,
                           GError **error);
struct platform_route *platform_add_route(struct platform *platform, struct platform_group *zone,
                                          bool between_zones, const char *const *values,
                                          unsigned line, GError **error);
bool platform_add_link_use(struct platform *platform, struct platform_route *route,
                           const char *const *values, unsigned line, GError **error);
void group_free(gpointer group);
void route_free(gpointer route);

/* platform_base.c: `zone`, the outermost one, says with the line `line` that its file differs from
 * the file `base`, a path from its folder, in what follows. */
struct platform_difference *platform_add_difference(struct platform *platform,
                                                    const struct platform_group *zone,
                                                    const char *base, unsigned line,
                                                    GError **error);
bool platform_add_setting(struct platform *platform, struct platform_difference *difference,
                          const char *const *values, unsigned line, GError **error);
/* Reads platform->path and all that it is based on, and parses them. */
bool platform_read_files(struct platform *platform, GError **error);
/* When the groups are there: what the differences set. */
bool platform_apply_differences(struct platform *platform, GError **error);
void difference_free(gpointer difference);

/* platform_set.c: the strings of the setting belong to the platform. */
bool platform_apply(struct platform *platform, const struct platform_setting *setting,
                    GError **error);

/* platform_check.c: ids are unique, routes join what they name. */
bool platform_check(const struct platform *platform, GError **error);

/* platform_syntax.c: values SimGrid parses itself. Errors have no place. */
bool simgrid_speed_valid(const char *text, GError **error);
bool simgrid_bandwidth_valid(const char *text, GError **error);
bool simgrid_latency_valid(const char *text, GError **error);
bool simgrid_id_valid(const char *text, GError **error);
bool simgrid_cores_valid(const char *text, GError **error);
GArray *simgrid_radical_parse(const char *text, GError **error); /* uint32_t, NULL on error */

/* platform_group.c */
/* The number, in decimal, between the two; g_free it. */
char *group_numbered(const char *before, uint32_t number, const char *after);
struct property *group_find_property(const struct platform_group *group, const char *name);

enum { PLATFORM_MAX_HOSTS = 65536 };     /* of one cluster; ASSUMED: larger is a slip of the pen */
enum { PLATFORM_MAX_PROPERTIES = 4096 }; /* of one group; ASSUMED: no model asks for so many */

#endif
