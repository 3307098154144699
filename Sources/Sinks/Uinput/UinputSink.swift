package import DesktopParts
public import Dictation
public import DictationParts
import Glibc
import KeyStrokes
import LinuxRuntime
public import Problems
import SystemPackage

/// Types with a virtual keyboard of the kernel (uinput), for any reader: the Linux console, an X
/// server, any Wayland compositor. Limited to the keys of the active layout, dead keys and Compose:
/// other characters are refused, not dropped.
public final class UinputSink: TextSink {
    public let name = "uinput"
    public let capabilities: SinkCapabilities = [
        .deletes, .selects, .pressesKeys, .movesCursor,
    ]

    public var onProgress: @Sendable (Int) -> Void = { _ in }

    private let settings: UinputSettings
    private let desktop: any Desktop
    private var link: (device: UinputDevice, receiver: any KeyboardReceiver)?
    private let modifiers: HeldModifiers
    private var isBusy = false
    /// The last planner, used again while the layout stays the same.
    private var planner: StrokePlanner?
    /// The keymap of the setting `layout`.
    private var configured: Keymap?
    /// The input method that made other text of the keys when the layout was last read.
    private var inputMethod: String?
    /// The source of the layout used last.
    private var layoutSource = "nobody"

    /// - Parameter desktop: whose session opens the keyboard.
    package init(_ settings: UinputSettings = UinputSettings(), on desktop: any Desktop) {
        self.settings = settings
        self.desktop = desktop
        modifiers = HeldModifiers(timeout: settings.timeout)
    }

    /// Whether /dev/uinput may be written.
    public func availability() -> Availability {
        if link != nil || access(UinputDevice.file, R_OK | W_OK) == 0 { return .available }
        let error = SystemError.last("access \(UinputDevice.file)").errno
        return .unavailable(UinputDevice.problem(error))
    }

    /// Makes the keyboard and suspends until the session has opened it: 0.1 to 1 s, once.
    public func prepare() async throws(Problem) {
        if let (device, receiver) = link {
            let isGone = await receiver.isGone()
            if !isGone, !device.isGone { return }
            // The session has restarted, so the keyboard is made again.
            link = nil
        }
        do {
            let receiver = try await desktop.keyboards(layout: settings.layout)
            let announcement = UdevAnnouncement()
            try await receiver.beginWatching()
            let device = try UinputDevice()
            try await announcement?.wait(for: device.node, within: settings.readiness)
            try await receiver.waitUntilOpened(device.node, within: settings.readiness)
            // Another task may have connected in the meantime.
            if link == nil { link = (device, receiver) }
        } catch {
            throw Self.problem(error)
                ?? Problem("preparing the virtual keyboard was cancelled", why: "")
        }
    }

    /// Types a text.
    ///
    /// - Throws: at the first character that the layout can't type, with a problem that names
    ///   all such characters.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        try await type { planner throws(Problem) in
            try checkInputMethod()
            return planner.planned(text.string)
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type(.deleting, count)
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        try await type(.selecting, count)
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        try await type(.moving(by: offset), abs(offset))
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await type { planner throws(Problem) in
            PlannedTyping(try .pressing(key, on: planner), times: count)
        }
    }

    public func checkKey(_ key: EditingKey) async throws(Problem) {
        _ = try KeyStroke.pressing(key, on: try await currentPlanner())
    }

    /// Removes the keyboard; the kernel releases its pressed keys.
    public func close() { link = nil }

    /// The characters of a text that the active layout can't type, each once. Empty if the sink can
    /// type all of it.
    ///
    /// - Throws: a problem if the layout is unknown, or an input method is active.
    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        let planner = try await currentPlanner()
        try checkInputMethod()
        return planner.plan(text.string).missing
    }

    /// Keys that write no text, as Backspace, may be pressed all the same.
    private func checkInputMethod() throws(Problem) {
        guard let inputMethod else { return }
        throw Problem(
            "cannot type by keys while the input method “\(inputMethod)” is active",
            why: "it turns them into other text", remedy: "Switch to a keyboard layout.")
    }

    /// For our keyboard if it exists, else for what it would be.
    func plannerForExplaining() async throws(Problem) -> StrokePlanner {
        if link != nil { return try await currentPlanner() }
        do {
            return try await makePlanner(
                try await desktop.keyboards(layout: settings.layout), lights: [])
        } catch {
            throw Self.problem(error) ?? Problem("reading the layout was cancelled", why: "")
        }
    }

    public func ability() async throws(Problem) -> String {
        "can type what the layout has: \(try await layoutInUse())"
    }

    /// The layout in use and its source, for the user: `German, reported by sway`.
    ///
    /// - Throws: a problem if the layout is unknown.
    public func layoutInUse() async throws(Problem) -> String {
        let planner = try await currentPlanner()
        return "\(planner.keymap.groupName(planner.group)), reported by \(layoutSource)"
    }

    // MARK: -

    private func currentPlanner() async throws(Problem) -> StrokePlanner {
        try await prepare()
        do {
            return try await makePlanner()
        } catch {
            throw Self.problem(error) ?? Problem("reading the layout was cancelled", why: "")
        }
    }

    private func makePlanner() async throws -> StrokePlanner {
        guard let (device, receiver) = link else { throw Self.closed }
        return try await makePlanner(receiver, lights: device.locks())
    }

    private func makePlanner(
        _ receiver: any KeyboardReceiver, lights: KeyboardLocks
    ) async throws -> StrokePlanner {
        var layout = try await receiver.activeLayout(lights: lights)
        if let names = settings.layout {
            if configured == nil { configured = try Keymap(names) }
            layout.keymap = configured!
            layout.source = "[output] layout"
        }
        layoutSource = layout.source
        inputMethod = layout.inputMethod
        if let planner, planner.keymap === layout.keymap, planner.group == layout.group,
            planner.locks == layout.locks
        {
            return planner
        }
        let planner = StrokePlanner(
            layout.keymap, group: layout.group, locks: layout.locks, compose: layout.compose)
        self.planner = planner
        return planner
    }

    private static var closed: Problem {
        Problem("cannot type", why: "the virtual keyboard was closed")
    }

    private func type(_ stroke: KeyStroke, _ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await type { _ in PlannedTyping(stroke, times: count) }
    }

    private func type(
        _ plan: (StrokePlanner) throws(Problem) -> PlannedTyping
    ) async throws(SinkFailure) {
        guard !isBusy else { throw .busy }
        isBusy = true
        defer { isBusy = false }
        var typed = 0
        do {
            try await prepare()
            guard let (device, receiver) = link else { throw Self.closed }
            try await modifiers.waitUntilUp(in: receiver)
            let planned = try plan(try await makePlanner())
            try await Typing(device, receiver, settings.pace(desktop.pace))
                .type(planned, typed: &typed, onProgress)
            let keyboard = "the virtual keyboard"
            if let problem = planned.problem(settings.layoutName, with: keyboard) { throw problem }
        } catch {
            // A request that was cancelled with its task has no answer, which is no problem.
            let problem = Task.isCancelled ? nil : Self.problem(error)
            throw SinkFailure(
                inserted: typed, problem: problem, handsOver: problem != FocusLoss.problem)
        }
    }

    /// Nil for a cancellation.
    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case let problem as Problem: problem
        case is CancellationError: nil
        case let error as SystemError:
            Problem("cannot use the virtual keyboard", why: "\(error)")
        default: Problem("cannot use the virtual keyboard", why: "\(error)")
        }
    }
}
