/* SPDX-License-Identifier: BSD-3-Clause */
/* What a platform file says, as read: private to this folder.
 *
 * platform_parse checks the XML (elements, attributes, order). It calls platform_build, which
 * checks each value and appends to these structures. platform_check then checks what one element
 * says about others. Everything stays in file order. If a file is based on another one,
 * platform_parse calls platform_difference instead. platform_base reads one file after the other
 * until one has groups, and applies the differences as platform_set applies --set.
 */
#ifndef SIMGPU_MODELS_CORE_PLATFORM_FILE_H
#define SIMGPU_MODELS_CORE_PLATFORM_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum group_kind { GROUP_ZONE, GROUP_CLUSTER, GROUP_HOST };

struct property {
    const char *name, *value;
    const char *place; /* file, or "--set name=value" */
    unsigned line;     /* 0 with --set */
    bool read;
    /* What its reader wants: a number of this unit in this range, one of these words, or any text.
     */
    const char *unit; /* NULL: no number; "": a number alone */
    uint64_t minimum, maximum;
    const char *const *words; /* NULL: none */
    const char *none; /* what 0 means if it is allowed beside the range; NULL: it is not allowed */
};

/* A zone, cluster or host. It is a group for readers if it has a model. */
struct platform_group {
    struct platform *platform;
    enum group_kind kind;
    struct platform_group *parent; /* a zone; NULL for the outermost */
    const char *id;
    unsigned line;
    const char *model;               /* NULL: none */
    bool taken;                      /* platform_group() has found it */
    GPtrArray *properties;           /* struct property; without the model */
    GHashTable *by_name;             /* the same; keys and values are borrowed */
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

/* A new value for "group.name". */
struct platform_setting {
    const char *id; /* all of "group.name" */
    const char *group, *name, *value;
    const char *place; /* file, or "--set group.name=value" */
    unsigned line;     /* 0 with --set */
    bool may_add;      /* it may be a property that the group does not have */
};

/* A file that is based on another one. */
struct platform_difference {
    const char *path;
    const char *zone; /* the id of its zone */
    unsigned zone_line;
    const char *base;    /* path of the other one */
    unsigned base_line;  /* the line that names it */
    GPtrArray *settings; /* struct platform_setting */
};

struct platform {
    const char *path;       /* of the file that is being read; later of the last base */
    GPtrArray *differences; /* struct platform_difference: the first is the user's file */
    GStringChunk *strings;  /* every string above */
    GPtrArray *groups;      /* struct platform_group: every zone, cluster and host */
    GPtrArray *links;       /* struct platform_link */
    GPtrArray *routes;      /* struct platform_route */
    GPtrArray *models;      /* names platform_group() was asked for */
};

enum { PLATFORM_MAX_HOSTS = 65536 }; /* of a cluster; ASSUMED: more would be a slip of the pen */
enum { PLATFORM_MAX_PROPERTIES = 4096 }; /* of a group; ASSUMED: no model asks for so many */

#endif
