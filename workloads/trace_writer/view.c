/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/view.h"
#include "workloads/sass_trace/launch.h"
#include "workloads/sass_trace/sync/cluster_access.h"

enum { REGISTER_SLOTS = 257 };

struct trace_view {
    struct trace_code *code;
    struct trace_header header;
};

/* An instruction's line as the reader wants it: with room behind its end. */
static void set_line(GString *text, const struct line_text *line)
{
    static const char zeros[CODE_TEXT_BYTES];
    g_string_truncate(text, 0);
    g_autoptr(GString) filler = g_string_new(NULL);
    line_text_filler(filler, line);
    line_text_append(text, line, UINT32_MAX, filler->str, filler->len);
    g_string_append_len(text, zeros, sizeof zeros);
}

static bool read_lines(struct trace_view *view, const struct kernel_code *inner,
                       const struct line_text *lines, GError **error)
{
    struct trace_notes notes; /* opcodes are from the reader's own table */
    struct line_reader reader = {.path = inner->file};
    struct trace_parser parser = {.reader = &reader,
                                  .header = &view->header,
                                  .code = view->code,
                                  .notes = &notes,
                                  .error = error};
    bool good = true;
    g_autoptr(GString) text = g_string_new(NULL);
    trace_notes_init(&notes);
    for (uint32_t pc = 0; pc < inner->n_instructions && good; pc++) {
        reader.line = inner->instructions[pc].line;
        set_line(text, &lines[pc]);
        uint32_t place = trace_parser_find(&parser, text->str);
        good = place != UINT32_MAX;
        g_assert(!good || place == pc);
    }
    trace_notes_finish(&notes);
    return good;
}

struct trace_view *trace_view_new(const struct kernel_code *inner, const struct line_text *lines,
                                  const struct sass_isa *isa, const struct trace_windows *windows,
                                  unsigned version, GError **error)
{
    struct trace_view *view = g_new0(struct trace_view, 1);
    view->header = (struct trace_header){.isa = isa,
                                         .version = version,
                                         .shared_base = windows->shared_base,
                                         .local_base = windows->local_base};
    view->code = trace_code_new(inner->name, error);
    if (view->code && read_lines(view, inner, lines, error))
        return view;
    trace_view_free(view);
    return NULL;
}

void trace_view_free(struct trace_view *view)
{
    if (!view)
        return;
    trace_code_free(view->code);
    g_free(view);
}

void trace_view_code(const struct trace_view *view, struct kernel_code *code)
{
    code->instructions = view->code->instructions;
    code->n_instructions = CODE_INSTRUCTIONS;
    code->n_register_slots = REGISTER_SLOTS;
    code->local_bytes_per_thread = LAUNCH_LOCAL_BYTES;
    code->bundle = sass_isa_bundle(view->header.isa);
    code->loops = NULL;
    code->n_loops = 0;
    code->traced = true;
}

void trace_view_report(const struct trace_view *view, const struct warp_context *w, uint32_t pc,
                       const uint64_t address[WARP_LANES], struct issued *what)
{
    const struct instruction *facts = &view->code->instructions[pc];
    const uint8_t async = what->async;
    what->space = SPACE_NONE;
    what->diverged = false;
    what->taken = facts->op_class == OP_BRANCH && w->active && w->pc != pc + 1 ? what->active : 0;
    what->async = ASYNC_NONE;
    if (facts->op_class != OP_BARRIER || view->header.version < TRACE_VERSION_WITH_VALUES) {
        what->barrier_id = what->barrier_threads = 0;
        if (facts->op_class != OP_BARRIER || what->barrier_kind == BARRIER_ARRIVE)
            what->barrier_kind = BARRIER_SYNC;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(what->value); i++)
        what->value[i].base = NULL;
    if (!what->active)
        return;
    if (facts->access_bytes > 0) {
        memcpy(what->address, address, sizeof what->address);
        trace_report_access(&view->header, w->block, facts, what);
        if (view->code->lines[pc].async == ASYNC_COPY) {
            what->async = ASYNC_COPY;
            memset(&what->copy, 0, sizeof what->copy);
        }
    } else if (facts->op_class == OP_SYNC) {
        what->async = async;
        what->limit_ns = ISSUED_NO_LIMIT;
    } else if (facts->op_class == OP_FENCE && async == ASYNC_BULK_WAIT) {
        what->async = ASYNC_BULK_WAIT;
        what->bulk_read = false;
    } else if (facts->op_class == OP_FENCE) {
        what->async = view->code->lines[pc].async;
        what->async_groups = view->code->lines[pc].async_groups;
    }
}

bool trace_view_syncs(const struct trace_view *view, uint32_t pc)
{
    return view->code->instructions[pc].op_class == OP_SYNC;
}

void trace_view_addresses(const struct trace_windows *windows, const struct block_context *block,
                          const struct instruction *facts, const struct issued *what,
                          uint64_t address[WARP_LANES])
{
    const uint64_t base = what->space == SPACE_SHARED  ? windows->shared_base
                          : what->space == SPACE_LOCAL ? windows->local_base
                                                       : 0;
    const bool remote = facts->space == SPACE_CLUSTER &&
                        (facts->op_class == OP_STORE || (facts->flags & INSTRUCTION_NO_RETURN));
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        address[lane] = remote ? trace_cluster_address(block, what->space, what->address[lane])
                               : base + what->address[lane];
}
