import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import AudioALSA

/// The cues, played through a real sound server whose speaker is looped back to the microphone.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)),
    .needs("pulseaudio", "pactl", "paplay", package: "pulseaudio and pulseaudio-utils"))
struct CueTests {
    @EventLoopActor @Test(arguments: AudioCue.allCases)
    func isHeardAndOverBeforeItSaysSo(_ cue: AudioCue) async throws {
        let server = try await PulseServer.shared()
        let sink = "cue-\(cue)"
        let pcm = try await server.addSink(sink)
        let microphone = ALSAMicrophone(pcm)
        let collector = AudioCollector()
        // What the daemon would take for the user's speech.
        var unmuted: [Int16] = []
        let player = ALSACuePlayer("pulse:\(sink)") { Issue.record("\($0)") }
        microphone.start { event in
            collector.take(event)
            if case .samples(let samples) = event, !player.isSounding { unmuted += samples }
        }
        try await collector.waitForStart()
        player.play(cue)
        #expect(player.isSounding)
        try await collector.wait("it ends") { _ in !player.isSounding }
        let end = collector.samples.count
        try await collector.wait("half a second more") { $0.samples.count > end + 8000 }
        microphone.stop()
        collector.isClosed = true

        // 100 ms of notes whose peaks are at −15 dBFS.
        let loud = collector.samples.count { abs(Int32($0)) > 1500 }
        #expect(loud > AudioFormat.rate / 50)
        #expect(collector.samples.allSatisfy { abs(Int32($0)) < 8000 })
        #expect(!unmuted.isEmpty)
        #expect(unmuted.allSatisfy { abs(Int32($0)) < 100 })
    }

    /// Each is another sound, and as loud as it is said to be: nothing else than the level changes.
    @Test func tonesAndVolumesAreToldApart() {
        func peak(_ samples: [Int16]) -> Double {
            Double(samples.map { abs(Int32($0)) }.max() ?? 0) / 32_767
        }
        for tone in CueTone.allCases {
            for cue in AudioCue.allCases {
                let medium = CueSamples.samples(cue, tone, .medium)
                // Nothing is recorded meanwhile.
                #expect((4000..<15_000).contains(medium.count))
                #expect((0.1...0.18).contains(peak(medium)), "\(tone): \(peak(medium))")
                let (quiet, loud) = (
                    CueSamples.samples(cue, tone, .quiet), CueSamples.samples(cue, tone, .loud)
                )
                #expect(peak(quiet) < peak(medium) / 3 && peak(loud) > 2 * peak(medium))
                // It begins and ends without a click.
                #expect(abs(medium[0]) < 100 && abs(medium[medium.count - 1]) < 100)
            }
        }
        let sounds = CueTone.allCases.flatMap { tone in
            AudioCue.allCases.map { CueSamples.samples($0, tone) }
        }
        #expect(Set(sounds).count == 6)
    }

    @EventLoopActor @Test func aPlayerThatCannotPlaySaysWhy() async throws {
        var problem: Problem?
        let player = ALSACuePlayer("no-such-pcm") { problem = $0 }
        player.play(.start)
        while problem == nil { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        #expect(problem?.what == "cannot play a sound on “no-such-pcm”")
        #expect(problem?.remedy == "Switch the sounds off: utter config set audio.sounds false")
        #expect(!player.isSounding)
    }

    @EventLoopActor @Test func playingForgottenInMidSoundIsHarmless() async throws {
        let server = try await PulseServer.shared()
        _ = try await server.addSink("cue-forgotten")
        for _ in 1...10 {
            ALSACuePlayer("pulse:cue-forgotten") { Issue.record("\($0)") }.play(.stop)
        }
    }
}
