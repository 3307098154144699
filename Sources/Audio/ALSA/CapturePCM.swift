import CALSA
import Dictation
import Glibc

/// An open PCM that captures 16 kHz s16 in native byte order, which is given as mono (alsa-lib's
/// pcm.h). No call waits for samples. Closed with this value, which may take as long as the device
/// needs.
struct CapturePCM: ~Copyable, @unchecked Sendable {
    // @unchecked: a PCM may be used by any thread, one at a time, and a ~Copyable value has one
    // owner.

    /// snd_pcm_t*
    private let handle: OpaquePointer
    /// Nil if it captures one channel.
    private var stereo: StereoFrames?

    /// Opens a PCM, through ALSA's `plug` if it doesn't offer the format by itself. Blocks as long
    /// as the device or its sound server needs.
    static func open(_ name: String) throws(CaptureFailure) -> CapturePCM {
        do throws(CaptureFailure) {
            return try openReadingAgain(name)
        } catch  where error.step == .setUp {
            // The first attempt is closed by now: some devices can be opened only once.
            ALSAMessages.reset()
            return try openExactly(plugged(name))
        }
    }

    /// The name of a PCM that converts from what the named one offers (channels, rate, format).
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

    /// Opens a PCM; if nothing is there, once more with ALSA's configuration as it is now. That leads
    /// to a sound server only if the server ran when it was read.
    private static func openReadingAgain(_ name: String) throws(CaptureFailure) -> CapturePCM {
        do throws(CaptureFailure) {
            return try openExactly(name)
        } catch  where error.step == .open && error.code == ENOENT {
            // Others keep what they have: who reads it holds a reference.
            snd_config_update_free_global()
            ALSAMessages.reset()
            return try openExactly(name)
        }
    }

    private static func openExactly(_ name: String) throws(CaptureFailure) -> CapturePCM {
        var opened: OpaquePointer?
        // Non-blocking, or the kernel would wait until a busy device is free.
        let result = snd_pcm_open(
            &opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else { throw CaptureFailure(.open, result) }
        var pcm = CapturePCM(handle: opened)
        if try pcm.setUp() == 2 { pcm.stereo = StereoFrames(capacity: AudioFormat.rate / 10) }
        return pcm
    }

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        snd_pcm_close(handle)
    }

    // MARK: Setting up

    /// - Returns: how many channels it captures. Two where it offers them: who mixes them down would
    ///   not see that they cancel each other.
    private func setUp() throws(CaptureFailure) -> Int {
        var hardware: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&hardware))
        defer { snd_pcm_hw_params_free(hardware) }
        try check(snd_pcm_hw_params_any(handle, hardware))
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
        try check(snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16))
        var channels = 2
        if snd_pcm_hw_params_set_channels(handle, hardware, 2) < 0 {
            channels = 1
            try check(snd_pcm_hw_params_set_channels(handle, hardware, 1))
        }
        try check(
            snd_pcm_hw_params_set_rate(handle, hardware, UInt32(AudioFormat.rate), 0))
        var period = snd_pcm_uframes_t(AudioFormat.rate / 100)
        try check(snd_pcm_hw_params_set_period_size_near(handle, hardware, &period, nil))
        // Room for a second: an overrun then needs a thread that didn't run for that long.
        var buffer = snd_pcm_uframes_t(AudioFormat.rate)
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &buffer))
        try check(snd_pcm_hw_params(handle, hardware))

        var software: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&software))
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(handle, software))
        try check(snd_pcm_sw_params_set_avail_min(handle, software, period))
        try check(snd_pcm_sw_params(handle, software))
        return channels
    }

    private func check(_ result: Int32) throws(CaptureFailure) {
        // EINVAL: the device doesn't offer something; any other error has another cause.
        if result < 0 { throw CaptureFailure(result == -EINVAL ? .setUp : .open, result) }
    }

    // MARK: Capturing

    /// Whether it captures.
    var isRunning: Bool { snd_pcm_state(handle) == SND_PCM_STATE_RUNNING }

    private var isPrepared: Bool { snd_pcm_state(handle) == SND_PCM_STATE_PREPARED }

    /// Whether it is a sound card, perhaps behind converting plugins, and not a sound server.
    private var isCard: Bool {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) >= 0 else { return false }
        defer { snd_pcm_info_free(info) }
        return snd_pcm_info(handle, info) >= 0 && snd_pcm_info_get_card(info) >= 0
    }

    /// Starts capturing, also after an overrun. Returns a negative errno on failure.
    func start() -> Int32 {
        // It is prepared after opening. Preparing again can be slow: PulseAudio makes another
        // stream.
        let result = isPrepared ? 0 : snd_pcm_prepare(handle)
        return result < 0 ? result : snd_pcm_start(handle)
    }

    /// Stops capturing, discards unread samples, and is ready for the next `start`. Returns a
    /// negative errno on failure.
    func halt() -> Int32 {
        let result = snd_pcm_drop(handle)
        // A prepared card captures nothing. PulseAudio's plugin does: its stream runs once it is
        // prepared, and `start` would begin with what was said in between.
        return result < 0 || !isCard ? result : snd_pcm_prepare(handle)
    }

    /// Continues after the machine was suspended. `-EAGAIN`: not yet possible.
    func resume() -> Int32 {
        let result = snd_pcm_resume(handle)
        // Hardware that can't resume (ENOSYS, EPERM) is started again.
        return result == -EAGAIN ? result : start()
    }

    /// Reads the available samples, at most as many as fit. A negative errno on failure; `-EAGAIN`:
    /// none are available.
    func read(into space: UnsafeMutableBufferPointer<Int16>) -> Int {
        func frames(_ place: UnsafeMutablePointer<Int16>?, _ count: Int) -> Int {
            Int(snd_pcm_readi(handle, place, snd_pcm_uframes_t(count)))
        }
        guard let stereo else { return frames(space.baseAddress, space.count) }
        return stereo.read(into: space) { frames($0, $1) }
    }

    /// Whether the last samples came from two channels that cancel each other.
    var hasOppositeChannels: Bool { stereo?.cancel == true }

    /// Like `read(into:)`, into the place of the oldest samples of a preroll buffer.
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

    /// The events that poll(2) found on the descriptors. Must be called, since plugins acknowledge
    /// events in it.
    func events(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32 {
        var events: UInt16 = 0
        let result = snd_pcm_poll_descriptors_revents(
            handle, descriptors.baseAddress, UInt32(descriptors.count), &events)
        return result < 0 ? Int32(POLLERR) : Int32(events)
    }
}
