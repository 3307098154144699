import AudioSamples
import Dictation

/// Frames of two channels on their way to one. Allocated in advance; used by the capture thread only.
final class StereoFrames {
    private let space: UnsafeMutableBufferPointer<Int16>
    private var mix = StereoMix()

    /// - Parameter capacity: frames that are read at a time.
    init(capacity: Int) {
        space = .allocate(capacity: 2 * capacity)
        // Touched now, so that the capture thread has no page faults.
        space.initialize(repeating: 0)
    }

    deinit { space.deallocate() }

    /// Whether the channels last heard cancel each other.
    var cancel: Bool { mix.cancels }

    /// Lets `fill` write frames, and mixes as many as it returns; results that are not positive are
    /// returned unchanged.
    func read(
        into mono: UnsafeMutableBufferPointer<Int16>,
        _ fill: (UnsafeMutablePointer<Int16>, Int) -> Int
    ) -> Int {
        let count = fill(space.baseAddress!, min(mono.count, space.count / 2))
        guard count > 0 else { return count }
        mix.hear(count, rate: AudioFormat.rate) {
            (Float(space[2 * $0]) / 32_768, Float(space[2 * $0 + 1]) / 32_768)
        }
        for index in 0..<count {
            let (left, right) = (space[2 * index], space[2 * index + 1])
            mono[index] =
                switch mix.channel {
                case 0: left
                case 1: right
                default: Int16((Int32(left) + Int32(right)) / 2)
                }
        }
        // Erased: what was heard is private.
        space[..<(2 * count)].update(repeating: 0)
        return count
    }
}
