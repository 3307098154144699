import Glibc
import OverlayDrawing
import Testing

@Suite struct PaletteTests {
    /// WCAG's own examples.
    @Test func computesContrast() {
        let (black, white) = (Colour(0x000000), Colour(0xFFFFFF))
        #expect(abs(black.contrast(with: white) - 21) < 0.001)
        #expect(abs(Colour(0x777777).contrast(with: white) - 4.48) < 0.01)
        #expect(white.contrast(with: white) == 1)
    }

    @Test(arguments: [
        (OverlayPalette.dark, 4.5), (.light, 4.5), (.darkContrast, 7), (.lightContrast, 7),
    ])
    func allThatIsReadStandsOut(_ palette: OverlayPalette, _ least: Double) {
        let marks = OverlayScene.Mark.allCases.map { palette.colour(of: $0) }
        // Whatever window is behind: black, white or coloured.
        for behind in [0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF] as [UInt32] {
            let card = palette.card.over(Colour(behind))
            for colour in [palette.text, palette.quiet, palette.error] + marks {
                #expect(colour.contrast(with: card) >= least, "\(colour) on \(card)")
            }
        }
    }

    @Test(
        arguments: [
            OverlayPalette.dark, .light, .darkContrast, .lightContrast,
        ], ColourBlindness.allCases)
    func marksAreToldApart(_ palette: OverlayPalette, by eyes: ColourBlindness) {
        let colours = [palette.listening, palette.done, palette.warning, palette.error]
            .map { eyes.seen($0) }
        for (number, colour) in colours.enumerated() {
            for other in colours[..<number] {
                let parts = zip(colour, other).map { ($0 - $1) * ($0 - $1) }
                #expect(parts.reduce(0, +).squareRoot() >= 19)
            }
        }
    }

    /// Eyes without one of the three kinds of cones.
    enum ColourBlindness: CaseIterable, Sendable {
        case protanopia, deuteranopia, tritanopia

        /// Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color
        /// Vision Deficiency (2009), severity 1, for linear sRGB.
        private var matrix: [[Double]] {
            switch self {
            case .protanopia:
                [
                    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                    [-0.003882, -0.048116, 1.051998],
                ]
            case .deuteranopia:
                [
                    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                    [-0.011820, 0.042940, 0.968881],
                ]
            case .tritanopia:
                [
                    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                    [0.004733, 0.691367, 0.303900],
                ]
            }
        }

        /// What they see, in CIE L*a*b*.
        func seen(_ colour: Colour) -> [Double] {
            func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
                matrix.map { zip($0, vector).map(*).reduce(0, +) }
            }
            let linear = [colour.red, colour.green, colour.blue].map {
                $0 <= 0.040_45 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
            }
            let seen = product(matrix, linear).map { min(1, max(0, $0)) }
            // From sRGB to CIE XYZ, by the white of D65.
            let relative = product(
                [
                    [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505], [0.2126, 0.7152, 0.0722],
                    [0.0193 / 1.0888, 0.1192 / 1.0888, 0.9505 / 1.0888],
                ], seen
            ).map { $0 > 0.008_856 ? cbrt($0) : 7.787 * $0 + 16.0 / 116 }
            return [
                116 * relative[1] - 16, 500 * (relative[0] - relative[1]),
                200 * (relative[1] - relative[2]),
            ]
        }
    }
}
