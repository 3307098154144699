import CLinux
import Glibc

/// Memory that a program which only waits does not need.
public enum IdleMemory {
    /// Hands the program's code pages to the page cache, from where those that are used come
    /// back at once: parsing arguments, settings and messages takes megabytes of code that an
    /// idle program never runs. Takes some microseconds.
    public static func releaseCode() {
        utter_release_code_pages()
    }

    /// Also gives free heap back to the kernel (malloc_trim(3)). After the start, or after
    /// something large was shown.
    public static func releaseAll() {
        malloc_trim(0)
        releaseCode()
    }
}
