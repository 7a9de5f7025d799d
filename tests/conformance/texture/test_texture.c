/* SPDX-License-Identifier: BSD-3-Clause */
/* tex and tld4 of every geometry: texel formats, address modes, point and linear filtering, layers
 * and faces, against the definition in real numbers.
 *
 * Filtering has weights of 8 bits of fraction, so a filtered value may be off by 1/256 of the
 * greatest difference of its texels in each dimension. Of cube maps the reference goes the other
 * way: it chooses a face and a place on it, and makes the direction from these.
 * Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; PTX ISA 8.6, section 9.7.10
 *   "Texture Instructions: tex, tld4".
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/texture.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 13, HEIGHT = 7, DEPTH = 5, LAYERS = 3, FACE = 7, PITCH = 256, LANES = 32 };
enum { ROUNDS = 40, FEW_ROUNDS = 8 };
enum { AT_COORDINATES = 0x10000, AT_LAYERS = 0x10180, AT_INDICES = 0x10200, AT_RESULTS = 0x10400 };

static const struct geometry {
    const char *name, *coordinates, *gradient, *indices;
    unsigned dimensions; /* that are filtered */
    bool layered, cube;
} geometries[] = {
    {"1d", "%f0", "{%f0}", "%r2", 1, false, false},
    {"2d", "%f0, %f1", "{%f0, %f1}", "%r2, %r3", 2, false, false},
    {"3d", "%f0, %f1, %f2, %f2", "{%f0, %f1, %f2, %f2}", "%r2, %r3, %r4, %r4", 3, false, false},
    {"a1d", "%r5, %f0", "{%f0}", "%r5, %r2", 1, true, false},
    {"a2d", "%r5, %f0, %f1, %f1", "{%f0, %f1}", "%r5, %r2, %r3, %r3", 2, true, false},
    {"cube", "%f0, %f1, %f2, %f2", "{%f0, %f1, %f2, %f2}", NULL, 2, false, true},
    {"acube", "%r5, %f0, %f1, %f2", "{%f0, %f1, %f2, %f2}", NULL, 2, true, true},
};

/* ASK_LINEAR: an index in linear memory. */
enum ask { ASK_SAMPLE, ASK_LEVEL, ASK_GRADIENT, ASK_GATHER, ASK_INDEX, ASK_LINEAR };

struct fetch {
    struct harness harness;
    const struct geometry *geometry;
    const struct texture *texture;
    enum ask ask;
    unsigned component; /* of a gather */
    long size[3];
};

/* What a lane asks for: texels, which the coordinates may be fractions of, and a slice. */
struct point {
    double at[3];
    long slice;
    int32_t index[3];
};

/* ---- the reference -------------------------------------------------------------------------- */

/* The index that an address mode makes of one; false: the border. */
static bool addressed(const struct fetch *f, unsigned d, long *at)
{
    const struct texture *t = f->texture;
    const uint32_t mode = f->geometry->cube ? TEXTURE_ADDRESS_CLAMP : t->address_mode[d];
    const long size = f->size[d];
    if (*at >= 0 && *at < size)
        return true;
    if (mode == TEXTURE_ADDRESS_BORDER)
        return false;
    if (t->normalized_coordinates && mode == TEXTURE_ADDRESS_WRAP)
        *at -= size * (long)floor((double)*at / (double)size);
    else if (t->normalized_coordinates && mode == TEXTURE_ADDRESS_MIRROR) {
        long turn = (long)floor((double)*at / (double)size);
        long inside = *at - turn * size;
        *at = turn % 2 ? size - 1 - inside : inside;
    } else /* without normalised coordinates, wrapping and mirroring clamp */
        *at = *at < 0 ? 0 : size - 1;
    return true;
}

/* Texel (x, y) of slice z, with what the address modes make of them. */
static double texel(const struct fetch *f, const long where[3], unsigned channel)
{
    const struct texture *t = f->texture;
    long at[3] = {where[0], where[1], where[2]};
    if (channel >= t->channels) /* also of the border */
        return channel == 3;
    for (unsigned d = 0; d < f->geometry->dimensions; d++)
        if (!addressed(f, d, &at[d]))
            return t->border[channel];
    const uint8_t *bytes =
        f->harness.memory + (unsigned long)at[2] * t->slice + (unsigned long)at[1] * PITCH +
        (unsigned long)at[0] * t->channels * t->channel_bits / 8 + channel * t->channel_bits / 8;
    uint64_t raw = 0;
    memcpy(&raw, bytes, t->channel_bits / 8);
    if (t->texel == TEXEL_FLOAT)
        return float_of(raw);
    double value = (double)raw;
    if (t->texel == TEXEL_SIGNED && raw >> (t->channel_bits - 1))
        value -= ldexp(1, (int)t->channel_bits);
    if (!t->normalized_read)
        return value;
    return fmax(-1, value / (ldexp(1, (int)t->channel_bits - (t->texel == TEXEL_SIGNED)) - 1));
}

