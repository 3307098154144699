import Glibc
import SystemPackage

/// Reports when a file has been written, deleted or replaced (inotify(7)). The file needn't exist
/// yet, nor its directory. If it is a symbolic link, the file that it leads to is watched as well.
///
/// The watch ends when the object is destroyed.
@EventLoopActor
public final class FileWatch {
    private let path: String
    private let onChange: () -> Void
    private let inotify: OwnedDescriptor
    private var source: EventSource?
    /// The watched directories and the relevant names in each, by watch descriptor.
    private var watches: [Int32: (directory: String, names: Set<String>)] = [:]

    /// Events that end a change, or may change the path to the file.
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)

    /// - Parameters:
    ///   - path: an absolute path.
    ///   - onChange: called after each change; the file may be gone, invalid or unchanged.
    public init(_ path: String, _ onChange: @escaping () -> Void) throws(SystemError) {
        self.path = path
        self.onChange = onChange
        inotify = OwnedDescriptor(
            adopting: try check(
                inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), "inotify_init1"))
        try watchTheWay()
        source = try EventLoop.shared.watch(inotify.descriptor) { [unowned self] _ in read() }
    }

    // MARK: The path to the file

    private func watchTheWay() throws(SystemError) {
        for watch in watches.keys { inotify_rm_watch(inotify.rawValue, watch) }
        watches = [:]
        var next = path
        // As many links as the kernel follows (path_resolution(7)).
        for _ in 0..<40 {
            try watchDirectory(of: next)
            guard let target = try? SymbolicLink.target(of: next) else { return }
            next = target.hasPrefix("/") ? target : Self.split(next).directory + "/" + target
        }
    }

    /// Watches for a name in its directory or, if that doesn't exist, for the directory.
    private func watchDirectory(of path: String) throws(SystemError) {
        let (directory, name) = Self.split(path)
        let place = directory.isEmpty ? "/" : directory
        let watch = inotify_add_watch(inotify.rawValue, place, Self.events)
        if watch >= 0 {
            watches[watch, default: (place, [])].names.insert(name)
        } else if SystemError.last("").errno == .noSuchFileOrDirectory, !directory.isEmpty {
            try watchDirectory(of: directory)
        } else {
            throw SystemError.last("inotify_add_watch \(place)")
        }
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (String(path[..<slash]), String(path[slash...].dropFirst()))
    }

    // MARK: Events

    private func read() {
        var hasChanged = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while case let count = Glibc.read(inotify.rawValue, buffer.baseAddress, buffer.count),
                count > 0
            {
                var event = UnsafeRawBufferPointer(buffer)[..<count]
                while let rest = handle(event, &hasChanged) { event = rest }
            }
        }
        guard hasChanged else { return }
        // The path may lead elsewhere now. If it can't be watched, changes of the current file are
        // still reported.
        try? watchTheWay()
        onChange()
    }

    /// Handles the first event; returns the bytes of the following ones, nil at the end.
    private func handle(
        _ bytes: Slice<UnsafeRawBufferPointer>, _ hasChanged: inout Bool
    ) -> Slice<UnsafeRawBufferPointer>? {
        // struct inotify_event: wd, mask, cookie, len, name.
        let event = UnsafeRawBufferPointer(rebasing: bytes)
        guard event.count >= 16 else { return nil }
        let watch = event.load(as: Int32.self)
        let mask = event.load(fromByteOffset: 4, as: UInt32.self)
        let length = Int(event.load(fromByteOffset: 12, as: UInt32.self))
        let name = String(decoding: event[16..<16 + length].prefix { $0 != 0 }, as: UTF8.self)
        let isOverflow = mask & UInt32(IN_Q_OVERFLOW) != 0
        let isMoved = mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0
        if isOverflow || isMoved && watches[watch] != nil {
            hasChanged = true
        } else if let (directory, names) = watches[watch], names.contains(name) {
            // A file that was just created is still to be written. A link or a directory is
            // complete.
            let isMade = mask & UInt32(IN_CREATE) != 0
            if !isMade || !Self.isFile("\(directory)/\(name)") { hasChanged = true }
        }
        return bytes.dropFirst(16 + length)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
