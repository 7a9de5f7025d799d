/* SPDX-License-Identifier: BSD-3-Clause */
/* A prepared workload as a command source.
 *
 * A state machine: each next() advances to the next thing the host would do. Loops are frames on a
 * small stack, so that the number of commands has no bound but the loops' own.
 */
#include "workloads/loader/source.h"
#include "base/input_error.h"
#include "workloads/loader/workload_private.h"

#include <string.h>

/* A loop that runs; the outermost frame is the workload's own steps. */
struct source_frame {
    const GPtrArray *steps;
    unsigned at;             /* the next step */
    const struct step *loop; /* NULL: outermost */
    int64_t done;            /* iterations completed */
};

struct workload_source {
    struct command_source base; /* first: next() gets a pointer to it */
    struct workload *workload;
    enum { SOURCE_START, SOURCE_BUFFERS, SOURCE_SYMBOLS, SOURCE_STEPS, SOURCE_END } phase;
    unsigned position; /* the next buffer or module */
    unsigned symbol;   /* the next symbol of that module */
    GArray *addresses; /* uint64_t: of all symbols, modules in order */
    unsigned n_placed; /* symbols written so far */
    uint32_t n_commands;
    struct source_frame frames[STEP_MAX_DEPTH + 1];
    unsigned n_frames;
};

/* Fills write no more than this at once; a multiple of every element size. */
enum { FILL_CHUNK_BYTES = 65536 };

static bool allocate_symbols(struct workload_source *source, const struct device_access *device,
                             GError **error)
{
    const struct workload *w = source->workload;
    for (unsigned m = 0; m < w->modules->len; m++) {
        const struct module *module = w->modules->pdata[m];
        for (unsigned i = 0; i < module->provider->n_symbols(module->handle); i++) {
            struct kernel_symbol symbol;
            module->provider->symbol(module->handle, i, &symbol);
            g_autofree char *name = g_strdup_printf("%s.%s", module->name, symbol.name);
            uint64_t address = device->allocate(device->memory, name, symbol.bytes, error);
            if (address == 0)
                return false;
            g_array_append_val(source->addresses, address);
            module->provider->place_symbol(module->handle, i, address);
        }
    }
    return true;
}

static void patch_addresses(const struct workload *w, const GPtrArray *steps)
{
    for (unsigned i = 0; i < steps->len; i++) {
        const struct step *step = steps->pdata[i];
        if (step->loop.steps)
            patch_addresses(w, step->loop.steps);
        if (step->kind != STEP_LAUNCH)
            continue;
        for (unsigned j = 0; j < step->launch.addresses->len; j++) {
            const struct launch_address *address =
                &g_array_index(step->launch.addresses, struct launch_address, j);
            const struct buffer *buffer = w->buffers->pdata[address->buffer];
            uint64_t value = buffer->address + (uint64_t)address->displacement;
            memcpy(step->launch.params + address->offset, &value, sizeof value);
        }
    }
}

static bool start(struct workload_source *source, const struct device_access *device,
                  GError **error)
{
    const struct workload *w = source->workload;
    for (unsigned i = 0; i < w->buffers->len; i++) {
        struct buffer *buffer = w->buffers->pdata[i];
        buffer->address = device->allocate(device->memory, buffer->name, buffer->bytes, error);
        if (buffer->address == 0)
            return false;
    }
    if (!allocate_symbols(source, device, error))
        return false;
    patch_addresses(w, w->steps);
    source->frames[0] = (struct source_frame){.steps = w->steps};
    source->n_frames = 1;
    source->phase = SOURCE_BUFFERS;
    return true;
}

static void report_write(struct command *out, uint64_t address, uint64_t bytes)
{
    *out = (struct command){.kind = COMMAND_COPY,
                            .direction = COPY_HOST_TO_DEVICE,
                            .blocking = true,
                            .bytes = bytes,
                            .address = address};
}

static bool write_buffer(struct workload_source *source, const struct device_access *device,
                         struct command *out, GError **error)
{
    const struct workload *w = source->workload;
    const struct buffer *buffer = w->buffers->pdata[source->position++];
    g_autofree uint8_t *contents = buffer_contents(buffer, w->graphs, w->file, error);
    if (!contents)
        return false;
    device->write(device->memory, buffer->address, contents, buffer->bytes);
    report_write(out, buffer->address, buffer->bytes);
    return true;
}

/* False when all symbols are written. */
static bool write_symbol(struct workload_source *source, const struct device_access *device,
                         struct command *out)
{
    const GPtrArray *modules = source->workload->modules;
    for (; source->position < modules->len; source->position++, source->symbol = 0) {
        const struct module *module = modules->pdata[source->position];
        if (source->symbol == module->provider->n_symbols(module->handle))
            continue;
        struct kernel_symbol symbol;
        module->provider->symbol(module->handle, source->symbol++, &symbol);
        uint64_t address = g_array_index(source->addresses, uint64_t, source->n_placed++);
        g_autofree uint8_t *zeros = symbol.initial ? NULL : g_malloc0(symbol.bytes);
        device->write(device->memory, address, zeros ? zeros : symbol.initial, symbol.bytes);
        report_write(out, address, symbol.bytes);
        return true;
    }
    return false;
}

