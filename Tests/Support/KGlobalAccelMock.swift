public import LinuxRuntime

/// KDE's global shortcuts, mocked by python-dbusmock: what is set and loaded is as in
/// kglobalacceld's `KGlobalAccelD::setShortcutKeys`.
@EventLoopActor
public struct KGlobalAccelMock {
    private static let component = "/component/utter"

    public let object: BusMock
    private let presses: BusMock

    /// - Parameter taken: the key that belongs to another program, as Qt's number.
    public init(on server: BusServer, taken: Int = 0) async throws {
        object = try await server.mock(
            "org.kde.kglobalaccel", "/kglobalaccel", "org.kde.KGlobalAccel")
        presses = try await object.addObject(Self.component, "org.kde.kglobalaccel.Component")
        let keys = "dbus.Array(%s, signature='(ai)')"
        let common =
            "self.set = getattr(self, 'set', {}); self.normal = getattr(self, 'normal', {});"
            + " self.active = getattr(self, 'active', set()); name = tuple(args[0])[:2];"
        try await object.addMethod("doRegister", takes: "as", returns: "", common)
        try await object.addMethod(
            "defaultShortcutKeys", takes: "as", returns: "a(ai)",
            common + "ret = " + keys.replacing("%s", with: "self.normal.get(name, [])"))
        try await object.addMethod(
            "setShortcutKeys", takes: "asa(ai)u", returns: "a(ai)",
            common + """

                if args[2] & 8:
                    self.normal[name] = args[1]
                else:
                    self.active.add(name)
                    if args[2] & 4 or name not in self.set:
                        others = [\(taken)]
                        for other in self.set:
                            if other != name: others += [key[0][0] for key in self.set[other]]
                        self.set[name] = []
                        for key in args[1]:
                            if key[0][0] not in others: self.set[name].append(key)
                ret = \(keys.replacing("%s", with: "self.set.get(name, args[1])"))
                """)
        try await object.addMethod(
            "allActionsForComponent", takes: "as", returns: "aas",
            common + "ret = dbus.Array([[*other, '', ''] for other in self.set], signature='as')")
        try await object.addMethod(
            "unregister", takes: "ss", returns: "b",
            common + "ret = self.set.pop(tuple(args), None) is not None")
        try await object.addMethod(
            "setInactive", takes: "as", returns: "", common + "self.active.discard(name)")
        try await object.addMethod(
            "getComponent", takes: "s", returns: "o", "ret = dbus.ObjectPath('\(Self.component)')")
        try await object.addMethod(
            "actionList", takes: "(ai)", returns: "as",
            "ret = ['kwin', 'Walk', 'KWin', 'Walk Through Windows']"
                + " if args[0][0][0] == \(taken) else dbus.Array([], signature='s')")
    }

    /// Reports a key: `globalShortcutPressed` or `globalShortcutReleased`.
    public func emit(_ signal: String, _ action: String) async throws {
        try await presses.emit(signal, "ssx", [.string("utter"), .string(action), .int64(1)])
    }
}
