import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The window for those who want no terminal, driven by its keys.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)), .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"))
struct SettingsWindowTests {
    private static let name = "Utter: settings"

    /// Opens the window, and returns its identifier. The keys of tests are its from then on.
    ///
    /// - Parameter bus: where it says what it shows; nil for nowhere.
    @EventLoopActor
    static func open(
        _ session: UtterSession, on display: XServer, _ bus: BusServer? = nil
    ) async throws -> (process: ChildProcess, window: String) {
        let program = UtterSession.program + "-settings"
        // Of this display alone: no theme, and no bus.
        let address = bus?.environment["DBUS_SESSION_BUS_ADDRESS"]
        let process = try ChildProcess(
            [program],
            environment: session.environment + [
                "DBUS_SESSION_BUS_ADDRESS=\(address ?? "disabled:")", "GDK_BACKEND=x11",
                "GSK_RENDERER=cairo", "HOME=\(session.directory.path)",
            ] + (bus == nil ? ["GTK_A11Y=none"] : [])
        ) { _ in }
        let found = try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", name)
        let window = try #require(found.split(separator: "\n").first).description
        try await display.run("xdotool", "windowfocus", "--sync", window)
        return (process, window)
    }

    /// The pressed key is in the file, with all that was there.
    @EventLoopActor @Test func aPressedKeyIsWritten() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display, configuration: "# mine\n[hotkey]\ndictate = \"F8\" # old\n")
        let (process, _) = try await Self.open(session, on: display)
        let file = session.directory.appending(path: "config/utter/config.toml")
        let wanted = "# mine\n[hotkey]\ndictate = \"Super+F9\" # old\n"
        try await display.run("xdotool", "key", "alt+p")
        // A button is pressed for a moment before it acts: until then the key is nothing to it.
        while try String(contentsOf: file, encoding: .utf8) != wanted {
            try #require(process.status == nil)
            try await display.run("xdotool", "key", "super+F9")
        }
        process.send(signal: SIGTERM)
    }

    /// Escape gives up, as in other windows that ask for a key, and the key that there was stays.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func escapeKeepsTheKey() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let (process, _) = try await Self.open(session, on: display, bus)
        _ = try await Self.wait(for: "Press another key …", on: bus)
        try await display.run("xdotool", "key", "alt+p")
        _ = try await Self.wait(for: "Press it now …", on: bus)
        try await display.run("xdotool", "key", "Escape")
        _ = try await Self.wait(for: "Press another key …", on: bus)
        // Keys are the window's again: this one does nothing.
        try await display.run("xdotool", "key", "F9")
        try await Self.waitForLists(on: bus)
        try await Self.chooseLast("alt+e", of: process, display, bus)
        let file = session.directory.appending(path: "config/utter/config.toml")
        let wanted = Self.mine.replacing("pocketsphinx", with: "server")
        try await Self.wait(for: process) {
            try String(contentsOf: file, encoding: .utf8) != Self.mine
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == wanted)
        process.send(signal: SIGTERM)
    }

    private static let mine = """
        # mine
        [recognizer] # first
        engine = "pocketsphinx" # small
        language = "en" # mine, too
        # end

        """

    /// What is chosen from a list is in the file, with all that was there.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func choicesAreWritten() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let (process, _) = try await Self.open(session, on: display, bus)
        try await Self.waitForLists(on: bus)
        let file = session.directory.appending(path: "config/utter/config.toml")
        var wanted = Self.mine
        for (mnemonic, old, new) in [
            ("alt+e", "engine = \"pocketsphinx\"", "engine = \"server\""),
            ("alt+l", "language = \"en\"", "language = \"de\""),
        ] {
            wanted = wanted.replacing(old, with: new)
            try await Self.chooseLast(mnemonic, of: process, display, bus)
            try await Self.wait(for: process) {
                try String(contentsOf: file, encoding: .utf8) == wanted
            }
        }
        process.send(signal: SIGTERM)
    }

    /// One of the models of the engine in use.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func aModelIsChosen() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let listed = try await session.output("config", "values", "recognizer.pocketsphinx.model")
        let model = try #require(listed.split(separator: "\n").last).prefix { $0 != "\t" }
        let (process, _) = try await Self.open(session, on: display, bus)
        try await Self.waitForLists(on: bus)
        _ = try await Self.wait(for: "The best model for the language", on: bus)
        let file = session.directory.appending(path: "config/utter/config.toml")
        try await Self.chooseLast("alt+g", of: process, display, bus)
        try await Self.wait(for: process) {
            try String(contentsOf: file, encoding: .utf8)
                .contains("[recognizer.pocketsphinx]\nmodel = \"\(model)\"\n")
        }
        process.send(signal: SIGTERM)
    }

    /// A word that is added is in the file and in the window's list.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func aWordIsAdded() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let (process, _) = try await Self.open(session, on: display, bus)
        try await Self.waitForLists(on: bus)
        try await display.run("xdotool", "key", "alt+w")
        try await display.run("xdotool", "type", "sean")
        try await display.run("xdotool", "key", "alt+h")
        try await display.run("xdotool", "type", "Shaun")
        try await display.run("xdotool", "key", "alt+a")
        _ = try await Self.wait(for: "sean → Shaun", on: bus) {
            try #require(process.status == nil)
        }
        let file = session.directory.appending(path: "config/utter/config.toml")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix(Self.mine))
        #expect(text.contains(#"write = "Shaun""#), "\(text)")
        // Both fields are empty again: the same once more adds nothing, and says why.
        try await display.run("xdotool", "type", "Siobhan")
        try await display.run("xdotool", "key", "Return")
        _ = try await Self.wait(for: "Siobhan, sean → Shaun", on: bus)
        try await display.run("xdotool", "type", "Siobhan")
        try await display.run("xdotool", "key", "Return")
        _ = try await Self.wait(for: "“Siobhan” was not added", on: bus)
        // The word still stands in its field.
        try await display.run("xdotool", "key", "alt+f")
        while try await Self.read(bus).contains(where: { $0.contains("Siobhan, sean") }) {
            try #require(process.status == nil)
        }
        #expect(try String(contentsOf: file, encoding: .utf8).contains("Siobhan") == false)
        process.send(signal: SIGTERM)
    }

    /// All texts of the window, one a line. The focused row of an open list is ▸; ▾ if it is the last
    /// one and Return would choose it.
    private static let texts = """
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        def show(part):
            if part is None:
                return
            print(part.get_name())
            if part.get_role() == Atspi.Role.LIST_ITEM:
                states = part.get_state_set()
                if states.contains(Atspi.StateType.FOCUSED):
                    last = part.get_index_in_parent() == part.get_parent().get_child_count() - 1
                    isChosen = states.contains(Atspi.StateType.SELECTED)
                    print("▾" if last and isChosen else "▸")
            for index in range(part.get_child_count()):
                show(part.get_child_at_index(index))
        show(Atspi.get_desktop(0))
        """

    nonisolated static let reading =
        "/usr/lib/x86_64-linux-gnu/girepository-1.0/Atspi-2.0.typelib"

    /// The window's width and the right edge of what is farthest to the right.
    private static let edges = """
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        edges = []
        def look(part):
            if part is None:
                return
            if part.get_role() in (Atspi.Role.FRAME, Atspi.Role.COMBO_BOX, Atspi.Role.PUSH_BUTTON):
                extents = part.get_extents(Atspi.CoordType.WINDOW)
                edges.append(extents.x + extents.width)
            for index in range(part.get_child_count()):
                look(part.get_child_at_index(index))
        look(Atspi.get_desktop(0))
        print(edges[0], max(edges))
        """

    /// A third of a screen: nothing is beside the window.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func aNarrowWindowHasItAll() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let (process, window) = try await Self.open(session, on: display, bus)
        try await Self.waitForLists(on: bus)
        _ = try await Self.wait(for: "Download", on: bus)
        try await display.run("xdotool", "windowsize", "--sync", window, "426", "640")
        var output = ""
        while !output.hasPrefix("426 ") {
            try #require(process.status == nil)
            output = try await ProgramRun(
                ["/usr/bin/python3", "-c", Self.edges], environment: bus.variables
            ).output
        }
        #expect(output == "426 426\n", "the window’s edge, and the farthest")
        process.send(signal: SIGTERM)
    }

    /// Waits until the window has done something.
    @EventLoopActor
    private static func wait(for process: ChildProcess, until isDone: () throws -> Bool)
        async throws
    {
        while try !isDone() {
            try #require(process.status == nil)
            try await EventLoop.shared.sleep(for: .milliseconds(50))
        }
    }

    /// Waits until the window shows a text, and returns all that it shows.
    @EventLoopActor
    static func wait(
        for text: String, on bus: BusServer, meanwhile act: () async throws -> Void = {}
    ) async throws -> [String] {
        while true {
            try await act()
            let lines = try await read(bus)
            if lines.contains(where: { $0.contains(text) }) { return lines }
        }
    }

    @EventLoopActor private static func read(_ bus: BusServer) async throws -> [String] {
        let run = try await ProgramRun(
            ["/usr/bin/python3", "-c", texts], environment: bus.variables)
        return run.output.split(separator: "\n").map(String.init)
    }

    /// Opens a list and chooses its last row. Each key waits for what the one before it does: a
    /// Return that comes before the list has the focus presses the button that asks for another
    /// hotkey.
    @EventLoopActor private static func chooseLast(
        _ mnemonic: String, of process: ChildProcess, _ display: XServer, _ bus: BusServer
    ) async throws {
        try await display.run("xdotool", "key", mnemonic)
        var shown: [String] = []
        while !shown.contains("▸"), !shown.contains("▾") {
            try #require(process.status == nil)
            shown = try await read(bus)
        }
        while !shown.contains("▾") {
            try #require(process.status == nil)
            // The first one only moves the focus, in GTK 4.8.
            try await display.run("xdotool", "key", "End")
            shown = try await read(bus)
        }
        try await display.run("xdotool", "key", "Return")
    }

    /// Waits until the lists of `mine` are there.
    @EventLoopActor private static func waitForLists(on bus: BusServer) async throws {
        var shown: [String] = []
        while !shown.contains("English") { shown = try await wait(for: "PocketSphinx", on: bus) }
    }

    /// A value that is refused changes nothing, and the window says why.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func aRefusedChoiceIsExplained() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display, configuration: Self.mine)
        let (process, _) = try await Self.open(session, on: display, bus)
        try await Self.waitForLists(on: bus)
        let file = session.directory.appending(path: "config/utter/config.toml")
        // German, the last of the list.
        let refusal = "PocketSphinx can't understand “de”"
        try await Self.chooseLast("alt+l", of: process, display, bus)
        var shown: [String] = []
        while !shown.contains("English") {
            shown = try await Self.wait(for: refusal, on: bus) {
                try #require(process.status == nil)
            }
        }
        #expect(!shown.contains("German"), "\(shown)")
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.mine)
        process.send(signal: SIGTERM)
    }

    /// Nothing can be chosen while the file has an error, and the window says which.
    @EventLoopActor
    @Test(
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(reading, package: "gir1.2-atspi-2.0"))
    func anErrorInTheFileIsShown() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(
            display: display, configuration: Self.mine + "[text]\nnumbers = 5\n")
        let (process, _) = try await Self.open(session, on: display, bus)
        let shown = try await Self.wait(for: "[text] numbers: expected", on: bus) {
            try #require(process.status == nil)
        }
        #expect(shown.contains { $0.hasSuffix("open this window again.") }, "\(shown)")
        #expect(!shown.contains("System default"), "\(shown)")
        process.send(signal: SIGTERM)
    }

    @EventLoopActor @Test func withoutADisplayItSaysWhatToDo() async throws {
        let program = UtterSession.program + "-settings"
        let run = try await ProgramRun([program], environment: ["PATH=/usr/bin:/bin"])
        #expect(run.status == .exited(1))
        #expect(run.errors == "utter-settings: there is no display; in a terminal: utter setup\n")
    }
}