/* The value at a point, and by how much a filtered one may be off. */
static double sampled(const struct fetch *f, const struct point *p, unsigned channel, double *slack)
{
    const unsigned n = f->geometry->dimensions;
    const bool filters = f->texture->filter == TEXTURE_FILTER_LINEAR;
    double sum = 0, lowest = INFINITY, highest = -INFINITY;
    *slack = 0;
    for (unsigned corner = 0; corner < (filters ? 1u << n : 1); corner++) {
        long at[3] = {0, 0, p->slice};
        double weight = 1;
        for (unsigned d = 0; d < n; d++) {
            const double x = filters ? p->at[d] - 0.5 : p->at[d], low = floor(x);
            const unsigned up = corner >> d & 1;
            at[d] = (long)low + up;
            weight *= !filters ? 1 : up ? x - low : 1 - (x - low);
        }
        const double value = texel(f, at, channel);
        sum += weight * value;
        lowest = fmin(lowest, value);
        highest = fmax(highest, value);
    }
    if (filters)
        *slack = (highest - lowest) * (n + 1) / 384 + 1e-6 * fmax(fabs(lowest), fabs(highest));
    return sum;
}

/* What PTX says that tld4 gives: counter-clockwise, from the texel below left. */
static double gathered(const struct fetch *f, const struct point *p, unsigned k)
{
    static const long corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    return texel(f,
                 (const long[]){(long)floor(p->at[0] - 0.5) + corner[k][0],
                                (long)floor(p->at[1] - 0.5) + corner[k][1], p->slice},
                 f->component);
}

/* Beside the texture 0; alpha of nothing is not compared. */
static double indexed(const struct fetch *f, const struct point *p, unsigned k)
{
    long at[3] = {0, 0, p->slice};
    bool inside = true;
    for (unsigned d = 0; d < f->geometry->dimensions; d++) {
        at[d] = p->index[d];
        inside &= at[d] >= 0 && at[d] < f->size[d];
    }
    return inside ? texel(f, at, k) : k == 3 ? NAN : 0;
}

static double expected(const struct fetch *f, const struct point *p, unsigned k, double *slack)
{
    *slack = 0;
    if (f->ask >= ASK_INDEX)
        return indexed(f, p, k);
    return f->ask == ASK_GATHER ? gathered(f, p, k) : sampled(f, p, k, slack);
}

/* ---- points --------------------------------------------------------------------------------- */

/* Source: CUDA C++ Programming Guide, "Cubemap Textures": (s, t) of each face, solved for the
 * direction. */
static void direction_of(unsigned face, double s, double t, double m, float out[3])
{
    const double directions[TEXTURE_FACES][3] = {{m, -t * m, -s * m}, {-m, -t * m, s * m},
                                                 {s * m, m, t * m},   {s * m, -m, -t * m},
                                                 {s * m, -t * m, m},  {-s * m, -t * m, -m}};
    for (unsigned d = 0; d < 3; d++)
        out[d] = (float)directions[face][d];
}

/* In and around the texture; not so near to a texel's edge that rounding decides. */
static void choose_point(const struct fetch *f, struct value_generator *g, struct point *p,
                         float coordinates[3], uint32_t *layer)
{
    *p = (struct point){.slice = 0};
    for (unsigned d = 0; d < 3; d++)
        p->index[d] = (int32_t)(value_next(g) % (unsigned)(f->size[d] + 6)) - 3;
    *layer = (uint32_t)(value_next(g) % (LAYERS + 2)) - 1;
    if (f->geometry->layered) /* behind the last one, and before the first, is the last one */
        p->slice = *layer < LAYERS ? *layer : LAYERS - 1;
    for (unsigned d = 0; d < f->geometry->dimensions; d++) {
        const unsigned sixteenths = (unsigned)(value_next(g) % (unsigned)(f->size[d] * 48));
        const float x = (float)sixteenths / 16 - (float)f->size[d] + 1 / 64.0f;
        coordinates[d] = f->texture->normalized_coordinates ? x / (float)f->size[d] : x;
        p->at[d] = (double)coordinates[d] *
                   (f->texture->normalized_coordinates ? (double)f->size[d] : 1.0);
    }
    if (!f->geometry->cube)
        return;
    const unsigned face = (unsigned)(value_next(g) % TEXTURE_FACES);
    p->slice = p->slice * TEXTURE_FACES + face;
    double st[2];
    for (unsigned d = 0; d < 2; d++) {
        p->at[d] = (double)(value_next(g) % (FACE * 16)) / 16 + 1 / 64.0;
        st[d] = 2 * p->at[d] / FACE - 1;
    }
    direction_of(face, st[0], st[1], ldexp(1, (int)(value_next(g) % 8) - 4), coordinates);
}

