public import DictationParts
import LinuxRuntime
public import Problems
import X11Connection

/// A text on the clipboard of the X display in $DISPLAY.
public final class X11ClipboardOffer: ClipboardOffer {
    private var server: XServerLine<XOffer>?
    private let over = OneShot<Void>()

    private init() {}

    /// Puts a text on the clipboard.
    public static func make(of text: String) async throws(Problem) -> X11ClipboardOffer {
        let offer = X11ClipboardOffer()
        let server = XServerLine(nil) {
            XOffer { [weak offer] in EventLoop.task { offer?.over.give(()) } }
        }
        try await server.asking { (server) throws(Problem) in try await server.make(of: text) }
        offer.server = server
        return offer
    }

    public func end() async throws {
        defer { server = nil }
        try await over.get()
    }
}
