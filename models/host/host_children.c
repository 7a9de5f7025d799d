/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/host_children.h"
#include "models/core/message_dispatch.h"
#include "models/host/host_internal.h"
#include "models/launch/child.h"

/* Ids of commands that no source has given. */
#define CHILD_ID_FIRST (UINT64_C(1) << 63)

/* A stream in which a family's children are. */
struct family_stream {
    uint64_t stream, owner; /* as kernels name it; the block or thread whose stream that is */
    uint64_t last;          /* id of its last launch */
    sim_time due;           /* of that launch */
};

struct host_family {
    struct operation *parent; /* NULL: it has gone, since something has failed */
    uint32_t n_left;          /* children that have not ended, but for those of the tail */
    bool parent_done;         /* its own blocks have ended */
    GArray *streams;          /* struct family_stream */
    struct child_launch *tail, **tail_end;
};

/* A launch that waits for its latency. */
struct host_child {
    sim_time due;
    struct host_family *family;
    struct child_launch *what; /* owned */
    uint64_t id, after;        /* after: an id, or 0 */
};

static void free_family(void *item)
{
    struct host_family *family = item;
    g_array_free(family->streams, TRUE);
    child_launch_free_all(family->tail);
    g_free(family);
}

void host_children_init(struct host *host)
{
    host->families = g_ptr_array_new_with_free_func(free_family);
    host->children = g_array_new(FALSE, FALSE, sizeof(struct host_child));
    host->next_child_id = CHILD_ID_FIRST;
}

void host_children_finish(struct host *host)
{
    for (guint i = 0; i < host->children->len; i++)
        g_free(g_array_index(host->children, struct host_child, i).what);
    g_array_free(host->children, TRUE);
    g_ptr_array_free(host->families, TRUE);
}

static struct host_family *family_of(struct host *host, struct operation *parent)
{
    if (parent->family)
        return parent->family;
    struct host_family *family = g_new0(struct host_family, 1);
    family->parent = parent;
    family->streams = g_array_new(FALSE, FALSE, sizeof(struct family_stream));
    family->tail_end = &family->tail;
    g_ptr_array_add(host->families, family);
    parent->family = family;
    return family;
}

static void free_if_over(struct host *host, struct host_family *family)
{
    if (!family->parent && family->n_left == 0)
        g_ptr_array_remove(host->families, family);
}

/* ---- streams ----------------------------------------------------------------------------------
 */

static uint64_t owner_of(const struct child_launch *what)
{
    if (what->stream == CHILD_STREAM_BLOCK || what->stream == CHILD_STREAM_LEGACY)
        return what->block;
    if (what->stream == CHILD_STREAM_THREAD)
        return what->block << 10 | what->thread; /* of at most 1,024 threads of a block */
    return 0;
}

/* Puts the child behind the last one of its stream: it does not become an operation before that
 * one. */
static void enter_stream(struct host_family *family, struct host_child *child)
{
    const struct child_launch *what = child->what;
    const uint64_t stream = what->stream == CHILD_STREAM_LEGACY ? CHILD_STREAM_BLOCK : what->stream;
    const struct family_stream entry = {stream, owner_of(what), child->id, child->due};
    if (stream == CHILD_STREAM_FORGET || stream == CHILD_STREAM_TAIL)
        return;
    for (guint i = 0; i < family->streams->len; i++) {
        struct family_stream *known = &g_array_index(family->streams, struct family_stream, i);
        if (known->stream != entry.stream || known->owner != entry.owner)
            continue;
        child->after = known->last;
        child->due = MAX(child->due, known->due);
        known->last = child->id;
        known->due = child->due;
        return;
    }
    g_array_append_val(family->streams, entry);
}

/* ---- from the message to the operation --------------------------------------------------------
 */

