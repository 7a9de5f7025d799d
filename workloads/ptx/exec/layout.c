/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a module's variables lie; see layout.h. */
#include "workloads/ptx/exec/layout.h"
#include "workloads/ptx/exec/exec.h"

#include <string.h>

static uint64_t align_up(uint64_t offset, uint64_t align)
{
    return align < 2 ? offset : (offset + align - 1) / align * align;
}

static void place(struct exec_layout *layout, const struct ptx_variable *variable)
{
    struct exec_placed placed = {.variable = variable};
    if (variable->space == SPACE_GLOBAL) {
        if (variable->init != NULL || variable->n_relocations > 0)
            placed.initial = g_malloc0(variable->bytes);
        g_array_append_val(layout->globals, placed);
    } else if (variable->space == SPACE_CONST) {
        placed.address = align_up(layout->const_bytes, variable->align);
        layout->const_bytes = (uint32_t)(placed.address + variable->bytes);
        g_array_append_val(layout->constants, placed);
    }
}

uint64_t exec_layout_function(const struct exec_layout *layout, const struct ptx_function *function)
{
    for (unsigned i = 0; i < layout->module->n_functions; i++)
        if (layout->module->functions[i] == function)
            return ((uint64_t)WINDOW_CODE << WINDOW_SHIFT) + 16 * ((uint64_t)i + 1);
    g_assert_not_reached();
}

const struct ptx_function *exec_layout_function_at(const struct exec_layout *layout,
                                                   uint64_t address)
{
    const uint64_t base = (uint64_t)WINDOW_CODE << WINDOW_SHIFT;
    const uint64_t index = (address - base) / 16 - 1;
    if (address < base + 16 || address % 16 != 0 || index >= layout->module->n_functions)
        return NULL;
    return layout->module->functions[index];
}

static const struct exec_placed *find_in(const GArray *places, const struct ptx_variable *variable)
{
    for (guint i = 0; i < places->len; i++)
        if (g_array_index(places, struct exec_placed, i).variable == variable)
            return &g_array_index(places, struct exec_placed, i);
    return NULL;
}

const struct exec_placed *exec_layout_find(const struct exec_layout *layout,
                                           const struct ptx_variable *variable)
{
    const struct exec_placed *found = find_in(layout->globals, variable);
    return found != NULL ? found : find_in(layout->constants, variable);
}

static uint64_t relocated(const struct exec_layout *layout, const struct ptx_relocation *r)
{
    if (r->function)
        return (exec_layout_function(layout, r->function) + (uint64_t)r->addend) >> r->shift;
    const struct exec_placed *target = exec_layout_find(layout, r->variable);
    if (!target)
        return (uint64_t)r->addend >> r->shift;
    uint64_t window = r->generic && r->variable->space == SPACE_CONST
                          ? (uint64_t)WINDOW_CONST << WINDOW_SHIFT
                          : 0;
    return (window + target->address + (uint64_t)r->addend) >> r->shift;
}

static void fill(const struct exec_layout *layout, const struct exec_placed *placed)
{
    const struct ptx_variable *variable = placed->variable;
    if (!placed->initial)
        return;
    if (variable->init)
        memcpy(placed->initial, variable->init, variable->init_bytes);
    for (unsigned i = 0; i < variable->n_relocations; i++) {
        const struct ptx_relocation *r = &variable->relocations[i];
        uint64_t value = relocated(layout, r);
        memcpy(placed->initial + r->offset, &value, MIN(r->bytes, sizeof value));
    }
}

static void fill_all(const struct exec_layout *layout, const GArray *places, bool relocated_only)
{
    for (guint i = 0; i < places->len; i++) {
        const struct exec_placed *placed = &g_array_index(places, struct exec_placed, i);
        if (!relocated_only || placed->variable->n_relocations > 0)
            fill(layout, placed);
    }
}

struct exec_layout *exec_layout_new(const struct ptx_module *module)
{
    struct exec_layout *layout = g_new0(struct exec_layout, 1);
    layout->module = module;
    layout->globals = g_array_new(FALSE, FALSE, sizeof(struct exec_placed));
    layout->constants = g_array_new(FALSE, FALSE, sizeof(struct exec_placed));
    for (unsigned i = 0; i < module->n_variables; i++)
        place(layout, module->variables[i]);
    for (unsigned f = 0; f < module->n_functions; f++)
        for (unsigned i = 0; i < module->functions[f]->n_variables; i++)
            place(layout, module->functions[f]->variables[i]);
    layout->const_image = layout->own_image = g_malloc0(MAX(layout->const_bytes, 1));
    for (guint i = 0; i < layout->constants->len; i++) {
        struct exec_placed *placed = &g_array_index(layout->constants, struct exec_placed, i);
        placed->initial = layout->const_image + placed->address;
    }
    fill_all(layout, layout->globals, false);
    fill_all(layout, layout->constants, false);
    return layout;
}

void exec_layout_free(struct exec_layout *layout)
{
    if (!layout)
        return;
    for (guint i = 0; i < layout->globals->len; i++)
        g_free(g_array_index(layout->globals, struct exec_placed, i).initial);
    g_array_free(layout->globals, TRUE);
    g_array_free(layout->constants, TRUE);
    g_free(layout->own_image);
    g_free(layout);
}

void exec_layout_move_constants(struct exec_layout *layout, uint8_t *image)
{
    memcpy(image, layout->const_image, layout->const_bytes);
    layout->const_image = image;
    for (guint i = 0; i < layout->constants->len; i++) {
        struct exec_placed *placed = &g_array_index(layout->constants, struct exec_placed, i);
        placed->initial = image + placed->address;
    }
}

void exec_layout_set_address(struct exec_layout *layout, unsigned global, uint64_t address)
{
    g_array_index(layout->globals, struct exec_placed, global).address = address;
    fill_all(layout, layout->globals, true);
    fill_all(layout, layout->constants, true);
}
