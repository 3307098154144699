public import Dictation
public import LinuxRuntime

/// Mends a text that was made of spoken words: a language model, or a program.
///
/// No call blocks. One text at a time.
@EventLoopActor
public protocol TextCleaner: AnyObject {
    /// The name by which the configuration knows it.
    var name: String { get }

    /// Whether it can be asked. Cheap; asks nobody.
    func availability() -> Availability

    /// Begins to mend a text. `done` is called once, within this call or later, but within its
    /// time limit, unless `cancel` is called before. The answer is as it came: untrusted.
    func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void)

    /// Gives the text up that is being mended, if one is.
    func cancel()

    /// Nothing may be called afterwards.
    func close()
}
