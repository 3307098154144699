import Dictation
import LinuxRuntime
import TestSupport
import Testing
import TextEditing

/// Editing by voice of what the user has written, in real windows.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(10)),
    .needs("Xvfb", "openbox", package: "xvfb and openbox"), .needs("sway", package: "sway"),
    .needs("xdotool", package: "xdotool"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
    .needs("/usr/lib/python3/dist-packages/PyQt5", package: "python3-pyqt5"),
    .needs("/usr/lib/python3/dist-packages/PyQt6", package: "python3-pyqt6"),
    .needs("chromium", package: "chromium"))
struct VoiceEditTests {
    private static let written = "We like red apples and red pears, as you do."

    /// What is said, what is selected then, and the text.
    private static let edits: [(said: String, over: String, text: String)] = [
        ("correct red to green", "", "We like red apples and green pears, as you do."),
        ("undo", "", written),
        ("insert big before apples", "", "We like red big apples and red pears, as you do."),
        ("undo", "", written),
        (
            "replace pears with plums and figs", "",
            "We like red apples and red plums and figs, as you do."
        ),
        ("undo", "", written),
        ("select apples", "", written),
        ("plums", "apples", "We like red plums and red pears, as you do."),
        ("undo", "", written),
        ("delete last two words", "", "We like and red pears, as you do."),
        ("undo", "", written),
        ("move right two words", "", written),
        ("very", "", "We like red apples and very red pears, as you do."),
    ]

    @EventLoopActor
    @Test(arguments: [
        EditorWindow.Kind.gtk3OnX11, .gtk4OnX11, .qt5OnX11, .qt6OnX11, .gtk4OnSway,
    ])
    func changesWhatTheUserWrote(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .other)
        try await stage.user.type(Self.written)
        for (said, selected, text) in Self.edits {
            try await stage.dictate(said, over: selected)
            if try await !stage.shows(text) {
                Issue.record("\(said): “\(stage.user.text)”, \(stage.notice)")
                break
            }
        }
        try await stage.close()
    }

    @EventLoopActor
    @Test(arguments: [EditorWindow.Kind.gtk3OnX11, .qt6OnX11, .gtk4OnSway])
    func whatTheUserRetypesIsACorrection(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .other)
        try await stage.dictate("we asked shevon about it", over: "")
        #expect(try await stage.shows("We asked shevon about it"))
        try await stage.press("BackSpace", "shevon about it".count)
        try await stage.type("Siobhan about it")
        #expect(try await stage.shows("We asked Siobhan about it"))
        try await stage.dictate("and went home", over: "")
        #expect(stage.corrections == [Correction(of: "shevon", to: "Siobhan")])
        try await stage.close()
    }

    /// What the user has selected by keys, and what it becomes; undone each time.
    private static let changes: [(said: String, text: String)] = [
        ("uppercase that", "We like red apples and red pears, as YOU DO."),
        ("capitalize that", "We like red apples and red pears, as You Do."),
        ("put that in quotes", "We like red apples and red pears, as “you do.”"),
        ("put that in brackets", "We like red apples and red pears, as (you do)."),
        ("cut that", "We like red apples and red pears, as "),
    ]

    @EventLoopActor
    @Test(arguments: [
        EditorWindow.Kind.gtk3OnX11, .gtk4OnX11, .qt5OnX11, .qt6OnX11, .gtk4OnSway,
    ])
    func changesWhatTheUserSelected(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .other)
        try await stage.user.type(Self.written)
        for (said, text) in Self.changes {
            try await stage.user.press("shift+Left", "you do.".count)
            for (said, selected, text) in [(said, "you do.", text), ("undo", "", Self.written)] {
                try await stage.dictate(said, over: selected)
                try #require(
                    try await stage.shows(text), "\(said): “\(stage.user.text)”, \(stage.notice)")
            }
        }
        for (said, selected, text) in [
            ("go to the beginning of the text", "", Self.written),
            ("select all", "", Self.written), ("yes", Self.written, "Yes"),
        ] {
            try await stage.dictate(said, over: selected)
            try #require(
                try await stage.shows(text), "\(said): “\(stage.user.text)”, \(stage.notice)")
        }
        try await stage.close()
    }

    /// Input methods are told no more than the paragraph at the cursor.
    @EventLoopActor
    @Test(arguments: [
        EditorWindow.Kind.gtk4OnX11, .qt6OnX11, .gtk3OnSway, .gtk4OnSway, .chromiumOnSway,
    ])
    func allOfATextIsSelected(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .other)
        for line in ["one", "\n", "two", "\n", "three"] { try await stage.user.type(line) }
        let said = [
            ("go to the beginning of the text", "one\ntwo\nthree"),
            ("so", "So one\ntwo\nthree"),
            ("go to the end of the text", "So one\ntwo\nthree"),
            ("four", "So one\ntwo\nthree four"),
            ("select all", "So one\ntwo\nthree four"),
            // A space for the word that stands there, as far as it is known.
            ("yes", kind == .gtk3OnSway ? "Yes " : "Yes"),
        ]
        for (words, text) in said {
            try await stage.dictate(words, over: "")
            try #require(
                try await stage.shows(text), "\(words): “\(stage.user.text)”, \(stage.notice)")
        }
        try await stage.close()
    }

    /// Nothing is typed over what isn't known to be selected: GTK 3 doesn't say what is, and Chromium
    /// not while keys move its cursor.
    @EventLoopActor @Test(arguments: [EditorWindow.Kind.gtk3OnSway, .chromiumOnSway])
    func changesNothingWhereTheSelectionIsUnknown(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .other)
        try await stage.user.type(Self.written)
        try await stage.dictate("correct red to green", over: "")
        let isRefused =
            stage.notice.contains("something other than was asked for is selected")
            || stage.notice.contains("the text was not changed")
        #expect(isRefused, "\(stage.notice)")
        #expect(stage.user.text == Self.written)
        try await stage.close()
    }

    /// GTK 4 reports other words before the cursor once some are deleted.
    @EventLoopActor @Test(arguments: [EditorWindow.Kind.gtk4OnX11, .gtk4OnSway, .chromiumOnSway])
    func aSelectionInOwnTextComesBack(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind)
        try await stage.user.type("12.5")
        try await stage.user.press("Return", 1)
        try await stage.dictate("nothing new", over: "")
        try await stage.dictate("apples", over: "")
        try await stage.dictate("nothing new", over: "")
        try await stage.dictate("scratch that", over: "")
        try await stage.user.press("shift+Left", 6)
        try await stage.dictate("naïve café 😀", over: "apples")
        try await stage.dictate("undo", over: "")
        #expect(
            try await stage.shows("12.5\nNothing new apples"),
            "\(stage.user.text): \(stage.notice)")
        try await stage.close()
    }
}
