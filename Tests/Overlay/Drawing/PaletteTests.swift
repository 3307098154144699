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
}
