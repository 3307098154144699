internal import LinuxRuntime

extension BusServer {
    /// Puts a systemd-logind (org.freedesktop.login1(5)) with one session on the bus.
    public func mockLogin(
        active: Bool = true, locked: Bool = false
    ) async throws -> (manager: BusMock, session: BusMock) {
        let manager = try await mock(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
        let path = "/org/freedesktop/login1/session/_31"
        try await manager.addMethod(
            "GetSession", takes: "s", returns: "o", "ret = dbus.ObjectPath('\(path)')")
        let session = try await manager.addObject(path, "org.freedesktop.login1.Session")
        try await session.addProperty("Active", .boolean(active))
        try await session.addProperty("LockedHint", .boolean(locked))
        return (manager, session)
    }
}
