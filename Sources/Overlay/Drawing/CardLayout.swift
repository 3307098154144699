/// Where the parts of a scene are on the canvas.
struct CardLayout {
    let card: Area
    /// The box of the mark.
    let mark: Area
    let text: TextBlock
    let detail: TextBlock?
    let label: TextBlock?
    /// The buttons, left to right.
    let buttons: [(area: Area, text: TextBlock)]
    let textOrigin: (x: Double, y: Double)
    let detailOrigin: (x: Double, y: Double)
    let labelOrigin: (x: Double, y: Double)

    /// - Parameter unit: a device pixel in logical pixels; edges are put between device pixels.
    init(_ scene: OverlayScene, _ look: OverlayLook, unit: Double, on canvas: Canvas) {
        typealias Look = OverlayLook
        func block(
            _ text: String, _ size: Double, bold: Bool = false, _ width: Double, _ lines: Int,
            _ part: TextBlock.Part = .beginning
        ) -> TextBlock {
            TextBlock(
                text, font: look.font, size: size, bold: bold, width: width, lines: lines,
                part: part, on: canvas)
        }
        label =
            scene.label.isEmpty
            ? nil : block(scene.label, Look.detailSize, Look.cardWidth / 3, 1)
        label?.alignFigures()
        let labelWidth = label.map { $0.size.width + Look.gap } ?? 0
        let textStart = Look.padding.across + Look.mark.width + Look.gap
        let widest = Look.cardWidth - textStart - Look.padding.across - labelWidth
        let isMessage = !scene.detail.isEmpty || !scene.buttons.isEmpty
        let texts = scene.buttons.map { block($0, Look.detailSize, widest, 1) }
        text =
            scene.isPage
            ? block(scene.text, Look.detailSize, widest, Look.pageLines, .page)
            : block(
                scene.text, Look.textSize, bold: isMessage, widest,
                look.form == .page ? Look.tallLines.text : 2,
                scene.isTranscript ? .end : .beginning)
        detail =
            scene.detail.isEmpty
            ? nil
            : block(
                scene.detail, Look.detailSize, widest, Self.lines(ofDetail: scene, look),
                scene.isList ? .page : .beginning)
        let natural = max(
            text.size.width, detail?.size.width ?? 0, Self.width(of: texts),
            // Without words a dictation has one width, too.
            Look.smallWidth - textStart - Look.padding.across - labelWidth)
        let isSteady = look.showsWords && scene.mark.isInDictation
        let width = isSteady ? widest : min(widest, natural.rounded(.up))
        text.narrow(to: width)
        detail?.narrow(to: width)

        let detailHeight = detail.map { $0.size.height + Look.lineGap } ?? 0
        let buttonHeight = texts.isEmpty ? 0 : Look.button.above + Look.button.height
        let content = text.size.height + detailHeight + buttonHeight
        let room = look.canvas.height - 2 * Look.shadowReach
        let height = min(
            room, max(content + (isMessage ? 4 : 0), Look.mark.height) + 2 * Look.padding.along)
        card = Self.place(
            width: textStart + width + labelWidth + Look.padding.across, height: height, look,
            unit)

        let top = card.y + (card.height - content) / 2
        textOrigin = (card.x + textStart, top)
        detailOrigin = (card.x + textStart, top + text.size.height + Look.lineGap)
        var x = textOrigin.x
        let y = top + content - Look.button.height
        buttons = texts.map { text in
            let width = text.size.width + 2 * Look.button.padding
            defer { x += width + Look.button.gap }
            return (Area(x: x, y: y, width: width, height: Look.button.height), text)
        }
        // Level with the first line of a message; otherwise in the middle.
        let axis = isMessage ? top + text.lineHeight / 2 : card.y + card.height / 2
        mark = Area(
            x: card.x + Look.padding.across, y: axis - Look.mark.height / 2,
            width: Look.mark.width, height: Look.mark.height)
        let labelSize = label?.size ?? (width: 0, height: 0)
        labelOrigin = (
            card.x + card.width - Look.padding.across - labelSize.width,
            axis - labelSize.height / 2
        )
    }

    /// The round button, with the mark in its middle and no words.
    init(buttonOf look: OverlayLook, unit: Double, on canvas: Canvas) {
        let diameter = OverlayLook.round.diameter
        card = Self.place(width: diameter, height: diameter, look, unit)
        let (width, height) = OverlayLook.mark
        mark = Area(
            x: card.x + (card.width - width) / 2, y: card.y + (card.height - height) / 2,
            width: width, height: height)
        text = TextBlock(
            "", font: look.font, size: OverlayLook.textSize, width: diameter, lines: 1,
            part: .beginning, on: canvas)
        (detail, label, buttons) = (nil, nil, [])
        let origin = (card.x, card.y)
        (textOrigin, detailOrigin, labelOrigin) = (origin, origin, origin)
    }

    /// The most lines of the detail.
    private static func lines(ofDetail scene: OverlayScene, _ look: OverlayLook) -> Int {
        if scene.isPage { return 2 }
        if look.form == .page { return OverlayLook.tallLines.detail }
        return scene.buttons.isEmpty ? 3 : 1
    }

    private static func width(of buttons: [TextBlock]) -> Double {
        let look = OverlayLook.button
        return buttons.reduce(-look.gap) { $0 + $1.size.width + 2 * look.padding + look.gap }
    }

    private static func place(
        width: Double, height: Double, _ look: OverlayLook, _ unit: Double
    ) -> Area {
        func snap(_ value: Double) -> Double { (value / unit).rounded() * unit }
        func start(_ side: OverlayLook.Side, _ length: Double, _ whole: Double) -> Double {
            switch side {
            case .start: OverlayLook.shadowReach
            case .middle: (whole - length) / 2
            case .end: whole - OverlayLook.shadowReach - length
            }
        }
        let (width, height) = (snap(width), snap(height))
        return Area(
            x: snap(start(look.spot.horizontal, width, look.canvas.width)),
            y: snap(start(look.spot.vertical, height, look.canvas.height)),
            width: width, height: height)
    }
}
