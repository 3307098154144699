import Dictation
import GGUF
import Glibc
import LinuxRuntime
import SystemPackage
import TranscribeCppFiles

/// A Whisper's file once more, in memory, with a shorter window.
///
/// A run costs the same for one word as for a whole window: with 10 s two thirds of one with 15 s, and
/// a third of one with 30 s. Only three numbers of the header say the window; an encoder takes as many of
/// its positions as it has sound for. The library copies the weights, so a second window costs the
/// file's size in memory.
struct ShortWindow: ~Copyable {
    /// In seconds.
    private static let seconds = 10
    /// The longest sound that it takes, in samples. With less than two seconds of silence behind it
    /// more words are wrong.
    static let longest = 8 * AudioFormat.rate
    /// The part of the computer's memory that a second window may take.
    private static let share = 16

    private let file: OwnedDescriptor

    /// The path by which this process opens it.
    var path: FilePath { FilePath("/proc/self/fd/\(file.rawValue)") }

    /// Nil if the model's window is short already or written in another way, or without room for it.
    init?(of model: TranscribeCppModel, _ header: GGUFHeader) {
        let bytes = model.bytes
        // The file may be another one by now.
        let areInside = header.windowNumbers.allSatisfy { $0.offset + 4 <= bytes }
        guard header.window > Self.seconds, !header.windowNumbers.isEmpty, areInside,
            bytes <= Self.memory / Self.share,
            let source = try? FileDescriptor.open(model.path, .readOnly, options: .closeOnExec),
            let file = try? OwnedDescriptor.memory(size: bytes)
        else { return nil }
        let isCopied = try? source.closeAfter {
            try Self.copy(source, bytes, to: file, header.windowNumbers)
        }
        guard isCopied == true else { return nil }
        self.file = file
    }

    private static var memory: Int {
        max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
    }

    /// This process may write to memory, not to files.
    private static func copy(
        _ source: FileDescriptor, _ bytes: Int, to file: borrowing OwnedDescriptor,
        _ numbers: [WindowNumber]
    ) throws -> Bool {
        guard
            let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
            start != MAP_FAILED
        else { return false }
        defer { munmap(start, bytes) }
        let memory = UnsafeMutableRawBufferPointer(start: start, count: bytes)
        var count = 0
        while count < bytes {
            let piece = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            let read = try source.read(fromAbsoluteOffset: Int64(count), into: piece)
            guard read > 0 else { return false }
            count += read
        }
        for number in numbers {
            memory.storeBytes(
                of: (UInt32(seconds) * number.perSecond).littleEndian,
                toByteOffset: number.offset, as: UInt32.self)
        }
        return true
    }
}
