/// What the presses of one hotkey mean. It goes by the times of the key events, so that a busy
/// machine does not make a hold of a tap.
struct HotkeyGesture: Sendable {
    /// What the person wants.
    enum Wish: Hashable, Sendable {
        case nothing
        case start
        /// Dictate until the key goes up.
        case startHeld
        case stop
        /// It was a tap: what the press began goes on without the key.
        case letGo
        /// It was no hotkey at all: what the press began never was.
        case takeBack
    }

    private let binding: HotkeyBinding
    /// When the chord went down; nil while it is up.
    private var pressed: Instant?
    private var isSpoiled = false
    private var firstTap: Instant?

    init(_ binding: HotkeyBinding) {
        self.binding = binding
    }

    /// - Parameter isActive: whether something is being dictated or will be next.
    mutating func press(_ at: Instant, isActive: Bool) -> Wish {
        pressed = at
        isSpoiled = false
        switch binding.mode {
        case .hold: return .startHeld
        case .auto where !isActive: return .startHeld
        case .toggle, .auto, .double: return binding.endsInModifier ? .nothing : tap(at, isActive)
        }
    }

    /// - Parameter isHeld: whether what its press began goes on.
    mutating func release(_ at: Instant, isActive: Bool, isHeld: Bool) -> Wish {
        guard let pressed else { return .nothing }
        self.pressed = nil
        if isHeld {
            let isTap = binding.mode == .auto && pressed.duration(to: at) < binding.tapLimit
            return isTap ? .letGo : .stop
        }
        guard binding.endsInModifier, binding.mode != .hold, !isSpoiled else { return .nothing }
        return tap(pressed, isActive)
    }

    /// - Parameter hasSpeech: whether anything was said since the press.
    mutating func spoil(_ at: Instant, isHeld: Bool, hasSpeech: Bool) -> Wish {
        guard let pressed else { return .nothing }
        isSpoiled = true
        firstTap = nil
        guard isHeld else { return .nothing }
        // Nobody has said anything worth keeping before they pressed C of Ctrl+C. Later, who
        // has been talking goes on talking, whatever else they touch.
        let isEarly = pressed.duration(to: at) < binding.tapLimit
        return isEarly || !hasSpeech ? .takeBack : .nothing
    }

    private mutating func tap(_ at: Instant, _ isActive: Bool) -> Wish {
        if isActive {
            firstTap = nil
            return .stop
        }
        guard binding.mode == .double else {
            // An auto binding taps here only to stop what has ended meanwhile.
            return binding.mode == .toggle ? .start : .nothing
        }
        if let firstTap, firstTap.duration(to: at) <= binding.doubleTapLimit {
            self.firstTap = nil
            return .start
        }
        firstTap = at
        return .nothing
    }
}
