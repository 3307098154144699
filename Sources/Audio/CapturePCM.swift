import CALSA
import Dictation
import Glibc

/// An open PCM that captures 16 kHz mono s16 in native byte order (alsa-lib's pcm.h). No call
/// waits for samples. Closed when its owner goes, which may take as long as the device needs.
struct CapturePCM: ~Copyable, @unchecked Sendable {
    // @unchecked: any thread may use a PCM, one at a time, and a ~Copyable value has one owner.

    /// snd_pcm_t*
    private let handle: OpaquePointer

    /// Opens a PCM, and through ALSA's `plug` if it doesn't offer the format by itself. Blocks
    /// as long as the device or its sound server needs.
    static func open(_ name: String) throws(CaptureFailure) -> CapturePCM {
        do throws(CaptureFailure) {
            return try openExactly(name)
        } catch where error.step == .setUp {
            // The first attempt is closed by now: a device may open once only.
            ALSAMessages.reset()
            return try openExactly(plugged(name))
        }
    }

    /// The name of a PCM that converts what the named one offers (channels, rate, format).
    static func plugged(_ name: String) -> String {
        "plug:" + quoted(name)
    }

    /// A text as one argument of a PCM.
    static func quoted(_ name: String) -> String {
        var quoted = ""
        for character in name {
            if character == "'" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return "'\(quoted)'"
    }

    private static func openExactly(_ name: String) throws(CaptureFailure) -> CapturePCM {
        var opened: OpaquePointer?
        // Not blocking, or the kernel would wait until a busy device is free.
        let result = snd_pcm_open(
            &opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else { throw CaptureFailure(.open, result) }
        let pcm = CapturePCM(handle: opened)
        try pcm.setUp()
        return pcm
    }

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        snd_pcm_close(handle)
    }

    // MARK: Setting up

    private func setUp() throws(CaptureFailure) {
        var hardware: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&hardware))
        defer { snd_pcm_hw_params_free(hardware) }
        try check(snd_pcm_hw_params_any(handle, hardware))
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
        try check(snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16))
        try check(snd_pcm_hw_params_set_channels(handle, hardware, 1))
        try check(
            snd_pcm_hw_params_set_rate(handle, hardware, UInt32(AudioFormat.rate), 0))
        var period = snd_pcm_uframes_t(AudioFormat.rate / 100)
        try check(snd_pcm_hw_params_set_period_size_near(handle, hardware, &period, nil))
        // As much as a second: an overrun then needs a thread that didn't run for so long.
        var buffer = snd_pcm_uframes_t(AudioFormat.rate)
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &buffer))
        try check(snd_pcm_hw_params(handle, hardware))

        var software: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&software))
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(handle, software))
        try check(snd_pcm_sw_params_set_avail_min(handle, software, period))
        try check(snd_pcm_sw_params(handle, software))
    }

    private func check(_ result: Int32) throws(CaptureFailure) {
        // A device that doesn't offer something says EINVAL; anything else has another cause.
        if result < 0 { throw CaptureFailure(result == -EINVAL ? .setUp : .open, result) }
    }

    // MARK: Capturing

    /// Whether it captures.
    var isRunning: Bool { snd_pcm_state(handle) == SND_PCM_STATE_RUNNING }

    private var isPrepared: Bool { snd_pcm_state(handle) == SND_PCM_STATE_PREPARED }

    /// Whether it is a sound card, perhaps behind converting plugins, and no sound server.
    private var isCard: Bool {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) >= 0 else { return false }
        defer { snd_pcm_info_free(info) }
        return snd_pcm_info(handle, info) >= 0 && snd_pcm_info_get_card(info) >= 0
    }

    /// Begins to capture, also after an overrun. A negative errno on failure.
    func start() -> Int32 {
        // As it is after opening. Preparing anew can be slow: PulseAudio makes another stream.
        let result = isPrepared ? 0 : snd_pcm_prepare(handle)
        return result < 0 ? result : snd_pcm_start(handle)
    }

    /// Ends capture, drops what was not read, and is ready for the next `start`. A negative errno
    /// on failure.
    func halt() -> Int32 {
        let result = snd_pcm_drop(handle)
        // A card that is prepared captures nothing. PulseAudio's plugin does: its stream runs
        // from then on, and `start` would begin with what was said meanwhile.
        return result < 0 || !isCard ? result : snd_pcm_prepare(handle)
    }

    /// Goes on after the machine was suspended. `-EAGAIN`: not yet.
    func resume() -> Int32 {
        let result = snd_pcm_resume(handle)
        // Hardware that can't resume (ENOSYS, EPERM) starts afresh.
        return result == -EAGAIN ? result : start()
    }

    /// Reads what there is, at most as much as fits. A negative errno on failure; `-EAGAIN`:
    /// there is nothing.
    func read(into space: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(snd_pcm_readi(handle, space.baseAddress, snd_pcm_uframes_t(space.count)))
    }

    /// As `read(into:)` of a buffer, in place of the oldest samples.
    func read(into last: inout PrerollBuffer) -> Int {
        last.write { read(into: $0) }
    }

    // MARK: Waiting

    /// How many descriptors `describe` fills in.
    var descriptorCount: Int { Int(max(0, snd_pcm_poll_descriptors_count(handle))) }

    /// The descriptors to poll.
    var descriptors: [Int32] {
        var descriptors = [pollfd](repeating: pollfd(), count: descriptorCount)
        descriptors.withUnsafeMutableBufferPointer { describe($0) }
        return descriptors.map(\.fd)
    }

    /// Fills in the descriptors to poll.
    func describe(_ descriptors: UnsafeMutableBufferPointer<pollfd>) {
        snd_pcm_poll_descriptors(handle, descriptors.baseAddress, UInt32(descriptors.count))
    }

    /// What a poll of the descriptors means. Plugins need the call: they acknowledge in it.
    func events(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32 {
        var events: UInt16 = 0
        let result = snd_pcm_poll_descriptors_revents(
            handle, descriptors.baseAddress, UInt32(descriptors.count), &events)
        return result < 0 ? Int32(POLLERR) : Int32(events)
    }
}
