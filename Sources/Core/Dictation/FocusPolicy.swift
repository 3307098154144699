/// What becomes of the text if another window has the focus than when the dictation began.
public enum FocusPolicy: String, Hashable, Sendable, CaseIterable {
    /// It goes where the focus is.
    case follow
    /// The focus goes back to the first window, and the text with it.
    case `return`
    /// It is kept.
    case hold
}

extension FocusPolicy {
    /// What to do with a text that is ready to be typed.
    public enum Decision: Hashable, Sendable {
        /// Type it into the focused window.
        case type
        /// Give this window the focus first.
        case bringBack(DesktopWindow)
        /// Keep it, for this reason.
        case keep(Problem)
    }

    /// What a desktop told of the focus.
    public enum Report: Hashable, Sendable {
        /// Nil: no window has it.
        case window(DesktopWindow?)
        /// Nobody knows.
        case unknown
    }

    /// - Parameters:
    ///   - start: the window that had the focus when the dictation began.
    ///   - now: the one that has it now.
    public func decide(start: Report, now: Report) -> Decision {
        // Where nobody tells, a text that is typed is better than one that is always kept.
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
        let place = switch current {
        case let current? where current.name == first.name: "another window of \(first.name)"
        case let current?: current.name
        case nil: "no window"
        }
        return Problem(
            "nothing was typed", why: "the focus moved from \(first.name) to \(place)",
            remedy: "Click where it belongs; [output] focus chooses what happens then.")
    }
}
