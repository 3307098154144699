import CLinux
import Glibc

/// Releases memory that a program doesn't need while it waits.
public enum IdleMemory {
    /// Returns the program's code pages to the page cache, from which they are mapped again when
    /// used: parsing arguments, settings and messages uses megabytes of code that an idle program
    /// never runs. Takes some microseconds.
    public static func releaseCode() {
        utter_release_code_pages()
    }

    /// Also returns free heap to the kernel (malloc_trim(3)). Call it after the start, or after
    /// something large was shown.
    public static func releaseAll() {
        malloc_trim(0)
        releaseCode()
    }
}
