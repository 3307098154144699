import Glibc
import LinuxRuntime
public import Problems
public import Settings
import SystemPackage

/// Keeps the user's consents and finds the administrator's policy. Both files are read for each
/// question: an answer counts from the next dictation on.
public struct ConsentStore: Hashable, Sendable {
    /// An absolute path; nil if the user has no state directory.
    public let file: String?
    /// An absolute path.
    public let policy: String

    /// The path of the administrator's policy.
    public static let policyPath = "/etc/utter/policy.toml"

    /// - Parameter policy: other paths are for tests.
    public init(file: String?, policy: String = Self.policyPath) {
        (self.file, self.policy) = (file, policy)
    }

    /// `consent.toml` in the state directory.
    public static func standard(
        environment: (String) -> String? = Settings.environment
    ) -> ConsentStore {
        ConsentStore(file: BaseDirectory.state.path(environment).map { "\($0)/consent.toml" })
    }

    /// Whether a server may get the data that its service needs. A server on this machine always
    /// may.
    public func decision(on address: ServerAddress) -> ConsentDecision {
        if address.isLoopback { return ConsentDecision(.authorized) }
        do {
            let policy = try ValueFile.read(policy).map(ConsentPolicy.init) ?? ConsentPolicy()
            guard policy.allows(address) else { return ConsentDecision(.restricted) }
        } catch {
            return ConsentDecision(
                .restricted,
                problem: Problem("cannot read the administrator's policy", why: "\(error)"))
        }
        do throws(Problem) {
            guard let isAllowed = try record()[address] else {
                return ConsentDecision(.notDetermined)
            }
            return ConsentDecision(isAllowed ? .authorized : .denied)
        } catch {
            return ConsentDecision(.notDetermined, problem: error)
        }
    }

    /// Throws why nothing may be sent to a server.
    public func check(_ address: ServerAddress) throws(Problem) {
        try address.checkTransport()
        if let refusal = decision(on: address).refusal(of: address) { throw refusal }
    }

    /// Stores the user's answer. An invalid record is replaced, since nothing in it counted.
    public func keep(_ isAllowed: Bool, for address: ServerAddress) throws(Problem) {
        var record = (try? record()) ?? ConsentRecord()
        record[address] = isAllowed
        guard let file else {
            throw Problem(
                "cannot keep your answer",
                why: "neither XDG_STATE_HOME nor HOME is an absolute "
                    + "path", remedy: "Set HOME to your home directory.")
        }
        do throws(Errno) {
            try PrivateFile.write(record.text, to: FilePath(file))
        } catch {
            throw Problem("cannot keep your answer in “\(file)”", why: "\(error)")
        }
    }

    private func record() throws(Problem) -> ConsentRecord {
        guard let file else { return ConsentRecord() }
        do {
            guard let values = try ValueFile.read(file) else { return ConsentRecord() }
            guard PrivateFile.isMine(FilePath(file)) else {
                throw Problem(
                    "cannot trust “\(file)”", why: "others may write it",
                    remedy: "Run: chmod 600 \(file)")
            }
            return try ConsentRecord(values)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(
                "cannot read what you had allowed", why: "\(error)", remedy: "Run: utter authorize")
        }
    }
}
