import OverlayDrawing
import TestSupport
import Testing

@Suite(.serialized, .needs(Pictures.dejaVu, package: "fonts-dejavu-core"))
struct MotionTests {
    @Test func barsRiseWithSpeechAndComeToRest() {
        var bars = LevelBars()
        #expect(bars.isStill)
        bars.hear(0.7)
        for _ in 0..<12 { bars.advance(by: 1 / 60) }
        #expect(bars.heights.allSatisfy { $0 > 0.2 && $0 <= 1 })
        #expect(!bars.isStill)
        bars.hear(0)
        for _ in 0..<120 { bars.advance(by: 1 / 60) }
        #expect(bars.isStill && bars.heights == [0, 0, 0, 0, 0])
    }

    @Test func theNoiseOfAQuietRoomMovesNothing() {
        var bars = LevelBars()
        for level in [0.05, 0.19, 0.12] as [Float] {
            bars.hear(level)
            bars.advance(by: 1 / 60)
            #expect(bars.isStill)
        }
    }

    @Test func withLessMotionBarsStandInSteps() {
        var bars = LevelBars()
        bars.hear(0.5)
        let steps = bars.steps
        #expect(steps.filter { $0 > 0 }.count == 3)
        bars.advance(by: 1 / 60)
        #expect(bars.steps == steps)
    }

    @Test func drawsOnlyWhatChanges() {
        let picture = OverlayPicture(Pictures.look(), .init(scale: 1, isOpaque: false))
        let scene = OverlayScene(.bars, "Listening", label: "0:01")
        let whole = PixelArea(x: 0, y: 0, width: picture.width, height: picture.height)
        #expect(picture.draw(scene, .bars([0, 0, 0, 0, 0])) == whole)
        #expect(picture.draw(scene, .bars([0, 0, 0, 0, 0])) == nil)
        let bars = picture.draw(scene, .bars([0.1, 0.5, 0.2, 0.3, 0.1]))
        #expect(bars.map { $0.width < 40 && $0.height < 30 } == true)
        let next = picture.draw(OverlayScene(.bars, "Listening", label: "0:02"), .still)
        #expect(next.map { $0 != whole && $0.intersection(picture.card) == picture.card } == true)
        #expect(picture.frames == 3)
    }
}
