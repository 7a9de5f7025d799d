/* SPDX-License-Identifier: BSD-3-Clause */
/* txq and suq: what kernels may ask of a texture and of a surface.
 *
 * Source: PTX ISA 8.6, sections "txq", "suq"; "Channel Data Type and Channel Order Fields", whose
 *   numbers are OpenCL's.
 */
#include "tests/conformance/conformance.h"
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/texture.h"

#include <check.h>
#include <string.h>

static void check_query(struct conformance *c, const char *form, struct texture t, uint32_t right)
{
    g_autofree char *text = g_strdup_printf(
        ".version 8.6\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b32 %%r<2>; .reg .b64 %%data, %%s; ld.param.u64 %%data, [data]; mov.u64 %%s, 77;\n"
        "%s %%r0, [%%s]; st.global.u32 [%%data], %%r0;\nret;\n}\n",
        form);
    struct harness h;
    uint32_t value;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    h.block[0] = 1;
    h.texture = &t;
    if (!harness_run(&h))
        conformance_fail(c, "%s: %s", form, h.fault);
    memcpy(&value, h.memory, sizeof value);
    if (value == right)
        conformance_record(c, form, 1);
    else
        conformance_fail(c, "%s says %u, not %u", form, value, right);
    harness_finish(&h);
}

static void fill(struct conformance *c)
{
    const struct texture solid = {
        .width = 9,
        .height = 8,
        .depth = 7,
        .channels = 4,
        .channel_bits = 16,
        .texel = TEXEL_FLOAT,
        .normalized_coordinates = 1,
        .filter = TEXTURE_FILTER_LINEAR,
        .address_mode = {TEXTURE_ADDRESS_MIRROR, TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_BORDER}};
    const struct texture layers = {.width = 6,
                                   .height = 6,
                                   .depth = 12,
                                   .layered = 1,
                                   .cube = 1,
                                   .channels = 2,
                                   .channel_bits = 8,
                                   .texel = TEXEL_SIGNED,
                                   .normalized_read = 1};
    static const struct {
        const char *what;
        uint32_t solid, layers;
        bool of_surfaces;
    } asked[] = {{"width", 9, 6, true},
                 {"height", 8, 6, true},
                 {"depth", 7, 0, true},
                 {"array_size", 0, 2, true},
                 {"channel_data_type", 0x10dd, 0x10d0, true},
                 {"channel_order", 0x10b5, 0x10b2, true},
                 {"normalized_coords", 1, 0, false},
                 {"force_unnormalized_coords", 0, 1, false},
                 {"num_mipmap_levels", 1, 1, false},
                 {"num_samples", 1, 1, false},
                 {"filter_mode", 1, 0, false},
                 {"addr_mode_0", 1, 0, false},
                 {"addr_mode_1", 3, 0, false},
                 {"addr_mode_2", 4, 0, false},
                 {"memory_layout", 0, 0, true}};
    for (unsigned i = 0; i < G_N_ELEMENTS(asked); i++)
        for (unsigned surface = 0; surface < 2; surface++) {
            struct texture of[2] = {solid, layers};
            g_autofree char *form =
                g_strdup_printf("%s.%s.b32", surface ? "suq" : "txq", asked[i].what);
            of[0].surface = of[1].surface = surface;
            if (surface ? !asked[i].of_surfaces : strcmp(asked[i].what, "memory_layout") == 0)
                continue;
            check_query(c, form, of[0], asked[i].solid);
            check_query(c, form, of[1], asked[i].layers);
        }
}

CONFORMANCE_MAIN("texture query", fill)
