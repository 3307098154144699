public import Dictation
public import LinuxRuntime
public import OverlayDrawing

/// Where the overlay's picture is seen: above all windows, without ever taking the keyboard or
/// a click.
@EventLoopActor
///
/// Order: `appear`, then, once there is a `format`, any number of `present`, then `disappear`.
public protocol OverlayWindow: AnyObject {
    /// What pictures must be like now; nil until the window system has said so after `appear`.
    var format: OverlayPicture.Format? { get }
    /// Whether there is room for another picture; otherwise `onReady` follows.
    var isReady: Bool { get }
    /// Called when `format` is there or another one: a whole picture is wanted.
    var onFormat: () -> Void { get set }
    /// Called when there is room for another picture again.
    var onReady: () -> Void { get set }
    /// Called once, when the display is gone. Nothing can be done with the window any more.
    var onLoss: (Problem) -> Void { get set }

    /// Chooses the monitor of this moment. Nothing is seen before the first `present`.
    func appear()
    /// Shows what changed of a picture of the present format.
    func present(_ picture: OverlayPicture, _ area: PixelArea)
    /// Off the screen. Nothing wakes this process after that until `appear`.
    func disappear()
}
