import Glibc

/// Runs a program of the PATH and waits for its end, successful or not, where nothing can suspend:
/// in initialisers and deinitialisers.
func runToEnd(_ words: String...) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid = pid_t()
    if posix_spawnp(&pid, words[0], nil, nil, &arguments, environ) == 0 { waitpid(pid, nil, 0) }
}
