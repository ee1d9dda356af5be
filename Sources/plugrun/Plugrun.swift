import PlugrunCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Plugrun {
  static func main() async {
    exit(await Commands.run(in: .ofProcess()).rawValue)
  }
}
