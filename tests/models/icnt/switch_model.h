/* SPDX-License-Identifier: BSD-3-Clause */
/* Traffic through a crossbar whose packets wait at its inputs, and a model of that crossbar that
 * looks at every output in every cycle.
 *
 * Units: cycles. Wires and credits take LATENCY of them.
 */
#ifndef SIMGPU_TESTS_MODELS_ICNT_SWITCH_MODEL_H
#define SIMGPU_TESTS_MODELS_ICNT_SWITCH_MODEL_H

#include <check.h>
#include <glib.h>
#include <stdint.h>
#include <string.h>

enum { LATENCY = 10, MOST = 80 };

/* What the sources send and what the sinks do. */
struct traffic {
    unsigned inputs, outputs, in_slots, out_slots;
    unsigned speedup; /* 0: 1 */
    bool rising;      /* packets of one flit alone */
    uint64_t hold;    /* cycles for which a sink keeps a packet */
    GArray *packets;  /* struct packet */
};

struct packet {
    unsigned input, output, flits;
    uint64_t time; /* cycle in which its source wants to send it: ascending for each source */
    uint64_t arrival;
};

static inline void traffic_init(struct traffic *traffic, unsigned inputs, unsigned outputs)
{
    *traffic = (struct traffic){.inputs = inputs,
                                .outputs = outputs,
                                .in_slots = 64,
                                .out_slots = 64,
                                .packets = g_array_new(FALSE, FALSE, sizeof(struct packet))};
}

static inline void traffic_finish(struct traffic *traffic)
{
    g_array_free(traffic->packets, TRUE);
}

static inline void add(struct traffic *traffic, unsigned input, unsigned output, unsigned n_flits,
                       uint64_t time)
{
    struct packet packet = {.input = input, .output = output, .flits = n_flits, .time = time};
    g_array_append_val(traffic->packets, packet);
}

static inline struct packet *packet_of(const struct traffic *traffic, guint index)
{
    return &g_array_index(traffic->packets, struct packet, index);
}

/* ---- the model: one cycle after another ----------------------------------------------------- */

struct model {
    struct traffic *traffic;
    GQueue *unsent[MOST], *queue[MOST];       /* packet indices, by input */
    GQueue *in_credits[MOST], *credits[MOST]; /* cycles from which on there is one; by input, by
                                                 output */
    uint64_t input_free[MOST], output_free[MOST];
    uint64_t input_sent[MOST]; /* cycle, + 1 */
    unsigned last[MOST];
    guint left;
};

static inline void model_init(struct model *model, struct traffic *traffic)
{
    memset(model, 0, sizeof *model);
    model->traffic = traffic;
    model->left = traffic->packets->len;
    for (unsigned i = 0; i < MOST; i++) {
        model->unsent[i] = g_queue_new();
        model->queue[i] = g_queue_new();
        model->in_credits[i] = g_queue_new();
        model->credits[i] = g_queue_new();
        model->last[i] = traffic->inputs - 1;
        for (unsigned k = 0; k < traffic->in_slots; k++)
            g_queue_push_tail(model->in_credits[i], GUINT_TO_POINTER(0));
        for (unsigned k = 0; k < traffic->out_slots; k++)
            g_queue_push_tail(model->credits[i], GUINT_TO_POINTER(0));
    }
    for (guint i = 0; i < traffic->packets->len; i++)
        g_queue_push_tail(model->unsent[packet_of(traffic, i)->input], GUINT_TO_POINTER(i));
}

static inline void model_finish(struct model *model)
{
    for (unsigned i = 0; i < MOST; i++) {
        g_queue_free(model->unsent[i]);
        g_queue_free(model->queue[i]);
        g_queue_free(model->in_credits[i]);
        g_queue_free(model->credits[i]);
    }
}

static inline struct packet *first_of(const struct model *model, GQueue *queue)
{
    return g_queue_is_empty(queue)
               ? NULL
               : packet_of(model->traffic, GPOINTER_TO_UINT(g_queue_peek_head(queue)));
}

static inline bool has_credit(GQueue *credits, uint64_t cycle)
{
    return !g_queue_is_empty(credits) && GPOINTER_TO_UINT(g_queue_peek_head(credits)) <= cycle;
}

/* Puts what its source can send now into the input's queue; `arrival` is when it is there. */
static inline void model_source(struct model *model, unsigned input, uint64_t cycle)
{
    for (;;) {
        struct packet *packet = first_of(model, model->unsent[input]);
        if (!packet || packet->time > cycle || !has_credit(model->in_credits[input], cycle))
            return;
        packet->arrival = cycle + LATENCY;
        g_queue_pop_head(model->in_credits[input]);
        g_queue_push_tail(model->queue[input], g_queue_pop_head(model->unsent[input]));
    }
}

static inline void model_output(struct model *model, unsigned output, uint64_t cycle)
{
    const struct traffic *traffic = model->traffic;
    if (model->output_free[output] > cycle || !has_credit(model->credits[output], cycle))
        return;
    for (unsigned i = 1; i <= traffic->inputs; i++) {
        unsigned input = (model->last[output] + i) % traffic->inputs;
        struct packet *head = first_of(model, model->queue[input]);
        if (!head || head->output != output || head->arrival > cycle ||
            (model->input_free[input] > cycle &&
             !(traffic->rising && model->input_sent[input] == cycle + 1)))
            continue;
        uint64_t end = cycle + head->flits;
        model->input_free[input] = model->output_free[output] = end;
        model->input_sent[input] = cycle + 1;
        model->last[output] = input;
        head->arrival = end + LATENCY;
        g_queue_pop_head(model->queue[input]);
        g_queue_pop_head(model->credits[output]);
        g_queue_push_tail(model->in_credits[input], GUINT_TO_POINTER(end + LATENCY));
        g_queue_push_tail(model->credits[output],
                          GUINT_TO_POINTER(head->arrival + traffic->hold + LATENCY));
        model->left--;
        return;
    }
}

/* Fills in the packets' arrivals. */
static inline void run_model(struct traffic *traffic)
{
    static struct model model;
    model_init(&model, traffic);
    for (uint64_t cycle = 0; model.left > 0; cycle++) {
        ck_assert_uint_lt(cycle, 100000);
        for (unsigned i = 0; i < traffic->inputs; i++)
            model_source(&model, i, cycle);
        for (unsigned i = 0; i < traffic->outputs; i++)
            model_output(&model, i, cycle);
    }
    model_finish(&model);
}

#endif
