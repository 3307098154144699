import CCairo
import Glibc
import OverlayDrawing
import TestSupport
import Testing

/// What is on a screen.
final class ScreenPicture {
    private let surface: OpaquePointer

    /// - Parameter path: of a PNG file.
    init(_ path: String) throws {
        surface = cairo_image_surface_create_from_png(path)
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, "no picture \(path)")
    }

    deinit { cairo_surface_destroy(surface) }

    /// The rectangle around all pixels of a colour, nearly.
    func area(of colour: Colour) -> PixelArea? {
        let (width, height) = (
            Int(cairo_image_surface_get_width(surface)),
            Int(cairo_image_surface_get_height(surface))
        )
        let stride = Int(cairo_image_surface_get_stride(surface))
        let wanted = [colour.blue, colour.green, colour.red].map { Int(($0 * 255).rounded()) }
        var area = PixelArea.empty
        guard let data = cairo_image_surface_get_data(surface) else { return nil }
        for y in 0..<height {
            var (first, last) = (width, -1)
            for x in 0..<width {
                let pixel = data + y * stride + x * 4
                if (0..<3).allSatisfy({ abs(Int(pixel[$0]) - wanted[$0]) <= 9 }) {
                    first = min(first, x)
                    last = x
                }
            }
            // A letter of that colour is no card.
            if last - first > 60 {
                area = area.union(PixelArea(x: first, y: y, width: last - first + 1, height: 1))
            }
        }
        return area.isEmpty ? nil : area
    }
}
