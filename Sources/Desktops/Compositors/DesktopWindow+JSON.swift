package import Dictation
import LinuxRuntime

extension DesktopWindow {
    /// A window as a compositor describes it.
    ///
    /// - Parameter classes: what may name its program, the best first.
    package init(
        identifier: String, classes: [JSONValue?], title: JSONValue?, process: JSONValue?
    ) {
        self.init(
            identifier: identifier,
            classes: classes.compactMap { $0?.string }.filter { !$0.isEmpty },
            title: title?.string ?? "",
            program: process?.number.flatMap { Executable.path(of: Int32($0)) })
    }
}
