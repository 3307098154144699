import CALSA
import Glibc

/// ALSA's messages about failures. By default it writes them to standard error.
enum ALSAMessages {
    private static let capacity = 256

    /// The calling thread's buffer, a C string; null outside of `heeded`.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Runs `body` and keeps ALSA's messages of this thread from standard error. The first since
    /// the last `reset` is in `first`: it names the cause; the later ones are repetitions from the
    /// layers above.
    static func handled<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
        buffer.initialize(repeating: 0, count: capacity)
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, buffer)
        // The handler is set for this thread only, so other threads keep theirs.
        let previous = snd_lib_error_set_local { _, _, _, _, format, arguments in
            ALSAMessages.note(format, arguments)
        }
        defer {
            _ = snd_lib_error_set_local(previous)
            pthread_setspecific(key, outer)
            buffer.deallocate()
        }
        return try body()
    }

    /// Forgets the messages so far.
    static func reset() {
        buffer?.pointee = 0
    }

    /// The first message of this thread, without a line feed; may be empty.
    static var first: String {
        guard let buffer else { return "" }
        let words = String(cString: buffer).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }

    private static var buffer: UnsafeMutablePointer<CChar>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: CChar.self)
    }

    /// Allocates nothing: it may be called while the capture thread captures.
    private static func note(
        _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
    ) {
        guard let buffer, let format, let arguments, buffer.pointee == 0 else { return }
        vsnprintf(buffer, capacity, format, arguments)
    }
}
