#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which sanitizer this process runs under.
enum Sanitizer {
  static let isAddress = unsafe dlsym(nil, "__asan_init") != nil
  static let isThread = unsafe dlsym(nil, "__tsan_init") != nil
}
