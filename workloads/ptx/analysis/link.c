/* SPDX-License-Identifier: BSD-3-Clause */
/* The call graph of a kernel; see link.h. */
#include "workloads/ptx/analysis/link.h"

#include <string.h>

struct builder {
    struct link_graph *graph;
    GHashTable *places; /* function -> place + 1 */
    GPtrArray *taken;   /* functions whose address is taken; NULL: not looked for yet */
};

static bool same_sizes(struct ptx_variable *const *a, unsigned n_a, struct ptx_variable *const *b,
                       unsigned n_b)
{
    for (unsigned i = 0; i < n_a && i < n_b; i++)
        if (a[i]->bytes != b[i]->bytes)
            return false;
    return n_a == n_b;
}

static bool fits(const struct ptx_function *function, const struct ptx_function *prototype)
{
    return prototype == NULL || (same_sizes(function->params, function->n_params, prototype->params,
                                            prototype->n_params) &&
                                 same_sizes(function->returns, function->n_returns,
                                            prototype->returns, prototype->n_returns));
}

static void take(GPtrArray *taken, const struct ptx_function *function)
{
    if (function->has_body && !function->is_entry && !g_ptr_array_find(taken, function, NULL))
        g_ptr_array_add(taken, (gpointer)function);
}

static void take_operand(GPtrArray *taken, const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_FUNCTION)
        take(taken, operand->function);
    for (unsigned i = 0; i < operand->n_elements; i++)
        take_operand(taken, &operand->elements[i]);
}

static void take_initial_values(GPtrArray *taken, struct ptx_variable *const *variables, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < variables[i]->n_relocations; k++)
            if (variables[i]->relocations[k].function != NULL)
                take(taken, variables[i]->relocations[k].function);
}

static GPtrArray *functions_taken(const struct ptx_module *module)
{
    GPtrArray *taken = g_ptr_array_new();
    take_initial_values(taken, module->variables, module->n_variables);
    for (unsigned f = 0; f < module->n_functions; f++) {
        const struct ptx_function *function = module->functions[f];
        take_initial_values(taken, function->variables, function->n_variables);
        for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
            const struct ptx_instruction *in = &function->instructions[pc];
            for (unsigned k = 0; k < in->n_operands && strcmp(in->opcode, "call") != 0; k++)
                take_operand(taken, &in->operands[k]);
        }
    }
    return taken;
}

static void add(struct builder *b, uint32_t caller, const struct ptx_function *callee)
{
    GPtrArray *functions = b->graph->functions;
    if (!callee->has_body || callee->is_entry)
        return;
    uint32_t place = GPOINTER_TO_UINT(g_hash_table_lookup(b->places, callee));
    if (place == 0) {
        g_ptr_array_add(functions, (gpointer)callee);
        g_ptr_array_add(b->graph->callees, g_array_new(FALSE, FALSE, sizeof(uint32_t)));
        place = functions->len;
        g_hash_table_insert(b->places, (gpointer)callee, GUINT_TO_POINTER(place));
    }
    place--;
    GArray *callees = g_ptr_array_index(b->graph->callees, caller);
    for (guint i = 0; i < callees->len; i++)
        if (g_array_index(callees, uint32_t, i) == place)
            return;
    g_array_append_val(callees, place);
}

static void add_indirect(struct builder *b, uint32_t caller, const struct ptx_function *function,
                         const struct ptx_operand *operand)
{
    const struct ptx_table *table = operand != NULL ? &function->tables[operand->index] : NULL;
    if (table != NULL && table->kind == PTX_CALL_TARGETS) {
        for (unsigned i = 0; i < table->n_targets; i++)
            add(b, caller, table->targets[i].function);
        return;
    }
    if (!b->taken)
        b->taken = functions_taken(function->module);
    for (guint i = 0; i < b->taken->len; i++) {
        const struct ptx_function *callee = g_ptr_array_index(b->taken, i);
        if (fits(callee, table != NULL ? table->prototype : NULL))
            add(b, caller, callee);
    }
}

static void add_calls_of(struct builder *b, uint32_t caller)
{
    const struct ptx_function *function = g_ptr_array_index(b->graph->functions, caller);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        const struct ptx_instruction *in = &function->instructions[pc];
        if (strcmp(in->opcode, "call") != 0)
            continue;
        struct ptx_call call = ptx_call_of(in);
        if (call.target != NULL && call.target->kind == PTX_OPERAND_FUNCTION)
            add(b, caller, call.target->function);
        else if (call.target)
            add_indirect(b, caller, function, call.table);
    }
}

/* Depth first with a stack of our own: hostile input makes long chains of calls. */
static void make_order(struct link_graph *graph)
{
    uint32_t n = graph->functions->len, depth = 0;
    g_autofree uint32_t *next = g_new0(uint32_t, n), *stack = g_new(uint32_t, n);
    g_autofree uint8_t *state = g_new0(uint8_t, n); /* 1: on the stack, 2: done */
    stack[depth++] = 0;
    state[0] = 1;
    while (depth > 0) {
        uint32_t f = stack[depth - 1];
        const GArray *callees = g_ptr_array_index(graph->callees, f);
        if (next[f] == callees->len) {
            state[f] = 2;
            g_array_append_val(graph->order, f);
            depth--;
            continue;
        }
        uint32_t to = g_array_index(callees, uint32_t, next[f]++);
        graph->recursive = graph->recursive || state[to] == 1;
        if (state[to] == 0) {
            state[to] = 1;
            stack[depth++] = to;
        }
    }
}

static void free_array(gpointer array)
{
    g_array_free(array, TRUE);
}

struct link_graph *link_graph_new(const struct ptx_function *kernel)
{
    struct link_graph *graph = g_new0(struct link_graph, 1);
    struct builder b = {.graph = graph, .places = g_hash_table_new(NULL, NULL)};
    graph->functions = g_ptr_array_new();
    graph->callees = g_ptr_array_new_with_free_func(free_array);
    graph->order = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_ptr_array_add(graph->functions, (gpointer)kernel);
    g_ptr_array_add(graph->callees, g_array_new(FALSE, FALSE, sizeof(uint32_t)));
    for (uint32_t f = 0; f < graph->functions->len; f++)
        add_calls_of(&b, f);
    make_order(graph);
    g_hash_table_destroy(b.places);
    if (b.taken)
        g_ptr_array_free(b.taken, TRUE);
    return graph;
}

void link_graph_free(struct link_graph *graph)
{
    if (!graph)
        return;
    g_ptr_array_free(graph->functions, TRUE);
    g_ptr_array_free(graph->callees, TRUE);
    g_array_free(graph->order, TRUE);
    g_free(graph);
}

uint32_t link_place(const struct link_graph *graph, const struct ptx_function *function)
{
    guint place;
    return g_ptr_array_find(graph->functions, function, &place) ? place : UINT32_MAX;
}

uint64_t link_most(const struct link_graph *graph, const uint32_t *own, const uint32_t *through)
{
    g_autofree uint64_t *most = g_new0(uint64_t, graph->functions->len); /* 0: not yet known */
    uint32_t f = 0;
    for (guint i = 0; i < graph->order->len; i++) {
        uint64_t deepest = 0;
        f = g_array_index(graph->order, uint32_t, i);
        const GArray *callees = g_ptr_array_index(graph->callees, f);
        for (guint k = 0; k < callees->len; k++)
            deepest = MAX(deepest, most[g_array_index(callees, uint32_t, k)]);
        most[f] = MAX(own[f], callees->len > 0 ? through[f] + deepest : 0);
    }
    return most[f]; /* the kernel is the last one */
}
