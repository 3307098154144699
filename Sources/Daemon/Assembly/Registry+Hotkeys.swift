import DesktopBus
import DesktopParts
import Dictation
public import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import Problems
public import Settings

extension Registry {
    /// The parts that a listener is made of.
    private struct HotkeyParts {
        let chords: (bindings: [HotkeyChord], cancel: HotkeyChord?)
        /// The action of each binding.
        let actions: [HotkeyAction]
        /// Watches if this listener can't.
        let substitute: (any HotkeySource)?
        @EventLoopActor var bus: SessionBus { SessionBus(environment: BusEnvironment.current) }
    }

    /// The one table of the hotkey's listeners, by the names of `[hotkey] source`.
    private static let listeners:
        [Settings.Hotkey.Source: @EventLoopActor (HotkeyParts) -> any HotkeySource] = [
            .evdev: { parts in
                HelperHotkey(
                    program: HelperProgram.path, chords: parts.chords.bindings,
                    cancel: parts.chords.cancel)
            },
            .portal: { parts in
                PortalHotkey(
                    chords: parts.chords.bindings, actions: parts.actions,
                    cancel: parts.chords.cancel, names: .evdev, on: parts.bus,
                    substitute: parts.substitute)
            },
            .kde: { parts in
                KGlobalAccelHotkey(
                    chords: parts.chords.bindings, actions: parts.actions,
                    cancel: parts.chords.cancel, names: .evdev, on: parts.bus,
                    substitute: parts.substitute)
            },
        ]

    /// The keyboards if the helper may read them, else the desktop, unless the settings choose one.
    /// Nil if the hotkey is switched off.
    public static func hotkey(_ settings: Settings) throws -> (any HotkeySource)? {
        guard settings.hotkey.enabled else { return nil }
        let chords = try settings.hotkeyChords()
        func listener(
            _ source: Settings.Hotkey.Source, otherwise substitute: (any HotkeySource)? = nil
        ) -> any HotkeySource {
            listeners[source]!(
                HotkeyParts(
                    chords: chords, actions: [.dictate] + settings.hotkey.binding.map(\.action),
                    substitute: substitute))
        }
        guard settings.hotkey.source == .auto else { return listener(settings.hotkey.source) }
        let keyboards = listener(.evdev)
        if HelperProgram.mayWatch(HelperProgram.path, for: chords.bindings) { return keyboards }
        let sources = hotkeySources(of: .current).compactMap(Settings.Hotkey.Source.init)
        return sources.reversed().reduce(keyboards) { listener($1, otherwise: $0) }
    }
}
