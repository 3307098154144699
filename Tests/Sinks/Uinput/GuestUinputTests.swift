import TestSupport
import Testing

/// Tests that need /dev/uinput. One at a time, since each looks at all keyboards.
@Suite(.runningLoop, .serialized, .inGuest) enum GuestUinputTests {}
