public import Problems

/// How a text is handled if the focused window has changed since the dictation began.
public enum FocusPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is typed into the focused window.
    case follow
    /// The first window gets the focus back, and the text.
    case `return`
    /// It is kept.
    case hold
}

extension FocusPolicy {
    /// How to handle a text that is ready to be typed.
    public enum Decision: Hashable, Sendable {
        /// Type it into the focused window.
        case type
        /// Give this window the focus first.
        case bringBack(DesktopWindow)
        /// Keep it, for this reason.
        case keep(Problem)
    }

    /// A desktop's answer about the focus.
    public enum Report: Hashable, Sendable {
        /// Nil if no window has the focus.
        case window(DesktopWindow?)
        /// The focus is unknown.
        case unknown

        /// The focused window, if there is one and it is known.
        public var window: DesktopWindow? {
            if case .window(let window) = self { window } else { nil }
        }
    }

    /// - Parameters:
    ///   - start: the focus at the beginning of the dictation.
    ///   - now: the current focus.
    public func decide(start: Report, now: Report) -> Decision {
        // If the focus is unknown, it is better to type a text than to keep every text back.
        guard case .window(let first?) = start, case .window(let current) = now else {
            return .type
        }
        if let current, current.isSame(as: first) { return .type }
        switch self {
        case .follow: return .type
        case .return: return .bringBack(first)
        case .hold: return .keep(Self.moved(from: first, to: current))
        }
    }

    private static func moved(from first: DesktopWindow, to current: DesktopWindow?) -> Problem {
        let place =
            switch current {
            case let current? where current.name == first.name: "another window of \(first.name)"
            case let current?: current.name
            case nil: "no window"
            }
        return Problem(
            "nothing was typed", why: "the focus moved from \(first.name) to \(place)",
            remedy: "Click where it belongs.")
    }
}
