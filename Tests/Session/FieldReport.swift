import Dictation
import DictationParts
import LinuxRuntime

/// Reports the kind of a field, and no text.
@EventLoopActor
final class FieldReport: DocumentReader {
    private(set) var traits: FieldTraits?
    /// What it reports when it is read again; nil if nothing changes.
    var next: FieldTraits?
    let contextBeforeInput: String? = nil
    private(set) var reads = 0

    init(_ traits: FieldTraits?) { self.traits = traits }

    func beginDictation() {}
    func findField() async {}
    func endDictation() {}
    func read(within limit: Duration) async {
        reads += 1
        traits = next ?? traits
    }
    func close() {}
}
