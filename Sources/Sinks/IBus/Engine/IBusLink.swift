package import LinuxRuntime
package import Problems

/// A connection to IBus's daemon, for questions and for putting an engine in force. It has no
/// engine, so IBus ignores its end.
@EventLoopActor
package final class IBusLink {
    static let name = "org.freedesktop.IBus"
    static let path = "/org/freedesktop/IBus"
    private static let bus = "org.freedesktop.DBus"

    /// In D-Bus's form.
    let address: String
    let bus: MessageBus

    /// How long IBus may take for an answer.
    package static let timeout = Duration.seconds(5)

    /// - Parameter address: in D-Bus's form.
    /// - Throws: a problem if there is no daemon, or it doesn't answer.
    package static func open(_ address: String) async throws(Problem) -> IBusLink {
        do {
            let link = try IBusLink(address)
            try await link.greet()
            return link
        } catch {
            throw unreachable(reason(of: error))
        }
    }

    package static func unreachable(_ why: String) -> Problem {
        Problem(
            "cannot reach IBus", why: why,
            remedy: "“ibus restart” starts it again; on GNOME so does the next login.")
    }

    init(_ address: String) throws(SystemError) {
        self.address = address
        // The daemon plays a bus, but names no receiver in its own calls, and libsystemd answers
        // none of those on a bus.
        bus = try MessageBus(peer: "IBus", at: address)
    }

    /// Has to come first.
    func greet() async throws {
        _ = try await bus.call(
            Self.bus, "/org/freedesktop/DBus", Self.bus, "Hello", within: Self.timeout)
    }

    /// Whether the daemon is still there.
    package var isOpen: Bool { bus.isOpen }

    /// The name of the engine in force; nil if there is none.
    package func globalEngine() async throws -> String? {
        do {
            let engine = try await bus.property(Self.name, Self.path, Self.name, "GlobalEngine")
            return engine.ibusMember(0)?.string
        } catch let error as BusError where error.name == "org.freedesktop.DBus.Error.Failed" {
            // “No global engine.”
            return nil
        }
    }

    /// Puts an engine in force. IBus asks its program for it before it answers.
    package func setGlobalEngine(_ name: String) async throws {
        _ = try await bus.call(
            Self.name, Self.path, Self.name, "SetGlobalEngine", [.string(name)],
            within: Self.timeout)
    }

    /// Suspends until IBus has forgotten an engine whose connection has ended.
    ///
    /// - Throws: an error after ``timeout``.
    func waitForEnd(of engineName: String) async throws {
        let deadline = Deadline(Self.timeout)
        while try await isRegistered(engineName) {
            guard deadline.remaining > .zero else { throw NoAnswer(limit: Self.timeout) }
            // IBus is about to read the connection's end, and gives no signal of that.
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }

    /// Whether an engine is one of those that were registered at run time.
    private func isRegistered(_ engineName: String) async throws -> Bool {
        let engines = try await bus.property(Self.name, Self.path, Self.name, "ActiveEngines")
        return (engines.elements ?? []).contains { $0.ibusMember(0)?.string == engineName }
    }
}
