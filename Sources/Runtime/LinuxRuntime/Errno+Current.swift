import Glibc

/// `errno` of this thread. In a file of its own, since SystemPackage's `Errno` has a member with
/// the same name as Glibc's variable.
func currentErrno() -> Int32 { errno }
