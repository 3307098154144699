import CLinux
import Glibc

/// Memory that only the start needed.
public enum StartupMemory {
    /// Hands it back: free heap to the kernel (malloc_trim(3)), and the program's code pages to
    /// the page cache, from where those that are used come back at once. Most of them parsed
    /// arguments and settings and are not needed again.
    public static func release() {
        malloc_trim(0)
        utter_release_code_pages()
    }
}