/* ---- running -------------------------------------------------------------------------------- */

static char *text_of(const struct fetch *f, const char *form)
{
    g_autofree char *gradient =
        g_strdup_printf(", %s, %s", f->geometry->gradient, f->geometry->gradient);
    const char *behind = f->ask == ASK_LEVEL ? ", %f0" : f->ask == ASK_GRADIENT ? gradient : "";
    return g_strdup_printf(
        ".version 8.6\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b32 %%r<8>; .reg .f32 %%f<4>; .reg .b64 %%data, %%at, %%texture; .reg .pred %%p;\n"
        "ld.param.u64 %%data, [data]; mov.u32 %%r7, %%tid.x;\n"
        "mad.wide.u32 %%at, %%r7, 12, %%data; mov.u64 %%texture, 77;\n"
        "ld.global.f32 %%f0, [%%at+%u]; ld.global.f32 %%f1, [%%at+%u]; ld.global.f32 %%f2, "
        "[%%at+%u];\n"
        "ld.global.u32 %%r2, [%%at+%u]; ld.global.u32 %%r3, [%%at+%u]; ld.global.u32 %%r4, "
        "[%%at+%u];\n"
        "mad.wide.u32 %%at, %%r7, 4, %%data; ld.global.u32 %%r5, [%%at+%u];\n"
        "%s {%%r0, %%r1, %%r2, %%r3}, [%%texture, {%s}]%s;\n"
        "mad.wide.u32 %%at, %%r7, 16, %%data;\n"
        "st.global.v4.b32 [%%at+%u], {%%r0, %%r1, %%r2, %%r3};\nret;\n}\n",
        AT_COORDINATES, AT_COORDINATES + 4, AT_COORDINATES + 8, AT_INDICES, AT_INDICES + 4,
        AT_INDICES + 8, AT_LAYERS, form,
        f->ask >= ASK_INDEX ? f->geometry->indices : f->geometry->coordinates, behind, AT_RESULTS);
}

static void fill_texels(struct fetch *f, struct value_generator *g)
{
    uint8_t *memory = f->harness.memory;
    for (unsigned i = 0; i < AT_COORDINATES / 4; i++) {
        uint32_t word = (uint32_t)value_next(g);
        const float value = (float)(int32_t)word * 0x1p-20f;
        if (f->texture->texel == TEXEL_FLOAT)
            memcpy(&word, &value, sizeof word);
        memcpy(memory + 4 * i, &word, sizeof word);
    }
}

static double got(const struct fetch *f, unsigned lane, unsigned k)
{
    uint32_t bits;
    memcpy(&bits, f->harness.memory + AT_RESULTS + 16 * lane + 4 * k, sizeof bits);
    if (f->texture->texel == TEXEL_FLOAT || f->texture->normalized_read)
        return float_of(bits);
    return f->texture->texel == TEXEL_SIGNED ? (double)(int32_t)bits : (double)bits;
}

static bool run_round(struct fetch *f, struct value_generator *g, GString *wrong)
{
    struct harness *h = &f->harness;
    struct point points[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        float coordinates[3] = {0};
        uint32_t layer;
        choose_point(f, g, &points[i], coordinates, &layer);
        memcpy(h->memory + AT_COORDINATES + 12 * i, coordinates, sizeof coordinates);
        memcpy(h->memory + AT_LAYERS + 4 * i, &layer, sizeof layer);
        memcpy(h->memory + AT_INDICES + 12 * i, points[i].index, sizeof points[i].index);
    }
    if (!harness_run(h)) {
        g_string_assign(wrong, h->fault);
        return false;
    }
    for (unsigned i = 0; i < LANES * 4; i++) {
        double slack;
        const double right = expected(f, &points[i / 4], i % 4, &slack);
        const double value = got(f, i / 4, i % 4);
        slack += 1e-5 * fabs(right) * f->geometry->cube + 1e-6 * fabs(right);
        if (isnan(right) || fabs(value - right) <= slack) /* alpha of nothing: not compared */
            continue;
        const struct point *p = &points[i / 4];
        g_string_printf(wrong, "(%g, %g, %g), slice %ld: channel %u is %g, expected %g", p->at[0],
                        p->at[1], p->at[2], p->slice, i % 4, value, right);
        return false;
    }
    return true;
}

