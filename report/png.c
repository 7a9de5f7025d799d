/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: librsvg draws SVG on a surface of cairo, which writes PNG. */
#include "report/png.h"
#include "base/input_error.h"
#include <cairo.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

static bool draw(RsvgHandle *handle, double scale, const char *path, GError **error)
{
    double width, height;
    g_autoptr(GError) reason = NULL;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
        return input_error_at(error, path, 0, "the drawing has no size");
    const RsvgRectangle area = {0, 0, width * scale, height * scale};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(area.width),
                                                          (int)ceil(area.height));
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    bool right = rsvg_handle_render_document(handle, cairo, &area, &reason) ||
                 input_error_at(error, path, 0, "%s", reason->message);
    cairo_status_t status =
        right ? cairo_surface_write_to_png(surface, path) : CAIRO_STATUS_SUCCESS;
    if (status != CAIRO_STATUS_SUCCESS)
        right = input_error_at(error, path, 0, "%s", cairo_status_to_string(status));
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return right;
}

bool png_write(const char *svg, double scale, const char *path, GError **error)
{
    g_autoptr(GError) reason = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &reason);
    if (!handle)
        return input_error_at(error, path, 0, "%s", reason->message);
    bool right = draw(handle, scale, path, error);
    g_object_unref(handle);
    return right;
}
