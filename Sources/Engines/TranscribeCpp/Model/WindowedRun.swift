/// How long a run of a model with a window may take, in seconds: one waits for it after each
/// sentence, however short.
package enum WindowedRun {
    /// A larger model with such runs is used instead of a smaller one.
    package static let quick = 0.6
    /// Runs that take longer make the model too slow.
    package static let slow = 2.0
}
