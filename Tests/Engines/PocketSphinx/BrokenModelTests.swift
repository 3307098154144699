import Dictation
import Glibc
import LinuxRuntime
import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    struct BrokenModels {
        // MARK: What is detected without loading

        @EventLoopActor @Test func theStandardModelIsAvailable() throws {
            #expect(PocketSphinxRecognizer().availability() == .available)
        }

        @EventLoopActor
        @Test(arguments: [
            "en-us/mdef", "en-us/means", "en-us/variances", "en-us/transition_matrices",
            "en-us/sendump", "en-us/feat.params", "cmudict-en-us.dict", "en-us.lm.bin",
        ])
        func namesAMissingFileAndThePackage(_ name: String) throws {
            let copy = try ModelCopy()
            copy.remove(name)
            let problem = try #require(try availability(copy))
            #expect(problem.what.contains("“\(copy.path(name))”"))
            #expect(problem.why == "No such file or directory")
            #expect(problem.remedy.contains("pocketsphinx-en-us"))
        }

        @EventLoopActor @Test func namesAMissingDirectory() throws {
            let problem = try #require(
                try PocketSphinxRecognizer(
                    PocketSphinxConfiguration(model: "/usr/share/pocketsphinx/model/en-us/xx")
                )
                .availability().problem)
            #expect(problem.what.contains("“/usr/share/pocketsphinx/model/en-us/xx”"))
            #expect(problem.remedy.contains("Install Debian's package pocketsphinx-en-us"))
        }

        @EventLoopActor @Test func namesWhatIsNoFile() throws {
            let copy = try ModelCopy()
            copy.remove("cmudict-en-us.dict")
            mkdir(copy.dictionary.string, 0o755)
            #expect(try availability(copy)?.why == "it is a directory, not a file")
            let other = try ModelCopy()
            let problem = try PocketSphinxRecognizer(
                PocketSphinxConfiguration(model: other.dictionary)
            ).availability().problem
            #expect(problem?.why == "it is a file, not a directory")
        }

        @EventLoopActor @Test func namesWhatMayNotBeRead() throws {
            let copy = try ModelCopy()
            try copy.change("en-us/means") { $0 }
            chmod(copy.path("en-us/means").string, 0)
            // Root may read everything; this thread drops that right meanwhile.
            if geteuid() == 0 { try actForFiles(as: 65_534) }
            defer { if geteuid() == 0 { try? actForFiles(as: 0) } }
            let problem = try availability(copy)
            #expect(problem?.why == "Permission denied")
            #expect(problem?.remedy.contains("chmod a+r “\(copy.path("en-us/means"))”") == true)
        }

        @EventLoopActor private func availability(_ copy: ModelCopy) throws -> Problem? {
            try PocketSphinxRecognizer(copy.configuration()).availability().problem
        }

        // MARK: What is detected by loading

        struct Damage: Sendable, CustomTestStringConvertible {
            let file: String
            let how: String
            let why: String
            let change: @Sendable ([UInt8]) -> [UInt8]

            init(
                _ file: String, _ how: String, _ why: String,
                _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
            ) {
                (self.file, self.how, self.why, self.change) = (file, how, why, change)
            }

            var testDescription: String { "\(file) \(how)" }

            static func half(_ file: String, _ why: String) -> Damage {
                Damage(file, "cut in half", why) { Array($0[..<($0.count / 2)]) }
            }

            static func short(_ file: String, _ why: String) -> Damage {
                Damage(file, "cut by a byte", why) { Array($0[..<($0.count - 1)]) }
            }

            static func empty(_ file: String, _ why: String) -> Damage {
                Damage(file, "emptied", why) { _ in [] }
            }

            static func noise(_ file: String, _ why: String) -> Damage {
                Damage(file, "made noise", why) { bytes in
                    // A block again and again: 27 MB, each computed, would take seconds.
                    let block = (0..<65_536).map { UInt8($0 * $0 % 251) }
                    var noise: [UInt8] = []
                    while noise.count < bytes.count { noise += block }
                    return Array(noise[..<bytes.count])
                }
            }
        }

        @EventLoopActor
        @Test(arguments: [
            Damage.half("en-us/mdef", "it ends after 1479588 bytes"),
            .short("en-us/mdef", "it has 2959175 bytes and should have 2959176"),
            .empty("en-us/mdef", "Empty file"),
            .noise("en-us/mdef", "Version error"),
            .half("en-us/means", "Failed to read density data"),
            .empty("en-us/means", "Premature EOF"),
            .noise("en-us/means", "Header format error"),
            .half("en-us/variances", "Failed to read density data"),
            Damage("en-us/variances", "changed", "Checksum") { bytes in
                var bytes = bytes
                bytes[bytes.count / 2] ^= 1
                return bytes
            },
            .half("en-us/transition_matrices", "Failed to read transition matrix"),
            .half("en-us/sendump", "it has 984512 bytes and should have"),
            .empty("en-us/sendump", "it ends within its header"),
            .empty("en-us/feat.params", "Number of streams does not match"),
            Damage("en-us/feat.params", "cut", "the value of “-lowerf” is missing") {
                Array($0[..<7])
            },
            .half("en-us.lm.bin", "it ends after 13557192 bytes"),
            .short("en-us.lm.bin", "it has 27114384 bytes and should have 27114385"),
            Damage("en-us.lm.bin", "cut early", "it ends after 100 bytes") { Array($0[..<100]) },
            .noise("en-us.lm.bin", "is not a dump file"),
            .empty("cmudict-en-us.dict", "the file is empty"),
        ])
        func tellsTheLibrarysReason(_ damage: Damage) async throws {
            let copy = try ModelCopy()
            try copy.change(damage.file, damage.change)
            let listener = Listener()
            let recognizer = try PocketSphinxRecognizer(copy.configuration())
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            let problem = try #require(listener.problem)
            #expect(problem.why.contains(damage.why), "\(problem)")
            #expect(problem.what.contains(copy.model.string) || problem.what.contains(damage.file))
            #expect(!problem.description.contains("\n"))
            recognizer.close()
        }

        /// The library calls exit(3) for this damage at the first frame of audio, not before.
        @EventLoopActor @Test func survivesWhatIsFatalWhileDecoding() async throws {
            let copy = try ModelCopy()
            try copy.change("en-us/feat.params") { bytes in
                Array(
                    String(decoding: bytes, as: UTF8.self)
                        .split(separator: "\n", omittingEmptySubsequences: false)
                        .map { $0 == "-varnorm no" ? "-varnorm yes" : $0 }.joined(separator: "\n")
                        .utf8)
            }
            let listener = Listener()
            let recognizer = try PocketSphinxRecognizer(copy.configuration())
            for _ in 0..<2 {
                listener.clear()
                recognizer.prepare { listener.hear($0) }
                // Speech-like: silence never reaches the decoder.
                await recognizer.dictate(
                    (0..<32_000).map { Int16(truncatingIfNeeded: $0 * $0 * 7 % 20_011) },
                    pieces: 160, listener)
                #expect(listener.events.first == .ready)
                #expect(listener.problem?.why.contains("Variance normalization") == true)
                #expect(listener.events.count { isEnd($0) } == 1)
            }
            recognizer.close()
        }

        /// Neither is there a message for a failed allocation, nor does the call return.
        @EventLoopActor @Test func saysThatMemoryIsShort() async throws {
            // The program alone takes 50 MB, and with the model 250 MB.
            let problem = try await problem(with: .standard, kilobytes: 160_000)
            #expect(problem?.what.contains("cannot load the speech model") == true)
            #expect(problem?.why == "not enough memory")
        }

        /// A file that can’t be mapped is read instead, after a message; then an allocation fails.
        @EventLoopActor @Test func saysThatMemoryIsShortForAFile() async throws {
            let copy = try ModelCopy()
            try copy.change("en-us/sendump") { $0 }
            let size = truncate(copy.path("en-us/sendump").string, 1 << 30)
            try #require(size == 0)
            let problem = try await problem(with: copy.configuration(), kilobytes: 160_000)
            #expect(problem?.what.contains("cannot load the speech model") == true)
            #expect(problem?.why == "not enough memory")
        }

        /// What is reported where the program may have so much memory.
        @EventLoopActor private func problem(
            with model: PocketSphinxConfiguration, kilobytes: Int
        ) async throws -> Problem? {
            let program = try #require(SpeechProgram.path)
            let place = try ScratchDirectory("utter-memory")
            try place.write(
                "#!/bin/sh\nulimit -v \(kilobytes)\nexec '\(program)'\n", to: "utter-speech")
            chmod(place.path("utter-speech"), 0o755)
            let listener = Listener()
            let recognizer = WorkerRecognizer(
                model.inWorker, program: place.path("utter-speech"), problem: { nil })
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            recognizer.close()
            return listener.problem
        }

        @EventLoopActor @Test func aMendedModelCanBeLoadedAgain() async throws {
            let copy = try ModelCopy()
            let definition = try contents(of: copy.path("en-us/mdef"))
            try copy.change("en-us/mdef") { _ in [] }
            let listener = Listener()
            let recognizer = try PocketSphinxRecognizer(copy.configuration())
            recognizer.prepare { listener.hear($0) }
            await listener.next(where: isEnd)

            // Without a model a dictation fails, and reports it once.
            listener.clear()
            await recognizer.dictate([Int16](repeating: 0, count: 5000), pieces: 160, listener)
            #expect(listener.events.count == 1)
            #expect(listener.problem?.why.contains("Empty file") == true)

            try copy.change("en-us/mdef") { _ in definition }
            listener.clear()
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            #expect(listener.events == [.ready])
            await recognizer.dictate([], pieces: 160, listener)
            #expect(listener.problem == nil)
            recognizer.close()
        }
    }
}

/// setfsuid(2): as which user the calling thread accesses files. Swift's Glibc module lacks it.
private func actForFiles(as user: uid_t) throws {
    let function = try #require(dlsym(nil, "setfsuid"))
    // unsafeBitCast: the manual page's signature.
    _ = unsafeBitCast(function, to: (@convention(c) (uid_t) -> Int32).self)(user)
}
