import CCairo

/// A picture in memory, drawn on with cairo: premultiplied ARGB, 32 bits a pixel in the machine's
/// byte order (CAIRO_FORMAT_ARGB32). It stays on one thread.
final class Canvas {
    let width: Int
    let height: Int
    /// cairo_t*.
    let context: OpaquePointer
    /// cairo_surface_t*.
    private let surface: OpaquePointer

    /// - Parameters: the size in device pixels, and the number of device pixels in a logical one.
    init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        // Neither returns NULL: out of memory they return objects that draw nothing
        // (cairo_image_surface_create, cairo_create).
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        context = cairo_create(surface)
        cairo_scale(context, scale, scale)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The rows, top first, `stride` bytes each. Valid as long as the canvas.
    var pixels: UnsafeMutableRawPointer? {
        cairo_surface_flush(surface)
        return UnsafeMutableRawPointer(cairo_image_surface_get_data(surface))
    }

    var stride: Int { Int(cairo_image_surface_get_stride(surface)) }

    /// Runs `body` and restores transformation and clip afterwards.
    func isolated(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    func clear() {
        isolated {
            cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
            cairo_paint(context)
        }
    }

    func use(_ colour: Colour) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    }

    func fill(_ colour: Colour) {
        use(colour)
        cairo_fill(context)
    }

    func stroke(_ colour: Colour, width: Double) {
        use(colour)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }

    // MARK: Paths

    func roundedRectangle(_ area: Area, radius: Double) {
        let radius = min(radius, area.width / 2, area.height / 2)
        let (left, top) = (area.x + radius, area.y + radius)
        let (right, bottom) = (area.x + area.width - radius, area.y + area.height - radius)
        cairo_new_sub_path(context)
        cairo_arc(context, right, top, radius, -.pi / 2, 0)
        cairo_arc(context, right, bottom, radius, 0, .pi / 2)
        cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
        cairo_arc(context, left, top, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    func circle(x: Double, y: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
    }

    func lines(_ points: (x: Double, y: Double)..., closed: Bool = false) {
        cairo_new_sub_path(context)
        for point in points { cairo_line_to(context, point.x, point.y) }
        if closed { cairo_close_path(context) }
    }
}

/// A rectangle in logical pixels.
struct Area: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func grown(by distance: Double) -> Area {
        Area(
            x: x - distance, y: y - distance, width: width + 2 * distance,
            height: height + 2 * distance)
    }
}