static void check(struct conformance *c, const struct geometry *geometry, enum ask ask,
                  unsigned component, struct texture t)
{
    static const char *const prefixes[] = {"tex", "tex.level", "tex.grad", "tld4", "tex", "tex"};
    static const char *const parts[] = {".r", ".g", ".b", ".a"};
    const char *type = t.texel == TEXEL_FLOAT || t.normalized_read ? "f32"
                       : t.texel == TEXEL_SIGNED                   ? "s32"
                                                                   : "u32";
    g_autofree char *form = g_strdup_printf("%s%s.%s.v4.%s.%s", prefixes[ask],
                                            ask == ASK_GATHER ? parts[component] : "",
                                            geometry->name, type, ask >= ASK_INDEX ? "s32" : "f32");
    struct value_generator g = {g_str_hash(form)};
    struct fetch f = {.geometry = geometry, .texture = &t, .ask = ask, .component = component};
    g_autofree char *text = text_of(&f, form);
    g_autoptr(GString) wrong = g_string_new(NULL);
    const bool flat = geometry->dimensions == 1, solid = geometry->dimensions == 3;
    const bool slices = solid || geometry->layered || geometry->cube;
    t.address = DEVICE_BASE;
    t.width = geometry->cube ? FACE : WIDTH;
    t.height = flat ? 0 : geometry->cube ? FACE : HEIGHT;
    t.depth =
        solid ? DEPTH : (geometry->layered ? LAYERS : 1u) * (geometry->cube ? TEXTURE_FACES : 1u);
    t.depth = slices ? t.depth : 0;
    t.pitch = PITCH;
    t.slice = slices ? (flat ? 1 : t.height) * PITCH : 0;
    t.layered = geometry->layered;
    t.cube = geometry->cube;
    t.linear_memory = ask == ASK_LINEAR;
    memcpy(f.size, (const long[]){(long)t.width, (long)t.height, (long)t.depth}, sizeof f.size);
    harness_init(&f.harness, text, "k");
    harness_param_u64(&f.harness, 0, DEVICE_BASE);
    f.harness.texture = &t;
    fill_texels(&f, &g);
    const unsigned rounds = geometry->dimensions <= 2 && !slices ? ROUNDS : FEW_ROUNDS;
    bool good = true;
    for (unsigned round = 0; good && round < rounds; round++)
        good = run_round(&f, &g, wrong);
    if (good)
        conformance_record(c, form, (uint64_t)rounds * LANES * 4);
    else
        conformance_fail(c, "%s, %u x %u bits, filter %u, mode %u, normalized %u: %s", form,
                         t.channels, t.channel_bits, t.filter, t.address_mode[0],
                         t.normalized_coordinates, wrong->str);
    harness_finish(&f.harness);
}

/* Every address mode and filter, with and without normalised coordinates. */
static void check_sampling(struct conformance *c, const struct geometry *geometry, struct texture t)
{
    bool filterable = t.texel == TEXEL_FLOAT || t.normalized_read;
    for (t.normalized_coordinates = geometry->cube; t.normalized_coordinates < 2;
         t.normalized_coordinates++)
        for (t.filter = 0; t.filter < (filterable ? 2u : 1u); t.filter++)
            for (unsigned mode = 0; mode < 4; mode++) {
                for (unsigned d = 0; d < 3; d++)
                    t.address_mode[d] = mode;
                check(c, geometry, ASK_SAMPLE, 0, t);
            }
    t.normalized_coordinates = 1;
    t.filter = filterable;
    check(c, geometry, ASK_LEVEL, 0, t);
    check(c, geometry, ASK_GRADIENT, 0, t);
    for (unsigned component = 0; geometry->dimensions == 2 && component < 4; component++)
        check(c, geometry, ASK_GATHER, component, t);
}

static void fill(struct conformance *c)
{
    static const struct {
        enum texture_texel texel;
        unsigned bits;
        bool normalized;
    } formats[] = {{TEXEL_FLOAT, 32, false},    {TEXEL_SIGNED, 32, false},
                   {TEXEL_UNSIGNED, 32, false}, {TEXEL_SIGNED, 8, false},
                   {TEXEL_UNSIGNED, 16, false}, {TEXEL_UNSIGNED, 8, true},
                   {TEXEL_SIGNED, 16, true}};
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++)
        for (unsigned channels = 1; channels <= 4; channels *= 2) {
            struct texture t = {.channels = channels,
                                .channel_bits = formats[i].bits,
                                .texel = formats[i].texel,
                                .normalized_read = formats[i].normalized};
            check(c, &geometries[0], ASK_LINEAR, 0, t);
            for (unsigned d = 0; d < G_N_ELEMENTS(geometries); d++) {
                check_sampling(c, &geometries[d], t);
                if (geometries[d].indices)
                    check(c, &geometries[d], ASK_INDEX, 0, t);
            }
        }
}

CONFORMANCE_MAIN("texture", fill)
