import Dictation
import DictationParts
import LinuxRuntime

/// Chromium's windows, and those of programs that are built on it (Electron).
///
/// They don't tell which of them has the focus: none is active until a view in it gets the focus,
/// and then it remains active while a window of another program has the focus. Their texts remain
/// focused, too. So they count only where the desktop knows the focused window and its process.
extension AccessibilityBus {
    /// Divides programs: those that report the focus, and Chromium's, with those that don't say
    /// what they are. All are among the first where an input method knows the text.
    func withoutChromium(
        _ programs: [AccessibleObject], _ texts: ATSPIDocument.Texts
    ) async -> (others: [AccessibleObject], chromiums: [AccessibleObject]) {
        if texts != .all { return (programs, []) }
        let toolkits = await each(programs) {
            try await self.property($0, Self.application, "ToolkitName")?.string
        }
        let isChromium = toolkits.map { ($0 ?? nil) ?? "Chromium" == "Chromium" }
        return (
            zip(programs, isChromium).filter { !$1 }.map(\.0),
            zip(programs, isChromium).filter { $1 }.map(\.0)
        )
    }

    func focusedText(ofChromium program: AccessibleObject) async throws -> Place? {
        guard let window = try await focusedWindow(of: program) else { return nil }
        let focused = try await focusedObjects(in: window)
        guard focused.count == 1, let text = await text(among: focused) else { return nil }
        return Place(window: window, text: text, chromium: program)
    }

    /// Whether the window of this text has the focus.
    func isFocused(_ place: Place) async throws -> Bool {
        guard let chromium = place.chromium else {
            return try await states(of: place.window).contains(.active)
        }
        guard try await focusedWindow(of: chromium) == place.window else { return false }
        // A text in a page remains focused while the address bar or a bookmark's name has the
        // focus, which are focused objects of the same window then.
        return try await focusedObjects(in: place.window) == [place.text]
    }

    /// Chromium 156 takes one off the ends of a selection for each character before them that has
    /// two code units of UTF-16, and reports a selection in such a character as nothing. Longer
    /// texts are not searched for one.
    func countsSelectionRight(
        in object: AccessibleObject, _ length: Int
    ) async throws -> Bool {
        guard await toolkit(of: object) == "Chromium" else { return true }
        guard length <= Self.mostCharacters else { return false }
        return try await part(0..<length, of: object).unicodeScalars
            .allSatisfy { $0.value <= 0xFFFF }
    }

    /// The program's window that has the focus; nil if it is another program's, or several have its
    /// title.
    private func focusedWindow(of program: AccessibleObject) async throws -> AccessibleObject? {
        guard let focused = try await focus?.focusedWindow(), !focused.title.isEmpty,
            let pid = focused.pid, try await self.pid(of: program) == pid
        else { return nil }
        let windows = Array(try await children(of: program).prefix(Self.mostObjects))
        let names = await each(windows) {
            try await self.property($0, Self.accessible, "Name")?.string
        }
        let same = zip(windows, names).filter { $1 == focused.title }
        return same.count == 1 ? same[0].0 : nil
    }

    private func pid(of program: AccessibleObject) async throws -> Int32? {
        try await bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetConnectionUnixProcessID", [.string(program.program)], within: Self.timeout
        ).first?.integer.flatMap { Int32(exactly: $0) }
    }
}
