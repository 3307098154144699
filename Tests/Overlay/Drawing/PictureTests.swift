import OverlayDrawing
import TestSupport
import Testing

/// The drawn pictures, compared with stored ones.
@Suite(
    .serialized, .needs(Pictures.dejaVu, package: "fonts-dejavu-core"),
    .needs(Pictures.droid, package: "fonts-droid-fallback"))
struct PictureTests {
    static let long = """
        and mister john dashwood had then leisure to consider how much there might be prudently \
        in his power to do for them
        """

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let scene: OverlayScene
        var motion = MarkMotion.still
        var testDescription: String { name }
    }

    static let examples = [
        Example(name: "opening", scene: OverlayScene(.opening, "Starting")),
        Example(
            name: "listening", scene: OverlayScene(.bars, "Listening", label: "0:02"),
            motion: .bars([0.3, 0.65, 0.9, 0.55, 0.2])),
        Example(
            name: "words",
            scene: OverlayScene(
                .bars, "and mister john dashwood had", isTranscript: true, label: "0:04"),
            motion: .bars([0.5, 0.3, 0.8, 0.7, 0.4])),
        Example(
            name: "many-words",
            scene: OverlayScene(.bars, long, isTranscript: true, label: "12:34"),
            motion: .bars([0.1, 0.2, 0.3, 0.2, 0.1])),
        Example(
            name: "arabic",
            scene: OverlayScene(
                .bars,
                """
                السلام عليكم ورحمة الله وبركاته، كيف حالك اليوم يا صديقي العزيز؟ \
                أتمنى أن تكون بخير وبصحة جيدة
                """,
                isTranscript: true, label: "0:09")),
        Example(
            name: "japanese",
            scene: OverlayScene(
                .bars,
                """
                吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\
                何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。
                """,
                isTranscript: true, label: "0:11")),
        Example(
            name: "silence",
            scene: OverlayScene(
                .silence, "No sound from the microphone",
                detail: "Is it muted, or is it another one?", label: "0:03")),
        Example(
            name: "processing", scene: OverlayScene(.work, "Processing"), motion: .round(0.1)),
        Example(
            name: "processing-words",
            scene: OverlayScene(.work, long, isTranscript: true), motion: .round(0.6)),
        Example(
            name: "inserted",
            scene: OverlayScene(
                .done, "And Mister John Dashwood had then leisure.", isTranscript: true)),
        Example(name: "no-speech", scene: OverlayScene(.warning, "No speech detected")),
        Example(
            name: "stopped",
            scene: OverlayScene(
                .info, "Stopped: the rest is kept", buttons: ["Type it here", "Copy"])),
        Example(
            name: "hint",
            scene: OverlayScene(
                .bars, "Listening", detail: "RightCtrl ends · Escape cancels",
                label: "de · mail · 0:01"),
            motion: .bars([0.7, 0.9, 1, 0.9, 0.75])),
        Example(
            name: "missed",
            scene: OverlayScene(
                .error, "The text was not typed", detail: "The window is gone. The text is kept.",
                buttons: ["Type it here", "Copy"])),
        Example(
            name: "error",
            scene: OverlayScene(
                .error, "Cannot open the microphone “hw:7”",
                detail: "No such file or directory. Choose one of: default, pulse.")),
    ]

    @Test(arguments: examples, [1, 2])
    func isAsStored(_ example: Example, _ scale: Int) throws {
        try check(example, scale: Double(scale), "\(scale)")
    }

    /// What is seen less often, at a scale between the whole ones.
    @Test(arguments: [
        Example(
            name: "stays-on",
            scene: OverlayScene(
                .bars, "and mister john dashwood had", isTranscript: true, label: "stays on"),
            motion: .bars([0.5, 0.3, 0.8, 0.7, 0.4])),
        Example(
            name: "queued",
            scene: OverlayScene(.work, long, isTranscript: true, label: "next is queued"),
            motion: .round(0.6)),
        Example(
            name: "paused",
            scene: OverlayScene(
                .paused, "and mister john dashwood had", isTranscript: true, label: "paused")),
        Example(
            name: "asleep",
            scene: OverlayScene(.asleep, "Say “hey computer”", label: "asleep")),
        Example(
            name: "weakness",
            scene: OverlayScene(
                .bars, "Listening",
                detail: "The built-in engine gets about half of ordinary speech wrong. "
                    + "Better: utter models available", label: "0:01"),
            motion: .bars([0.3, 0.65, 0.9, 0.55, 0.2])),
        Example(name: "typing", scene: OverlayScene(.work, "Typing"), motion: .round(0.1)),
    ])
    func theRareStateIsAsStored(_ example: Example) throws {
        try check(example, scale: 1.5, "1.5")
    }

    private static let palettes = [
        (OverlayPalette.dark, "dark"), (.light, "light"), (.darkContrast, "dark-contrast"),
        (.lightContrast, "light-contrast"),
    ]

    /// In each palette.
    private func check(_ example: Example, scale: Double, _ suffix: String) throws {
        for (palette, name) in Self.palettes {
            let picture = OverlayPicture(
                Pictures.look(palette), .init(scale: scale, isOpaque: false))
            #expect(picture.draw(example.scene, example.motion) != nil)
            try Pictures.check(picture, "\(example.name)-\(name)-\(suffix)")
        }
    }

    /// A text to be read: what fits into fifteen lines; and a remedy of two lines above a button.
    @Test(arguments: [
        Example(
            name: "page",
            scene: OverlayScene(
                .info, "Dear Ms Dashwood,\n\n\(long).\n\nKind regards", isPage: true,
                detail: "“yes” or “no”", buttons: ["Replace it", "Leave it"])),
        Example(
            name: "settings",
            scene: OverlayScene(
                .error, "Cannot open the microphone “hw:7”",
                detail: "No such file or directory. Choose one of: default, pulse, front:CARD=PCH. "
                    + "It may be that it was plugged in after the computer had started, and that "
                    + "nothing has noticed it since.", buttons: ["Settings"])),
        Example(
            name: "list",
            scene: OverlayScene(
                .info, "You can say (page 1 of 6)",
                detail: [
                    "delete that", "undo", "new line", "new paragraph", "delete last word",
                    "correct … to …", "insert … after …", "select …", "i meant the words",
                    "stop dictation",
                ].map { "“\($0)”" }.joined(separator: "\n"), buttons: ["More"])),
        Example(
            name: "long-page",
            scene: OverlayScene(
                .info, Array(repeating: long, count: 12).joined(separator: ".\n"), isPage: true,
                detail: "“yes” or “no”", buttons: ["Replace it", "Leave it"])),
    ])
    func thePageIsAsStored(_ example: Example) throws {
        for (palette, suffix) in Self.palettes {
            var look = Pictures.look(palette)
            look.form = .page
            let picture = OverlayPicture(look, .init(scale: 1, isOpaque: false))
            #expect(picture.draw(example.scene, example.motion) != nil)
            #expect(picture.card.y >= 0 && picture.card.height <= picture.height - 32)
            #expect(picture.buttonAreas.count == example.scene.buttons.count)
            try Pictures.check(picture, "\(example.name)-\(suffix)-1")
        }
    }

    /// The round button: ready, recording, silent, processing, and after an error.
    @Test(arguments: [
        Example(name: "button-ready", scene: OverlayScene(.ready, "")),
        Example(
            name: "button-recording", scene: OverlayScene(.bars, ""),
            motion: .bars([0.3, 0.65, 0.9, 0.55, 0.2])),
        Example(name: "button-silence", scene: OverlayScene(.silence, "")),
        Example(name: "button-processing", scene: OverlayScene(.work, ""), motion: .round(0.1)),
        Example(name: "button-error", scene: OverlayScene(.error, "")),
    ])
    func theButtonIsAsStored(_ example: Example) throws {
        for (palette, suffix) in Self.palettes {
            var look = Pictures.look(palette)
            look.form = .button
            let picture = OverlayPicture(look, .init(scale: 2, isOpaque: false))
            #expect(picture.draw(example.scene, example.motion) != nil)
            try Pictures.check(picture, "\(example.name)-\(suffix)-2")
        }
    }

    /// Its smallest size suits a target that can be hit by dwelling, and only what is round takes
    /// clicks.
    @Test(arguments: [1, 1.25, 2])
    func theButtonIsRoundAndLargeEnough(_ scale: Double) {
        var look = Pictures.look()
        look.form = .button
        look.zoom = OverlayLook.leastButtonZoom
        let picture = OverlayPicture(look, .init(scale: scale, isOpaque: false))
        _ = picture.draw(OverlayScene(.ready, ""))
        let card = picture.card
        #expect(card.width == card.height && Double(card.width) >= 48 * scale)
        func takesClick(_ x: Int, _ y: Int) -> Bool {
            picture.buttonAreas.contains { $0.contains(x: card.x + x, y: card.y + y) }
        }
        #expect(takesClick(card.width / 2, card.height / 2))
        #expect(takesClick(1, card.height / 2) && takesClick(card.width / 2, 1))
        #expect(!takesClick(3, 3) && !takesClick(card.width - 4, card.height - 4))
        #expect(!takesClick(-1, card.height / 2))
    }

    /// A card without words is as wide in each state, so that it doesn't jump.
    @Test func withoutWordsTheCardKeepsItsWidth() {
        var look = Pictures.look()
        look.showsWords = false
        let widths = Self.widths(
            [
                OverlayScene(.opening, "Starting"),
                OverlayScene(.bars, "Listening", label: "0:01"),
                OverlayScene(.bars, "Listening", label: "11:11"),
                OverlayScene(.work, "Processing"), OverlayScene(.work, "Typing"),
                OverlayScene(.done, "Inserted"),
            ], look)
        #expect(Set(widths) == [196])
    }

    /// From its start to its end, with a hint, a word and many.
    @Test func aDictationHasOneWidth() {
        let widths = Self.widths([
            OverlayScene(.opening, "Starting"),
            OverlayScene(
                .bars, "Listening", detail: "RightCtrl ends · Escape cancels", label: "0:01"),
            OverlayScene(.bars, "Listening", label: "0:02"),
            OverlayScene(.silence, "No sound from the microphone", detail: "Is it muted?"),
            OverlayScene(.bars, "one", isTranscript: true, label: "0:04"),
            OverlayScene(.bars, Self.long, isTranscript: true, label: "11:11"),
            OverlayScene(.paused, "one", isTranscript: true, label: "paused"),
            OverlayScene(.work, "Processing"),
            OverlayScene(.work, Self.long, isTranscript: true),
        ])
        #expect(Set(widths) == [440])
    }

    /// No half of it is empty.
    @Test func aResultIsAsWideAsItsWords() {
        let texts = ["Yes.", "Let us meet at noon.", "Let us meet at noon on Thursday.", Self.long]
        let widths = Self.widths(texts.map { OverlayScene(.done, $0, isTranscript: true) })
        #expect(widths == widths.sorted() && Set(widths).count == texts.count)
        #expect(widths.first == 196 && widths.last.map { $0 <= 440 } == true)
    }

    private static func widths(
        _ scenes: [OverlayScene], _ look: OverlayLook = Pictures.look()
    ) -> [Int] {
        let picture = OverlayPicture(look, .init(scale: 1, isOpaque: false))
        return scenes.map { scene in
            _ = picture.draw(scene)
            return picture.card.width
        }
    }

    /// The buttons of a long notice are on its card, beside one another.
    @Test(arguments: [1, 1.5, 2])
    func buttonsAreOnTheCard(_ scale: Double) throws {
        let picture = OverlayPicture(Pictures.look(), .init(scale: scale, isOpaque: false))
        _ = picture.draw(
            OverlayScene(
                .error, Self.long, detail: Self.long, buttons: ["Type it here", "Copy"]))
        try #require(picture.buttonAreas.count == 2)
        for area in picture.buttonAreas {
            #expect(area.union(picture.card) == picture.card && !area.isEmpty)
        }
        #expect(picture.buttonAreas[0].intersection(picture.buttonAreas[1]).isEmpty)
        _ = picture.draw(OverlayScene(.bars, "Listening"))
        #expect(picture.buttonAreas.isEmpty)
    }

    @Test func anOpaquePictureHasNoHoleInItsShape() throws {
        let picture = OverlayPicture(Pictures.look(), .init(scale: 1.5, isOpaque: true))
        _ = picture.draw(OverlayScene(.bars, "Listening"))
        try Pictures.check(picture, "opaque")
        let pixels = try #require(picture.pixels)
        for row in picture.cardRows {
            for line in row.y..<row.y + row.height {
                for column in row.x..<row.x + row.width {
                    let pixel = pixels.load(
                        fromByteOffset: line * picture.stride + column * 4, as: UInt32.self)
                    #expect(pixel >> 24 == 255, "\(column), \(line)")
                }
            }
        }
        #expect(picture.cardRows.reduce(0) { $0 + $1.height } == picture.card.height)
    }
}
