/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: librsvg draws SVG on a surface of cairo, which writes PNG. They and the thirty libraries
 * that they need are opened when the first picture is wanted: a simulation would otherwise start
 * with 18 million instructions of the dynamic linker for them.
 */
#include "report/png.h"
#include "base/input_error.h"
#include <cairo.h>
#include <gmodule.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

#define RSVG_FUNCTIONS(X)                                                                          \
    X(rsvg_handle_new_from_data)                                                                   \
    X(rsvg_handle_get_intrinsic_size_in_pixels)                                                    \
    X(rsvg_handle_render_document)

#define CAIRO_FUNCTIONS(X)                                                                         \
    X(cairo_image_surface_create)                                                                  \
    X(cairo_create)                                                                                \
    X(cairo_set_source_rgb)                                                                        \
    X(cairo_paint)                                                                                 \
    X(cairo_surface_write_to_png)                                                                  \
    X(cairo_status_to_string)                                                                      \
    X(cairo_destroy)                                                                               \
    X(cairo_surface_destroy)

/* The functions of both, by their names. */
struct library {
#define MEMBER(name) __typeof__(&name) name;
    RSVG_FUNCTIONS(MEMBER)
    CAIRO_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* The library stays open: what it keeps in memory is its own. */
static GModule *open_library(const char *name, GError **error)
{
    GModule *module = g_module_open(name, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
    if (module)
        g_module_make_resident(module);
    else
        input_error_at(error, name, 0, "PNG needs this library: %s", g_module_error());
    return module;
}

static bool find(GModule *module, const char *name, void *function, GError **error)
{
    gpointer symbol;
    if (!g_module_symbol(module, name, &symbol))
        return input_error_at(error, g_module_name(module), 0, "%s", g_module_error());
    memcpy(function, &symbol, sizeof symbol);
    return true;
}

static bool library_open(struct library *library, GError **error)
{
    GModule *rsvg = open_library("librsvg-2.so.2", error);
    GModule *cairo = rsvg ? open_library("libcairo.so.2", error) : NULL;
    bool found = cairo != NULL;
#define FIND(module, name) found = found && find(module, #name, &library->name, error);
#define FIND_RSVG(name)    FIND(rsvg, name)
#define FIND_CAIRO(name)   FIND(cairo, name)
    RSVG_FUNCTIONS(FIND_RSVG)
    CAIRO_FUNCTIONS(FIND_CAIRO)
#undef FIND_CAIRO
#undef FIND_RSVG
#undef FIND
    return found;
}

static bool draw(const struct library *library, RsvgHandle *handle, double scale, const char *path,
                 GError **error)
{
    double width, height;
    g_autoptr(GError) reason = NULL;
    if (!library->rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
        return input_error_at(error, path, 0, "the drawing has no size");
    const RsvgRectangle area = {0, 0, width * scale, height * scale};
    cairo_surface_t *surface = library->cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(area.width), (int)ceil(area.height));
    cairo_t *cairo = library->cairo_create(surface);
    library->cairo_set_source_rgb(cairo, 1, 1, 1);
    library->cairo_paint(cairo);
    bool right = library->rsvg_handle_render_document(handle, cairo, &area, &reason) ||
                 input_error_at(error, path, 0, "%s", reason->message);
    cairo_status_t status =
        right ? library->cairo_surface_write_to_png(surface, path) : CAIRO_STATUS_SUCCESS;
    if (status != CAIRO_STATUS_SUCCESS)
        right = input_error_at(error, path, 0, "%s", library->cairo_status_to_string(status));
    library->cairo_destroy(cairo);
    library->cairo_surface_destroy(surface);
    return right;
}

bool png_write(const char *svg, double scale, const char *path, GError **error)
{
    struct library library;
    g_autoptr(GError) reason = NULL;
    if (!library_open(&library, error))
        return false;
    RsvgHandle *handle =
        library.rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &reason);
    if (!handle)
        return input_error_at(error, path, 0, "%s", reason->message);
    bool right = draw(&library, handle, scale, path, error);
    g_object_unref(handle);
    return right;
}
