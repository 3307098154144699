import SystemPackage
import Testing

@testable import LinuxRuntime

@Suite struct ExecutableTests {
    @Test(
        arguments: [
            ("/usr/bin/utter", "/usr"), ("/usr/libexec/utter/utter", "/usr"),
            ("/usr/libexec/utter/utter-speech", "/usr"), ("/opt/utter/bin/utter", "/opt/utter"),
            ("/bin/utter", "/"), ("/home/anna/.build/release/utter", nil),
            ("/usr/libexec/utter", nil),
            ("/utter", nil),
        ] as [(FilePath, FilePath?)])
    func knowsWhereItIsInstalled(_ program: FilePath, _ prefix: FilePath?) {
        #expect(Executable.prefix(of: program) == prefix)
    }
}
