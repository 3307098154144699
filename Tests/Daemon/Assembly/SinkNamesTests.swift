import LinuxRuntime
import Session
import Settings
import TestSupport
import Testing

@testable import Assembly

@Suite(.runningLoop) struct SinkNamesTests {
    @EventLoopActor @Test func theFormerNameLeadsToTheNewOne() throws {
        var settings = Settings()
        settings.output.sinks = ["xtest", "wayland"]
        let error = #expect(throws: SettingsError.self) { try Registry.sinks(settings) }
        #expect(
            error?.problems.first?.reason
                == "the sink “wayland” is called “virtual-keyboard” now")
        settings.output.sinks = ["virtual-keyboard"]
        let chain = try Registry.sinks(settings)
        chain.close()
    }
}
