/// Distinguishes utter's own keyboards, made through /dev/uinput to type text, from real ones, by
/// the numbers in `struct input_id` (linux/input.h). A name isn't enough, since any keyboard may be
/// called “virtual”.
public enum VirtualKeyboardIdentity {
    /// BUS_VIRTUAL: on this bus no authority assigns vendor numbers.
    public static let bus: UInt16 = 0x06
    /// “ut” in ASCII.
    public static let vendor: UInt16 = 0x7574
    /// “tr” in ASCII.
    public static let product: UInt16 = 0x7472

    /// Under which the session lists it.
    public static let name = "utter keyboard"

    /// Whether a device with these numbers is utter's own.
    public static func matches(bus: UInt16, vendor: UInt16, product: UInt16) -> Bool {
        bus == self.bus && vendor == self.vendor && product == self.product
    }
}
