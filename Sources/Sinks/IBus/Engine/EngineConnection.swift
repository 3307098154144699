import Glibc
package import LinuxRuntime

/// A connection on which IBus finds our engine, for as long as it lives.
///
/// When such a connection ends, IBus puts no engine in force, whichever was, or another program's
/// (bus_ibus_impl_check_global_engine in bus/ibusimpl.c looks only among engines that were
/// registered at run time, and the ones from its files aren't). So it lives as short as a turn, and
/// the user's engine is put in force afterwards.
@EventLoopActor
package final class EngineConnection {
    private static let factory = "org.freedesktop.IBus.Factory"
    /// The beginning of the names of all engines of this program.
    private static let prefix = "utter-"

    /// The engine's name. Each process has its own: IBus gives a name to the first that has
    /// registered it.
    package let engineName: String
    /// Our engine, while IBus has one.
    package private(set) var engine: IBusEngine?
    /// Woken at each change of the engine.
    package let news = Waiters()

    /// Nil once it is closed.
    private var link: IBusLink?
    private var factory: BusObject?
    private var ending: BusSubscription?
    private var engines = 0

    /// Connects, and registers the engine.
    ///
    /// - Parameter variant: tells engines of one process apart.
    package static func open(
        _ address: String, variant: Int = 1
    ) async throws -> EngineConnection {
        let link = try IBusLink(address)
        try await link.greet()
        let connection = EngineConnection(link, engineName(variant))
        try await connection.register()
        return connection
    }

    private init(_ link: IBusLink, _ engineName: String) {
        (self.link, self.engineName) = (link, engineName)
    }

    private func register() async throws {
        guard let link else { return }
        factory = try link.bus.offer("\(IBusLink.path)/Factory") { [weak self] in self?.create($0) }
        ending = try link.bus.watchEnd { [weak self] in
            self?.engine?.end()
            self?.news.wake()
        }
        _ = try await link.bus.call(
            IBusLink.name, IBusLink.path, IBusLink.name, "RegisterComponent",
            [.variant(.ibusComponent(engine: engineName, version: "1"))],
            within: IBusLink.timeout)
    }

    /// Returns when all that IBus has sent so far is answered.
    func catchUp() async { _ = try? await link?.globalEngine() }

    /// Ends the connection, and the engine with it.
    package func close() {
        engine?.end()
        (factory, ending, link) = (nil, nil, nil)
    }

    /// - Parameter variant: as for `open`.
    static func engineName(_ variant: Int = 1) -> String { "\(prefix)\(getpid())-\(variant)" }

    /// Whether the name is one of an engine of this program, in whichever process.
    package static func isOurs(_ name: String) -> Bool { name.hasPrefix(prefix) }

    private func create(_ call: BusCall) -> [BusValue]? {
        guard call.interface == Self.factory, call.method == "CreateEngine" else {
            // IBus destroys a factory when it has forgotten the engine.
            return call.interface == "org.freedesktop.IBus.Service" ? [] : nil
        }
        engine?.end()
        engines += 1
        let path = "\(IBusLink.path)/Engine/\(engines)"
        guard let bus = link?.bus, let made = try? IBusEngine(bus, path, news) else { return nil }
        engine = made
        news.wake()
        return [.objectPath(path)]
    }
}
