import OverlayDrawing
import Testing

@testable import OverlayWindows

@Suite struct PlacementTests {
    static let left = PixelArea(x: 0, y: 0, width: 1000, height: 800)
    static let right = PixelArea(x: 1000, y: 200, width: 600, height: 400)

    @Test(arguments: [
        (OverlayPlacement.Anchor.topLeft, 1032, 232), (.top, 1250, 232), (.topRight, 1468, 232),
        (.left, 1032, 380), (.center, 1250, 380), (.right, 1468, 380),
        (.bottomLeft, 1032, 528), (.bottom, 1250, 528), (.bottomRight, 1468, 528),
    ])
    func nineAnchors(_ anchor: OverlayPlacement.Anchor, _ x: Int, _ y: Int) {
        var placement = OverlayPlacement()
        placement.anchor = anchor
        placement.margin = 48
        let frame = placement.place(width: 100, height: 40, on: Self.right, scale: 1, zoom: 1).frame
        #expect(frame == PixelArea(x: x, y: y, width: 100, height: 40))
    }

    @Test func theMarginGrowsWithTheScale() {
        var placement = OverlayPlacement()
        placement.margin = 66
        let frame = placement.place(
            width: 100, height: 40, on: Self.left, scale: 2, zoom: 1
        ).frame
        #expect(frame.y == 800 - 40 - 2 * (66 - 16))
        placement.margin = 0
        // The shadow may reach beyond the edge, the card doesn't.
        #expect(
            placement.place(width: 100, height: 40, on: Self.left, scale: 1, zoom: 2).frame.y
                == 800 - 40 + 32)
    }

    /// The line in which the user writes is seen.
    @Test(arguments: [
        (OverlayPlacement.Anchor.bottom, 100, 728, OverlayLook.Side.end),
        (.bottom, 740, 32, .start), (.bottom, 700, 728, .end), (.top, 40, 728, .end),
        (.center, 400, 728, .end), (.center, 100, 380, .middle),
    ])
    func theCursorsLineIsNotHidden(
        _ anchor: OverlayPlacement.Anchor, _ line: Int, _ y: Int, _ side: OverlayLook.Side
    ) {
        var placement = OverlayPlacement()
        placement.anchor = anchor
        let place = placement.place(
            width: 100, height: 40, on: Self.left, scale: 1, zoom: 1,
            writing: WritingPlace(caret: PixelArea(x: 10, y: line, width: 1, height: 20)))
        #expect(place.frame == PixelArea(x: 450, y: y, width: 100, height: 40))
        #expect(place.spot.vertical == side)
    }

    @Test(arguments: [
        (500, 100, 450, 120, OverlayLook.Side.start), (10, 100, 0, 120, .start),
        (990, 780, 900, 740, .end), (500, 740, 450, 760, .start),
    ])
    func besideTheCursor(_ x: Int, _ y: Int, _ left: Int, _ top: Int, _ side: OverlayLook.Side) {
        var placement = OverlayPlacement()
        placement.anchor = .cursor
        let place = placement.place(
            width: 100, height: 40, on: Self.left, scale: 1, zoom: 1,
            writing: WritingPlace(caret: PixelArea(x: x, y: y, width: 1, height: 20)))
        #expect(place.frame == PixelArea(x: left, y: top, width: 100, height: 40))
        #expect(place.spot.vertical == side)
    }

    @Test func aCursorElsewhereIsNoMatter() {
        var placement = OverlayPlacement()
        placement.anchor = .cursor
        for caret in [nil, PixelArea(x: 1100, y: 300, width: 1, height: 20)] {
            let place = placement.place(
                width: 100, height: 40, on: Self.left, scale: 1, zoom: 1,
                writing: WritingPlace(caret: caret))
            #expect(place.frame == PixelArea(x: 450, y: 728, width: 100, height: 40))
        }
    }

    /// One writes in a terminal's last lines, or while it is new in the first ones, even where its
    /// cursor is unknown.
    @Test(
        arguments: [
            // It fills the monitor, as one of an unknown place is taken to.
            (
                OverlayPlacement.Anchor.bottom, PixelArea(x: 0, y: 0, width: 1000, height: 800),
                868, 380
            ),
            (.bottom, nil, 868, 380),
            (.bottom, PixelArea(x: 1000, y: 200, width: 600, height: 400), 868, 380),
            (.cursor, nil, 868, 380), (.bottomLeft, nil, 868, 380), (.bottomRight, nil, 868, 380),
            // The user wants it elsewhere.
            (.top, nil, 450, 32), (.center, nil, 450, 380),
            // The card is beside it, or below it.
            (.bottom, PixelArea(x: 0, y: 0, width: 400, height: 800), 450, 728),
            (.bottom, PixelArea(x: 0, y: 0, width: 1000, height: 400), 450, 728),
            // It is at the bottom.
            (.bottom, PixelArea(x: 300, y: 700, width: 400, height: 400), 868, 380),
            // It is at the top.
            (.top, PixelArea(x: 300, y: 0, width: 400, height: 60), 450, 728),
        ] as [(OverlayPlacement.Anchor, PixelArea?, Int, Int)])
    func theLinesOfATerminalInWhichOneWritesAreNotHidden(
        _ anchor: OverlayPlacement.Anchor, _ window: PixelArea?, _ x: Int, _ y: Int
    ) {
        var placement = OverlayPlacement()
        placement.anchor = anchor
        let place = placement.place(
            width: 100, height: 40, on: Self.left, scale: 1, zoom: 1,
            writing: WritingPlace(isInTerminal: true), window: window)
        #expect(place.frame == PixelArea(x: x, y: y, width: 100, height: 40))
    }

    /// What counts is the usual card, half as high as the canvas. One that is half as high as the
    /// monitor would hide the last lines everywhere but at the top.
    @Test(arguments: [
        (400, OverlayLook.Spot(.end, .middle), 868, 200),
        (720, OverlayLook.Spot(.middle, .start), 450, 32),
    ])
    func aLowMonitorHasRoomAtTheTop(_ height: Int, _ spot: OverlayLook.Spot, _ x: Int, _ y: Int) {
        let place = OverlayPlacement().place(
            width: 100, height: height, on: Self.left, scale: 1, zoom: 1,
            writing: WritingPlace(isInTerminal: true))
        #expect(place.frame == PixelArea(x: x, y: y, width: 100, height: height))
        #expect(place.spot == spot)
    }

    @Test func theCursorOfATerminalCounts() {
        let caret = PixelArea(x: 10, y: 100, width: 8, height: 16)
        let place = OverlayPlacement().place(
            width: 100, height: 40, on: Self.left, scale: 1, zoom: 1,
            writing: WritingPlace(caret: caret, isInTerminal: true), window: Self.left)
        #expect(place.frame.y == 728)
    }

    @Test func choosesTheMonitorThatTheUserLooksAt() {
        let monitors = [Self.left, Self.right]
        func monitor(_ window: PixelArea?, _ pointer: (Int, Int)?) -> PixelArea? {
            OverlayPlacement.monitor(
                of: window, pointer: pointer.map { ($0.0, $0.1) }, among: monitors)
        }
        let across = PixelArea(x: 900, y: 250, width: 300, height: 100)
        #expect(monitor(across, (10, 10)) == Self.right)
        #expect(monitor(nil, (1100, 300)) == Self.right)
        // A window off the screen, such as the root's child that has the focus without a window
        // manager.
        #expect(monitor(PixelArea(x: -10, y: -10, width: 1, height: 1), (5, 5)) == Self.left)
        // The pointer in the corner that no monitor shows.
        #expect(monitor(nil, (1300, 10)) == Self.left)
        #expect(OverlayPlacement.monitor(of: across, pointer: nil, among: []) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, 1), ("Xft.dpi:\t192\n", nil, 2), ("Xft.dpi:\t96", "2", 2),
            ("XTerm.x: 1\nXft.dpi: 120\nXft.hinting: 1", "2", 1.25), ("Xft.dpi: none", nil, 1),
            (nil, "3", 3), (nil, "x", 1), ("Xft.dpi: 9600", nil, 4), ("Xft.dpi:", nil, 1),
        ] as [(String?, String?, Double)])
    func scaleIsThatOfTheToolkits(_ resources: String?, _ gdk: String?, _ scale: Double) {
        #expect(XScale.find(resources: resources, gdkScale: gdk) == scale)
    }

    /// The middle of a tiled output is between two windows.
    @Test(arguments: [
        (PixelArea(x: 1000, y: 200, width: 300, height: 400), 100),
        (PixelArea(x: 1300, y: 200, width: 300, height: 400), 400),
        (PixelArea(x: 1000, y: 200, width: 80, height: 400), 0),
        (PixelArea(x: 1560, y: 200, width: 80, height: 400), 500),
    ])
    func aCanvasIsCentredOnAWindow(_ window: PixelArea, _ left: Int) {
        let place = OverlayPlacement().place(
            width: 100, height: 40, on: Self.right, zoom: 1, isInTerminal: false,
            centredOn: window)
        #expect(place.spot == OverlayPlacement.Anchor.bottom.spot)
        #expect(place.left == left)
    }

    @Test(arguments: [
        (PixelArea(x: 1000, y: 200, width: 300, height: 400), OverlayLook.Spot(.end, .middle), 168),
        (PixelArea(x: 1300, y: 200, width: 300, height: 400), OverlayLook.Spot(.end, .middle), 468),
        (PixelArea(x: 1000, y: 200, width: 300, height: 200), OverlayLook.Spot(.middle, .end), 100),
    ])
    func aCentredCanvasHidesNoLinesOfATerminal(
        _ window: PixelArea, _ spot: OverlayLook.Spot, _ left: Int
    ) {
        let place = OverlayPlacement().place(
            width: 100, height: 40, on: Self.right, zoom: 1, isInTerminal: true, centredOn: window)
        #expect(place.spot == spot)
        #expect(place.left == left)
    }
}