static void add_child(struct host *host, struct host_family *family, struct child_launch *what,
                      sim_time now)
{
    const struct host_config *config = &host->config;
    const sim_time due = what->asked + config->child_latency + what->rank * config->child_interval;
    struct host_child child = {MAX(now, due), family, what, host->next_child_id++, 0};
    enter_stream(family, &child);
    guint at = host->children->len;
    while (at > 0 && g_array_index(host->children, struct host_child, at - 1).due > child.due)
        at--;
    g_array_insert_val(host->children, at, child);
    family->n_left++;
}

static struct operation *running_launch(const struct host *host, uint32_t id)
{
    for (guint i = 0; i < host->running->len; i++) {
        struct operation *operation = host->running->pdata[i];
        if (operation->command.kind == COMMAND_LAUNCH && operation->command.launch.id == id)
            return operation;
    }
    g_assert_not_reached();
}

void host_take_children(struct host *host, const struct message *message, sim_time now)
{
    struct host_family *family = family_of(host, running_launch(host, message->launch));
    wire_return_credit(host->unit.incoming[message->port], now);
    for (struct child_launch *next, *what = message_child_list(message); what; what = next) {
        next = what->next;
        what->next = NULL;
        if (what->stream != CHILD_STREAM_TAIL) {
            add_child(host, family, what, now);
            continue;
        }
        *family->tail_end = what;
        family->tail_end = &what->next;
    }
}

sim_time host_next_child(const struct host *host)
{
    return host->children->len > 0 ? g_array_index(host->children, struct host_child, 0).due
                                   : SIM_TIME_NEVER;
}

void host_issue_child(struct host *host, sim_time now)
{
    const struct host_child child = g_array_index(host->children, struct host_child, 0);
    const struct operation *parent = child.family->parent;
    struct command command = {
        .kind = COMMAND_LAUNCH, .id = child.id, .after = &child.after, .n_after = child.after > 0};
    command.device = parent ? parent->command.device : 0;
    GError *error = NULL;
    g_array_remove_index(host->children, 0);
    if (!parent) {
        g_free(child.what);
        host_child_ended(host, child.family, now);
        return;
    }
    if (!child_launch_make(&command.launch, &parent->command.launch, child.what, &error)) {
        g_free(child.what);
        host_fail(host, now, error);
        return;
    }
    struct operation *operation =
        operations_issue(&host->operations, parent->client, &command, now, now);
    operation->child = child.what;
    operation->child_of = child.family;
    host_note_launch(host, operation);
    host->counters.child_launches++;
}

/* ---- ends -------------------------------------------------------------------------------------
 */

static void begin_tail(struct host *host, struct host_family *family, sim_time now)
{
    struct child_launch *what = family->tail;
    family->tail = what->next;
    if (!family->tail)
        family->tail_end = &family->tail;
    what->next = NULL;
    add_child(host, family, what, now);
}

static void tell_output(struct host *host, const struct operation *operation, sim_time now,
                        const char *output)
{
    struct command_source *source = host_client_at(host, operation->client)->source;
    GError *error = NULL;
    if (output && source->done &&
        !source->done(source, host->device, host->next_child_id++, now, output, &error))
        host_fail(host, now, error);
}

bool host_waits_for_children(struct host *host, struct operation *operation, sim_time now,
                             const char *output)
{
    struct host_family *family = operation->family;
    if (!family || (family->n_left == 0 && !family->tail))
        return false;
    family->parent_done = true;
    tell_output(host, operation, now, output);
    if (family->n_left == 0)
        begin_tail(host, family, now);
    return true;
}

struct host_family *host_leave_family(struct host *host, struct operation *operation)
{
    struct host_family *family = operation->family;
    if (family) {
        family->parent = NULL;
        free_if_over(host, family);
    }
    return operation->child_of;
}

void host_child_ended(struct host *host, struct host_family *family, sim_time now)
{
    family->n_left--;
    if (!family->parent)
        free_if_over(host, family);
    else if (family->parent_done && family->n_left == 0 && family->tail)
        begin_tail(host, family, now);
    else if (family->parent_done && family->n_left == 0)
        host_end_operation(host, family->parent, now, NULL);
}
