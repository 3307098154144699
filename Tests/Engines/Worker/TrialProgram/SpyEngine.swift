import Dictation
import Glibc
import LinuxRuntime
import Problems
import SpeechWorkerProtocol
import UtterSpeech

/// An engine that tries what no engine needs, and reports as words what it could do.
final class SpyEngine: DecodingEngine {
    static let block = 800

    static let maker = EngineMaker("spy") { (configuration, _) throws(Problem) in
        SpyEngine(configuration.values)
    }

    private let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    func begin(at time: Int64) {}

    func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {}

    func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    func forgetVoice() {}

    func finish(_ tell: (RecognizerEvent) -> Void) {
        var done: [String] = []
        func attempt(_ name: String, _ result: Int32) { if result >= 0 { done.append(name) } }
        attempt("read the model", open(values["model"] ?? "", O_RDONLY))
        attempt("read through a link", open(values["link"] ?? "", O_RDONLY))
        for link in (values["hostile"] ?? "").split(separator: ":").map(String.init) {
            attempt("read through \(link.split(separator: "/").last ?? "")", open(link, O_RDONLY))
        }
        attempt("read processors", open("/proc/cpuinfo", O_RDONLY))
        attempt("read passwords", open("/etc/passwd", O_RDONLY))
        attempt("read beside the model", open(values["other"] ?? "", O_RDONLY))
        attempt("list the root", open("/", O_RDONLY | O_DIRECTORY))
        attempt("write the model", open(values["model"] ?? "", O_WRONLY))
        attempt("change the model", open(values["model"] ?? "", O_RDWR))
        attempt("type into its terminal", control(STDERR_FILENO, UInt(TIOCSTI)))
        // DRM_IOCTL_VERSION (drm.h), of which the kernel says that this is no GPU.
        attempt("control a GPU", control(STDERR_FILENO, 0xC040_6400))
        attempt("truncate the model", truncate(values["model"] ?? "", 0))
        attempt("write to /dev/null", open("/dev/null", O_WRONLY))
        attempt("remove the model", unlink(values["model"] ?? ""))
        attempt("make a folder", mkdir("/tmp/utter-spy", 0o700))
        for family in [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] {
            attempt("make a socket", socket(family, Int32(SOCK_DGRAM.rawValue), 0))
        }
        attempt("signal its parent", kill(getppid(), 0))
        attempt("signal itself", kill(getpid(), 0))
        attempt("move its parent", movesProcess(getppid()))
        attempt("move a process by its number", movesProcess(getpid()))
        attempt("move itself", movesProcess(0))
        attempt("keep a file in memory", keepFile())
        // The file to which it writes errors.
        attempt("truncate standard error", ftruncate(STDERR_FILENO, 0))
        attempt("start a program", startProgram())
        attempt("have writable code", writableCode())
        attempt("start a thread", startThread())
        attempt("raise a limit", raiseLimit())
        tell(.utterance(done.joined(separator: ", ")))
    }

    /// Whether the request reaches the kernel's driver of a device.
    private func control(_ device: Int32, _ request: UInt) -> Int32 {
        typealias Control = @convention(c) (Int32, UInt, UnsafeMutableRawPointer?) -> Int32
        guard let ioctl = dlsym(nil, "ioctl") else { return -1 }
        var argument: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
        let result = unsafeBitCast(ioctl, to: Control.self)(device, request, &argument)
        return result < 0 && errno == EPERM ? -1 : 0
    }

    private func keepFile() -> Int32 {
        guard let file = try? OwnedDescriptor.memory(size: 4096) else { return -1 }
        let path = "/proc/self/fd/\(file.rawValue)"
        return open(path, O_RDONLY)
    }

    private func startProgram() -> Int32 {
        var pid = pid_t()
        let name = strdup("/bin/true")
        defer { free(name) }
        var arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        return posix_spawn(&pid, "/bin/true", nil, nil, &arguments, &environment) == 0 ? 0 : -1
    }

    /// To the processors where this one may run. Swift's Glibc lacks these two functions.
    private func movesProcess(_ process: pid_t) -> Int32 {
        typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
        guard let get = dlsym(nil, "sched_getaffinity"), let set = dlsym(nil, "sched_setaffinity")
        else { return -1 }
        var processors = [UInt8](repeating: 0, count: 1024)
        let size = processors.count
        guard unsafeBitCast(get, to: Affinity.self)(0, size, &processors) == 0 else { return -1 }
        return unsafeBitCast(set, to: Affinity.self)(process, size, &processors)
    }

    private func writableCode() -> Int32 {
        let memory = mmap(
            nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory == MAP_FAILED ? -1 : 0
    }

    private func startThread() -> Int32 {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return -1 }
        return pthread_join(thread, nil) == 0 ? 0 : -1
    }

    private func raiseLimit() -> Int32 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return -1 }
        return setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
