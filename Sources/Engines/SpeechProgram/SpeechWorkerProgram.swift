import Glibc
import LinuxRuntime
import Problems
import ProcessConfinement
import SpeechWorkerProtocol
import Synchronization
import SystemPackage

/// The program `utter-speech`: runs one engine for the daemon at descriptor 0, a socket.
///
/// It reads the configuration, gives up all that the engine doesn't need (`WorkerConfinement`), and
/// only then opens the model, so that a damaged or hostile model gains nothing. One thread reads
/// messages, the main thread loads and decodes: what is cancelled is known while it is computed.
public enum SpeechWorkerProgram {
    /// Serves the daemon until it is gone.
    ///
    /// - Returns: the exit status: 64 if descriptor 0 is no socket or brings no configuration, 1
    ///   after a failure, which was reported.
    public static func run(_ engines: [EngineMaker]) -> Int32 {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return 64
        }
        Signals.ignoreBrokenPipes()
        var reader = MessageReader()
        guard case .load(let configuration)? = reader.next() else { return 64 }
        let reports = ReportWriter()
        let queue: MessageQueue
        let readsOnlyItsFiles: Bool
        do throws(SystemError) {
            try WorkerConfinement.begin()
            queue = try MessageQueue()
            readsOnlyItsFiles = try WorkerConfinement.confine(
                configuration, signal: queue.signal)
            try reader.start(into: queue)
        } catch {
            reports.send(
                .failed(
                    Problem(
                        "cannot confine the speech engine “\(configuration.engine)”",
                        why: "\(error)",
                        remedy:
                            "It needs a kernel with seccomp, for a GPU with Landlock, too, and a"
                            + " service or container that lets it limit itself.")))
            return 1
        }
        do throws(Problem) {
            guard let maker = engines.first(where: { $0.name == configuration.engine }) else {
                throw Problem(
                    "cannot run the speech engine “\(configuration.engine)”",
                    why: "utter-speech doesn't have it",
                    remedy: "Install utter and utter-speech of the same version.")
            }
            reportExit(of: queue)
            let engine = try maker.make(configuration, queue)
            if let speed = engine.newSpeed { reports.send(.measured(speed)) }
            reports.send(.ready(block: type(of: engine).block))
            if !readsOnlyItsFiles { reports.send(.warning(.readsEverything(configuration))) }
            try EngineRunner(engine, queue, reports).run()
        } catch {
            reports.send(.failed(error))
            return 1
        }
    }

    /// The queue of the engine that runs.
    private static let served = Mutex<MessageQueue?>(nil)

    /// Reports why, when the library of the engine ends the process. What nobody wants any more
    /// fails in silence: the daemon starts the engine again for the next dictation.
    private static func reportExit(of queue: MessageQueue) {
        served.withLock { $0 = queue }
        atexit {
            guard let problem = LibraryExit.problem else { return }
            if SpeechWorkerProgram.served.withLock({ $0 })?.isAbandoned == false {
                ReportWriter().send(.failed(problem))
            }
            _exit(1)
        }
    }
}

extension Problem {
    fileprivate static func readsEverything(_ engine: EngineConfiguration) -> Problem {
        Problem(
            "the speech engine “\(engine.engine)” may read your files",
            why: "this kernel has no Landlock, which would confine it to its model",
            remedy: "Use a kernel with Landlock (Linux 5.13 or newer), or only models from those"
                + " whom you trust. Nothing can leave by the engine: it has no network.")
    }
}
