import CLinux
public import Dictation
import Glibc
public import LinuxRuntime
public import Problems
import SystemPackage

/// Keeps the sound of the current dictation where it survives a crash of this process and never
/// reaches a disk: in a file of the runtime directory, which is in memory (tmpfs(5)) and is removed
/// with the session. The file is removed when the dictation ends, or kept as the last one's until
/// the next has a text; one that is found at the start was left by a crash. Writing to tmpfs is a
/// copy in memory and never waits.
@EventLoopActor
public final class CrashAudio {
    /// The most bytes of one dictation: 35 minutes. Later sound is not kept.
    public nonisolated static let mostBytes = 64 << 20
    /// The most leftover files; the oldest are removed.
    nonisolated static let mostLeftovers = 5

    private let directory: String
    private let mostBytes: Int
    private var keepsLast: Bool
    /// The sound of the last dictation whose words are known, if it is kept.
    public private(set) var last: UnfinishedSound?
    private let tell: (Problem) -> Void
    private var choice = DictationOverrides.automatic
    /// The file of the current dictation's sound, once there is some.
    private var sound: UnfinishedSound?
    private var file: OwnedDescriptor?
    private var byteCount = 0
    private var isOpen = false
    private var hasReported = false

    /// - Parameters:
    ///   - directory: the user's own, mode 0700.
    ///   - keepsLast: whether the sound of a dictation stays until the next one has a text.
    ///   - tell: called once, when sound can't be written.
    public init(
        in directory: String, mostBytes: Int = CrashAudio.mostBytes, keepsLast: Bool = false,
        _ tell: @escaping (Problem) -> Void
    ) {
        (self.directory, self.mostBytes, self.tell) = (directory, mostBytes, tell)
        self.keepsLast = keepsLast
    }

    /// Throws if sound can't be kept in a directory because it would reach a disk.
    public nonisolated static func check(_ directory: String) throws(Problem) {
        var status = statfs()
        let isThere = statfs(directory, &status) == 0
        // statfs(2): TMPFS_MAGIC and RAMFS_MAGIC.
        let memory = [0x0102_1994, 0x8584_58F6]
        guard isThere, memory.contains(Int(status.f_type)) else {
            throw Problem(
                "a crash in the middle of a dictation costs its words",
                why: isThere
                    ? "the runtime directory \(directory) is not in memory, and your voice is kept"
                        + " nowhere else"
                    : "\(directory): \(SystemError.last("statfs").errno)",
                remedy: "Set XDG_RUNTIME_DIR to a directory of your own on a tmpfs.")
        }
    }

    // MARK: The current dictation

    /// A dictation begins.
    public func begin() {
        end()
        choice = .automatic
        isOpen = true
    }

    /// Stores the known overrides of the dictation.
    public func describe(_ choice: DictationOverrides) {
        guard choice != self.choice else { return }
        self.choice = choice
        if file != nil { write(UnfinishedSound.header(choice), at: 0) }
    }

    /// Whether there is sound of the current dictation.
    public var hasSound: Bool { sound != nil }

    /// Adds samples.
    public func add(_ samples: [Int16]) {
        guard isOpen, !samples.isEmpty, byteCount < mostBytes else { return }
        if file == nil { open() }
        guard file != nil else { return }
        let bytes = samples.withUnsafeBytes { Array($0) }
        write(bytes, at: UnfinishedSound.headerBytes + byteCount)
        byteCount += bytes.count
    }

    /// The dictation has ended: its sound is removed.
    public func end() {
        sound?.remove()
        forget()
    }

    /// The words of the dictation are safe: its sound is kept as the last one's, or removed.
    public func finish() {
        guard keepsLast, var sound else { return end() }
        forgetLast()
        sound.finish()
        last = sound
        forget()
    }

    /// Removes the sound of the last dictation.
    public func forgetLast() {
        last?.remove()
        last = nil
    }

    /// The program ends: no sound of a last dictation is kept from now on.
    public func stopKeepingLast() {
        keepsLast = false
        forgetLast()
    }

    /// The dictation failed through no fault of the user: its sound stays. Returns it, if there is
    /// any.
    ///
    /// - Parameter start: the first sample that wasn't recognised.
    public func setAside(from start: Int = 0) -> UnfinishedSound? {
        defer { forget() }
        if sound != nil, start > 0 { write(UnfinishedSound.header(choice, from: start), at: 0) }
        return sound
    }

    private func forget() {
        file = nil
        (sound, byteCount, isOpen) = (nil, 0, false)
    }

    private func open() {
        let sound = UnfinishedSound(
            directory: directory, number: MonotonicClock.nanoseconds)
        let raw = Glibc.open(sound.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { return fail(SystemError.last("open").errno) }
        file = OwnedDescriptor(adopting: raw)
        self.sound = sound
        write(UnfinishedSound.header(choice), at: 0)
    }

    private func write(_ bytes: [UInt8], at offset: Int) {
        guard let raw = file?.rawValue else { return }
        let count = bytes.withUnsafeBytes { pwrite(raw, $0.baseAddress, $0.count, off_t(offset)) }
        if count < bytes.count { fail(count < 0 ? SystemError.last("pwrite").errno : .noSpace) }
    }

    /// Stops writing; the samples that are already written are kept.
    private func fail(_ error: Errno) {
        isOpen = false
        guard !hasReported else { return }
        hasReported = true
        tell(
            Problem(
                "the sound of dictations is not kept against a crash",
                why: "\(directory): \(error)", remedy: "Dictation continues without."))
    }

    // MARK: What a crash left

    /// The sound of dictations that never ended, the oldest first.
    public func leftovers() -> [UnfinishedSound] {
        Self.leftovers(in: directory, but: sound)
    }

    /// The same for any directory, without the sound that is being written there.
    public nonisolated static func leftovers(
        in directory: String, but present: UnfinishedSound? = nil
    ) -> [UnfinishedSound] {
        var sounds = sounds(in: directory, .unfinished)
        sounds.removeAll { $0 == present }
        sounds.sort { $0.number < $1.number }
        for surplus in sounds.dropLast(mostLeftovers) { surplus.remove() }
        return sounds.suffix(mostLeftovers)
    }

    /// Removes what an earlier program kept of its last dictation.
    public nonisolated static func removeLast(in directory: String) {
        for sound in sounds(in: directory, .last) { sound.remove() }
    }

    private nonisolated static func sounds(
        in directory: String, _ kind: UnfinishedSound.Kind
    ) -> [UnfinishedSound] {
        Folder.names(in: directory).compactMap {
            UnfinishedSound(directory: directory, name: $0)
        }.filter { $0.kind == kind }
    }
}
