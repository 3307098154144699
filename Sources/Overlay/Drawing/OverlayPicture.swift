import CCairo
import Glibc

/// The overlay's picture. Each `draw` updates it and returns what changed; where nothing changed,
/// nothing is drawn. It stays on one thread.
public final class OverlayPicture {
    /// The format that the window requires of its picture.
    public struct Format: Hashable, Sendable {
        /// Device pixels in a logical pixel.
        public var scale: Double
        /// Whether nothing shines through: no shadow, and corners that the window cuts off itself.
        public var isOpaque: Bool
        /// Where the card is on its canvas; nil for the look's place.
        public var spot: OverlayLook.Spot?

        public init(scale: Double, isOpaque: Bool, spot: OverlayLook.Spot? = nil) {
            (self.scale, self.isOpaque, self.spot) = (scale, isOpaque, spot)
        }
    }

    public let look: OverlayLook
    public let format: Format
    /// The card on the canvas, in device pixels.
    public private(set) var card = PixelArea.empty
    /// The buttons on the canvas, in device pixels, in the scene's order: these parts of the window
    /// take clicks. Of the round button, its rows.
    public private(set) var buttonAreas: [PixelArea] = []
    /// How often something was drawn.
    public private(set) var frames = 0
    let canvas: Canvas
    private let scale: Double
    private var layout: CardLayout?
    private var shown: (scene: OverlayScene, motion: MarkMotion)?

    /// The look with the card where the format has it.
    private var placed: OverlayLook {
        var placed = look
        placed.spot = format.spot ?? look.spot
        return placed
    }

    public init(_ look: OverlayLook, _ format: Format) {
        self.look = look
        self.format = format
        scale = format.scale * look.zoom
        let size = Self.size(look, scale: format.scale)
        canvas = Canvas(width: size.width, height: size.height, scale: scale)
    }

    /// The size of the canvas in device pixels.
    public static func size(
        _ look: OverlayLook, scale: Double
    ) -> (width: Int, height: Int) {
        let scale = scale * look.zoom
        return (
            Int((look.canvas.width * scale).rounded(.up)),
            Int((look.canvas.height * scale).rounded(.up))
        )
    }

    public var width: Int { canvas.width }
    public var height: Int { canvas.height }
    /// Bytes per row.
    public var stride: Int { canvas.stride }
    /// Premultiplied ARGB, 32 bits a pixel in the machine's byte order, top row first. Nil only
    /// when out of memory; valid as long as the picture.
    public var pixels: UnsafeMutableRawPointer? { canvas.pixels }

    /// Draws a scene and returns the area that changed, in device pixels; nil if nothing changed.
    public func draw(_ scene: OverlayScene, _ motion: MarkMotion = .still) -> PixelArea? {
        let before = shown
        guard before?.scene != scene || before?.motion != motion else { return nil }
        shown = (scene, motion)
        frames += 1
        if before?.scene == scene, let layout {
            canvas.isolated { drawMark(scene, motion, layout) }
            return pixelArea(around: layout.mark.grown(by: 1))
        }
        let layout =
            look.form == .button
            ? CardLayout(buttonOf: placed, unit: 1 / scale, on: canvas)
            : CardLayout(scene, placed, unit: 1 / scale, on: canvas)
        let old = before == nil ? nil : self.layout
        self.layout = layout
        card = pixelArea(around: layout.card)
        buttonAreas =
            look.form == .button
            ? cardRows : layout.buttons.map { pixelArea(around: $0.area) }
        canvas.clear()
        canvas.isolated {
            drawCard(scene, layout.card)
            drawWords(scene, layout)
            drawButtons(layout)
            drawMark(scene, motion, layout)
        }
        let area = pixelArea(around: layout.card.grown(by: OverlayLook.shadowReach))
        guard let old else { return PixelArea(x: 0, y: 0, width: width, height: height) }
        return area.union(pixelArea(around: old.card.grown(by: OverlayLook.shadowReach)))
    }

    // MARK: Parts

