import CCairo
import Glibc

/// The marks, each within a box of `OverlayLook.mark`.
struct MarkDrawing {
    let canvas: Canvas
    let palette: OverlayPalette

    /// - Parameters: the centre of the box.
    func draw(_ mark: OverlayScene.Mark, _ motion: MarkMotion, x: Double, y: Double) {
        let colour = palette.colour(of: mark)
        switch mark {
        case .opening: bars([0, 0, 0, 0, 0], colour, x, y)
        case .bars:
            if case .bars(let heights) = motion {
                bars(heights, colour, x, y)
            } else {
                bars([0, 0, 0, 0, 0], colour, x, y)
            }
        case .paused: pause(colour, x, y)
        case .work:
            if case .round(let place) = motion {
                points(place, colour, x, y)
            } else {
                points(nil, colour, x, y)
            }
        case .silence:
            microphone(colour, x, y)
            crossOut(colour, x, y)
        case .asleep, .ready: microphone(colour, x, y)
        case .done: tick(colour, x, y)
        case .info: letter(colour, x, y)
        case .warning: exclamation(inCircle: colour, x, y)
        case .error: exclamation(inTriangle: colour, x, y)
        }
    }

    private func bars(_ heights: [Float], _ colour: Colour, _ x: Double, _ y: Double) {
        let (thickness, gap) = (3.4, 2.4)
        let width = 5 * thickness + 4 * gap
        for (number, share) in heights.prefix(5).enumerated() {
            let height = thickness + (OverlayLook.mark.height - thickness) * Double(share)
            canvas.roundedRectangle(
                Area(
                    x: x - width / 2 + Double(number) * (thickness + gap), y: y - height / 2,
                    width: thickness, height: height),
                radius: thickness / 2)
        }
        canvas.fill(colour)
    }

    private func pause(_ colour: Colour, _ x: Double, _ y: Double) {
        for side in [-4.6, 4.6] {
            canvas.roundedRectangle(
                Area(x: x + side - 2.2, y: y - 8, width: 4.4, height: 16), radius: 1.4)
        }
        canvas.fill(colour)
    }

    /// Three points of growing and shrinking size; all alike when nothing moves.
    private func points(_ place: Float?, _ colour: Colour, _ x: Double, _ y: Double) {
        for number in 0..<3 {
            var size = 0.5
            if let place {
                let phase = Double(place) - Double(number) * 0.17
                size = (1 + cos(2 * .pi * phase)) / 2
            }
            canvas.circle(x: x + Double(number - 1) * 9, y: y, radius: 2.1 + 1.6 * size)
            canvas.fill(colour.with(alpha: 0.72 + 0.28 * size))
        }
    }

    private func microphone(_ colour: Colour, _ x: Double, _ y: Double) {
        canvas.roundedRectangle(
            Area(x: x - 3.4, y: y - 10.5, width: 6.8, height: 12.6), radius: 3.4)
        canvas.fill(colour)
        cairo_new_sub_path(canvas.context)
        cairo_arc(canvas.context, x, y - 1.6, 6.6, 0, .pi)
        canvas.lines((x, y + 5), (x, y + 9.4))
        canvas.lines((x - 3.6, y + 9.6), (x + 3.6, y + 9.6))
        canvas.stroke(colour, width: 1.9)
    }

    /// A stroke, cut out of what it crosses.
    private func crossOut(_ colour: Colour, _ x: Double, _ y: Double) {
        canvas.lines((x - 10, y - 9), (x + 9, y + 10))
        canvas.stroke(palette.card.with(alpha: 1), width: 5.2)
        canvas.lines((x - 10, y - 9), (x + 9, y + 10))
        canvas.stroke(colour, width: 2.1)
    }

    private func tick(_ colour: Colour, _ x: Double, _ y: Double) {
        canvas.circle(x: x, y: y, radius: 10.5)
        canvas.fill(colour)
        canvas.lines((x - 4.6, y + 0.2), (x - 1.3, y + 3.6), (x + 4.9, y - 3.6))
        canvas.stroke(palette.card.with(alpha: 1), width: 2.3)
    }

    private func letter(_ colour: Colour, _ x: Double, _ y: Double) {
        canvas.circle(x: x, y: y, radius: 9.6)
        canvas.stroke(colour, width: 1.9)
        canvas.lines((x, y - 0.6), (x, y + 4.6))
        canvas.stroke(colour, width: 2.2)
        canvas.circle(x: x, y: y - 4.5, radius: 1.4)
        canvas.fill(colour)
    }

    private func exclamation(inCircle colour: Colour, _ x: Double, _ y: Double) {
        canvas.circle(x: x, y: y, radius: 10.5)
        canvas.fill(colour)
        exclamation(palette.card.with(alpha: 1), x, y)
    }

    private func exclamation(inTriangle colour: Colour, _ x: Double, _ y: Double) {
        canvas.lines((x, y - 9.4), (x + 10.6, y + 8.6), (x - 10.6, y + 8.6), closed: true)
        canvas.stroke(colour, width: 3.2)
        canvas.lines((x, y - 9.4), (x + 10.6, y + 8.6), (x - 10.6, y + 8.6), closed: true)
        canvas.fill(colour)
        exclamation(palette.card.with(alpha: 1), x, y + 1.8)
    }

    private func exclamation(_ colour: Colour, _ x: Double, _ y: Double) {
        canvas.lines((x, y - 5), (x, y + 0.9))
        canvas.stroke(colour, width: 2.3)
        canvas.circle(x: x, y: y + 4.6, radius: 1.5)
        canvas.fill(colour)
    }
}
