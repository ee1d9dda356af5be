// A process that the tests of ContainerStore start, watch and kill.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "count": try CountCommand(arguments).run()
  case "invoke": try InvokeCommand(arguments).run()
  case "recover": try InvokeCommand(arguments).recover()
  case "hold": try HoldCommand(arguments).run()
  case "fill": try FaultCommand(arguments).fillUp()
  case "unprivileged": try FaultCommand(arguments).writeUnprivileged()
  default: throw DriverError("no such command")
  }
} catch {
  print("error: \(error)")
  exit(1)
}