    private func drawCard(_ scene: OverlayScene, _ card: Area) {
        let palette = look.palette
        let ground = format.isOpaque ? palette.card.with(alpha: 1) : palette.card
        if format.isOpaque {
            // Corners that the window's shape doesn't cut off must have the card's colour.
            canvas.use(ground)
            cairo_rectangle(canvas.context, card.x, card.y, card.width, card.height)
            cairo_fill(canvas.context)
        } else {
            drawShadow(card)
        }
        canvas.roundedRectangle(card, radius: radius)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_OVER)
        canvas.fill(ground)
        let isError = scene.mark == .error
        var thickness = isError || palette.hasFrame ? 1.6 : max(1, scale.rounded()) / scale
        var colour = isError ? palette.error : palette.rim
        if look.form == .button, [.bars, .silence].contains(scene.mark) {
            (thickness, colour) = (OverlayLook.round.ring, palette.colour(of: scene.mark))
        }
        canvas.roundedRectangle(
            card.grown(by: -thickness / 2), radius: radius - thickness / 2)
        canvas.stroke(colour, width: thickness)
    }

    /// Of the card's corners, in logical pixels before the scale.
    private var radius: Double {
        look.form == .button ? OverlayLook.round.diameter / 2 : OverlayLook.radius
    }

    /// Fading rings around the card, a little lower than it, as if the light came from above.
    private func drawShadow(_ card: Area) {
        let (drop, reach) = (3.0, OverlayLook.shadowReach - 3)
        var area = card
        area.y += drop
        for distance in Swift.stride(from: -drop, to: reach, by: 1) {
            let share = 1 - max(0, distance) / reach
            canvas.roundedRectangle(
                area.grown(by: distance + 0.5), radius: radius + distance + 0.5)
            canvas.stroke(
                look.palette.shadow.with(alpha: look.palette.shadow.alpha * share * share * share),
                width: 1)
        }
    }

    private func drawWords(_ scene: OverlayScene, _ layout: CardLayout) {
        let palette = look.palette
        let isQuiet = scene.mark == .opening || scene.mark == .work
        canvas.roundedRectangle(layout.card, radius: radius)
        cairo_clip(canvas.context)
        layout.text.draw(
            x: layout.textOrigin.x, y: layout.textOrigin.y,
            isQuiet ? palette.quiet : palette.text, on: canvas)
        layout.detail?.draw(
            x: layout.detailOrigin.x, y: layout.detailOrigin.y, palette.quiet, on: canvas)
        layout.label?.draw(
            x: layout.labelOrigin.x, y: layout.labelOrigin.y, palette.quiet, on: canvas)
    }

    private func drawButtons(_ layout: CardLayout) {
        for (area, text) in layout.buttons {
            canvas.roundedRectangle(area, radius: OverlayLook.button.height / 2)
            canvas.fill(look.palette.text.with(alpha: 0.08))
            canvas.roundedRectangle(area.grown(by: -0.5), radius: OverlayLook.button.height / 2)
            canvas.stroke(look.palette.quiet, width: 1)
            text.draw(
                x: area.x + OverlayLook.button.padding,
                y: area.y + (area.height - text.size.height) / 2, look.palette.text, on: canvas)
        }
    }

    private func drawMark(_ scene: OverlayScene, _ motion: MarkMotion, _ layout: CardLayout) {
        let area = pixelArea(around: layout.mark.grown(by: 1))
        cairo_rectangle(
            canvas.context, Double(area.x) / scale, Double(area.y) / scale,
            Double(area.width) / scale, Double(area.height) / scale)
        cairo_clip(canvas.context)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_SOURCE)
        canvas.use(format.isOpaque ? look.palette.card.with(alpha: 1) : look.palette.card)
        cairo_paint(canvas.context)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_OVER)
        MarkDrawing(canvas: canvas, palette: look.palette).draw(
            scene.mark, motion, x: layout.mark.x + layout.mark.width / 2,
            y: layout.mark.y + layout.mark.height / 2)
    }

    private func pixelArea(around area: Area) -> PixelArea {
        // With a tolerance, so that rounding errors don't add a column or row.
        let left = max(0, Int((area.x * scale + 0.01).rounded(.down)))
        let top = max(0, Int((area.y * scale + 0.01).rounded(.down)))
        let right = min(width, Int(((area.x + area.width) * scale - 0.01).rounded(.up)))
        let bottom = min(height, Int(((area.y + area.height) * scale - 0.01).rounded(.up)))
        return PixelArea(
            x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    // MARK: Shape

    /// The card with its round corners as rectangles from top to bottom, in device pixels.
    public var cardRows: [PixelArea] {
        let radius = radius * scale
        var rows: [PixelArea] = []
        for row in 0..<card.height {
            // From the nearer edge to the centre of the pixel.
            let distance = Double(min(row, card.height - 1 - row)) + 0.5
            var inset = 0.0
            if distance < radius {
                let rise = radius - distance
                inset = (radius - (radius * radius - rise * rise).squareRoot()).rounded()
            }
            let area = PixelArea(
                x: card.x + Int(inset), y: card.y + row, width: card.width - 2 * Int(inset),
                height: 1)
            if let last = rows.last, last.x == area.x, last.width == area.width {
                rows[rows.count - 1].height += 1
            } else {
                rows.append(area)
            }
        }
        return rows
    }

    /// Saves the picture as a PNG file, for tests and documentation.
    package func write(toPNG path: String) -> Bool {
        cairo_surface_write_to_png(cairo_get_target(canvas.context), path) == CAIRO_STATUS_SUCCESS
    }
}
