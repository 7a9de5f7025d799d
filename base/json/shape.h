/* SPDX-License-Identifier: BSD-3-Clause */
/* Which members an object in a JSON file may have, must have, and may have one of.
 *
 * A reader's table of shapes serves the reader (unknown and missing members) and the test that
 * holds it against the published schema, where the shape "launch" is "#/$defs/launch", so that the
 * two cannot drift apart.
 */
#ifndef SIMGPU_BASE_JSON_SHAPE_H
#define SIMGPU_BASE_JSON_SHAPE_H

struct json_shape_member {
    const char *name; /* NULL ends the list */
    /* MEMBER_CHOICE: exactly one of those that are so marked. */
    enum { MEMBER_REQUIRED, MEMBER_OPTIONAL, MEMBER_CHOICE } need;
};

enum { JSON_SHAPE_MAX_MEMBERS = 20 };

struct json_shape {
    const char *name;
    struct json_shape_member members[JSON_SHAPE_MAX_MEMBERS];
};

/* For tables of shapes. */
#define REQUIRED(name)                                                                             \
    {                                                                                              \
        name, MEMBER_REQUIRED                                                                      \
    }
#define OPTIONAL(name)                                                                             \
    {                                                                                              \
        name, MEMBER_OPTIONAL                                                                      \
    }
#define CHOICE(name)                                                                               \
    {                                                                                              \
        name, MEMBER_CHOICE                                                                        \
    }

#endif
