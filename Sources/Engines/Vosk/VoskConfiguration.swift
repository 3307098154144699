public import Problems

/// The library and the model that Vosk uses.
public struct VoskConfiguration: Hashable, Sendable {
    /// Paths, or names for ld.so(8); the first that exists is used.
    public let libraries: [String]
    /// A folder in the form of the Vosk project's archives.
    public let model: VoskModel

    public init(libraries: [String], model: VoskModel) {
        (self.libraries, self.model) = (libraries, model)
    }

    /// Why the library can't be used. Opens the library, which stays open.
    public var libraryProblem: Problem? {
        do throws(Problem) {
            _ = try VoskLibrary.open(libraries)
            return nil
        } catch {
            return error
        }
    }
}
