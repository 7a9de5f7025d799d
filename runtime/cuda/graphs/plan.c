/* SPDX-License-Identifier: BSD-3-Clause */
/* Lays out steps and lanes. */
#include "runtime/cuda/graphs/plan.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/message.h"

/* What a node's `step` says while the steps of its graph are laid out; else it is its step. */
enum { STEP_NONE = ~0u, STEP_BEGUN = ~0u - 1 };

static unsigned add_step(struct plan *plan, const struct graph_node *node)
{
    if (plan->count == plan->room) {
        plan->room = plan->room > 0 ? 2 * plan->room : 8;
        plan->steps = message_reallocate(plan->steps, plan->room * sizeof plan->steps[0]);
    }
    plan->steps[plan->count] = (struct plan_step){.node = node};
    return plan->count++;
}

static void comes_after(struct plan *plan, unsigned step, unsigned before)
{
    struct plan_step *at = &plan->steps[step];
    at->before = message_reallocate(at->before, (at->n_before + 1) * sizeof at->before[0]);
    at->before[at->n_before++] = before;
}

static bool lay_graph(struct plan *plan, const struct graph *graph, unsigned first);

/* A child's nodes come after a step, and before another one, which stands for the child. */
static bool lay_child(struct plan *plan, struct graph_node *node, unsigned begin)
{
    const struct graph *child = node->child;
    if (!lay_graph(plan, child, begin))
        return false;
    const unsigned end = add_step(plan, NULL);
    comes_after(plan, end, begin);
    for (size_t i = 0; i < child->count; i++)
        comes_after(plan, end, child->nodes[i]->step);
    node->step = end;
    return true;
}

/* After the steps of all nodes before it. False on a circle. */
static bool lay_node(struct plan *plan, struct graph_node *node, unsigned first)
{
    if (node->step == STEP_BEGUN)
        return false;
    if (node->step != STEP_NONE)
        return true;
    node->step = STEP_BEGUN;
    for (size_t i = 0; i < node->n_before; i++)
        if (!lay_node(plan, node->before[i], first))
            return false;
    const bool is_child = node->type == cudaGraphNodeTypeGraph && !node->disabled;
    const unsigned step = add_step(plan, is_child ? NULL : node);
    for (size_t i = 0; i < node->n_before; i++)
        comes_after(plan, step, node->before[i]->step);
    if (node->n_before == 0 && first != STEP_NONE)
        comes_after(plan, step, first);
    node->step = step;
    return !is_child || lay_child(plan, node, step);
}

static bool lay_graph(struct plan *plan, const struct graph *graph, unsigned first)
{
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->step = STEP_NONE;
    for (size_t i = 0; i < graph->count; i++)
        if (!lay_node(plan, graph->nodes[i], first))
            return false;
    return true;
}

/* The lane of a step before it that nothing follows there yet, else a new one. */
static unsigned choose_lane(struct plan *plan, unsigned index)
{
    const struct plan_step *step = &plan->steps[index];
    for (size_t i = 0; i < step->n_before; i++) {
        const unsigned lane = plan->steps[step->before[i]].lane;
        if (plan->tail[lane] == step->before[i] + 1)
            return lane;
    }
    return plan->n_lanes < LANES_MAX ? plan->n_lanes++ : index % LANES_MAX;
}

static void lay_lanes(struct plan *plan)
{
    for (unsigned i = 0; i < plan->count; i++) {
        struct plan_step *step = &plan->steps[i];
        step->lane = choose_lane(plan, i);
        plan->tail[step->lane] = i + 1;
        for (size_t j = 0; j < step->n_before; j++)
            if (plan->steps[step->before[j]].lane != step->lane)
                plan->steps[step->before[j]].is_awaited = true;
    }
    for (unsigned lane = 1; lane < plan->n_lanes; lane++) /* by the stream of the launch */
        plan->steps[plan->tail[lane] - 1].is_awaited = true;
}

bool plan_make(struct plan *plan, const struct graph *graph)
{
    *plan = (struct plan){.count = 0};
    if (!lay_graph(plan, graph, STEP_NONE))
        return false;
    lay_lanes(plan);
    return true;
}
