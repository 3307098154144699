import CLinux
public import Dictation
import Glibc
public import LinuxRuntime
public import Problems
import SystemPackage

/// Keeps the sound of the current dictation where it survives a crash of this process and never
/// reaches a disk: in a file of the runtime directory, which is in memory (tmpfs(5)) and is removed
/// with the session. The file is removed when the dictation ends, or kept as one of the last
/// dictations'; another one that is found at the start was left by a crash. Writing to tmpfs is a
/// copy in memory and never waits.
@EventLoopActor
public final class CrashAudio {
    /// The most bytes of one dictation: 35 minutes. Later sound is not kept.
    public nonisolated static let mostBytes = 64 << 20
    /// The most leftover files; the oldest are removed.
    nonisolated static let mostLeftovers = 5

    private let directory: String
    private let mostBytes: Int
    /// The sound of the last dictations whose words are known.
    public private(set) var kept: KeptSounds
    private let tell: (Problem) -> Void
    private var choice = DictationOverrides.automatic
    /// The file of the current dictation's sound, once there is some.
    private var sound: DictationSound?
    private var file: OwnedDescriptor?
    private var byteCount = 0
    private var isOpen = false
    private var hasReported = false

    /// - Parameters:
    ///   - directory: the user's own, mode 0700.
    ///   - limit: of how many dictations the sound is kept after their end. All but the last one
    ///     have `mostBytes` together.
    ///   - tell: called once, when sound can't be written.
    public init(
        in directory: String, mostBytes: Int = CrashAudio.mostBytes, keeping limit: Int = 0,
        _ tell: @escaping (Problem) -> Void
    ) {
        (self.directory, self.mostBytes, self.tell) = (directory, mostBytes, tell)
        kept = KeptSounds(limit: limit, mostBytes: mostBytes)
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
        if file != nil { write(DictationSound.header(choice), at: 0) }
    }

    /// Whether there is sound of the current dictation.
    public var hasSound: Bool { sound != nil }

    /// Adds samples.
    public func add(_ samples: [Int16]) {
        guard isOpen, !samples.isEmpty, byteCount < mostBytes else { return }
        if file == nil { open() }
        guard file != nil else { return }
        let bytes = samples.withUnsafeBytes { Array($0) }
        write(bytes, at: DictationSound.headerBytes + byteCount)
        byteCount += bytes.count
    }

    /// The dictation has ended: its sound is removed.
    public func end() {
        sound?.remove()
        forget()
    }

    /// The words of the dictation are safe: its sound is kept, or removed.
    public func finish(_ record: DictationRecord) {
        guard kept.limit > 0, let sound else { return end() }
        keep(sound, of: record, size: byteCount)
        forget()
    }

    private func keep(_ sound: DictationSound, of record: DictationRecord, size: Int) {
        var sound = sound
        sound.finish()
        kept.add(sound, of: record, size: size)
    }

    /// A text was kept of a dictation that has ended: see ``KeptSounds/note(_:of:)``.
    public func note(_ record: DictationRecord, of sound: DictationSound? = nil) {
        kept.note(record, of: sound)
    }

    /// Other words were chosen for the last dictation, by the command with this number.
    public func noteChoice(_ number: Int) { kept.noteChoice(number) }

    /// Removes the sound of a dictation that has ended.
    public func forget(_ number: Int) { kept.forget(number) }

    /// Removes the sound of all dictations that have ended.
    public func forgetKept() { kept.clear() }

    /// The program ends: the sound of no dictation that has ended stays.
    public func stopKeeping() { kept.stop() }

    /// Takes over what another object has kept in the same directory.
    public func takeOver(_ former: CrashAudio) {
        kept.takeOver(former.kept)
    }

    /// The dictation failed through no fault of the user: its sound stays. Returns it, if there is
    /// any.
    ///
    /// - Parameter start: the first sample that wasn't recognised.
    public func setAside(from start: Int = 0) -> DictationSound? {
        defer { forget() }
        if sound != nil, start > 0 { write(DictationSound.header(choice, from: start), at: 0) }
        return sound
    }

    private func forget() {
        file = nil
        (sound, byteCount, isOpen) = (nil, 0, false)
    }

    private func open() {
        let sound = DictationSound(
            directory: directory, number: MonotonicClock.nanoseconds)
        let raw = Glibc.open(sound.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { return fail(SystemError.last("open").errno) }
        file = OwnedDescriptor(adopting: raw)
        self.sound = sound
        write(DictationSound.header(choice), at: 0)
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

    /// A sound was recognised: it is kept with its dictation if there is one, and else removed.
    /// Those that are kept already stay.
    public func endRecovery(of sound: DictationSound, as record: DictationRecord?) {
        guard sound.kind == .unfinished else { return }
        guard let record, kept.limit > 0 else { return sound.remove() }
        keep(sound, of: record, size: sound.byteCount)
    }

    /// The sound of dictations that never ended, the oldest first.
    public func leftovers() -> [DictationSound] {
        Self.leftovers(in: directory, but: sound)
    }

    /// The same for any directory, without the sound that is being written there.
    public nonisolated static func leftovers(
        in directory: String, but present: DictationSound? = nil
    ) -> [DictationSound] {
        var sounds = sounds(in: directory, .unfinished)
        sounds.removeAll { $0 == present }
        sounds.sort { $0.number < $1.number }
        for surplus in sounds.dropLast(mostLeftovers) { surplus.remove() }
        return sounds.suffix(mostLeftovers)
    }

    /// Removes what an earlier program kept of dictations that had ended.
    public nonisolated static func removeKept(in directory: String) {
        for sound in sounds(in: directory, .kept) { sound.remove() }
    }

    private nonisolated static func sounds(
        in directory: String, _ kind: DictationSound.Kind
    ) -> [DictationSound] {
        Folder.names(in: directory).compactMap {
            DictationSound(directory: directory, name: $0)
        }.filter { $0.kind == kind }
    }
}
