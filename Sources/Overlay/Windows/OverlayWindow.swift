public import LinuxRuntime
public import OverlayDrawing
public import Problems

/// Shows the overlay's picture above all windows. It never takes the keyboard, and clicks only on
/// the picture's buttons.
///
/// Order: `appear`, then, once there is a `format`, any number of `present`, then `disappear`.
/// Except for the button it follows the focus to another monitor, where the window system tells of
/// it.
@EventLoopActor
public protocol OverlayWindow: AnyObject {
    /// The format that pictures must have; nil until the window system has answered `appear`.
    var format: OverlayPicture.Format? { get }
    /// Whether the window can take another picture; if not, `onReady` follows.
    var isReady: Bool { get }
    /// Where the user writes. The overlay doesn't hide it, where the window system lets it choose its
    /// place by that.
    var writing: WritingPlace { get set }
    /// The form of the card, which decides its size. Changes only while nothing is shown.
    var form: OverlayLook.Form { get set }
    /// Called when `format` is known or changes: a whole picture is wanted.
    var onFormat: () -> Void { get set }
    /// Called when the window can take another picture again.
    var onReady: () -> Void { get set }
    /// Called with the index of a button that was clicked.
    var onClick: (Int) -> Void { get set }
    /// Called once, when the display is gone. The window is of no use afterwards.
    var onLoss: (Problem) -> Void { get set }

    /// Chooses the monitor, also while it is shown already. Nothing is visible before the first
    /// `present`.
    func appear()
    /// Shows the changed area of a picture that has the current format.
    func present(_ picture: OverlayPicture, _ area: PixelArea)
    /// Hides the overlay. Nothing wakes this process afterwards until `appear`.
    func disappear()
}
