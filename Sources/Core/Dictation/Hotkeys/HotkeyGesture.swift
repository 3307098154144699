import MonotonicTime

/// The meaning of the presses of one hotkey, by the times of the key events, so that a busy machine
/// does not turn a tap into a hold.
struct HotkeyGesture: Sendable {
    /// The user's request.
    enum Request: Hashable, Sendable {
        case nothing
        case start
        /// Dictate until the key is released.
        case startHeld
        case stop
        /// It was a tap: what the press began continues without the key.
        case letGo
        /// Do what else the hotkey is for.
        case act
        /// It wasn't the hotkey: what the press began is dropped.
        case revert
        /// Cancel whatever goes on.
        case cancel
    }

    private let binding: HotkeyBinding
    /// When the chord was pressed; nil while it is up.
    private var pressed: Instant?
    private var isSpoiled = false
    private var firstTap: Instant?

    init(_ binding: HotkeyBinding) {
        self.binding = binding
    }

    /// - Parameter isActive: whether a dictation is recording or queued.
    mutating func press(_ at: Instant, isActive: Bool) -> Request {
        pressed = at
        isSpoiled = false
        if binding.action.purpose == nil { return binding.endsInModifier ? .nothing : .act }
        switch binding.mode {
        case .hold: return .startHeld
        case .auto where !isActive: return .startHeld
        // How long it is shows at its end.
        case .oneSwitch: return .nothing
        case .toggle, .auto, .double, .continuous:
            return binding.endsInModifier ? .nothing : tap(at, isActive)
        }
    }

    /// - Parameter isHeld: whether what its press began continues.
    mutating func release(_ at: Instant, isActive: Bool, isHeld: Bool) -> Request {
        guard let pressed else { return .nothing }
        self.pressed = nil
        if isHeld {
            let isTap = binding.mode == .auto && pressed.duration(to: at) < binding.tapLimit
            return isTap ? .letGo : .stop
        }
        if binding.action.purpose == nil {
            return binding.endsInModifier && !isSpoiled ? .act : .nothing
        }
        if binding.mode == .oneSwitch, !isSpoiled {
            if pressed.duration(to: at) >= binding.tapLimit { return .cancel }
            return isActive ? .stop : .start
        }
        guard binding.endsInModifier, binding.mode != .hold, !isSpoiled else { return .nothing }
        return tap(pressed, isActive)
    }

    /// - Parameter hasSpeech: whether anything was said since the press.
    mutating func spoil(_ at: Instant, isHeld: Bool, hasSpeech: Bool) -> Request {
        guard let pressed else { return .nothing }
        isSpoiled = true
        firstTap = nil
        guard isHeld else { return .nothing }
        // Nothing worth keeping was said before the user pressed C of Ctrl+C. Later, a dictation
        // with speech continues, whatever other keys are pressed.
        let isEarly = pressed.duration(to: at) < binding.tapLimit
        return isEarly || !hasSpeech ? .revert : .nothing
    }

    private mutating func tap(_ at: Instant, _ isActive: Bool) -> Request {
        if isActive {
            firstTap = nil
            return .stop
        }
        guard binding.mode == .double else {
            // A tap of an auto binding only means stop here, and the dictation has ended already.
            return binding.mode == .toggle || binding.mode == .continuous ? .start : .nothing
        }
        if let firstTap, firstTap.duration(to: at) <= binding.doubleTapLimit {
            self.firstTap = nil
            return .start
        }
        firstTap = at
        return .nothing
    }
}
