internal import LinuxRuntime
internal import Testing

/// A certificate of a server on 127.0.0.1, signed by itself, with its key: valid for two days.
public final class ServerCertificate {
    /// Both in the form PEM.
    let certificate: TemporaryFile
    let key: TemporaryFile

    init() async throws {
        (certificate, key) = (try TemporaryFile(), try TemporaryFile())
        let made = try await ProgramRun([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key.path, "-out",
            certificate.path, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        try #require(made.status == .exited(0), "\(made.errors)")
    }
}
