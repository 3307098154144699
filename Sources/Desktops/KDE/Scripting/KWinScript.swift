import Glibc
package import LinuxRuntime
import Problems
import SystemPackage

/// A script that runs in KWin (org.kde.kwin.Scripting) and reports windows over D-Bus. KWin needs no
/// permission for it, and has no other interface that tells every program which window is active.
///
/// It is unloaded with this object at the latest.
@EventLoopActor
package final class KWinScript {
    private let bus: MessageBus
    /// Under which it is loaded, the last one running.
    private var names: [String] = []
    private let object: BusObject
    private var hasBegun = false
    /// Unloads the last script: a new one of the same name must come after it.
    private static var ending: Task<Void, Never>?

    private static let service = "org.kde.KWin"
    private static let scripting = "org.kde.kwin.Scripting"
    /// As often as it is loaded to get its own number: more programs than that run no scripts.
    private static let attempts = 20

    /// Runs a script.
    ///
    /// - Throws: why KWin can't run it.
    /// - Parameters:
    ///   - folder: $XDG_RUNTIME_DIR, for the script's file.
    ///   - name: letters and underscores; a script of this name that another process has left is
    ///     unloaded first.
    ///   - body: JavaScript, in which `tell(window)` reports a window or null, `active()` is the
    ///     active one, `all()` are all, `activate(window)` gives one the focus, and `moved(window)`
    ///     is the signal that it has gone to another output.
    ///   - told: called with each report.
    package static func run(
        _ name: String, _ body: String, on bus: MessageBus, folder: String?,
        _ told: @escaping (KWinWindow?) -> Void
    ) async throws -> KWinScript {
        // Only the script knows it, so that no other program on the bus can report a window.
        let secret = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
            .joined()
        var result: KWinScript?
        let object = try bus.offer("/utter/\(name)") { call in
            let words = call.arguments.compactMap(\.string)
            switch call.method {
            case "Begun" where words == [secret]: result?.hasBegun = true
            case "Window" where words.count == 9 && words[0] == secret:
                told(words[1].isEmpty ? nil : KWinWindow(words.dropFirst()))
            default: return nil
            }
            return []
        }
        let report = "\"\(try await bus.uniqueName)\", \"\(object.path)\", \"utter.KWin\""
        let source = """
            callDBus(\(report), "Begun", "\(secret)")
            // KWin 5 calls windows clients, and numbers its outputs.
            const isOld = workspace.windowList === undefined
            const area = window => isOld
                ? workspace.clientArea(KWin.ScreenArea, window.screen, workspace.currentDesktop)
                : (window.output || {geometry: {}}).geometry
            const moved = window => isOld ? window.screenChanged : window.outputChanged
            const active = () => isOld ? workspace.activeClient : workspace.activeWindow
            const all = () => isOld ? workspace.clientList() : workspace.windowList()
            const activated = isOld ? workspace.clientActivated : workspace.windowActivated
            const activate = window => {
                if (isOld) workspace.activeClient = window
                else workspace.activeWindow = window
            }
            const tell = window => callDBus(
                \(report), "Window", "\(secret)",
                ...(window ? [window.internalId, window.resourceClass, window.resourceName,
                    window.desktopFileName, window.caption, window.pid,
                    area(window).x, area(window).y] : ["", "", "", "", "", "", "", ""])
                    .map(value => value === undefined || value === null ? "" : String(value)))
            \(body)

            """
        // KWin reads the file when it runs the script, and not again.
        let file = try ScriptFile(source, in: folder ?? "/tmp")
        defer { file.remove() }
        await ending?.value
        let script = KWinScript(bus, object)
        result = script
        defer { result = nil }
        // KWin numbers a script by how many there are (Scripting::loadScript). Once one has been
        // unloaded, the next one may get the number of one that runs, cannot be reached, and counts.
        for attempt in 0..<attempts {
            try await script.run(file, as: attempt == 0 ? name : "\(name)_\(attempt)")
            if script.hasBegun { return script }
        }
        throw Problem(what, why: "it runs no script")
    }

    private static let what = "cannot ask KWin for its windows"

    /// Loads the script, and runs the one with the number that it gets, if there still is one.
    /// Returns once it has begun.
    private func run(_ file: ScriptFile, as name: String) async throws {
        _ = try? await Self.call(
            bus, "/Scripting", Self.scripting, "unloadScript", [.string(name)])
        let reply = try await Self.call(
            bus, "/Scripting", Self.scripting, "loadScript",
            [.string(file.path), .string(name)])
        guard let number = reply.first?.integer, number >= 0 else {
            throw Problem(Self.what, why: "it does not load a script")
        }
        names.append(name)
        // The second one is KWin 5's.
        for path in ["/Scripting/Script\(number)", "/\(number)"] {
            do {
                _ = try await Self.call(bus, path, "org.kde.kwin.Script", "run")
                return
            } catch let error as BusError where error.isUnsupported {}
        }
    }

    private static func call(
        _ bus: MessageBus, _ path: String, _ interface: String, _ method: String,
        _ arguments: [BusValue] = []
    ) async throws -> [BusValue] {
        try await bus.call(service, path, interface, method, arguments)
    }

    private init(_ bus: MessageBus, _ object: BusObject) {
        (self.bus, self.object) = (bus, object)
    }

    /// Unloads it. Nothing waits for that.
    package func unload() {
        guard !names.isEmpty else { return }
        let (bus, names) = (bus, names)
        self.names = []
        let last = Self.ending
        Self.ending = EventLoop.task {
            await last?.value
            for name in names {
                _ = try? await Self.call(
                    bus, "/Scripting", Self.scripting, "unloadScript", [.string(name)])
            }
        }
    }

    isolated deinit { unload() }
}

/// A window as a script reports it.
package struct KWinWindow: Hashable {
    /// KWin's internalId.
    package let identifier: String
    package let classes: [String]
    package let title: String
    package let process: Int32?
    /// The output with most of it; nil if unknown.
    package let output: OutputCorner?

    /// - Parameter words: identifier, class, name, .desktop file, title, process, and where its
    ///   output begins.
    fileprivate init(_ words: ArraySlice<String>) {
        let words = Array(words)
        identifier = words[0]
        var classes: [String] = []
        for name in words[1...3] where !name.isEmpty && !classes.contains(name) {
            classes.append(name)
        }
        self.classes = classes
        title = words[4]
        process = Int32(words[5])
        if let x = Int32(words[6]), let y = Int32(words[7]) {
            output = OutputCorner(x: x, y: y)
        } else {
            output = nil
        }
    }
}

/// The upper left corner of an output, in KWin's logical pixels (wl_output.geometry). KWin 5 has
/// names for outputs, but not in scripts.
package struct OutputCorner: Hashable {
    package let x, y: Int32

    package init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
}

/// A script's file, which only the user can read.
private struct ScriptFile {
    let path: String

    init(_ script: String, in folder: String) throws(Problem) {
        var template = Array("\(folder)/utter-kwin-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let what = "cannot ask KWin for its windows"
        guard descriptor >= 0 else {
            throw Problem(what, why: "cannot write to \(folder): \(Errno(rawValue: errno))")
        }
        do {
            let file = FileDescriptor(rawValue: descriptor)
            // For root, which may run in a session of another user: KWin must be able to read it.
            var status = stat()
            if geteuid() == 0, stat(folder, &status) == 0 {
                _ = fchown(descriptor, status.st_uid, status.st_gid)
            }
            try file.closeAfter { _ = try file.writeAll(script.utf8) }
        } catch {
            remove()
            throw Problem(what, why: "cannot write \(path): \(error)")
        }
    }

    func remove() { unlink(path) }
}
