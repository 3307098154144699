import TestSupport
import Testing

/// What needs /dev/uinput. One test at a time, for each looks at all keyboards that there are.
@Suite(.runningLoop, .serialized, .inGuest) enum GuestUinputTests {}
