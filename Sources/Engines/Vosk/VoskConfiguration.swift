public import Dictation

/// Which library and which model Vosk uses.
public struct VoskConfiguration: Hashable, Sendable {
    /// Paths, or names as ld.so(8) finds them; the first that is there is taken.
    public let libraries: [String]
    /// A folder as the Vosk project's archives have it.
    public let model: VoskModel

    public init(libraries: [String], model: VoskModel) {
        (self.libraries, self.model) = (libraries, model)
    }

    /// Why the library can't be used. Opens it, and it stays open.
    public var libraryProblem: Problem? {
        do throws(Problem) {
            _ = try VoskLibrary.open(libraries)
            return nil
        } catch {
            return error
        }
    }
}
