public import DictationParts
import LinuxRuntime
public import Problems
import X11Connection

/// The user's clipboard, on the X display in $DISPLAY.
public final class X11ClipboardOffer: ClipboardHeir {
    private var server: XServerLine<XOffer>?
    private let over = OneShot<Void>()

    private init() {}

    /// Puts a text on the clipboard.
    public static func make(of text: String) async throws(Problem) -> X11ClipboardOffer {
        try await prepared { (server) throws(Problem) in try await server.make(of: text) }
    }

    /// Prepares to take over what another process serves now.
    public static func inherit() async throws(Problem) -> X11ClipboardOffer {
        try await prepared { (server) throws(Problem) in try await server.prepareToInherit() }
    }

    private static func prepared(
        _ body: @escaping @X11Actor (XOffer) async throws(Problem) -> Void
    ) async throws(Problem) -> X11ClipboardOffer {
        let offer = X11ClipboardOffer()
        let server = XServerLine(nil) {
            XOffer { [weak offer] in EventLoop.task { offer?.over.give(()) } }
        }
        try await server.asking(body)
        offer.server = server
        return offer
    }

    public func take(_ contents: ClipboardContents) async throws(Problem) {
        try await server?.asking { (server) throws(Problem) in try await server.take(contents) }
    }

    public func end() async throws {
        defer { server = nil }
        try await over.get()
    }
}
