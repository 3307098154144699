/// The speed of typing.
package struct TypingPace: Hashable, Sendable {
    /// How long each key stays down.
    package var keyHold: Duration
    /// The time from stroke to stroke.
    package var interval: Duration

    package init(keyHold: Duration, interval: Duration) {
        self.keyHold = keyHold
        self.interval = interval
    }

    /// As fast as the receiver confirms that it has read.
    package static let answered = TypingPace(keyHold: .zero, interval: .zero)

    /// 4000 keys a second: the console reads a key before the write returns, and a program in it
    /// can be 64 KiB behind (tty_buffer.c in the kernel).
    package static let console = TypingPace(keyHold: .zero, interval: .microseconds(250))

    /// 1000 keys a second, for compositors that can't confirm: a reader that stops for a tenth of a
    /// second loses nothing, since its queue holds that many keys.
    package static let measured = TypingPace(keyHold: .zero, interval: .milliseconds(1))

    /// For KWin and Mutter, which can lose keys that are pressed and released within one of their
    /// frames.
    package static let steady = TypingPace(
        keyHold: .milliseconds(8), interval: .milliseconds(10))
}
