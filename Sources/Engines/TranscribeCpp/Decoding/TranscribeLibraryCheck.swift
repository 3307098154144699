public import Dictation
public import Problems
public import SpeechWorkerProtocol
import SystemPackage
public import TranscribeCppFiles

/// Opens the library as an engine would, and loads no model: to find out whether a model would be
/// of use here.
public final class TranscribeLibraryCheck: DecodingEngine {
    public static let block = TranscribeCppEngine.block

    /// - Throws: why the library can't be used.
    public init(_ configuration: TranscribeCppConfiguration) throws(Problem) {
        _ = try TranscribeLibrary.open(configuration.library)
    }

    public func begin(at time: Int64) {}
    public func decode(_ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void) {}
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}
    public func finish(_ tell: (RecognizerEvent) -> Void) {}
    public func forgetVoice() {}
}
