import Dictation
import Testing

/// What messages call a window.
@Suite struct DesktopWindowTests {
    @Test func isCalledByItsClassOrItsProgram() {
        func name(_ classes: [String], _ program: String?) -> String {
            DesktopWindow(identifier: "7", classes: classes, title: "secret", program: program).name
        }
        #expect(name(["XTerm", "xterm"], "/usr/bin/xterm") == "XTerm")
        #expect(name(["-c", "-c"], "/usr/bin/python3.11") == "python3.11")
        #expect(name(["-c"], nil) == "-c")
        #expect(name([], "/usr/bin/foot") == "foot")
        #expect(name([], nil) == "window 7")
    }
}