static void run_write(const struct workload *w, const struct write_step *write,
                      const struct device_access *device, struct command *out)
{
    const struct buffer *buffer = w->buffers->pdata[write->buffer];
    uint32_t size = buffer->type->bytes;
    if (write->index >= 0) {
        uint8_t element[8];
        element_store(buffer->type, element, write->value);
        device->write(device->memory, buffer->address + (uint64_t)write->index * size, element,
                      size);
        report_write(out, buffer->address + (uint64_t)write->index * size, size);
        return;
    }
    uint64_t chunk = MIN(buffer->bytes, FILL_CHUNK_BYTES);
    g_autofree uint8_t *elements = g_malloc(chunk);
    element_fill(buffer->type, elements, chunk / size, write->value);
    for (uint64_t at = 0; at < buffer->bytes; at += chunk)
        device->write(device->memory, buffer->address + at, elements,
                      MIN(chunk, buffer->bytes - at));
    report_write(out, buffer->address, buffer->bytes);
}

static bool deciding_element_is_zero(const struct workload *w, const struct loop_step *loop,
                                     const struct device_access *device)
{
    const struct buffer *buffer = w->buffers->pdata[loop->buffer];
    uint8_t element[8];
    device->read(device->memory, buffer->address + (uint64_t)loop->index * buffer->type->bytes,
                 element, buffer->type->bytes);
    return element_is_zero(buffer->type, element);
}

/* The innermost frame has run its last step: start over, or leave it. */
static bool end_of_body(struct workload_source *source, const struct device_access *device,
                        GError **error)
{
    const struct workload *w = source->workload;
    struct source_frame *frame = &source->frames[source->n_frames - 1];
    const struct step *step = frame->loop;
    bool again = false;
    if (step) {
        const struct loop_step *loop = &step->loop;
        frame->done++;
        again = step->kind == STEP_REPEAT ? frame->done < loop->limit
                                          : !deciding_element_is_zero(w, loop, device);
        if (again && frame->done == loop->limit) {
            const struct buffer *buffer = w->buffers->pdata[loop->buffer];
            return input_error_in(error, w->file, step->path,
                                  "max_iterations reached: after %" G_GINT64_FORMAT
                                  " iterations %s[%" G_GINT64_FORMAT "] is still not zero",
                                  frame->done, buffer->name, loop->index);
        }
    }
    if (again)
        frame->at = 0;
    else
        source->n_frames--;
    return true;
}

/* Runs one step. Returns whether it made a command; loops only open a frame. */
static bool run_step(struct workload_source *source, const struct step *step,
                     const struct device_access *device, struct command *out)
{
    switch (step->kind) {
    case STEP_WRITE:
        run_write(source->workload, &step->write, device, out);
        return true;
    case STEP_LAUNCH:
        *out = (struct command){
            .kind = COMMAND_LAUNCH, .blocking = true, .launch = step->launch.launch};
        out->launch.output_limit = LAUNCH_OUTPUT_BYTES;
        return true;
    default:
        g_assert(source->n_frames < G_N_ELEMENTS(source->frames));
        source->frames[source->n_frames++] =
            (struct source_frame){.steps = step->loop.steps, .loop = step};
        return false;
    }
}

static bool next_step(struct workload_source *source, const struct device_access *device,
                      struct command *out, GError **error)
{
    while (source->n_frames > 0) {
        struct source_frame *frame = &source->frames[source->n_frames - 1];
        if (frame->at == frame->steps->len) {
            if (!end_of_body(source, device, error))
                return false;
        } else if (run_step(source, frame->steps->pdata[frame->at++], device, out)) {
            return true;
        }
    }
    source->phase = SOURCE_END;
    *out = (struct command){.kind = COMMAND_END};
    return true;
}

static bool next_command(struct workload_source *source, const struct device_access *device,
                         struct command *out, GError **error)
{
    if (source->phase == SOURCE_START && !start(source, device, error))
        return false;
    if (source->phase == SOURCE_BUFFERS) {
        if (source->position < source->workload->buffers->len)
            return write_buffer(source, device, out, error);
        source->phase = SOURCE_SYMBOLS;
        source->position = 0;
    }
    if (source->phase == SOURCE_SYMBOLS) {
        if (write_symbol(source, device, out))
            return true;
        source->phase = SOURCE_STEPS;
    }
    return next_step(source, device, out, error);
}

static bool next(struct command_source *base, const struct device_access *device, uint64_t now,
                 struct command *out, GError **error)
{
    struct workload_source *source = (struct workload_source *)base;
    (void)now;
    if (!next_command(source, device, out, error))
        return false;
    out->id = ++source->n_commands;
    return true;
}

struct workload_source *workload_source_new(struct workload *w)
{
    struct workload_source *source = g_new(struct workload_source, 1);
    *source = (struct workload_source){.base.next = next, .workload = w};
    source->addresses = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    return source;
}

void workload_source_free(struct workload_source *source)
{
    g_array_unref(source->addresses);
    g_free(source);
}

struct command_source *workload_source_commands(struct workload_source *source)
{
    return &source->base;
}
