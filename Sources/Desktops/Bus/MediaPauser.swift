public import LinuxRuntime

/// Quiet during a dictation: playing media players are paused, or their volume is lowered, through
/// MPRIS (Media Player Remote Interfacing Specification 2.2), and restored afterwards. Changes that
/// the user made to a player in the meantime are kept.
@EventLoopActor
public final class MediaPauser {
    /// The way in which players are silenced.
    public enum Manner: String, Hashable, Sendable, CaseIterable {
        case pause, lower
    }

    private static let prefix = "org.mpris.MediaPlayer2."
    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    /// The share of the volume that is left during a dictation.
    private static let share = 0.25
    /// A player that takes longer to answer is skipped.
    private static let timeout = Duration.seconds(1)

    private let manner: Manner
    private let bus: SessionBus
    private var isQuietWanted = false
    private var isQuiet = false
    private var work: Task<Void, Never>?
    private var hushed: [Hushed] = []
    private var hasFailed = false

    /// A player and what was changed.
    private enum Hushed {
        case paused(String)
        /// Volumes before and after, from 0 to 1 and more.
        case lowered(String, from: Double, to: Double)
    }

    public init(_ manner: Manner, on bus: SessionBus) {
        (self.manner, self.bus) = (manner, bus)
    }

    /// Requests quiet, or ends it. Returns at once.
    public func quiet(_ isWanted: Bool) {
        isQuietWanted = isWanted
        guard work == nil, isQuiet != isWanted else { return }
        work = EventLoop.task { [self] in
            // One change after the other, however fast the requests come.
            while isQuiet != isQuietWanted {
                isQuiet = isQuietWanted
                if isQuiet { await hush() } else { await restore() }
            }
            work = nil
        }
    }

    /// Restores all players before the program ends. A player without an answer within `limit` is
    /// skipped.
    public func end(within limit: Duration) async {
        quiet(false)
        guard let work else { return }
        let timer = EventLoop.shared.timer(after: limit) { work.cancel() }
        await work.value
        withExtendedLifetime(timer) {}
    }

    private func hush() async {
        do {
            let bus = try bus.connection()
            let answer = try await bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "ListNames", within: Self.timeout)
            hasFailed = false
            for name in (answer.first?.elements ?? []).compactMap(\.string)
            // playerctld represents another player, which is in the list itself.
            where name.hasPrefix(Self.prefix) && name != Self.prefix + "playerctld" {
                await hush(name, bus)
            }
        } catch {
            if !hasFailed { Log.notice("music is left alone: \(reason(of: error))") }
            hasFailed = true
        }
    }

    private func hush(_ name: String, _ bus: MessageBus) async {
        guard await status(of: name, bus) == "Playing" else { return }
        switch manner {
        case .pause:
            let reply = try? await bus.call(
                name, Self.path, Self.player, "Pause", within: Self.timeout)
            if reply != nil { hushed.append(.paused(name)) }
        case .lower:
            guard let volume = await volume(of: name, bus), volume > 0 else { return }
            let lower = volume * Self.share
            if await set(lower, of: name, bus) {
                hushed.append(.lowered(name, from: volume, to: lower))
            }
        }
    }

    private func restore() async {
        let players = hushed
        hushed = []
        guard !players.isEmpty, let bus = try? bus.connection() else { return }
        for player in players {
            switch player {
            case .paused(let name):
                // If it was stopped or started in the meantime, the user has taken over.
                guard await status(of: name, bus) == "Paused" else { continue }
                _ = try? await bus.call(
                    name, Self.path, Self.player, "Play", within: Self.timeout)
            case .lowered(let name, let before, let after):
                // Players may round the volume.
                guard let volume = await volume(of: name, bus), abs(volume - after) < 0.02
                else { continue }
                _ = await set(before, of: name, bus)
            }
        }
    }

    // MARK: Properties

    private func status(of name: String, _ bus: MessageBus) async -> String? {
        await property("PlaybackStatus", of: name, bus)?.string
    }

    private func volume(of name: String, _ bus: MessageBus) async -> Double? {
        guard case .double(let value)? = await property("Volume", of: name, bus) else {
            return nil
        }
        return value
    }

    private func property(
        _ property: String, of name: String, _ bus: MessageBus
    ) async -> BusValue? {
        let reply = try? await bus.call(
            name, Self.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(Self.player), .string(property)], within: Self.timeout)
        guard case .variant(let value)? = reply?.first else { return nil }
        return value
    }

    private func set(_ volume: Double, of name: String, _ bus: MessageBus) async -> Bool {
        let reply = try? await bus.call(
            name, Self.path, "org.freedesktop.DBus.Properties", "Set",
            [.string(Self.player), .string("Volume"), .variant(.double(volume))],
            within: Self.timeout)
        return reply != nil
    }
}
