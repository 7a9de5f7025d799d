/* SPDX-License-Identifier: BSD-3-Clause */
/* The members that an object in a JSON file may have and must have, and sets of which it has one.
 *
 * A reader's table of shapes serves the reader, which finds unknown and missing members. It also
 * serves a test that compares it with the published schema, so the two stay equal. There the shape
 * "launch" is "#/$defs/launch".
 */
#ifndef SIMGPU_BASE_JSON_SHAPE_H
#define SIMGPU_BASE_JSON_SHAPE_H

struct json_shape_member {
    const char *name; /* NULL ends the list */
    /* MEMBER_CHOICE: the object has exactly one of the members marked so. */
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
