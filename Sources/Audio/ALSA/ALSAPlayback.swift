import CALSA
public import Problems

/// Plays sound through an ALSA PCM.
public enum ALSAPlayback {
    /// Plays samples to their end: blocks.
    ///
    /// - Parameters:
    ///   - samples: one channel.
    ///   - rate: the samples a second.
    ///   - name: the name of the PCM.
    ///   - remedy: what a user can do if it fails.
    /// - Returns: why it failed, or nil.
    public static func play(
        _ samples: [Int16], rate: Int, on name: String, remedy: String
    ) -> Problem? {
        ALSAMessages.handled {
            func problem(_ result: Int32) -> Problem {
                let reason = String(cString: snd_strerror(result))
                let said = ALSAMessages.first
                return Problem(
                    "cannot play a sound on “\(name)”",
                    why: said.isEmpty ? reason : "\(reason) (\(said))", remedy: remedy)
            }
            var pcm: OpaquePointer?
            // Non-blocking, or the kernel would wait until a busy device is free.
            var result = snd_pcm_open(
                &pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
            if result < 0 { return problem(result) }
            defer { snd_pcm_close(pcm) }
            snd_pcm_nonblock(pcm, 0)
            result = snd_pcm_set_params(
                pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1, 40_000)
            if result < 0 { return problem(result) }
            // Adds silence to the end of a period: a part of a period may not be played.
            let padded = samples + [Int16](repeating: 0, count: rate / 25)
            var written = 0
            while written < padded.count {
                let count = padded.withUnsafeBufferPointer { buffer in
                    snd_pcm_writei(
                        pcm, buffer.baseAddress! + written,
                        snd_pcm_uframes_t(buffer.count - written))
                }
                if count < 0 {
                    result = snd_pcm_recover(pcm, Int32(count), 1)
                    if result < 0 { return problem(result) }
                } else {
                    written += Int(count)
                }
            }
            snd_pcm_drain(pcm)
            return nil
        }
    }
}
