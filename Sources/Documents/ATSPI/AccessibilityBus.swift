import DictationParts
import LinuxRuntime

/// The accessibility bus of the session, on which programs report the contents of their windows
/// (AT-SPI; its XML files in at-spi2-core describe the interfaces).
///
/// GTK 3 and 4 report always; Qt 5 and Chromium only where the user has switched accessibility on
/// (org.a11y.Status). Here nothing is switched on, started, or asked to send events.
@EventLoopActor
final class AccessibilityBus {
    static let accessible = "org.a11y.atspi.Accessible"
    static let text = "org.a11y.atspi.Text"
    static let editableText = "org.a11y.atspi.EditableText"
    static let application = "org.a11y.atspi.Application"
    private static let collection = "org.a11y.atspi.Collection"
    private static let registry = AccessibleObject(
        program: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")

    let bus: MessageBus
    /// Knows the focused window; nil if nobody does.
    let focus: (any WindowFocus)?
    /// The toolkit of the program that was asked last.
    private var lastToolkit: (program: String, name: String)?

    /// For one answer. A program that hangs is one whose text is unknown.
    static let timeout = Duration.milliseconds(500)
    /// The most objects of a window among which the text is looked for.
    static let mostObjects = 1_000

    private init(_ bus: MessageBus, _ focus: (any WindowFocus)?) {
        (self.bus, self.focus) = (bus, focus)
    }

    /// Connects to the session's accessibility bus. A question to a service that isn't running
    /// would start it: so only one that runs is asked.
    ///
    /// - Parameters:
    ///   - environment: the variables with the session bus's address.
    ///   - focus: knows the focused window, and its process.
    /// - Returns: nil if there is none.
    static func find(
        _ environment: [String: String], focus: (any WindowFocus)?
    ) async throws -> AccessibilityBus? {
        let session = try MessageBus(.user, environment: environment)
        guard try await session.hasOwner(of: "org.a11y.Bus", within: timeout) else { return nil }
        let reply = try await session.call(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", within: timeout)
        guard let address = reply.first?.string, !address.isEmpty else { return nil }
        let bus = try MessageBus(bus: "the accessibility bus", at: address)
        guard try await bus.hasOwner(of: registry.program, within: timeout) else { return nil }
        return AccessibilityBus(bus, focus)
    }

    var isOpen: Bool { bus.isOpen }

    // MARK: The focused text

    /// A text that has the focus, and its window.
    struct Place: Sendable {
        let window: AccessibleObject
        let text: AccessibleObject
        /// Chromium's, if the desktop knows that its window has the focus.
        var chromium: AccessibleObject?
    }

    /// The focused text that can be edited; nil if no program reports one, or several do.
    func focusedText(_ texts: ATSPIDocument.Texts) async throws -> Place? {
        let all = try await children(of: Self.registry).prefix(Self.mostObjects)
        let (programs, chromiums) = await withoutChromium(Array(all), texts)
        let windows = await each(programs) { try await self.children(of: $0) }
            .flatMap { $0 ?? [] }.prefix(Self.mostObjects)
        let states = await each(Array(windows)) { try await self.states(of: $0) }
        let active = zip(windows, states).filter { $1?.contains(.active) == true }.map(\.0)
        var places = await each(active) { window in
            try await self.focusedText(in: window).map { Place(window: window, text: $0) }
        }.compactMap { $0 ?? nil }
        for program in chromiums {
            if let place = try? await focusedText(ofChromium: program) { places.append(place) }
        }
        return places.count == 1 ? places[0] : nil
    }

    private func focusedText(in window: AccessibleObject) async throws -> AccessibleObject? {
        if try await interfaces(of: window).contains(Self.collection) {
            let focused = try await focusedObjects(in: window)
            if let text = await text(among: focused) { return text }
        }
        // GTK 4 and Qt 5 can't be asked for it.
        var level = [window]
        var left = Self.mostObjects
        while !level.isEmpty {
            let states = await each(level) { try await self.states(of: $0) }
            let known = zip(level, states).compactMap { object, states in
                states.map { (object: object, states: $0) }
            }
            let focused = known.filter { $0.states.contains(.focused) }
            if let text = await text(among: focused.map(\.object)) { return text }
            left -= level.count
            let parents = known.filter {
                $0.states.contains(.visible) && !$0.states.contains(.managesDescendants)
            }
            level = await each(parents.map(\.object)) { try await self.children(of: $0) }
                .flatMap { $0 ?? [] }
            level = Array(level.prefix(max(0, left)))
        }
        return nil
    }

    /// The first that has a text, and can be edited.
    func text(among objects: [AccessibleObject]) async -> AccessibleObject? {
        let isText = await each(objects) { object in
            let states = try await self.states(of: object)
            guard try await self.isEditable(object, states) else { return false }
            return try await self.interfaces(of: object).contains(Self.text)
        }
        return zip(objects, isText).first { $1 == true }?.0
    }

    /// Whether what it shows can be edited. Qt 5.15 and 6.4 don't say so of their spin boxes.
    func isEditable(
        _ object: AccessibleObject, _ states: AccessibleStates
    ) async throws -> Bool {
        if states.contains(.editable) { return true }
        return try await role(of: object) == .spinButton
    }

    // MARK: Questions

    func states(of object: AccessibleObject) async throws -> AccessibleStates {
        let words = try await ask(object, Self.accessible, "GetState").first?.elements ?? []
        let values = words.map { UInt64(UInt32(truncatingIfNeeded: $0.integer ?? 0)) }
        guard values.count == 2 else { return [] }
        return AccessibleStates(rawValue: values[0] | values[1] << 32)
    }

    func role(of object: AccessibleObject) async throws -> AccessibleRole? {
        try await ask(object, Self.accessible, "GetRole").first?.integer
            .flatMap(AccessibleRole.init)
    }

    /// A toolkit's attribute of an object, beyond its role; nil if it has none of that name.
    func attribute(_ name: String, of object: AccessibleObject) async throws -> String? {
        let entries = try await ask(object, Self.accessible, "GetAttributes").first?.elements
        for case .entry(let key, let value) in entries ?? [] where key.string == name {
            return value.string
        }
        return nil
    }

    /// The name of the toolkit that its program is made with; nil if that doesn't say it.
    func toolkit(of object: AccessibleObject) async -> String? {
        // A text is read again and again.
        if let (program, name) = lastToolkit, program == object.program { return name }
        let reply = try? await ask(object, Self.accessible, "GetApplication")
        guard let program = reply?.first.flatMap(Self.object),
            let name = try? await property(program, Self.application, "ToolkitName")?.string
        else { return nil }
        lastToolkit = (object.program, name)
        return name
    }

    func interfaces(of object: AccessibleObject) async throws -> [String] {
        let names = try await ask(object, Self.accessible, "GetInterfaces").first?.elements ?? []
        return names.compactMap(\.string)
    }

    /// The texts before and after one that is a part of a longer one.
    ///
    /// - Parameter wanted: the relations to ask for.
    func neighbors(
        of object: AccessibleObject, by wanted: Set<AccessibleRelation> = [.flowsTo, .flowsFrom]
    ) async throws -> [AccessibleObject] {
        let relations = try await ask(object, Self.accessible, "GetRelationSet").first?.elements
        return (relations ?? []).flatMap { relation -> [AccessibleObject] in
            guard let parts = relation.elements, parts.count == 2, let kind = parts[0].integer,
                AccessibleRelation(rawValue: kind).map(wanted.contains) == true
            else { return [] }
            return Self.objects(in: [parts[1]])
        }
    }

    func children(of object: AccessibleObject) async throws -> [AccessibleObject] {
        Self.objects(in: try await ask(object, Self.accessible, "GetChildren"))
    }

    func focusedObjects(in window: AccessibleObject) async throws -> [AccessibleObject] {
        let (all, none) = (BusValue.int32(1), BusValue.array([], of: "{ss}"))
        let state = AccessibleStates.focused.rawValue
        let rule = BusValue.structure([
            .array([.int32(Int32(state)), .int32(0)], of: "i"), all, none, all,
            .array([], of: "i"), all, .array([], of: "s"), all, .boolean(false),
        ])
        // In the tree's order, a few, of all depths.
        return Self.objects(
            in: try await ask(
                window, Self.collection, "GetMatches",
                [rule, .uint32(1), .int32(8), .boolean(true)]))
    }

    private static func objects(in reply: [BusValue]) -> [AccessibleObject] {
        (reply.first?.elements ?? []).compactMap(object)
    }

    private static func object(_ reference: BusValue) -> AccessibleObject? {
        guard let parts = reference.elements, parts.count == 2,
            let program = parts[0].string, let path = parts[1].string, !program.isEmpty
        else { return nil }
        return AccessibleObject(program: program, path: path)
    }

    func ask(
        _ object: AccessibleObject, _ interface: String, _ method: String,
        _ arguments: [BusValue] = []
    ) async throws -> [BusValue] {
        try await bus.call(
            object.program, object.path, interface, method, arguments, within: Self.timeout)
    }

    /// A number that an object has as a property; -1 if it isn't a number.
    func number(
        _ object: AccessibleObject, _ interface: String, _ name: String
    ) async throws -> Int {
        try await property(object, interface, name)?.integer ?? -1
    }

    func property(
        _ object: AccessibleObject, _ interface: String, _ name: String
    ) async throws -> BusValue? {
        try await ask(
            object, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]
        ).first
    }

    /// Asks for all of them at once; nil for what fails.
    func each<Item: Sendable, Value: Sendable>(
        _ items: [Item], _ ask: @escaping @EventLoopActor (Item) async throws -> Value
    ) async -> [Value?] {
        let tasks = items.map { item in EventLoop.task { try? await ask(item) } }
        var values: [Value?] = []
        for task in tasks { values.append(await task.value) }
        return values
    }
}
