/* SPDX-License-Identifier: BSD-3-Clause */
/* What all kinds of policies share: a name, a parameter table, values for it, and the struct by
 * which a plug-in presents itself.
 *
 * A policy decides and does nothing else. It uses no clock, no I/O, no SimGrid, and no memory of
 * other actors. The framework allocates one state for each actor that uses it. This header is
 * installed for plug-ins. The framework's functions on these structs are in policy_values.h,
 * policy_problem.h and parameter_text.h.
 */
#ifndef SIMGPU_POLICIES_POLICY_H
#define SIMGPU_POLICIES_POLICY_H

#include "policies/abi.h" /* POLICY_ABI: a number made of the contents of all installed headers */

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum policy_value_type {
    POLICY_INTEGER,
    POLICY_REAL,
    POLICY_BOOLEAN,
    POLICY_CHOICE, /* one of some words */
    POLICY_HELD,   /* one of some policies of the same kind; the policy holds it */
    POLICY_FILE    /* a file; the framework reads its text. None by default */
};

/* A file that a user has named. */
struct policy_file {
    char *name, *text;
};

union policy_value {
    int64_t integer;
    double real;
    bool boolean;
    unsigned choice;            /* index of the word */
    struct policy_values *held; /* values of the policy that the user chose */
    struct policy_file *file;   /* NULL: the user named none */
};

struct policy_head;

/* One row of a policy's parameter table. */
struct policy_parameter {
    const char *name; /* a-z, 0-9 and _ */
    enum policy_value_type type;
    const char *unit;           /* "cycles", "warps", "1" for none */
    union policy_value initial; /* for POLICY_HELD: `choice` is the index of the policy */
    double minimum, maximum; /* inclusive, for integers and reals. Those of an integer are whole and
                                within +-2^53 */
    const char *const *words;               /* for POLICY_CHOICE; ends with NULL */
    const struct policy_head *const *among; /* for POLICY_HELD; ends with NULL */
    const char *why; /* meaning and source of the default: paper and section, or ASSUMED */
};

/* Rows of a parameter table: [INDEX] = POLICY_..._ROW(name, ..., why). */
#define POLICY_INTEGER_ROW(name_, unit_, initial_, minimum_, maximum_, why_)                       \
    {                                                                                              \
        .name = (name_), .type = POLICY_INTEGER, .unit = (unit_), .initial.integer = (initial_),   \
        .minimum = (minimum_), .maximum = (maximum_), .why = why_                                  \
    }
#define POLICY_REAL_ROW(name_, unit_, initial_, minimum_, maximum_, why_)                          \
    {                                                                                              \
        .name = (name_), .type = POLICY_REAL, .unit = (unit_), .initial.real = (initial_),         \
        .minimum = (minimum_), .maximum = (maximum_), .why = why_                                  \
    }
#define POLICY_BOOLEAN_ROW(name_, initial_, why_)                                                  \
    {                                                                                              \
        .name = (name_), .type = POLICY_BOOLEAN, .unit = "1", .initial.boolean = (initial_),       \
        .why = why_                                                                                \
    }
#define POLICY_CHOICE_ROW(name_, words_, initial_, why_)                                           \
    {                                                                                              \
        .name = (name_), .type = POLICY_CHOICE, .unit = "1", .initial.choice = (initial_),         \
        .words = (words_), .why = why_                                                             \
    }
#define POLICY_HELD_ROW(name_, among_, initial_, why_)                                             \
    {                                                                                              \
        .name = (name_), .type = POLICY_HELD, .unit = "1", .initial.choice = (initial_),           \
        .among = (among_), .why = why_                                                             \
    }
#define POLICY_FILE_ROW(name_, why_)                                                               \
    {                                                                                              \
        .name = (name_), .type = POLICY_FILE, .unit = "1", .why = why_                             \
    }

/* A result that a policy reports after a run: a number, or a list of them, by launch and unit. */
struct policy_result {
    const char *name; /* a-z, 0-9 and _ */
    const char *unit; /* "cycles", "warps", "1" for none */
    unsigned n;       /* 1: one number. More: a list of at most n, without its last zeros */
    const char *meaning;
};

struct policy_values;

/* The same head begins the ops struct of every kind. */
struct policy_head {
    const char *name;                          /* as on the command line: a-z, 0-9 and _ */
    const char *summary;                       /* one line */
    const char *source;                        /* paper and section, or document */
    const struct policy_parameter *parameters; /* ends with a NULL name; may be NULL */
    size_t state_bytes;                        /* size of one actor's state; zeroed before init */
    /* Checks whether values that are legal one by one make sense together, and whether files are
     * well formed. On an error the run does not begin. The error names the file and line, if there
     * is one. May be NULL. */
    bool (*check)(const struct policy_values *values, GError **error);
};

/* Values of a policy's parameters in table order, defaults first. */
struct policy_values {
    const struct policy_head *policy; /* borrowed */
    union policy_value *values;
};

/* A plug-in defines one of these, under the name simgpu_plugin. This struct never changes. So the
 * framework can tell a plug-in of any age from one that fits. */
struct policy_plugin {
    const char *kind; /* such as WARP_SCHEDULER_KIND */
    unsigned abi;     /* POLICY_ABI */
    const struct policy_head *policy;
};

/* ---- a word from one policy to others ---------------------------------------------------------
 */

enum { POLICY_TO_ALL = 0xffff, POLICY_TO_DISPATCHER = 0xfffe }; /* all SMs but the sender */

/* A word takes as long as a message does. */
struct policy_word {
    uint64_t value;
    uint16_t topic; /* an agreed number; those of plug-ins begin at 256 */
    uint16_t from;  /* an SM, or POLICY_TO_DISPATCHER; the framework sets it */
    uint16_t to;    /* an SM, POLICY_TO_ALL or POLICY_TO_DISPATCHER */
};

enum policy_topic {
    POLICY_TOPIC_IPAWS = 1,
    /* A block scheduler tells an SM about blocks that it has not sent yet. TAKEN: so many blocks
     * that waited for this SM are another SM's now. The SM acknowledges with the same word. GIVEN:
     * so many blocks are this SM's now. Value: policy_blocks_word. */
    POLICY_TOPIC_BLOCKS_TAKEN = 2,
    POLICY_TOPIC_BLOCKS_GIVEN = 3
};

/* The launch, the other SM, and the number of blocks (65,535: so many or more). */
static inline uint64_t policy_blocks_word(uint32_t launch, uint16_t other, uint32_t blocks)
{
    return (uint64_t)launch << 32 | (uint64_t)other << 16 | (blocks < 0xffff ? blocks : 0xffff);
}

/* Words that policies of an actor want to send, in order. */
enum { POLICY_OUTBOX_WORDS = 16 };
struct policy_outbox {
    uint32_t n;
    struct policy_word words[POLICY_OUTBOX_WORDS];
};

/* Sends a word. False: too many are under way, and it is not sent. outbox: the site's. */
static inline bool policy_tell(struct policy_outbox *outbox, uint16_t to, uint16_t topic,
                               uint64_t value)
{
    if (outbox == NULL)
        g_error("a policy of an SM tells words without NEED_WORDS");
    if (outbox->n == POLICY_OUTBOX_WORDS)
        return false;
    outbox->words[outbox->n++] = (struct policy_word){.value = value, .topic = topic, .to = to};
    return true;
}

#endif
